#pragma once
// GenerateMips: each mip of a view from the one above. Blits where the driver filters the format linearly and the view has
// the image's own format; otherwise draws, so that an sRGB view of a typeless image is averaged in linear light, as D3D11
// wants. Worker only. Pipelines and views of its own are made on first use.

#include "util/result.h"
#include "vk/fns.h"

#include <memory>

namespace hendeca::gpu {

class RecordContext;
class View;

class MipOps {
public:
    explicit MipOps(RecordContext& context);
    ~MipOps(); // the GPU must be idle

    // False: the driver can do it in neither way.
    bool generate(View& view);

private:
    struct Drawing;
    bool canBlit(const View& view) const;
    void blit(View& view);
    bool draw(View& view);

    RecordContext& context_;
    std::unique_ptr<Drawing> drawing_;
};

} // namespace hendeca::gpu
