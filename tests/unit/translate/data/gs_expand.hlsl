// Points become triangles; the layer is chosen by the primitive.
struct Vertex { float4 position : SV_Position; float4 colour : COLOR; };
struct Result { float4 position : SV_Position; float4 colour : COLOR; uint layer : SV_RenderTargetArrayIndex; };
[maxvertexcount(3)]
void main(point Vertex input[1], uint primitive : SV_PrimitiveID, inout TriangleStream<Result> stream)
{
    Result r;
    r.colour = input[0].colour;
    r.layer = primitive & 3;
    r.position = input[0].position;
    stream.Append(r);
    r.position.x += 1;
    stream.Append(r);
    r.position.y += 1;
    stream.Append(r);
    stream.RestartStrip();
}
