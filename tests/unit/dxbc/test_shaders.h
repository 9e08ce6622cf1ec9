#pragma once
// Shaders as text that several tests share, and short ways to assemble and decode.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "dxbc/program.h"
#include "dxbcasm/dxbcasm.h"

namespace hendeca::dxbc::test {

inline std::vector<uint8_t> assembled(std::string_view text) {
    auto bytes = dxbcasm::assemble(text);
    EXPECT_TRUE(bytes.ok()) << (bytes.ok() ? "" : bytes.error().what);
    return bytes.ok() ? std::move(*bytes) : std::vector<uint8_t>{};
}

inline Result<Program> decoded(std::string_view text) {
    const std::vector<uint8_t> bytes = assembled(text);
    HENDECA_TRY_ASSIGN(const Container container, Container::open(bytes, ChecksumRule::Strict));
    return Program::decode(container);
}

// The error of a shader that must not decode; "" when it does.
inline std::string errorOf(std::string_view text) {
    const auto program = decoded(text);
    return program.ok() ? std::string() : program.error().what;
}

inline constexpr std::string_view kVertexShader = R"(vs_5_0
.in POSITION 0 0 xyzw float rw=xyzw
.in SV_VertexID 0 1 x___ uint sv=VERTID rw=x___
.out SV_Position 0 0 xyzw float sv=POS
.out TEXCOORD 3 1 xy__ float rw=__zw
dcl_globalFlags refactoringAllowed
dcl_immediateConstantBuffer { { 1.0, 0, 0, 0},
    { 0, 2.5, 0, 0}}
dcl_constantbuffer cb0[4], dynamicIndexed
dcl_input v0.xyzw
dcl_input_sgv v1.x, vertex_id
dcl_output_siv o0.xyzw, position
dcl_output o1.xy
dcl_temps 2
dcl_indexableTemp x0[4], 4
mov r0.x, v1.x
mov x0[r0.x + 1].xyzw, icb[r0.x].xyzw
if_nz r0.x
  mad_sat [precise(xy)] r1.xyzw, v0.xyzw, cb0[r0.x + 2].xyzw, -|x0[1].wzyx|
else
  mov r1.xyzw, l(1.0, -0.5, 0x7fc00000, 100000.0)
endif
loop
  ilt r0.y, r0.x, l(10)
  breakc_z r0.y
  iadd r0.x, r0.x, l(-3)
endloop
switch r0.x
case l(0)
  break
default
  break
endswitch
mov o0.xyzw, r1.xyzw
mov o1.xy, r1.zwzz
ret
)";

inline constexpr std::string_view kPixelShader = R"(ps_5_0
.in TEXCOORD 0 0 xy__ float rw=xy__
.out SV_Target 0 0 xyzw float sv=TARGET
dcl_globalFlags refactoringAllowed
dcl_sampler s0, mode_default
dcl_sampler s1, mode_comparison
dcl_resource_texture2d (float,float,float,float) t0
dcl_resource_structured t1, 16
dcl_resource_texture2dms(4) (sint,sint,sint,sint) t2
dcl_input_ps linear noperspective centroid v0.xy
dcl_output o0.xyzw
dcl_temps 3
sample_aoffimmi_indexable(-1,7,0)(texture2d)(float,float,float,float) r0.xyzw, v0.xyxx, t0.xyzw, s0
sample_c_lz r1.x, v0.xyxx, t0.xxxx, s1, l(0.5)
ld_structured_indexable(structured_buffer, stride=16)(mixed,mixed,mixed,mixed) r1.xy, r0.x, l(4), t1.xyxx
ld2dms r2.x, l(1, 2, 0, 0), t2.xyzw, l(3)
resinfo_uint r2.xy, l(0), t0.xyzw
discard_nz r1.x
deriv_rtx_coarse r1.z, r0.x
mov o0.xyzw, r0.xyzw
ret
)";

inline constexpr std::string_view kComputeShader = R"(cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_structured_glc_opc u0, 8
dcl_uav_typed_texture2d (float,float,float,float) u1
dcl_uav_raw u2
dcl_input vThreadID.xyz
dcl_input vThreadIDInGroupFlattened
dcl_temps 2
dcl_tgsm_raw g0, 64
dcl_tgsm_structured g1, 16, 8
dcl_thread_group 8, 4, 1
store_raw g0.x, l(0), vThreadID.x
store_structured g1.xyzw, vThreadIDInGroupFlattened.x, l(0), vThreadID.xyzz
sync_g_t
imm_atomic_alloc r0.x, u0
store_structured u0.xy, r0.x, l(0), l(1.0, 2.0, 0, 0)
atomic_iadd g0, l(0), l(1)
imm_atomic_cmp_exch r0.y, u2, l(4), l(0), r0.x
ld_raw r1.xy, l(0), g0.xyxx
store_uav_typed u1.xyzw, vThreadID.xyyy, r1.xyzw
dadd r0.xy, d(1.5l, -0.25l), r0.xyxy
sync_uglobal
ret
)";

} // namespace hendeca::dxbc::test
