// One triangle that covers the target, at depth 0.5, from the vertex number alone; clockwise, so that it is no back face.
float4 main(uint id : SV_VertexID) : SV_Position
{
    return float4(id == 2 ? 3.0 : -1.0, id == 1 ? 3.0 : -1.0, 0.5, 1.0);
}
