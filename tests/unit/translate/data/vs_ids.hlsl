// Vertex and instance numbers, which start at 0 in every draw.
float4 main(uint vertex : SV_VertexID, uint instance : SV_InstanceID) : SV_Position
{
    return float4(vertex, instance, 0.0, 1.0);
}
