float4 main(float4 position : SV_Position, float4 colour : COLOR) : SV_Target
{
    return colour;
}
