// ID3D11Debug: the report of live objects, the feature mask and the other settings.
#include "debug_fixture.h"

namespace conformance {
namespace {

constexpr GUID kNameKey = {0x429b8c22, 0x9188, 0x4b0c, {0x87, 0x42, 0xac, 0xb0, 0xbf, 0x85, 0xc2, 0x00}};
constexpr auto kColor = DXGI_FORMAT_R8G8B8A8_UNORM;

class DebugLive : public DebugTest {
public:
    Com<ID3D11Debug> debug;
    std::vector<Said> report(UINT flags) {
        context->Flush(); // what has no references goes at a flush at the latest
        forget();
        EXPECT_HR(S_OK, debug->ReportLiveDeviceObjects(static_cast<D3D11_RLDO_FLAGS>(flags)));
        return said();
    }
    static size_t countOf(const std::vector<Said>& messages, D3D11_MESSAGE_ID id) {
        size_t found = 0;
        for (const Said& message : messages)
            found += message.id == id;
        return found;
    }

protected:
    void SetUp() override {
        DebugTest::SetUp();
        debug = device.as<ID3D11Debug>();
        ASSERT_TRUE(bool(debug));
    }
    void TearDown() override {
        debug.reset();
        DebugTest::TearDown();
    }
};

TEST_F(DebugLive, NamesEachObjectThatIsAlive) {
    auto image = texture(4, 4, kColor, D3D11_BIND_SHADER_RESOURCE);
    auto view = resourceView(image.get());
    auto vertices = buffer(64, D3D11_BIND_VERTEX_BUFFER);
    ASSERT_HR(S_OK, vertices->SetPrivateData(kNameKey, 6, "walls"));
    { auto gone = buffer(64, D3D11_BIND_INDEX_BUFFER); }
    const std::vector<Said> found = report(D3D11_RLDO_DETAIL);
    EXPECT_EQ(1u, countOf(found, D3D11_MESSAGE_ID_LIVE_DEVICE));
    EXPECT_EQ(1u, countOf(found, D3D11_MESSAGE_ID_LIVE_TEXTURE2D));
    EXPECT_EQ(1u, countOf(found, D3D11_MESSAGE_ID_LIVE_SHADERRESOURCEVIEW));
    EXPECT_EQ(1u, countOf(found, D3D11_MESSAGE_ID_LIVE_BUFFER));
    EXPECT_EQ(4u, found.size());
    for (const Said& message : found) {
        EXPECT_EQ(D3D11_MESSAGE_CATEGORY_STATE_CREATION, message.category);
        EXPECT_EQ(D3D11_MESSAGE_SEVERITY_WARNING, message.severity);
        if (message.id == D3D11_MESSAGE_ID_LIVE_BUFFER) {
            EXPECT_NE(std::string::npos, message.text.find("walls")) << message.text;
        }
        EXPECT_NE(std::string::npos, message.text.find("Refcount: ")) << message.text;
    }
}

// Objects that only others hold count as internal.
TEST_F(DebugLive, InternalObjectsCanBeLeftOut) {
    Com<ID3D11ShaderResourceView> view;
    {
        auto image = texture(4, 4, kColor, D3D11_BIND_SHADER_RESOURCE);
        view = resourceView(image.get());
    }
    EXPECT_EQ(1u, countOf(report(D3D11_RLDO_DETAIL), D3D11_MESSAGE_ID_LIVE_TEXTURE2D));
    const std::vector<Said> found = report(D3D11_RLDO_DETAIL | 4);
    EXPECT_EQ(0u, countOf(found, D3D11_MESSAGE_ID_LIVE_TEXTURE2D));
    EXPECT_EQ(1u, countOf(found, D3D11_MESSAGE_ID_LIVE_SHADERRESOURCEVIEW));
}

TEST_F(DebugLive, TheSummaryCounts) {
    auto a = buffer(64, D3D11_BIND_VERTEX_BUFFER), b = buffer(64, D3D11_BIND_VERTEX_BUFFER);
    // Equal states are one object.
    auto first = sampler(D3D11_FILTER_MIN_MAG_MIP_LINEAR, D3D11_TEXTURE_ADDRESS_WRAP);
    auto second = sampler(D3D11_FILTER_MIN_MAG_MIP_LINEAR, D3D11_TEXTURE_ADDRESS_WRAP);
    const std::vector<Said> found = report(D3D11_RLDO_SUMMARY);
    ASSERT_EQ(3u, found.size());
    EXPECT_EQ(2u, countOf(found, D3D11_MESSAGE_ID_LIVE_OBJECT_SUMMARY));
    EXPECT_NE(std::string::npos, found[1].text.find("ID3D11Buffer: 2")) << found[1].text;
    EXPECT_NE(std::string::npos, found[2].text.find("ID3D11SamplerState: 1")) << found[2].text;
    EXPECT_HR(E_INVALIDARG, debug->ReportLiveDeviceObjects(static_cast<D3D11_RLDO_FLAGS>(64)));
}

TEST_F(DebugLive, SettingsAreKept) {
    EXPECT_EQ(0u, debug->GetFeatureMask());
    EXPECT_HR(S_OK, debug->SetFeatureMask(D3D11_DEBUG_FEATURE_FINISH_PER_RENDER_OP));
    EXPECT_EQ(UINT(D3D11_DEBUG_FEATURE_FINISH_PER_RENDER_OP), debug->GetFeatureMask());
    EXPECT_HR(E_INVALIDARG, debug->SetFeatureMask(0x80000000));
    // Each operation is finished before the call returns.
    auto image = texture(4, 4, kColor, D3D11_BIND_RENDER_TARGET);
    auto view = target(image.get());
    auto event = query(D3D11_QUERY_EVENT);
    context->End(event.get());
    const float color[4] = {1, 0, 0, 1};
    context->ClearRenderTargetView(view.get(), color);
    BOOL done = FALSE;
    EXPECT_HR(S_OK, context->GetData(event.get(), &done, sizeof done, D3D11_ASYNC_GETDATA_DONOTFLUSH));
    EXPECT_TRUE(done);
    EXPECT_HR(S_OK, debug->SetFeatureMask(0));
    EXPECT_HR(S_OK, debug->SetPresentPerRenderOpDelay(20));
    EXPECT_EQ(20u, debug->GetPresentPerRenderOpDelay());
    Com<IDXGISwapChain> chain;
    EXPECT_HR(S_OK, debug->GetSwapChain(chain.out()));
    EXPECT_FALSE(bool(chain));
    EXPECT_HR(S_OK, debug->SetSwapChain(nullptr));
}

} // namespace
} // namespace conformance
