// Two colours for dual-source blending.
struct Result { float4 first : SV_Target0; float4 second : SV_Target1; };
Result main(float4 position : SV_Position, float4 colour : COLOR)
{
    Result r;
    r.first = colour;
    r.second = colour.wzyx;
    return r;
}
