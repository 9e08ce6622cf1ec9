// Moving rings, written to a texture that the scene then samples. One thread writes one texel.
cbuffer Pattern : register(b0)
{
    float4 time; // x: seconds
};
RWTexture2D<unorm float4> image : register(u0);

[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    float2 p = (float2(id.xy) + 0.5f) / 128.0f - 1.0f;
    float ring = 0.5f + 0.5f * sin(sqrt(dot(p, p)) * 14.0f - time.x * 3.0f);
    float border = max(abs(p.x), abs(p.y)) > 0.92f ? 0.0f : 1.0f;
    image[id.xy] = float4(lerp(float3(0.1f, 0.2f, 0.8f), float3(1.0f, 0.85f, 0.3f), ring) * border, 1.0f);
}
