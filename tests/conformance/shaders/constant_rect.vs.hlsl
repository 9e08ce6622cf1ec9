cbuffer Rect : register(b0) { float4 rect; float4 depth; };
float4 main(uint id : SV_VertexID) : SV_Position
{
    return float4(rect.x + (id & 1) * rect.z, rect.y + (id >> 1) * rect.w, depth.x, 1.0);
}
