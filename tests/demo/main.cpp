// An ordinary Direct3D 11 program: a window with a moving scene, a resize on the way, and at the end what a game does when
// it saves: the next frame is drawn with a user interface over it, and a thumbnail for the saved game is taken from the
// back buffer that holds the frame presented last. Writes demo-frame.png and demo-thumbnail.png.

#include "check_hr.h"
#include "com_ptr.h"
#include "library.h"
#include "pictures.h"
#include "scene.h"
#include "window.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include <dxgi1_3.h>

namespace {

constexpr UINT kBufferCount = 3;

struct Options {
    uint32_t frames = 120;
    uint32_t width = 640, height = 360;
    bool stayOpen = false;
    bool discard = false; // swap effect DISCARD instead of FLIP_SEQUENTIAL
    std::string out = ".";
    std::string library;
};

[[noreturn]] void usage(int status) {
    std::printf("hendeca-demo [--frames N] [--size WxH] [--out DIR] [--effect flip|discard] [--window]%s\n"
                "  --frames N   frames to present before the pictures are taken (120)\n"
                "  --size WxH   size of the pictures (640x360); the window starts at three quarters of it\n"
                "  --out DIR    folder for demo-frame.png and demo-thumbnail.png (.)\n"
                "  --effect E   swap effect: flip (FLIP_SEQUENTIAL, default) or discard\n"
                "  --window     stay open until the window is closed\n",
#ifdef _WIN32
                ""
#else
                " [--library FILE]"
#endif
    );
    std::exit(status);
}

Options parseOptions(int argc, char** argv) {
    Options options;
    for (int i = 1; i < argc; i++) {
        const std::string name = argv[i];
        const auto value = [&]() -> const char* {
            if (i + 1 >= argc)
                usage(2);
            return argv[++i];
        };
        if (name == "--frames")
            options.frames = static_cast<uint32_t>(std::strtoul(value(), nullptr, 10));
        else if (name == "--size" && std::sscanf(value(), "%ux%u", &options.width, &options.height) == 2)
            continue;
        else if (name == "--out")
            options.out = value();
        else if (name == "--effect")
            options.discard = std::strcmp(value(), "discard") == 0;
        else if (name == "--library")
            options.library = value();
        else if (name == "--window")
            options.stayOpen = true;
        else
            usage(name == "--help" ? 0 : 2);
    }
    if (options.frames < 2 || options.width < 64 || options.height < 64)
        usage(2);
    return options;
}

class Demo {
public:
    explicit Demo(const Options& options) : options_(options), width_(options.width * 3 / 4), height_(options.height * 3 / 4) {}

    int run() {
        window_ = openWindow(width_, height_);
        if (!createDevice())
            return 1;
        printDevice();
        {
            Scene scene(device_.get(), context_.get());
            scene.resize(width_, height_);
            const auto begin = std::chrono::steady_clock::now();
            for (uint32_t frame = 0; frame < options_.frames; frame++)
                showFrame(scene, frame);
            const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
            std::printf("Frames: %u, %.1f per second\n", options_.frames, options_.frames / time.count());
            if (!takePictures(scene))
                return 1;
            for (uint32_t frame = options_.frames; options_.stayOpen && pumpWindow(window_); frame++)
                showFrame(scene, frame);
        }
        context_->ClearState();
        context_.reset();
        swapChain_.reset();
        device_.reset();
        closeWindow(window_);
        return 0;
    }

private:
    bool createDevice() {
        const auto create = loadDirect3D(options_.library);
        if (!create)
            return false;
        DXGI_SWAP_CHAIN_DESC desc{};
        desc.BufferDesc.Width = width_;
        desc.BufferDesc.Height = height_;
        desc.BufferDesc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
        desc.SampleDesc.Count = 1;
        desc.BufferUsage = DXGI_USAGE_RENDER_TARGET_OUTPUT;
        desc.BufferCount = kBufferCount;
        desc.OutputWindow = window_;
        desc.Windowed = TRUE;
        desc.SwapEffect = options_.discard ? DXGI_SWAP_EFFECT_DISCARD : DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL;
        const D3D_FEATURE_LEVEL levels[] = {D3D_FEATURE_LEVEL_11_1, D3D_FEATURE_LEVEL_11_0};
        CHECK(create(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, levels, 2, D3D11_SDK_VERSION, &desc, swapChain_.put(),
                     device_.put(), &level_, context_.put()));
        return true;
    }

    void printDevice() {
        Com<IDXGIDevice> dxgiDevice;
        CHECK(device_->QueryInterface(__uuidof(IDXGIDevice), dxgiDevice.putVoid()));
        Com<IDXGIAdapter> adapter;
        CHECK(dxgiDevice->GetAdapter(adapter.put()));
        DXGI_ADAPTER_DESC desc{};
        CHECK(adapter->GetDesc(&desc));
        std::printf("Adapter: %ls\n", desc.Description);
        std::printf("Feature level: %u_%u\n", level_ >> 12, level_ >> 8 & 15);
        for (const std::string& line : loadedLibraries())
            std::printf("Library %s\n", line.c_str());
        std::fflush(stdout);
    }

    Com<ID3D11Texture2D> backBuffer(UINT index) {
        Com<ID3D11Texture2D> texture;
        CHECK(swapChain_->GetBuffer(index, __uuidof(ID3D11Texture2D), texture.putVoid()));
        return texture;
    }

    void showFrame(Scene& scene, uint32_t frame) {
        pumpWindow(window_);
        if (frame == options_.frames / 2) {
            width_ = options_.width;
            height_ = options_.height;
            resizeWindow(window_, width_, height_);
            context_->ClearState(); // no view of a back buffer may be left
            CHECK(swapChain_->ResizeBuffers(kBufferCount, width_, height_, DXGI_FORMAT_UNKNOWN, 0));
            scene.resize(width_, height_);
        }
        scene.draw(backBuffer(0).get(), frame);
        CHECK(swapChain_->Present(0, 0));
    }

    bool takePictures(Scene& scene) {
        const Com<ID3D11Texture2D> drawn = backBuffer(0);
        scene.draw(drawn.get(), options_.frames);
        scene.drawInterface(drawn.get());
        // The game shows its menu; the player saves. The picture for the saved game is the frame before.
        const Com<ID3D11Texture2D> presented = backBuffer(kBufferCount - 1);
        const Picture thumbnail = halved(readBack(device_.get(), context_.get(), presented.get()));
        const Picture frame = readBack(device_.get(), context_.get(), drawn.get());
        return write("demo-frame.png", frame) && write("demo-thumbnail.png", thumbnail);
    }

    bool write(const char* name, const Picture& picture) {
        const std::string path = options_.out + "/" + name;
        const bool ok = writePng(path, picture);
        std::printf(ok ? "Wrote %s\n" : "Cannot write %s\n", path.c_str());
        return ok;
    }

    const Options options_;
    uint32_t width_, height_;
    HWND window_ = nullptr;
    D3D_FEATURE_LEVEL level_{};
    Com<ID3D11Device> device_;
    Com<ID3D11DeviceContext> context_;
    Com<IDXGISwapChain> swapChain_;
};

} // namespace

int main(int argc, char** argv) {
    return Demo(parseOptions(argc, argv)).run();
}
