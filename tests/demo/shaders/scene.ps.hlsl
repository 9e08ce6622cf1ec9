#include "scene.hlsli"

Texture2D colour : register(t0);
SamplerState filtered : register(s0);

float4 main(Varyings i) : SV_Target
{
    float3 n = normalize(i.normal);
    float3 to_eye = normalize(eye.xyz - i.world_position);
    float3 middle = normalize(to_eye + light.xyz);
    float diffuse = saturate(dot(n, light.xyz));
    float shine = pow(saturate(dot(n, middle)), 24.0f) * 0.35f;
    float4 texel = colour.Sample(filtered, i.uv) * tint;
    return float4(texel.rgb * (0.3f + 0.7f * diffuse) + shine, texel.a);
}
