#!/bin/sh
# Copies headers into the build folder while Meson configures. Time stamps are kept, so that configuring anew compiles
# nothing anew.
#   stage-headers.sh d3d FROM TO            the Direct3D and DXGI headers of a mingw-w64 include folder, and no others
#   stage-headers.sh folders FROM TO DIR... whole folders
# While installing, TO begins with DESTINATION, which stands for the prefix.
set -eu
what=$1 from=$2 to=$3
shift 3
case $to in DESTINATION/*) to=${MESON_INSTALL_DESTDIR_PREFIX:?}/${to#DESTINATION/} ;; esac
mkdir -p "$to"
case $what in
d3d)
    for pattern in 'd3d10*.h' 'd3d11*.h' 'd3d12*.h' d3dcommon.h d3dcompiler.h 'dxgi*.h'; do
        for header in "$from"/$pattern; do
            [ ! -f "$header" ] || cp -p "$header" "$to/"
        done
    done
    ;;
folders)
    for folder in "$@"; do
        cp -RLp "$from/$folder" "$to/"
    done
    ;;
esac
