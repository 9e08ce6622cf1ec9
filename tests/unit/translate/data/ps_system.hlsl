// System values of the pixel stage, in and out, and interpolation modes.
struct Result { float4 colour : SV_Target0; uint4 ids : SV_Target1; float depth : SV_Depth; uint coverage : SV_Coverage; };
Result main(float4 position : SV_Position, nointerpolation uint flat : FLAT, centroid float2 uv : TEXCOORD0,
            noperspective float2 screen : TEXCOORD1, bool front : SV_IsFrontFace, uint sampleIndex : SV_SampleIndex)
{
    Result r;
    r.colour = float4(position.xyw, front ? 1.0 : 0.0);
    r.ids = uint4(flat, sampleIndex, 0, 0);
    r.depth = uv.x + screen.y;
    r.coverage = flat & 0xf;
    return r;
}
