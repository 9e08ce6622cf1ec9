Buffer<float4> typed : register(t0);
StructuredBuffer<float4> structured : register(t1);
ByteAddressBuffer raw : register(t2);
float4 main(float4 position : SV_Position) : SV_Target
{
    uint i = uint(position.x);
    return float4(typed[i].x, structured[i].y, asfloat(raw.Load(i * 16 + 8)), 1.0);
}
