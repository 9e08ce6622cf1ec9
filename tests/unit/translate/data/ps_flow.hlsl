// Loops, switches and early returns.
float4 main(float4 position : SV_Position, nointerpolation int mode : MODE) : SV_Target
{
    float4 sum = 0;
    [loop] for (int i = 0; i < mode; ++i)
    {
        if (i == 7)
            continue;
        [call] switch (i & 3)
        {
        case 0: sum.x += 1; break;
        case 1: sum.y += 2; break;
        case 2: case 5: sum.z += i; break;
        default: sum.w -= 1; break;
        }
        if (sum.w < -100)
            return sum;
        if (sum.x > 50)
            break;
    }
    return sum * 2;
}
