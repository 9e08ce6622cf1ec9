#!/bin/bash
# Compiles the conformance shaders anew: X.STAGE.hlsl -> X.STAGE.h, a C array of DXBC. Needs vkd3d-compiler 1.11 or later
# (Debian trixie or sid: package vkd3d-compiler; name another program in VKD3D_COMPILER). The headers are committed, so that
# an ordinary build needs no HLSL compiler. With names as arguments, only those.
set -euo pipefail
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- *.??.hlsl
for source in "$@"; do
    base=${source%.hlsl}
    stage=${base##*.}
    ${VKD3D_COMPILER:-vkd3d-compiler} -x hlsl -b dxbc-tpf -p "${stage}_5_0" -e main -o "$base.dxbc" "$source"
    {
        echo "// Compiled from $source by rebuild.sh."
        echo "inline constexpr unsigned char ${base//./_}[] = {"
        od -An -v -tu1 -w24 "$base.dxbc" | sed 's/  */,/g; s/^,/    /; s/$/,/'
        echo "};"
    } > "$base.h"
    rm "$base.dxbc"
done
