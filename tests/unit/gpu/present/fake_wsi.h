#pragma once
// A window system that does what a test says, under the fake driver (support/fakevk): one surface at a time, swap chains
// whose acquire and present give settable results. One thread.

#include "support/fakevk/fake_vk.h"
#include "gpu/present/present_impl.h"

#include <vector>

namespace hendeca::test {

class FakeWsi {
public:
    FakeWsi();
    ~FakeWsi();

    Result<std::shared_ptr<vk::Device>> device();

    FakeVk driver;
    // --- what it has
    std::vector<VkSurfaceFormatKHR> formats{{VK_FORMAT_B8G8R8A8_UNORM, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR},
                                            {VK_FORMAT_B8G8R8A8_SRGB, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR}};
    std::vector<VkPresentModeKHR> modes{VK_PRESENT_MODE_FIFO_KHR, VK_PRESENT_MODE_MAILBOX_KHR, VK_PRESENT_MODE_IMMEDIATE_KHR};
    VkExtent2D extent{64, 48};
    bool supported = true;
    uint32_t imageCount = 3;
    // --- results of the next calls
    VkResult acquireResult = VK_SUCCESS, presentResult = VK_SUCCESS, capsResult = VK_SUCCESS, createResult = VK_SUCCESS;
    bool acquireFailsOnce = false; // acquireResult is for one call only
    // --- what happened
    std::vector<VkSwapchainCreateInfoKHR> created;
    std::vector<uint32_t> presented; // image indexes
    int chains = 0;                  // alive
    uint32_t nextImage = 0;
};

// The window behind a presenter.
class FakeWindow final : public gpu::SurfaceSource {
public:
    VkSurfaceKHR create() override {
        asked++;
        if (!alive)
            return VK_NULL_HANDLE;
        surfaces++;
        return (VkSurfaceKHR)uint64_t(0x5000 + asked);
    }
    void destroy(VkSurfaceKHR) override { surfaces--; }
    VkExtent2D size() override { return extent; }

    bool alive = true;
    int asked = 0;    // calls of create
    int surfaces = 0; // alive
    VkExtent2D extent{64, 48};
};

} // namespace hendeca::test
