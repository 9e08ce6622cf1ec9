struct Output { float4 first : SV_Target0; uint4 second : SV_Target1; };
Output main(float4 position : SV_Position)
{
    Output output;
    output.first = float4(0.25, 0.5, 0.75, 1.0);
    output.second = uint4(uint(position.x), uint(position.y), 7, 0xffffffff);
    return output;
}
