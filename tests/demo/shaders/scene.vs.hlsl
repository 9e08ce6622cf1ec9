#include "scene.hlsli"

Varyings main(float3 position : POSITION, float3 normal : NORMAL, float2 uv : TEXCOORD)
{
    Varyings o;
    float4 p = mul(float4(position, 1.0f), world);
    o.position = mul(p, view_projection);
    o.world_position = p.xyz;
    o.normal = mul(float4(normal, 0.0f), world).xyz;
    o.uv = uv * uv_scale.xy;
    return o;
}
