Texture2DArray<float4> image : register(t5);
SamplerState filter : register(s2);
cbuffer Where : register(b0) { float4 where; };
float4 main(float4 position : SV_Position) : SV_Target
{
    return image.SampleLevel(filter, float3(position.xy / where.zw, where.y), where.x);
}
