Texture1D<float4> image : register(t0);
float4 main(float4 position : SV_Position) : SV_Target { return image.Load(int2(position.x, 0)); }
