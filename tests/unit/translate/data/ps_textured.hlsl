// Sampling with and without comparison, a branch, a discard.
Texture2D<float4> albedo : register(t0);
Texture2D<float> shadow : register(t3);
SamplerState linearSampler : register(s0);
SamplerComparisonState shadowSampler : register(s2);
float4 main(float4 position : SV_Position, float4 colour : COLOR, float2 uv : TEXCOORD) : SV_Target
{
    float4 texel = albedo.Sample(linearSampler, uv);
    if (texel.a < 0.5)
        discard;
    float lit = shadow.SampleCmpLevelZero(shadowSampler, uv, position.w);
    return saturate(texel * colour * lit);
}
