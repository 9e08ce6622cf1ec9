cbuffer Colors : register(b3) { float4 colors[4]; };
cbuffer Which : register(b1) { uint4 which; };
float4 main() : SV_Target { return colors[which.x]; }
