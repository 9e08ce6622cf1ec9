// A rectangle in clip space from four vertices without a buffer: 0 top left, 1 top right, 2 bottom left, 3 bottom right.
cbuffer Rect : register(b0)
{
    float4 corners; // left, top, right, bottom
    float4 fill;
};

float4 main(uint id : SV_VertexID, out float4 colour : COLOR) : SV_Position
{
    colour = fill;
    float x = (id & 1) ? corners.z : corners.x;
    float y = (id & 2) ? corners.w : corners.y;
    return float4(x, y, 0.0f, 1.0f);
}
