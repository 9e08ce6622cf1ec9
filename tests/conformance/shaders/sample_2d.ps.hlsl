// Samples at the level in b0.x, with coordinates that cover the target (of b0.zw texels) once.
Texture2D<float4> image : register(t0);
SamplerState filter : register(s0);
cbuffer Where : register(b0) { float4 where; };
float4 main(float4 position : SV_Position) : SV_Target
{
    return image.SampleLevel(filter, position.xy / where.zw, where.x);
}
