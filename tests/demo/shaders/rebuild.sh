#!/bin/bash
# Compiles the demo's HLSL anew: shaders/X.STAGE.hlsl -> shaders/X.STAGE.h, a C array of DXBC. Needs vkd3d-compiler 1.11 or
# later (Debian trixie or sid: package vkd3d-compiler; name another binary in VKD3D_COMPILER). The headers are committed,
# so that an ordinary build needs no HLSL compiler.
set -euo pipefail
cd "$(dirname "$0")"
for source in *.??.hlsl; do
    base=${source%.hlsl}
    stage=${base##*.}
    ${VKD3D_COMPILER:-vkd3d-compiler} -x hlsl -b dxbc-tpf -p "${stage}_5_0" -e main -o "$base.dxbc" "$source"
    {
        echo "// Compiled from $source by rebuild.sh."
        echo "static const unsigned char ${base//./_}[] = {"
        od -An -v -tu1 -w24 "$base.dxbc" | sed 's/  */,/g; s/^,/    /; s/$/,/'
        echo "};"
    } > "$base.h"
    rm "$base.dxbc"
done
