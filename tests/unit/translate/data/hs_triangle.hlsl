// A hull shader with a control-point phase and computed factors.
struct Vertex { float4 position : SV_Position; float2 uv : TEXCOORD; };
struct Point { float3 position : POSITION; float2 uv : TEXCOORD; };
struct Patch { float edges[3] : SV_TessFactor; float inside : SV_InsideTessFactor; float3 centre : CENTRE; };
Patch patch(InputPatch<Vertex, 3> input)
{
    Patch p;
    p.edges[0] = input[0].uv.x;
    p.edges[1] = input[1].uv.x;
    p.edges[2] = input[2].uv.x;
    p.inside = 3;
    p.centre = (input[0].position.xyz + input[1].position.xyz + input[2].position.xyz) / 3;
    return p;
}
[domain("tri")] [partitioning("fractional_odd")] [outputtopology("triangle_cw")] [outputcontrolpoints(3)]
[patchconstantfunc("patch")] [maxtessfactor(16.0)]
Point main(InputPatch<Vertex, 3> input, uint id : SV_OutputControlPointID)
{
    Point p;
    p.position = input[id].position.xyz;
    p.uv = input[id].uv;
    return p;
}
