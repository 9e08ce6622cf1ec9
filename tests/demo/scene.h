#pragma once
// The scene: a floor, turning objects, two panes of glass, and a strip of cells at the lower edge that spells the number of
// the frame, so that a picture tells which frame it shows. What frame n looks like depends on n and on the size alone.

#include "com_ptr.h"
#include "matrix.h"
#include "meshes.h"

#include <d3d11.h>

class Scene {
public:
    Scene(ID3D11Device* device, ID3D11DeviceContext* context);

    // Makes the depth buffer for a new size.
    void resize(uint32_t width, uint32_t height);
    // Draws frame `frame` into the texture, all of it.
    void draw(ID3D11Texture2D* target, uint32_t frame);
    // The rectangle that a user interface would be: opaque magenta at the upper left.
    void drawInterface(ID3D11Texture2D* target);

private:
    struct Object;

    void createShaders();
    void createBuffers();
    void createStates();
    Com<ID3D11ShaderResourceView> createTexture(const uint8_t* texels);
    void runPattern(float seconds);
    Com<ID3D11RenderTargetView> bindTarget(ID3D11Texture2D* target);
    void drawObject(const Object& object);
    void drawRectangle(Float4 corners, Float4 colour);
    void drawFrameNumber(uint32_t frame);
    void setConstants(ID3D11Buffer* buffer, const void* data, size_t size);

    Com<ID3D11Device> device_;
    Com<ID3D11DeviceContext> context_;
    Meshes meshes_;
    uint32_t width_ = 0, height_ = 0;

    Com<ID3D11VertexShader> sceneVs_, rectVs_;
    Com<ID3D11PixelShader> scenePs_, rectPs_;
    Com<ID3D11ComputeShader> patternCs_;
    Com<ID3D11InputLayout> layout_;
    Com<ID3D11Buffer> vertices_, indices_, objectConstants_, frameConstants_, rectConstants_, patternConstants_;
    Com<ID3D11ShaderResourceView> checker_, bricks_, stripes_, pattern_;
    Com<ID3D11UnorderedAccessView> patternTarget_;
    Com<ID3D11SamplerState> sampler_;
    Com<ID3D11RasterizerState> solid_;
    Com<ID3D11BlendState> opaque_, blended_;
    Com<ID3D11DepthStencilState> depthWrite_, depthRead_, depthOff_;
    Com<ID3D11DepthStencilView> depth_;
};
