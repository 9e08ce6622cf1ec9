#pragma once
// Makes surfaces of a window for d3d11.dll's worker thread. Holds the window and the instance; any thread.

#include "dxgi/com_bases.h"
#include "vk/device.h"
#include "wsi/window.h"

#include <memory>

namespace hendeca::dxgi {

class SurfaceSource final : public ComObject<IHendecaSurfaceSource> {
public:
    SurfaceSource(std::shared_ptr<wsi::Window> window, std::shared_ptr<vk::Instance> instance)
        : window_(std::move(window)), instance_(std::move(instance)) {}

    uint64_t STDMETHODCALLTYPE CreateSurface() override { return window_->createSurface(*instance_); }
    void STDMETHODCALLTYPE DestroySurface(uint64_t surface) override { wsi::destroySurface(*instance_, surface); }
    void STDMETHODCALLTYPE GetSize(uint32_t* width, uint32_t* height) override {
        const wsi::Size size = window_->minimized() ? wsi::Size{} : window_->clientSize();
        *width = size.width;
        *height = size.height;
    }

private:
    const char* className() const override { return "surface source"; }

    std::shared_ptr<wsi::Window> window_;
    std::shared_ptr<vk::Instance> instance_;
};

} // namespace hendeca::dxgi
