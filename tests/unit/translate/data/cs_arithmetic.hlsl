// Integer and conversion rules: division by zero, shifts, fields, clamped conversions, NaN in min, max and saturate.
StructuredBuffer<uint4> input : register(t0);
RWStructuredBuffer<uint4> output : register(u0);
[numthreads(64, 1, 1)]
void main(uint3 id : SV_DispatchThreadID)
{
    uint4 v = input[id.x];
    float4 f = asfloat(v);
    output[id.x * 4 + 0] = uint4(v.x / v.y, v.x % v.y, v.x << v.z, (uint)((int)v.x >> (int)v.z));
    output[id.x * 4 + 1] = uint4((uint)(int)f.x, (uint)f.y, asuint(min(f.x, f.y)), asuint(max(f.x, f.y)));
    output[id.x * 4 + 2] = uint4(asuint(saturate(f.x)), firstbithigh(v.x), firstbitlow(v.x), countbits(v.x));
    output[id.x * 4 + 3] = uint4(f32tof16(f.x), asuint(f16tof32(v.y)), v.z * v.x, asuint(rcp(f.w)));
}
