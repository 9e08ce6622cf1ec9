// Each group adds its 64 elements through shared memory.
StructuredBuffer<uint> input : register(t0);
RWStructuredBuffer<uint> output : register(u0);
groupshared uint parts[64];
[numthreads(64, 1, 1)]
void main(uint3 group : SV_GroupID, uint index : SV_GroupIndex, uint3 id : SV_DispatchThreadID)
{
    parts[index] = input[id.x];
    GroupMemoryBarrierWithGroupSync();
    for (uint step = 32; step > 0; step >>= 1)
    {
        if (index < step)
            parts[index] += parts[index + step];
        GroupMemoryBarrierWithGroupSync();
    }
    if (index == 0)
        output[group.x] = parts[0];
}
