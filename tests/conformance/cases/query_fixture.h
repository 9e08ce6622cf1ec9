#pragma once
// What the tests of queries and predication share: a small target with pixel shaders of one colour, a depth buffer that
// hides everything, and a geometry shader that streams points to any of the four streams, each into a buffer of its
// own.

#include "shader/shader_test.h"

namespace conformance {

class QueryCase : public ShaderTest {
protected:
    static constexpr uint32_t kSide = 16;

    void SetUp() override;
    void TearDown() override;

    Com<ID3D11Query> issuedBy(D3D11_QUERY kind, UINT flags = 0);
    Com<ID3D11Predicate> predicate(D3D11_QUERY kind = D3D11_QUERY_OCCLUSION_PREDICATE, UINT flags = 0);
    // The whole target in red or green, on any context.
    void bindState(ID3D11DeviceContext* on);
    void draw(ID3D11DeviceContext* on, ID3D11PixelShader* pixel);
    // Begin, a draw that is seen or hidden by depth, End. Leaves red in the target when seen.
    void issue(ID3D11Predicate* which, bool seen) { issueOn(context.get(), which, seen); }
    void issueOn(ID3D11DeviceContext* on, ID3D11Predicate* which, bool seen);
    void clearBlack();
    Rgba8 center() { return read(color.get()).rgba(kSide / 2, kSide / 2); }

    // `points` points through the geometry shader, one on each stream; stream i's buffer holds capacity[i] of them.
    void streamPoints(uint32_t points, const std::array<uint32_t, 4>& capacity);

    Com<ID3D11Texture2D> color, depth;
    Com<ID3D11RenderTargetView> view;
    Com<ID3D11DepthStencilView> depthView;
    Com<ID3D11DepthStencilState> noDepth, lessDepth;
    Com<ID3D11PixelShader> red, green;
    Com<ID3D11VertexShader> full;

private:
    Com<ID3D11VertexShader> pointShader_;
    Com<ID3D11GeometryShader> streamShader_;
};

inline constexpr Rgba8 kBlack = {0, 0, 0, 255}, kRed = {255, 0, 0, 255}, kGreen = {0, 255, 0, 255};

} // namespace conformance
