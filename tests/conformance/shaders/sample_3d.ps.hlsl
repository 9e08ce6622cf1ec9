Texture3D<float4> image : register(t0);
cbuffer Where : register(b0) { float4 where; };
float4 main(float4 position : SV_Position) : SV_Target
{
    return image.Load(int4(position.xy, where.x, 0));
}
