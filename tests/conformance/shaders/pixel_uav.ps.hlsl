RWStructuredBuffer<uint> hits : register(u1);
float4 main(float4 position : SV_Position) : SV_Target
{
    InterlockedAdd(hits[uint(position.x)], 1);
    return float4(0, 1, 0, 1);
}
