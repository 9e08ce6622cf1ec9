RWTexture2D<float4> output : register(u0);
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    output[id.xy] = float4(id.x / 16.0, id.y / 16.0, 0.5, 1.0);
}
