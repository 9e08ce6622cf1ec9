// Raw, structured and typed memory, group-shared memory, atomics and counters.
struct Item { float3 a; uint b; };
ByteAddressBuffer rawIn : register(t0);
StructuredBuffer<Item> items : register(t1);
Buffer<float4> typedIn : register(t2);
RWByteAddressBuffer rawOut : register(u0);
RWStructuredBuffer<Item> itemsOut : register(u1);
RWTexture2D<float4> image : register(u2);
RWTexture2D<uint> counts : register(u3);
RWBuffer<int> typedOut : register(u4);
groupshared uint shared_[64];
[numthreads(8, 8, 1)]
void main(uint3 id : SV_DispatchThreadID, uint local : SV_GroupIndex)
{
    shared_[local] = rawIn.Load(local * 4);
    GroupMemoryBarrierWithGroupSync();
    uint old;
    InterlockedAdd(shared_[(local + 1) & 63], 3, old);
    rawOut.Store2(local * 8, uint2(old, shared_[local]));
    Item item = items[local];
    item.b += 1;
    itemsOut[local] = item;
    image[id.xy] = typedIn[local] + item.a.xyzx;
    InterlockedAdd(counts[id.xy], 1);
    InterlockedMin(typedOut[local], -5);
}
