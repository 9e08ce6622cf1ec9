#include "scene.h"

#include "check_hr.h"
#include "textures.h"

#include <cstring>

#include "shaders/pattern.cs.h"
#include "shaders/rect.ps.h"
#include "shaders/rect.vs.h"
#include "shaders/scene.ps.h"
#include "shaders/scene.vs.h"

namespace {

constexpr uint32_t kPatternSize = 256;
constexpr uint32_t kNumberCells = 16;

struct ObjectConstants {
    Matrix world;
    Float4 tint;
    Float4 uvScale;
};
struct FrameConstants {
    Matrix viewProjection;
    Float4 light;
    Float4 eye;
};
struct RectConstants {
    Float4 corners;
    Float4 fill;
};

Com<ID3D11Buffer> createBuffer(ID3D11Device* device, UINT bind, const void* data, size_t size) {
    D3D11_BUFFER_DESC desc{};
    desc.ByteWidth = static_cast<UINT>(size);
    desc.BindFlags = bind;
    desc.Usage = data ? D3D11_USAGE_IMMUTABLE : D3D11_USAGE_DYNAMIC;
    desc.CPUAccessFlags = data ? 0 : D3D11_CPU_ACCESS_WRITE;
    D3D11_SUBRESOURCE_DATA initial{};
    initial.pSysMem = data;
    Com<ID3D11Buffer> buffer;
    CHECK(device->CreateBuffer(&desc, data ? &initial : nullptr, buffer.put()));
    return buffer;
}

} // namespace

struct Scene::Object {
    MeshRange mesh;
    Matrix world;
    ID3D11ShaderResourceView* texture;
    Float4 tint = {1, 1, 1, 1};
    float uvScale = 1;
};

Scene::Scene(ID3D11Device* device, ID3D11DeviceContext* context) : meshes_(makeMeshes()) {
    device->AddRef();
    *device_.put() = device;
    context->AddRef();
    *context_.put() = context;
    createShaders();
    createBuffers();
    createStates();
    checker_ = createTexture(makeChecker().data());
    bricks_ = createTexture(makeBricks().data());
    stripes_ = createTexture(makeStripes().data());
}

void Scene::createShaders() {
    CHECK(device_->CreateVertexShader(scene_vs, sizeof(scene_vs), nullptr, sceneVs_.put()));
    CHECK(device_->CreatePixelShader(scene_ps, sizeof(scene_ps), nullptr, scenePs_.put()));
    CHECK(device_->CreateVertexShader(rect_vs, sizeof(rect_vs), nullptr, rectVs_.put()));
    CHECK(device_->CreatePixelShader(rect_ps, sizeof(rect_ps), nullptr, rectPs_.put()));
    CHECK(device_->CreateComputeShader(pattern_cs, sizeof(pattern_cs), nullptr, patternCs_.put()));
    const D3D11_INPUT_ELEMENT_DESC elements[] = {
        {"POSITION", 0, DXGI_FORMAT_R32G32B32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0},
        {"NORMAL", 0, DXGI_FORMAT_R32G32B32_FLOAT, 0, D3D11_APPEND_ALIGNED_ELEMENT, D3D11_INPUT_PER_VERTEX_DATA, 0},
        {"TEXCOORD", 0, DXGI_FORMAT_R32G32_FLOAT, 0, D3D11_APPEND_ALIGNED_ELEMENT, D3D11_INPUT_PER_VERTEX_DATA, 0},
    };
    CHECK(device_->CreateInputLayout(elements, 3, scene_vs, sizeof(scene_vs), layout_.put()));
}

void Scene::createBuffers() {
    vertices_ = createBuffer(device_.get(), D3D11_BIND_VERTEX_BUFFER, meshes_.vertices.data(),
                             meshes_.vertices.size() * sizeof(Vertex));
    indices_ = createBuffer(device_.get(), D3D11_BIND_INDEX_BUFFER, meshes_.indices.data(),
                            meshes_.indices.size() * sizeof(uint16_t));
    objectConstants_ = createBuffer(device_.get(), D3D11_BIND_CONSTANT_BUFFER, nullptr, sizeof(ObjectConstants));
    frameConstants_ = createBuffer(device_.get(), D3D11_BIND_CONSTANT_BUFFER, nullptr, sizeof(FrameConstants));
    rectConstants_ = createBuffer(device_.get(), D3D11_BIND_CONSTANT_BUFFER, nullptr, sizeof(RectConstants));
    patternConstants_ = createBuffer(device_.get(), D3D11_BIND_CONSTANT_BUFFER, nullptr, sizeof(Float4));

    D3D11_TEXTURE2D_DESC desc{};
    desc.Width = desc.Height = kPatternSize;
    desc.MipLevels = desc.ArraySize = 1;
    desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    desc.SampleDesc.Count = 1;
    desc.BindFlags = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS;
    Com<ID3D11Texture2D> pattern;
    CHECK(device_->CreateTexture2D(&desc, nullptr, pattern.put()));
    CHECK(device_->CreateShaderResourceView(pattern.get(), nullptr, pattern_.put()));
    CHECK(device_->CreateUnorderedAccessView(pattern.get(), nullptr, patternTarget_.put()));
}

void Scene::createStates() {
    D3D11_SAMPLER_DESC sampler{};
    sampler.Filter = D3D11_FILTER_MIN_MAG_MIP_LINEAR;
    sampler.AddressU = sampler.AddressV = sampler.AddressW = D3D11_TEXTURE_ADDRESS_WRAP;
    sampler.ComparisonFunc = D3D11_COMPARISON_NEVER;
    sampler.MaxLOD = D3D11_FLOAT32_MAX;
    CHECK(device_->CreateSamplerState(&sampler, sampler_.put()));

    D3D11_RASTERIZER_DESC raster{};
    raster.FillMode = D3D11_FILL_SOLID;
    raster.CullMode = D3D11_CULL_BACK;
    raster.DepthClipEnable = TRUE;
    CHECK(device_->CreateRasterizerState(&raster, solid_.put()));

    D3D11_BLEND_DESC blend{};
    blend.RenderTarget[0] = {FALSE,
                             D3D11_BLEND_SRC_ALPHA,
                             D3D11_BLEND_INV_SRC_ALPHA,
                             D3D11_BLEND_OP_ADD,
                             D3D11_BLEND_ONE,
                             D3D11_BLEND_INV_SRC_ALPHA,
                             D3D11_BLEND_OP_ADD,
                             D3D11_COLOR_WRITE_ENABLE_ALL};
    CHECK(device_->CreateBlendState(&blend, opaque_.put()));
    blend.RenderTarget[0].BlendEnable = TRUE;
    CHECK(device_->CreateBlendState(&blend, blended_.put()));

    D3D11_DEPTH_STENCIL_DESC depth{};
    depth.DepthFunc = D3D11_COMPARISON_LESS;
    depth.FrontFace = depth.BackFace = {D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP, D3D11_STENCIL_OP_KEEP,
                                        D3D11_COMPARISON_ALWAYS};
    CHECK(device_->CreateDepthStencilState(&depth, depthOff_.put()));
    depth.DepthEnable = TRUE;
    CHECK(device_->CreateDepthStencilState(&depth, depthRead_.put()));
    depth.DepthWriteMask = D3D11_DEPTH_WRITE_MASK_ALL;
    CHECK(device_->CreateDepthStencilState(&depth, depthWrite_.put()));
}

Com<ID3D11ShaderResourceView> Scene::createTexture(const uint8_t* texels) {
    D3D11_TEXTURE2D_DESC desc{};
    desc.Width = desc.Height = kTextureSize;
    desc.MipLevels = 0; // the whole chain
    desc.ArraySize = 1;
    desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    desc.SampleDesc.Count = 1;
    desc.BindFlags = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET;
    desc.MiscFlags = D3D11_RESOURCE_MISC_GENERATE_MIPS;
    Com<ID3D11Texture2D> texture;
    CHECK(device_->CreateTexture2D(&desc, nullptr, texture.put()));
    context_->UpdateSubresource(texture.get(), 0, nullptr, texels, kTextureSize * 4, 0);
    Com<ID3D11ShaderResourceView> view;
    CHECK(device_->CreateShaderResourceView(texture.get(), nullptr, view.put()));
    context_->GenerateMips(view.get());
    return view;
}

void Scene::resize(uint32_t width, uint32_t height) {
    width_ = width;
    height_ = height;
    D3D11_TEXTURE2D_DESC desc{};
    desc.Width = width;
    desc.Height = height;
    desc.MipLevels = desc.ArraySize = 1;
    desc.Format = DXGI_FORMAT_D32_FLOAT;
    desc.SampleDesc.Count = 1;
    desc.BindFlags = D3D11_BIND_DEPTH_STENCIL;
    Com<ID3D11Texture2D> texture;
    CHECK(device_->CreateTexture2D(&desc, nullptr, texture.put()));
    CHECK(device_->CreateDepthStencilView(texture.get(), nullptr, depth_.put()));
}

void Scene::setConstants(ID3D11Buffer* buffer, const void* data, size_t size) {
    D3D11_MAPPED_SUBRESOURCE mapped{};
    CHECK(context_->Map(buffer, 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped));
    std::memcpy(mapped.pData, data, size);
    context_->Unmap(buffer, 0);
}

void Scene::runPattern(float seconds) {
    const Float4 time = {seconds, 0, 0, 0};
    setConstants(patternConstants_.get(), &time, sizeof(time));
    ID3D11ShaderResourceView* none = nullptr;
    context_->PSSetShaderResources(0, 1, &none);
    context_->CSSetShader(patternCs_.get(), nullptr, 0);
    context_->CSSetConstantBuffers(0, 1, patternConstants_.address());
    context_->CSSetUnorderedAccessViews(0, 1, patternTarget_.address(), nullptr);
    context_->Dispatch(kPatternSize / 8, kPatternSize / 8, 1);
    ID3D11UnorderedAccessView* noTarget = nullptr;
    context_->CSSetUnorderedAccessViews(0, 1, &noTarget, nullptr);
}

Com<ID3D11RenderTargetView> Scene::bindTarget(ID3D11Texture2D* target) {
    Com<ID3D11RenderTargetView> view;
    CHECK(device_->CreateRenderTargetView(target, nullptr, view.put()));
    context_->OMSetRenderTargets(1, view.address(), depth_.get());
    const D3D11_VIEWPORT viewport = {0, 0, static_cast<float>(width_), static_cast<float>(height_), 0, 1};
    context_->RSSetViewports(1, &viewport);
    context_->RSSetState(solid_.get());
    return view;
}

void Scene::drawObject(const Object& object) {
    const ObjectConstants constants = {object.world, object.tint, {object.uvScale, object.uvScale, 0, 0}};
    setConstants(objectConstants_.get(), &constants, sizeof(constants));
    context_->PSSetShaderResources(0, 1, &object.texture);
    context_->DrawIndexed(object.mesh.indexCount, object.mesh.firstIndex, object.mesh.baseVertex);
}

void Scene::drawRectangle(Float4 corners, Float4 colour) {
    const RectConstants constants = {corners, colour};
    setConstants(rectConstants_.get(), &constants, sizeof(constants));
    context_->IASetInputLayout(nullptr);
    context_->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
    context_->VSSetShader(rectVs_.get(), nullptr, 0);
    context_->VSSetConstantBuffers(0, 1, rectConstants_.address());
    context_->PSSetShader(rectPs_.get(), nullptr, 0);
    context_->OMSetDepthStencilState(depthOff_.get(), 0);
    context_->OMSetBlendState(opaque_.get(), nullptr, ~0u);
    context_->Draw(4, 0);
}

void Scene::drawFrameNumber(uint32_t frame) {
    // One cell per bit, the highest at the left; white is one.
    for (uint32_t cell = 0; cell < kNumberCells; cell++) {
        const float left = -1.0f + 2.0f * static_cast<float>(cell) / kNumberCells;
        const float light = frame >> (kNumberCells - 1 - cell) & 1 ? 1.0f : 0.0f;
        drawRectangle({left, -0.9f, left + 2.0f / kNumberCells, -1.0f}, {light, light, light, 1});
    }
}

void Scene::draw(ID3D11Texture2D* target, uint32_t frame) {
    const float seconds = static_cast<float>(frame) / 60.0f;
    runPattern(seconds);

    const Com<ID3D11RenderTargetView> view = bindTarget(target);
    const float sky[4] = {0.30f, 0.45f, 0.65f, 1.0f};
    context_->ClearRenderTargetView(view.get(), sky);
    context_->ClearDepthStencilView(depth_.get(), D3D11_CLEAR_DEPTH, 1.0f, 0);

    const Float3 eye = {0.0f, 2.6f, -7.0f};
    const Float3 light = normalized({-0.4f, 0.8f, -0.5f});
    const float aspect = static_cast<float>(width_) / static_cast<float>(height_);
    const FrameConstants constants = {multiply(lookAt(eye, {0, 0.4f, 0}), perspective(0.9f, aspect, 0.1f, 100.0f)),
                                      {light.x, light.y, light.z, 0},
                                      {eye.x, eye.y, eye.z, 1}};
    setConstants(frameConstants_.get(), &constants, sizeof(constants));

    const UINT stride = sizeof(Vertex), offset = 0;
    context_->IASetInputLayout(layout_.get());
    context_->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    context_->IASetVertexBuffers(0, 1, vertices_.address(), &stride, &offset);
    context_->IASetIndexBuffer(indices_.get(), DXGI_FORMAT_R16_UINT, 0);
    context_->VSSetShader(sceneVs_.get(), nullptr, 0);
    context_->PSSetShader(scenePs_.get(), nullptr, 0);
    ID3D11Buffer* buffers[] = {objectConstants_.get(), frameConstants_.get()};
    context_->VSSetConstantBuffers(0, 2, buffers);
    context_->PSSetConstantBuffers(0, 2, buffers);
    context_->PSSetSamplers(0, 1, sampler_.address());
    context_->OMSetDepthStencilState(depthWrite_.get(), 0);
    context_->OMSetBlendState(opaque_.get(), nullptr, ~0u);

    drawObject({meshes_.plane, multiply(scaling(14, 0.05f, 14), translation(0, -1.25f, 4)), checker_.get(), {1, 1, 1, 1}, 7});
    drawObject({meshes_.cube, multiply(multiply(rotationX(seconds * 0.7f), rotationY(seconds)), translation(-2.6f, 0.6f, 0)),
                bricks_.get()});
    drawObject({meshes_.sphere, multiply(multiply(scaling(1.2f, 1.2f, 1.2f), rotationY(-seconds * 0.8f)), translation(0.2f, 0.2f, 1.5f)),
                stripes_.get(), {1, 1, 1, 1}, 2});
    drawObject({meshes_.cube, multiply(multiply(scaling(0.9f, 0.9f, 0.9f), rotationY(0.6f - seconds * 0.5f)), translation(2.8f, 0.2f, 0)),
                pattern_.get()});

    // Glass, the farther pane first.
    context_->OMSetDepthStencilState(depthRead_.get(), 0);
    context_->OMSetBlendState(blended_.get(), nullptr, ~0u);
    drawObject({meshes_.cube, multiply(scaling(1.6f, 0.9f, 0.04f), translation(1.2f, 0.1f, -1.6f)), checker_.get(), {0.4f, 0.9f, 1.0f, 0.45f}});
    drawObject({meshes_.cube, multiply(multiply(scaling(0.8f, 1.1f, 0.04f), rotationY(seconds * 0.3f)), translation(-0.9f, 0.0f, -2.6f)),
                checker_.get(), {1.0f, 0.6f, 0.4f, 0.5f}});
    drawFrameNumber(frame);
}

void Scene::drawInterface(ID3D11Texture2D* target) {
    bindTarget(target);
    drawRectangle({-0.95f, 0.92f, -0.35f, 0.62f}, {1, 0, 1, 1});
}
