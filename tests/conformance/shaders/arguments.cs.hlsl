// Writes the arguments of one indirect draw and one indirect dispatch.
RWByteAddressBuffer output : register(u0);
[numthreads(1, 1, 1)]
void main()
{
    output.Store4(0, uint4(3, 1, 0, 0));
    output.Store4(16, uint4(6, 1, 0, 0));
    output.Store(32, 0);
    output.Store3(36, uint3(2, 1, 1));
}
