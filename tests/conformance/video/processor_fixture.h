#pragma once
// A device with its video side, and short ways to make a processor, its views and a blit.
#include "video/video_fixture.h"

namespace conformance {

class ProcessorTest : public VideoTest {
public:
    Com<ID3D11VideoDevice> videoDevice;
    Com<ID3D11VideoContext1> videoContext;
    Com<ID3D11VideoProcessorEnumerator> enumerator;
    Com<ID3D11VideoProcessor> processor;

    Com<ID3D11VideoProcessorInputView> input(ID3D11Texture2D* texture, UINT slice = 0, UINT mip = 0);
    Com<ID3D11VideoProcessorOutputView> output(ID3D11Texture2D* texture, UINT mip = 0);
    Com<ID3D11VideoProcessorOutputView> outputSlice(ID3D11Texture2D* texture, UINT slice);
    // Each input as a stream.
    HRESULT blit(ID3D11VideoProcessorOutputView* to, const std::vector<ID3D11VideoProcessorInputView*>& from);
    // One whole texture to another.
    void convert(ID3D11Texture2D* to, ID3D11Texture2D* from);
    // A texture of R8G8B8A8 that the processor may draw to.
    Com<ID3D11Texture2D> canvas(uint32_t width, uint32_t height, DXGI_FORMAT format = DXGI_FORMAT_R8G8B8A8_UNORM);
    // A source whose four quarters are red, green, blue and white.
    Com<ID3D11Texture2D> quarters();

protected:
    void SetUp() override;
    void TearDown() override;
};

inline constexpr Rgba8 kRed{255, 0, 0, 255}, kGreen{0, 255, 0, 255}, kBlue{0, 0, 255, 255}, kWhite{255, 255, 255, 255},
    kBlack{0, 0, 0, 255};

} // namespace conformance
