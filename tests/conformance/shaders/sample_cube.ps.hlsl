TextureCube<float4> image : register(t0);
SamplerState filter : register(s0);
cbuffer Where : register(b0) { float4 where; };
float4 main() : SV_Target { return image.SampleLevel(filter, where.xyz, 0); }
