// The domain shader to hs_triangle.
struct Point { float3 position : POSITION; float2 uv : TEXCOORD; };
struct Patch { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float3 centre : CENTRE; };
struct Result { float4 position : SV_Position; float2 uv : TEXCOORD; };
[domain("tri")]
Result main(Patch p, float3 at : SV_DomainLocation, const OutputPatch<Point, 3> points)
{
    Result r;
    float3 position = points[0].position * at.x + points[1].position * at.y + points[2].position * at.z;
    r.position = float4(position + p.centre * p.inside, 1);
    r.uv = points[0].uv * at.x + points[1].uv * at.y + points[2].uv * at.z;
    return r;
}
