// Position and colour through one matrix: the most ordinary vertex shader.
cbuffer Object : register(b1) { row_major float4x4 transform; float4 tint; };
struct Vertex { float3 position : POSITION; float4 colour : COLOR; uint index : INDEX; };
struct Result { float4 position : SV_Position; float4 colour : COLOR; float2 small : TEXCOORD; };
Result main(Vertex v)
{
    Result r;
    r.position = mul(float4(v.position, 1.0), transform);
    r.colour = v.colour * tint;
    r.small = float2(v.index, 1.0);
    return r;
}
