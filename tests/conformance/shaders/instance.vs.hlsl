// Quad corner from a strip of 4 vertices, placed by the instance's rectangle (x, y, width, height in clip space).
struct Output { float4 position : SV_Position; float4 color : COLOR; };
Output main(uint id : SV_VertexID, float4 rect : RECT, float4 color : COLOR)
{
    Output output;
    output.position = float4(rect.x + (id & 1) * rect.z, rect.y + (id >> 1) * rect.w, 0.5, 1.0);
    output.color = color;
    return output;
}
