// Compute: unordered access, ordering between dispatches, shared memory, indirect arguments.
#include "support/fixture.h"

#include "shaders/add.cs.h"
#include "shaders/arguments.cs.h"
#include "shaders/constant_color.ps.h"
#include "shaders/fill.cs.h"
#include "shaders/fullscreen.vs.h"
#include "shaders/group_sum.cs.h"
#include "shaders/load_2d.ps.h"
#include "shaders/pixel_uav.ps.h"
#include "shaders/texture_fill.cs.h"

namespace conformance {
namespace {

class ComputeTest : public DeviceTest {
protected:
    Com<ID3D11Buffer> structured(uint32_t count, UINT bind, const void* data = nullptr) {
        return buffer(count * 4, bind, data, D3D11_USAGE_DEFAULT, D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, 4);
    }
    Com<ID3D11Buffer> raw(uint32_t bytes, UINT bind, UINT misc = 0) {
        return buffer(bytes, bind, nullptr, D3D11_USAGE_DEFAULT, D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS | misc);
    }
    Com<ID3D11UnorderedAccessView> rawView(ID3D11Buffer* of, uint32_t words) {
        D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {};
        desc.Format = DXGI_FORMAT_R32_TYPELESS;
        desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
        desc.Buffer = {0, words, D3D11_BUFFER_UAV_FLAG_RAW};
        Com<ID3D11UnorderedAccessView> made;
        EXPECT_HR(S_OK, device->CreateUnorderedAccessView(of, &desc, made.out()));
        return made;
    }
    void fill(const Com<ID3D11UnorderedAccessView>& view, uint32_t base, uint32_t step, UINT groups) {
        auto shader = computeShader(fill_cs);
        const uint32_t values[4] = {base, step, 0, 0};
        auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, values);
        context->CSSetShader(shader.get(), nullptr, 0);
        context->CSSetConstantBuffers(0, 1, constants.array());
        context->CSSetUnorderedAccessViews(0, 1, view.array(), nullptr);
        context->Dispatch(groups, 1, 1);
    }
};

TEST_F(ComputeTest, WritesAStructuredBuffer) {
    auto output = structured(256, D3D11_BIND_UNORDERED_ACCESS);
    fill(accessView(output.get()), 1000, 3, 4);
    const auto found = read<uint32_t>(output.get());
    for (uint32_t i = 0; i < 256; i++)
        ASSERT_EQ(1000 + i * 3, found[i]) << i;
}

// Writes beyond the view are dropped, and what lies outside a partial view stays.
TEST_F(ComputeTest, PartialViewsKeepTheRest) {
    const std::vector<uint32_t> ones(256, 1);
    auto output = structured(256, D3D11_BIND_UNORDERED_ACCESS, ones.data());
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {};
    desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    desc.Buffer = {64, 96, 0};
    Com<ID3D11UnorderedAccessView> view;
    ASSERT_HR(S_OK, device->CreateUnorderedAccessView(output.get(), &desc, view.out()));
    fill(view, 500, 1, 2);
    const auto found = read<uint32_t>(output.get());
    EXPECT_EQ(1u, found[63]);
    EXPECT_EQ(500u, found[64]);
    EXPECT_EQ(595u, found[159]);
    EXPECT_EQ(1u, found[160]) << "the view ends here";
}

// A view whose first element is not aligned as Vulkan wants storage buffers.
TEST_F(ComputeTest, OddlyAlignedViews) {
    const std::vector<uint32_t> ones(256, 1);
    auto output = structured(256, D3D11_BIND_UNORDERED_ACCESS, ones.data());
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {};
    desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    desc.Buffer = {3, 64, 0};
    Com<ID3D11UnorderedAccessView> view;
    ASSERT_HR(S_OK, device->CreateUnorderedAccessView(output.get(), &desc, view.out()));
    fill(view, 500, 1, 1);
    const auto found = read<uint32_t>(output.get());
    EXPECT_EQ(1u, found[2]);
    EXPECT_EQ(500u, found[3]);
    EXPECT_EQ(563u, found[66]);
    EXPECT_EQ(1u, found[67]);
}

// Each dispatch sees what the one before it wrote.
TEST_F(ComputeTest, DispatchesAreOrdered) {
    auto first = structured(64, D3D11_BIND_UNORDERED_ACCESS | D3D11_BIND_SHADER_RESOURCE);
    auto second = raw(256, D3D11_BIND_UNORDERED_ACCESS);
    fill(accessView(first.get()), 7, 1, 1);
    auto shader = computeShader(add_cs);
    ID3D11UnorderedAccessView* none = nullptr;
    context->CSSetUnorderedAccessViews(0, 1, &none, nullptr);
    context->CSSetShader(shader.get(), nullptr, 0);
    context->CSSetShaderResources(0, 1, resourceView(first.get()).array());
    context->CSSetUnorderedAccessViews(1, 1, rawView(second.get(), 64).array(), nullptr);
    context->Dispatch(1, 1, 1);
    const auto found = read<uint32_t>(second.get());
    for (uint32_t i = 0; i < 64; i++)
        ASSERT_EQ(8 + i, found[i]) << i;
}

TEST_F(ComputeTest, SharedMemory) {
    std::vector<uint32_t> values(64 * 8);
    uint32_t expected[8] = {};
    for (uint32_t i = 0; i < values.size(); i++) {
        values[i] = i * i % 101;
        expected[i / 64] += values[i];
    }
    auto input = structured(512, D3D11_BIND_SHADER_RESOURCE, values.data());
    auto output = structured(8, D3D11_BIND_UNORDERED_ACCESS);
    auto shader = computeShader(group_sum_cs);
    context->CSSetShader(shader.get(), nullptr, 0);
    context->CSSetShaderResources(0, 1, resourceView(input.get()).array());
    context->CSSetUnorderedAccessViews(0, 1, accessView(output.get()).array(), nullptr);
    context->Dispatch(8, 1, 1);
    const auto found = read<uint32_t>(output.get());
    for (uint32_t i = 0; i < 8; i++)
        EXPECT_EQ(expected[i], found[i]) << i;
}

// A texture written by compute, then sampled by a draw.
TEST_F(ComputeTest, TextureWrittenThenSampled) {
    auto image = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_UNORDERED_ACCESS | D3D11_BIND_SHADER_RESOURCE);
    auto color = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto compute = computeShader(texture_fill_cs);
    context->CSSetShader(compute.get(), nullptr, 0);
    context->CSSetUnorderedAccessViews(0, 1, accessView(image.get()).array(), nullptr);
    context->Dispatch(2, 2, 1);
    ID3D11UnorderedAccessView* none = nullptr;
    context->CSSetUnorderedAccessViews(0, 1, &none, nullptr);
    bindTarget(target(color.get()));
    viewport(16, 16);
    context->PSSetShaderResources(0, 1, resourceView(image.get()).array());
    auto pixel = pixelShader(load_2d_ps);
    drawFullscreen(pixel.get());
    EXPECT_TRUE(near({64, 128, 128, 255}, read(color.get()).rgba(4, 8)));
}

TEST_F(ComputeTest, ClearsOfUnorderedAccessViews) {
    auto output = structured(16, D3D11_BIND_UNORDERED_ACCESS);
    const UINT values[4] = {0x12345678, 1, 2, 3};
    context->ClearUnorderedAccessViewUint(accessView(output.get()).get(), values);
    for (uint32_t word : read<uint32_t>(output.get()))
        ASSERT_EQ(0x12345678u, word);
    auto image = texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_UNORDERED_ACCESS);
    const float color[4] = {0.25f, 0.5f, 1, 0};
    context->ClearUnorderedAccessViewFloat(accessView(image.get()).get(), color);
    EXPECT_TRUE(near({64, 128, 255, 0}, read(image.get()).rgba(5, 5)));
    const UINT bits[4] = {11, 22, 33, 44};
    context->ClearUnorderedAccessViewUint(accessView(image.get()).get(), bits);
    EXPECT_EQ((Rgba8{11, 22, 33, 44}), read(image.get()).rgba(5, 5)) << "integers are the format's bits";
}

// Arguments that a dispatch writes for a draw and for a dispatch.
TEST_F(ComputeTest, IndirectArguments) {
    auto arguments = raw(64, D3D11_BIND_UNORDERED_ACCESS, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS);
    auto writer = computeShader(arguments_cs);
    context->CSSetShader(writer.get(), nullptr, 0);
    context->CSSetUnorderedAccessViews(0, 1, rawView(arguments.get(), 16).array(), nullptr);
    context->Dispatch(1, 1, 1);

    auto output = structured(256, D3D11_BIND_UNORDERED_ACCESS);
    const uint32_t values[4] = {1, 0, 0, 0};
    auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, values);
    auto filler = computeShader(fill_cs);
    context->CSSetShader(filler.get(), nullptr, 0);
    context->CSSetConstantBuffers(0, 1, constants.array());
    context->CSSetUnorderedAccessViews(0, 1, accessView(output.get()).array(), nullptr);
    context->DispatchIndirect(arguments.get(), 36);
    const auto found = read<uint32_t>(output.get());
    EXPECT_EQ(1u, found[127]);
    EXPECT_EQ(0u, found[128]);

    auto color = texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    bindTarget(target(color.get()));
    viewport(8, 8);
    const float green[4] = {0, 1, 0, 1};
    auto tint = buffer(16, D3D11_BIND_CONSTANT_BUFFER, green);
    auto vertex = vertexShader(fullscreen_vs);
    auto pixel = pixelShader(constant_color_ps);
    context->VSSetShader(vertex.get(), nullptr, 0);
    context->PSSetShader(pixel.get(), nullptr, 0);
    context->PSSetConstantBuffers(0, 1, tint.array());
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    context->DrawInstancedIndirect(arguments.get(), 0);
    EXPECT_EQ((Rgba8{0, 255, 0, 255}), read(color.get()).rgba(4, 4));
}

// Draws that count into a buffer: each draw's atomics come after those of the draw before.
TEST_F(ComputeTest, PixelShaderUnorderedAccess) {
    auto hits = structured(8, D3D11_BIND_UNORDERED_ACCESS);
    auto color = texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto colorView = target(color.get());
    auto hitsView = accessView(hits.get());
    context->OMSetRenderTargetsAndUnorderedAccessViews(1, colorView.array(), nullptr, 1, 1, hitsView.array(), nullptr);
    viewport(8, 8);
    auto pixel = pixelShader(pixel_uav_ps);
    for (int i = 0; i < 3; i++)
        drawFullscreen(pixel.get());
    for (uint32_t count : read<uint32_t>(hits.get()))
        EXPECT_EQ(24u, count);
    EXPECT_EQ((Rgba8{0, 255, 0, 255}), read(color.get()).rgba(4, 4));
}

// A resource bound for output leaves the inputs, and cannot be bound as input meanwhile.
TEST_F(ComputeTest, OutputBindingUnbindsInput) {
    auto both = structured(64, D3D11_BIND_UNORDERED_ACCESS | D3D11_BIND_SHADER_RESOURCE);
    auto input = resourceView(both.get());
    auto output = accessView(both.get());
    context->CSSetShaderResources(3, 1, input.array());
    context->CSSetUnorderedAccessViews(2, 1, output.array(), nullptr);
    Com<ID3D11ShaderResourceView> bound;
    context->CSGetShaderResources(3, 1, bound.out());
    EXPECT_EQ(nullptr, bound.get());
    context->CSSetShaderResources(4, 1, input.array());
    context->CSGetShaderResources(4, 1, bound.out());
    EXPECT_EQ(nullptr, bound.get());
    ID3D11UnorderedAccessView* none = nullptr;
    context->CSSetUnorderedAccessViews(2, 1, &none, nullptr);
    context->CSSetShaderResources(4, 1, input.array());
    context->CSGetShaderResources(4, 1, bound.out());
    EXPECT_EQ(input.get(), bound.get());
}

} // namespace
} // namespace conformance
