// hendeca-demo-check DIR [--frames N] [--reference DIR] [--same-as DIR] [--save-reference DIR]
// Checks the demo's pictures in DIR:
//   - demo-frame.png shows frame N with the interface over it; demo-thumbnail.png shows frame N - 1 without (the strip at
//     the lower edge spells the frame's number);
//   - reduced, they look like the reference pictures (small differences between drivers at edges are let through);
//   - with --same-as, they equal those of another run within 2/255.
// Exit status 0 when all is right; each failure is one line.

#include "image/image.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

using namespace hendeca::test;

namespace {

constexpr uint32_t kCells = 16;
constexpr uint32_t kFrameReduction = 4, kThumbnailReduction = 2;

int failures = 0;

void expect(bool condition, const std::string& what) {
    std::printf("%s: %s\n", condition ? "ok" : "FAILED", what.c_str());
    failures += !condition;
}

// The number that the strip spells, or -1 where a cell is neither black nor white.
int frameNumber(const Image& image) {
    int number = 0;
    const uint32_t y = image.height * 39 / 40;
    for (uint32_t cell = 0; cell < kCells; cell++) {
        const uint8_t* pixel = image.at((image.width * (2 * cell + 1)) / (2 * kCells), y);
        const int low = std::min({pixel[0], pixel[1], pixel[2]}), high = std::max({pixel[0], pixel[1], pixel[2]});
        if (high > 40 && low < 215)
            return -1;
        number = number * 2 + (low >= 215);
    }
    return number;
}

// Share of pixels in the colour of the user interface.
double interfaceShare(const Image& image) {
    size_t count = 0;
    for (size_t i = 0; i < image.rgba.size(); i += 4)
        count += image.rgba[i] > 240 && image.rgba[i + 1] < 16 && image.rgba[i + 2] > 240;
    return image.empty() ? 0 : static_cast<double>(count) * 4 / static_cast<double>(image.rgba.size());
}

void compareToReference(const Image& image, const std::string& file, uint32_t reduction) {
    const ImageDifference difference = compare(reduced(image, reduction), loadPng(file), 24);
    const double pixels = static_cast<double>(image.width / reduction) * (image.height / reduction);
    const bool alike = difference.sameSize && difference.mean < 2.0 && static_cast<double>(difference.above) < pixels * 0.01;
    expect(alike, "like " + file + " (" + difference.text() + ")");
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: hendeca-demo-check DIR [--frames N] [--reference DIR] [--same-as DIR] [--save-reference DIR]\n");
        return 2;
    }
    const std::string dir = argv[1];
    std::string reference, other, save;
    int frames = 120;
    for (int i = 2; i + 1 < argc; i += 2) {
        const std::string name = argv[i], value = argv[i + 1];
        if (name == "--frames")
            frames = std::atoi(value.c_str());
        else if (name == "--reference")
            reference = value;
        else if (name == "--same-as")
            other = value;
        else if (name == "--save-reference")
            save = value;
    }
    const Image frame = loadPng(dir + "/demo-frame.png"), thumbnail = loadPng(dir + "/demo-thumbnail.png");
    expect(!frame.empty() && !thumbnail.empty(), "both pictures can be read");
    if (failures)
        return 1;
    expect(frame.width == thumbnail.width * 2 && frame.height == thumbnail.height * 2, "the thumbnail has half the frame's size");

    const int shown = frameNumber(frame), saved = frameNumber(thumbnail);
    expect(shown == frames, "demo-frame.png shows frame " + std::to_string(shown) + ", wanted " + std::to_string(frames));
    expect(saved == frames - 1, "demo-thumbnail.png shows frame " + std::to_string(saved) + ", wanted the one presented last, " +
                                    std::to_string(frames - 1));
    // The rectangle covers 0.3 of the width and 0.15 of the height.
    expect(interfaceShare(frame) > 0.04 && interfaceShare(frame) < 0.05, "demo-frame.png has the user interface");
    expect(interfaceShare(thumbnail) == 0, "demo-thumbnail.png has none of it");

    if (!reference.empty()) {
        compareToReference(frame, reference + "/reference-frame.png", kFrameReduction);
        compareToReference(thumbnail, reference + "/reference-thumbnail.png", kThumbnailReduction);
    }
    if (!other.empty()) {
        for (const char* name : {"/demo-frame.png", "/demo-thumbnail.png"}) {
            const ImageDifference difference = compare(loadPng(dir + name), loadPng(other + name));
            expect(difference.within(2), std::string("same as ") + other + name + " (" + difference.text() + ")");
        }
    }
    if (!save.empty()) {
        savePng(save + "/reference-frame.png", reduced(frame, kFrameReduction));
        savePng(save + "/reference-thumbnail.png", reduced(thumbnail, kThumbnailReduction));
    }
    return failures ? 1 : 0;
}
