// What the scene's vertex and pixel shaders share. Matrices are stored by rows and multiply row vectors.
cbuffer Object : register(b0)
{
    row_major float4x4 world;
    float4 tint;      // multiplies the texture; alpha is the opacity
    float4 uv_scale;  // xy
};
cbuffer Frame : register(b1)
{
    row_major float4x4 view_projection;
    float4 light;     // xyz: towards the light, of length 1
    float4 eye;       // xyz
};
struct Varyings
{
    float4 position : SV_Position;
    float3 world_position : WORLD;
    float3 normal : NORMAL;
    float2 uv : TEXCOORD;
};
