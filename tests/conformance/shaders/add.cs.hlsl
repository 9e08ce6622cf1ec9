StructuredBuffer<uint> input : register(t0);
RWByteAddressBuffer output : register(u1);
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    output.Store(id.x * 4, input[id.x] + 1);
}
