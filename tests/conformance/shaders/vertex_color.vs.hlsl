struct Output { float4 position : SV_Position; float4 color : COLOR; };
Output main(float4 position : POSITION, float4 color : COLOR)
{
    Output output;
    output.position = position;
    output.color = color;
    return output;
}
