// SetPredication: what is suppressed, when, and by which predicates. Microsoft Learn,
// ID3D11DeviceContext::SetPredication; D3D11.3 functional specification, 20.2 to 20.4.
#include "query_fixture.h"

#include "shaders/fill.cs.h"

namespace conformance {
namespace {

class Predication : public QueryCase {
protected:
    // Runs `act` under a predicate whose result is FALSE: for the value FALSE nothing may happen, for TRUE it must.
    // Once with the predicate ended in the same submission, once in an earlier one. `observe` gives what is there then.
    template <class Act, class Observe, class Value>
    void expectObeys(const char* what, Act&& act, Observe&& observe, Value before, Value after) {
        for (const bool apart : {false, true}) {
            auto hidden = predicate();
            issue(hidden.get(), false);
            if (apart)
                context->Flush();
            context->SetPredication(hidden.get(), FALSE);
            act();
            context->SetPredication(nullptr, FALSE);
            EXPECT_EQ(before, observe()) << what << " must be suppressed, apart " << apart;
            issue(hidden.get(), false);
            if (apart)
                context->Flush();
            context->SetPredication(hidden.get(), TRUE);
            act();
            context->SetPredication(nullptr, FALSE);
            EXPECT_EQ(after, observe()) << what << " must happen, apart " << apart;
            if (apart)
                return;
            reset();
        }
    }
    virtual void reset() { clearBlack(); }
};

TEST_F(Predication, CommandsAreSkippedWhenTheResultEqualsTheValue) {
    for (const bool flushed : {false, true})
        for (const bool seen : {false, true})
            for (const BOOL value : {FALSE, TRUE}) {
                auto which = predicate();
                issue(which.get(), seen);
                clearBlack();
                if (flushed)
                    context->Flush();
                context->SetPredication(which.get(), value);
                draw(context.get(), green.get());
                context->SetPredication(nullptr, FALSE);
                EXPECT_EQ((seen ? TRUE : FALSE) == value ? kBlack : kGreen, center())
                    << "seen " << seen << ", value " << value << ", flushed " << flushed;
            }
}

// A result that is known already counts, too, and goes on counting over submissions.
TEST_F(Predication, HoldsOverSubmissions) {
    auto hidden = predicate();
    issue(hidden.get(), false);
    EXPECT_FALSE(result<BOOL>(hidden.get()));
    context->SetPredication(hidden.get(), FALSE);
    draw(context.get(), green.get());
    context->Flush();
    draw(context.get(), green.get());
    context->SetPredication(nullptr, FALSE);
    EXPECT_EQ(kBlack, center());
}

// One after the other in one submission, each with its own result.
TEST_F(Predication, ManyInOneSubmission) {
    for (uint32_t i = 0; i < 12; i++) {
        auto which = predicate();
        issue(which.get(), i % 3 == 0);
        clearBlack();
        context->SetPredication(which.get(), FALSE);
        const D3D11_VIEWPORT cell = {float(i), 0, 1, float(kSide), 0, 1};
        context->RSSetViewports(1, &cell);
        draw(context.get(), green.get());
        context->SetPredication(nullptr, FALSE);
        bindState(context.get());
        const Readback found = read(color.get());
        EXPECT_EQ(i % 3 == 0 ? kGreen : kBlack, found.rgba(i, 8)) << i;
    }
}

// Draws, copies and clears in turn under one predicate, whose result is not known when the first comes.
TEST_F(Predication, CommandsOfAllKindsInTurn) {
    const UINT data[4] = {61, 62, 63, 64}, zeros[4] = {};
    for (const bool seen : {false, true}) {
        auto copy = buffer(16, D3D11_BIND_VERTEX_BUFFER, zeros), source = buffer(16, D3D11_BIND_VERTEX_BUFFER, data);
        auto other = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
        auto otherView = target(other.get());
        const float blue[4] = {0, 0, 1, 1}, none[4] = {};
        context->ClearRenderTargetView(otherView.get(), none);
        auto which = predicate();
        issue(which.get(), seen);
        clearBlack();
        context->SetPredication(which.get(), FALSE);
        const D3D11_VIEWPORT left = {0, 0, 8, 16, 0, 1};
        context->RSSetViewports(1, &left);
        draw(context.get(), green.get());
        context->CopyResource(copy.get(), source.get());
        context->ClearRenderTargetView(otherView.get(), blue);
        bindState(context.get());
        draw(context.get(), green.get());
        context->SetPredication(nullptr, FALSE);
        EXPECT_EQ(seen ? kGreen : kBlack, center()) << seen;
        EXPECT_EQ(seen ? kGreen : kBlack, read(color.get()).rgba(2, 2)) << seen;
        EXPECT_EQ(seen ? 64u : 0u, read<UINT>(copy.get())[3]) << seen;
        EXPECT_EQ((seen ? Rgba8{0, 0, 255, 255} : Rgba8{0, 0, 0, 0}), read(other.get()).rgba(1, 1)) << seen;
    }
}

// The span of a predicate goes over several passes, other queries, and a flush: any of them may have seen something.
TEST_F(Predication, SpansOfSeveralParts) {
    auto other = texture(kSide, kSide, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto otherView = target(other.get());
    for (const int seenPart : {-1, 0, 1, 2}) // none, or which
        for (const bool flush : {false, true}) {
            auto which = predicate();
            auto inner = query(D3D11_QUERY_OCCLUSION);
            context->Begin(which.get());
            for (int part = 0; part < 3; part++) {
                context->OMSetRenderTargets(1, (part == 1 ? otherView : view).array(), depthView.get());
                context->OMSetDepthStencilState(part == seenPart ? noDepth.get() : lessDepth.get(), 0);
                context->Begin(inner.get());
                draw(context.get(), red.get());
                context->End(inner.get());
                if (flush && part == 1)
                    context->Flush();
            }
            context->End(which.get());
            bindState(context.get());
            clearBlack();
            context->SetPredication(which.get(), TRUE);
            draw(context.get(), green.get());
            context->SetPredication(nullptr, FALSE);
            EXPECT_EQ(seenPart >= 0 ? kBlack : kGreen, center()) << seenPart << ", flush " << flush;
        }
    // An empty span has seen nothing.
    auto empty = predicate();
    context->Begin(empty.get());
    context->End(empty.get());
    for (const BOOL value : {FALSE, TRUE}) {
        clearBlack();
        context->SetPredication(empty.get(), value);
        draw(context.get(), green.get());
        context->SetPredication(nullptr, FALSE);
        EXPECT_EQ(value ? kGreen : kBlack, center()) << value;
    }
}

TEST_F(Predication, AllKindsOfDraws) {
    const uint16_t indices[3] = {0, 1, 2};
    const UINT arguments[5] = {3, 1, 0, 0, 0};
    auto indexBuffer = buffer(sizeof indices, D3D11_BIND_INDEX_BUFFER, indices);
    auto argumentBuffer =
        buffer(sizeof arguments, 0, arguments, D3D11_USAGE_DEFAULT, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS);
    context->IASetIndexBuffer(indexBuffer.get(), DXGI_FORMAT_R16_UINT, 0);
    const auto seen = [&] { return center(); };
    context->PSSetShader(green.get(), nullptr, 0);
    const auto under = [&](const char* name, auto&& call) {
        clearBlack();
        expectObeys(
            name,
            [&] {
                context->PSSetShader(green.get(), nullptr, 0);
                call();
            },
            seen, kBlack, kGreen);
    };
    under("Draw", [&] { context->Draw(3, 0); });
    under("DrawIndexed", [&] { context->DrawIndexed(3, 0, 0); });
    under("DrawInstanced", [&] { context->DrawInstanced(3, 1, 0, 0); });
    under("DrawIndexedInstanced", [&] { context->DrawIndexedInstanced(3, 1, 0, 0, 0); });
    under("DrawInstancedIndirect", [&] { context->DrawInstancedIndirect(argumentBuffer.get(), 0); });
    under("DrawIndexedInstancedIndirect", [&] { context->DrawIndexedInstancedIndirect(argumentBuffer.get(), 0); });
}

TEST_F(Predication, Dispatches) {
    const UINT values[4] = {7, 0, 0, 0}, arguments[3] = {1, 1, 1};
    auto constants = buffer(sizeof values, D3D11_BIND_CONSTANT_BUFFER, values);
    auto output = structuredBuffer(64, 4);
    auto access = accessView(output.get());
    auto indirect = buffer(sizeof arguments, 0, arguments, D3D11_USAGE_DEFAULT, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS);
    auto shader = computeShader(fill_cs);
    context->CSSetShader(shader.get(), nullptr, 0);
    context->CSSetConstantBuffers(0, 1, constants.array());
    context->CSSetUnorderedAccessViews(0, 1, access.array(), nullptr);
    const UINT zeros[4] = {};
    const auto found = [&] {
        const UINT value = read<UINT>(output.get())[63];
        context->ClearUnorderedAccessViewUint(access.get(), zeros);
        return value;
    };
    expectObeys(
        "Dispatch", [&] { context->Dispatch(1, 1, 1); }, found, 0u, 7u);
    expectObeys(
        "DispatchIndirect", [&] { context->DispatchIndirect(indirect.get(), 0); }, found, 0u, 7u);
}

TEST_F(Predication, Clears) {
    const float green4[4] = {0, 1, 0, 1};
    const auto seen = [&] { return center(); };
    expectObeys(
        "ClearRenderTargetView", [&] { context->ClearRenderTargetView(view.get(), green4); }, seen, kBlack, kGreen);
    clearBlack();
    Com<ID3D11DeviceContext1> context1 = context.as<ID3D11DeviceContext1>();
    const D3D11_RECT rect = {4, 4, 12, 12};
    expectObeys(
        "ClearView", [&] { context1->ClearView(view.get(), green4, &rect, 1); }, seen, kBlack, kGreen);

    auto other = texture(kSide, kSide, DXGI_FORMAT_D32_FLOAT, D3D11_BIND_DEPTH_STENCIL);
    Com<ID3D11DepthStencilView> otherView;
    ASSERT_HR(S_OK, device->CreateDepthStencilView(other.get(), nullptr, otherView.out()));
    context->ClearDepthStencilView(otherView.get(), D3D11_CLEAR_DEPTH, 0.25f, 0);
    const auto depthOf = [&] {
        const float found = read(other.get()).at<float>(3, 3);
        context->ClearDepthStencilView(otherView.get(), D3D11_CLEAR_DEPTH, 0.25f, 0);
        return found;
    };
    expectObeys(
        "ClearDepthStencilView", [&] { context->ClearDepthStencilView(otherView.get(), D3D11_CLEAR_DEPTH, 1, 0); },
        depthOf, 0.25f, 1.0f);

    auto words = rawBuffer(8);
    auto access = rawAccess(words.get(), 0, 8);
    const UINT nines[4] = {9, 9, 9, 9}, zeros[4] = {};
    const auto first = [&] {
        const UINT found = read<UINT>(words.get())[5];
        context->ClearUnorderedAccessViewUint(access.get(), zeros);
        return found;
    };
    expectObeys(
        "ClearUnorderedAccessViewUint", [&] { context->ClearUnorderedAccessViewUint(access.get(), nines); }, first, 0u,
        9u);
    auto typed = buffer(32, D3D11_BIND_UNORDERED_ACCESS);
    auto typedView = typedAccess(typed.get(), DXGI_FORMAT_R32_FLOAT, 0, 8);
    const float ones[4] = {1, 1, 1, 1}, none[4] = {};
    const auto firstFloat = [&] {
        const float found = read<float>(typed.get())[5];
        context->ClearUnorderedAccessViewFloat(typedView.get(), none);
        return found;
    };
    expectObeys(
        "ClearUnorderedAccessViewFloat", [&] { context->ClearUnorderedAccessViewFloat(typedView.get(), ones); },
        firstFloat, 0.0f, 1.0f);
}

TEST_F(Predication, Copies) {
    const UINT data[4] = {11, 12, 13, 14}, zeros[4] = {};
    auto source = buffer(16, D3D11_BIND_VERTEX_BUFFER, data);
    auto copy = buffer(16, D3D11_BIND_VERTEX_BUFFER, zeros);
    const auto word = [&] {
        const UINT found = read<UINT>(copy.get())[1];
        context->UpdateSubresource(copy.get(), 0, nullptr, zeros, 0, 0);
        return found;
    };
    expectObeys(
        "CopyResource", [&] { context->CopyResource(copy.get(), source.get()); }, word, 0u, 12u);
    const D3D11_BOX part = {4, 0, 0, 8, 1, 1};
    expectObeys(
        "CopySubresourceRegion",
        [&] { context->CopySubresourceRegion(copy.get(), 0, 4, 0, 0, source.get(), 0, &part); }, word, 0u, 12u);
    auto context1 = context.as<ID3D11DeviceContext1>();
    expectObeys(
        "CopySubresourceRegion1",
        [&] { context1->CopySubresourceRegion1(copy.get(), 0, 4, 0, 0, source.get(), 0, &part, 0); }, word, 0u, 12u);

    const UINT texels[4] = {0xff00ff00u, 0xff00ff00u, 0xff00ff00u, 0xff00ff00u};
    auto from = texture(2, 2, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE, texels);
    auto to = texture(2, 2, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE, zeros);
    const auto texel = [&] {
        const UINT found = read(to.get()).at<UINT>(1, 1);
        context->UpdateSubresource(to.get(), 0, nullptr, zeros, 8, 16);
        return found;
    };
    expectObeys(
        "CopyResource of textures", [&] { context->CopyResource(to.get(), from.get()); }, texel, 0u, 0xff00ff00u);

    // A counter of 5.
    auto counted = structuredBuffer(8, 4);
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {};
    desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    desc.Buffer = {0, 8, D3D11_BUFFER_UAV_FLAG_COUNTER};
    Com<ID3D11UnorderedAccessView> counter;
    ASSERT_HR(S_OK, device->CreateUnorderedAccessView(counted.get(), &desc, counter.out()));
    const UINT five = 5;
    context->CSSetUnorderedAccessViews(0, 1, counter.array(), &five);
    expectObeys(
        "CopyStructureCount", [&] { context->CopyStructureCount(copy.get(), 4, counter.get()); }, word, 0u, 5u);
}

TEST_F(Predication, Updates) {
    const UINT data[4] = {21, 22, 23, 24}, zeros[4] = {};
    auto plain = buffer(16, D3D11_BIND_VERTEX_BUFFER, zeros);
    auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, zeros);
    auto context1 = context.as<ID3D11DeviceContext1>();
    for (ID3D11Buffer* one : {plain.get(), constants.get()}) {
        const auto word = [&] {
            const UINT found = read<UINT>(one)[3];
            context->UpdateSubresource(one, 0, nullptr, zeros, 0, 0);
            return found;
        };
        expectObeys(
            "UpdateSubresource", [&] { context->UpdateSubresource(one, 0, nullptr, data, 0, 0); }, word, 0u, 24u);
        expectObeys(
            "UpdateSubresource1", [&] { context1->UpdateSubresource1(one, 0, nullptr, data, 0, 0, 0); }, word, 0u, 24u);
    }
    auto image = texture(2, 2, DXGI_FORMAT_R32_UINT, D3D11_BIND_SHADER_RESOURCE, zeros);
    const auto texel = [&] {
        const UINT found = read(image.get()).at<UINT>(1, 1);
        context->UpdateSubresource(image.get(), 0, nullptr, zeros, 8, 16);
        return found;
    };
    expectObeys(
        "UpdateSubresource of a texture", [&] { context->UpdateSubresource(image.get(), 0, nullptr, data, 8, 16); },
        texel, 0u, 24u);
    D3D11_TEXTURE2D_DESC desc = {2,
                                 2,
                                 1,
                                 1,
                                 DXGI_FORMAT_R32_UINT,
                                 {1, 0},
                                 D3D11_USAGE_STAGING,
                                 0,
                                 D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE,
                                 0};
    Com<ID3D11Texture2D> staging;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, staging.out()));
    const auto staged = [&] {
        D3D11_MAPPED_SUBRESOURCE map = {};
        EXPECT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_READ_WRITE, 0, &map));
        UINT& word = static_cast<UINT*>(map.pData)[map.RowPitch / 4 + 1];
        const UINT found = word;
        word = 0;
        context->Unmap(staging.get(), 0);
        return found;
    };
    expectObeys(
        "UpdateSubresource of a staging texture",
        [&] { context->UpdateSubresource(staging.get(), 0, nullptr, data, 8, 16); }, staged, 0u, 24u);
}

TEST_F(Predication, MipGenerationAndResolve) {
    const float green4[4] = {0, 1, 0, 1}, black4[4] = {0, 0, 0, 1};
    auto mipped = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE,
                          nullptr, 0, 3, 1, D3D11_RESOURCE_MISC_GENERATE_MIPS);
    auto resource = resourceView(mipped.get());
    D3D11_RENDER_TARGET_VIEW_DESC desc = {};
    desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    desc.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE2D;
    desc.Texture2D.MipSlice = 2;
    Com<ID3D11RenderTargetView> last;
    ASSERT_HR(S_OK, device->CreateRenderTargetView(mipped.get(), &desc, last.out()));
    context->ClearRenderTargetView(target(mipped.get()).get(), green4);
    context->ClearRenderTargetView(last.get(), black4);
    const auto small = [&] {
        const Rgba8 found = read(mipped.get(), 2).rgba(0, 0);
        context->ClearRenderTargetView(last.get(), black4);
        return found;
    };
    expectObeys(
        "GenerateMips", [&] { context->GenerateMips(resource.get()); }, small, kBlack, kGreen);

    const D3D11_TEXTURE2D_DESC many = {
        4, 4, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {4, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_RENDER_TARGET, 0, 0};
    Com<ID3D11Texture2D> sampled;
    ASSERT_HR(S_OK, device->CreateTexture2D(&many, nullptr, sampled.out()));
    context->ClearRenderTargetView(target(sampled.get()).get(), green4);
    auto resolved = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto resolvedView = target(resolved.get());
    context->ClearRenderTargetView(resolvedView.get(), black4);
    const auto one = [&] {
        const Rgba8 found = read(resolved.get()).rgba(2, 2);
        context->ClearRenderTargetView(resolvedView.get(), black4);
        return found;
    };
    expectObeys(
        "ResolveSubresource",
        [&] { context->ResolveSubresource(resolved.get(), 0, sampled.get(), 0, DXGI_FORMAT_R8G8B8A8_UNORM); }, one,
        kBlack, kGreen);
}

// State, Map and queries are not predicated.
TEST_F(Predication, WhatIsNeverSuppressed) {
    auto hidden = predicate();
    issue(hidden.get(), false);
    auto dynamic = buffer(16, D3D11_BIND_CONSTANT_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
    const D3D11_TEXTURE2D_DESC desc = {2,
                                       2,
                                       1,
                                       1,
                                       DXGI_FORMAT_R32_UINT,
                                       {1, 0},
                                       D3D11_USAGE_DYNAMIC,
                                       D3D11_BIND_SHADER_RESOURCE,
                                       D3D11_CPU_ACCESS_WRITE,
                                       0};
    Com<ID3D11Texture2D> image;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, image.out()));
    auto event = query(D3D11_QUERY_EVENT);
    auto inner = predicate();
    context->SetPredication(hidden.get(), FALSE);
    const UINT words[4] = {31, 32, 33, 34};
    mapDiscard(dynamic.get(), words, sizeof words);
    D3D11_MAPPED_SUBRESOURCE map = {};
    ASSERT_HR(S_OK, context->Map(image.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &map));
    std::memcpy(static_cast<char*>(map.pData) + map.RowPitch, &words[2], 8);
    context->Unmap(image.get(), 0);
    context->End(event.get());
    issue(inner.get(), true); // its draw is suppressed, its Begin and End are not
    context->OMSetRenderTargets(0, nullptr, nullptr);
    context->SetPredication(nullptr, FALSE);
    EXPECT_EQ(34u, read<UINT>(dynamic.get())[3]);
    EXPECT_EQ(34u, read(image.get()).at<UINT>(1, 1));
    EXPECT_TRUE(result<BOOL>(event.get()));
    EXPECT_FALSE(result<BOOL>(inner.get()));
    Com<ID3D11RenderTargetView> bound;
    context->OMGetRenderTargets(1, bound.out(), nullptr);
    EXPECT_FALSE(bool(bound));
}

TEST_F(Predication, SuppressedDispatchesDoNotCount) {
    auto shader = computeShader(fill_cs);
    auto output = structuredBuffer(64, 4);
    auto access = accessView(output.get());
    context->CSSetShader(shader.get(), nullptr, 0);
    context->CSSetUnorderedAccessViews(0, 1, access.array(), nullptr);
    auto hidden = predicate();
    issue(hidden.get(), false);
    auto statistics = query(D3D11_QUERY_PIPELINE_STATISTICS);
    context->Begin(statistics.get());
    context->Dispatch(1, 1, 1);
    context->SetPredication(hidden.get(), FALSE);
    context->Dispatch(1, 1, 1);
    context->SetPredication(nullptr, FALSE);
    context->End(statistics.get());
    EXPECT_EQ(64u, result<D3D11_QUERY_DATA_PIPELINE_STATISTICS>(statistics.get()).CSInvocations);
}

// A hint may let commands through that it need not, never the other way round; its result stays with the GPU.
TEST_F(Predication, Hints) {
    for (const bool flushed : {false, true})
        for (const bool seen : {false, true}) {
            auto hint = predicate(D3D11_QUERY_OCCLUSION_PREDICATE, D3D11_QUERY_MISC_PREDICATEHINT);
            issue(hint.get(), seen);
            clearBlack();
            if (flushed)
                context->Flush();
            context->SetPredication(hint.get(), seen ? FALSE : TRUE);
            draw(context.get(), green.get());
            context->SetPredication(nullptr, FALSE);
            EXPECT_EQ(kGreen, center());
            BOOL value = FALSE;
            EXPECT_HR(DXGI_ERROR_INVALID_CALL, context->GetData(hint.get(), &value, sizeof value, 0));
        }
    D3D11_QUERY_DESC desc = {D3D11_QUERY_SO_OVERFLOW_PREDICATE, D3D11_QUERY_MISC_PREDICATEHINT};
    Com<ID3D11Query> none;
    EXPECT_HR(E_INVALIDARG, device->CreateQuery(&desc, none.out())) << "overflow is never a hint";
    desc = {D3D11_QUERY_OCCLUSION, D3D11_QUERY_MISC_PREDICATEHINT};
    EXPECT_HR(E_INVALIDARG, device->CreateQuery(&desc, none.out()));
}

TEST_F(Predication, WhatGetPredicationAnswers) {
    Com<ID3D11Predicate> found;
    BOOL value = TRUE;
    context->GetPredication(found.out(), &value);
    EXPECT_FALSE(bool(found));
    EXPECT_FALSE(value);
    auto never = predicate();
    context->SetPredication(never.get(), TRUE);
    context->GetPredication(found.out(), &value);
    EXPECT_EQ(never.get(), found.get());
    EXPECT_TRUE(value);
    found.reset();
    context->GetPredication(found.out(), nullptr);
    EXPECT_EQ(never.get(), found.get());
    context->SetPredication(nullptr, TRUE);
    context->GetPredication(found.out(), &value);
    EXPECT_FALSE(bool(found));
    EXPECT_TRUE(value) << "kept, though it means nothing";
    context->SetPredication(never.get(), TRUE);
    context->ClearState();
    context->GetPredication(found.out(), &value);
    EXPECT_FALSE(bool(found));
    EXPECT_FALSE(value);
}

// A predicate that was never issued guards nothing that could be known; commands are executed.
TEST_F(Predication, NeverIssued) {
    auto never = predicate();
    for (const BOOL value : {FALSE, TRUE}) {
        clearBlack();
        context->SetPredication(never.get(), value);
        draw(context.get(), green.get());
        context->SetPredication(nullptr, FALSE);
        EXPECT_EQ(kGreen, center());
    }
}

// While it is set, a predicate cannot be begun or ended.
TEST_F(Predication, ASetPredicateIsNotIssued) {
    auto hidden = predicate();
    issue(hidden.get(), false);
    context->SetPredication(hidden.get(), TRUE);
    issue(hidden.get(), true);
    context->SetPredication(nullptr, FALSE);
    EXPECT_FALSE(result<BOOL>(hidden.get()));
    EXPECT_EQ(kRed, center()) << "the draw itself took place";
}

// The application's last reference may go while the predicate is set.
TEST_F(Predication, ASetPredicateLives) {
    auto hidden = predicate();
    issue(hidden.get(), false);
    context->SetPredication(hidden.get(), FALSE);
    ID3D11Predicate* raw = hidden.get();
    hidden.reset();
    context->Flush();
    draw(context.get(), green.get());
    Com<ID3D11Predicate> found;
    context->GetPredication(found.out(), nullptr);
    EXPECT_EQ(raw, found.get());
    context->SetPredication(nullptr, FALSE);
    EXPECT_EQ(kBlack, center());
}

// --- stream output

TEST_F(Predication, OverflowOfEachStream) {
    constexpr D3D11_QUERY kKinds[4] = {
        D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM0, D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM1,
        D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM2, D3D11_QUERY_SO_OVERFLOW_PREDICATE_STREAM3};
    for (int small = -1; small < 4; small++) {
        std::array<uint32_t, 4> capacity = {8, 8, 8, 8};
        if (small >= 0)
            capacity[size_t(small)] = 3;
        Com<ID3D11Predicate> of[4], any = predicate(D3D11_QUERY_SO_OVERFLOW_PREDICATE);
        context->Begin(any.get());
        for (int i = 0; i < 4; i++)
            context->Begin((of[i] = predicate(kKinds[i])).get());
        streamPoints(5, capacity);
        for (auto& one : of)
            context->End(one.get());
        context->End(any.get());
        for (int i = 0; i < 4; i++) {
            clearBlack();
            context->SetPredication(of[i].get(), TRUE);
            draw(context.get(), green.get());
            context->SetPredication(nullptr, FALSE);
            EXPECT_EQ(i == small ? kBlack : kGreen, center()) << "stream " << i << " while " << small << " overflows";
            EXPECT_EQ(i == small, bool(result<BOOL>(of[i].get())));
        }
        clearBlack();
        context->SetPredication(any.get(), TRUE);
        draw(context.get(), green.get());
        context->SetPredication(nullptr, FALSE);
        EXPECT_EQ(small >= 0 ? kBlack : kGreen, center()) << small;
        EXPECT_EQ(small >= 0, bool(result<BOOL>(any.get())));
    }
}

// --- command lists

class PredicationInLists : public Predication {
protected:
    void SetUp() override {
        Predication::SetUp();
        ASSERT_HR(S_OK, device->CreateDeferredContext(0, deferred.out()));
        bindState(deferred.get());
    }
    void TearDown() override {
        deferred.reset();
        Predication::TearDown();
    }
    Com<ID3D11CommandList> finish() {
        Com<ID3D11CommandList> list;
        EXPECT_HR(S_OK, deferred->FinishCommandList(FALSE, list.out()));
        bindState(deferred.get());
        return list;
    }
    void execute(const Com<ID3D11CommandList>& list) {
        context->ExecuteCommandList(list.get(), FALSE);
        bindState(context.get());
    }
    Com<ID3D11DeviceContext> deferred;
};

TEST_F(PredicationInLists, AListSetsItsOwn) {
    auto which = predicate();
    deferred->SetPredication(which.get(), FALSE);
    draw(deferred.get(), green.get());
    auto list = finish();
    for (const bool seen : {false, true, false}) { // the result counts that is there when the list is executed
        issue(which.get(), seen);
        clearBlack();
        execute(list);
        EXPECT_EQ(seen ? kGreen : kBlack, center()) << seen;
    }
    draw(context.get(), green.get());
    EXPECT_EQ(kGreen, center()) << "nothing is left behind";
}

TEST_F(PredicationInLists, AListIssuesAndUsesOne) {
    for (const bool seen : {false, true}) {
        auto which = predicate();
        issueOn(deferred.get(), which.get(), seen);
        const float black4[4] = {0, 0, 0, 1};
        deferred->ClearRenderTargetView(view.get(), black4);
        deferred->SetPredication(which.get(), FALSE);
        draw(deferred.get(), green.get());
        auto list = finish();
        for (int i = 0; i < 2; i++) {
            clearBlack();
            execute(list);
            EXPECT_EQ(seen ? kGreen : kBlack, center()) << "time " << i;
        }
        EXPECT_EQ(seen, bool(result<BOOL>(which.get())));
    }
}

// A list inherits the predication that holds where it is executed; where it sets a predicate of its own, that one
// counts.
TEST_F(PredicationInLists, AListInherits) {
    auto hidden = predicate(), shown = predicate();
    draw(deferred.get(), green.get());
    auto plain = finish();
    deferred->SetPredication(shown.get(), FALSE);
    draw(deferred.get(), green.get());
    auto own = finish();
    deferred->ExecuteCommandList(plain.get(), FALSE);
    auto nested = finish();
    for (const auto& [list, inherits] : {std::pair{plain.get(), true}, {own.get(), false}, {nested.get(), true}})
        for (const BOOL restore : {FALSE, TRUE}) {
            issue(hidden.get(), false);
            issue(shown.get(), true);
            clearBlack();
            context->SetPredication(hidden.get(), FALSE);
            context->ExecuteCommandList(list, restore);
            Com<ID3D11Predicate> after;
            context->GetPredication(after.out(), nullptr);
            EXPECT_EQ(restore ? hidden.get() : nullptr, after.get());
            context->SetPredication(nullptr, FALSE);
            bindState(context.get());
            EXPECT_EQ(inherits ? kBlack : kGreen, center()) << "restore " << restore;
        }
}

// Updates of constant buffers in a list obey; what the list maps does not.
TEST_F(PredicationInLists, UpdatesInLists) {
    const UINT zeros[4] = {}, data[4] = {41, 42, 43, 44};
    auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, zeros);
    auto dynamic = buffer(16, D3D11_BIND_CONSTANT_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
    deferred->UpdateSubresource(constants.get(), 0, nullptr, data, 0, 0);
    D3D11_MAPPED_SUBRESOURCE map = {};
    ASSERT_HR(S_OK, deferred->Map(dynamic.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &map));
    std::memcpy(map.pData, data, sizeof data);
    deferred->Unmap(dynamic.get(), 0);
    auto list = finish();
    auto hidden = predicate();
    issue(hidden.get(), false);
    context->SetPredication(hidden.get(), FALSE);
    execute(list);
    context->SetPredication(nullptr, FALSE);
    EXPECT_EQ(0u, read<UINT>(constants.get())[3]);
    EXPECT_EQ(44u, read<UINT>(dynamic.get())[3]);
    list.reset(); // what it owned goes to whoever uses it still
    context->Flush();
    EXPECT_EQ(0u, read<UINT>(constants.get())[3]);
    EXPECT_EQ(44u, read<UINT>(dynamic.get())[3]);
}

} // namespace
} // namespace conformance
