struct Output { float4 color : SV_Target0; float4 factor : SV_Target1; };
Output main()
{
    Output output;
    output.color = float4(1, 1, 1, 1);
    output.factor = float4(0.25, 0.5, 0.75, 1);
    return output;
}
