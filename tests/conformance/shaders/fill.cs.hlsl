RWStructuredBuffer<uint> output : register(u0);
cbuffer Values : register(b0) { uint4 values; };
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    output[id.x] = values.x + id.x * values.y;
}
