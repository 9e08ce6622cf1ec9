#pragma once
// Shaders that do the least that their stage allows, as assembly text for assembled(): the vertex shader passes a
// position on, the hull shader gives a triangle factors of 1, the domain shader its first point, the pixel shader is
// white.

namespace conformance::rules {

inline constexpr const char* kVertexText = R"(vs_5_0
.in POSITION 0 0 xyzw float rw=xyzw
.out SV_Position 0 0 xyzw float sv=POS
dcl_globalFlags refactoringAllowed
dcl_input v0.xyzw
dcl_output_siv o0.xyzw, position
mov o0.xyzw, v0.xyzw
ret
)";

inline constexpr const char* kPixelText = R"(ps_5_0
.out SV_Target 0 0 xyzw float sv=TARGET
dcl_globalFlags refactoringAllowed
dcl_output o0.xyzw
mov o0.xyzw, l(1.0,1.0,1.0,1.0)
ret
)";

inline constexpr const char* kComputeText = R"(cs_5_0
dcl_globalFlags refactoringAllowed
dcl_thread_group 1, 1, 1
ret
)";

inline constexpr const char* kHullText = R"(hs_5_0
.in SV_Position 0 0 xyzw float sv=POS
.out SV_Position 0 0 xyzw float sv=POS
.patch SV_TessFactor 0 0 x___ float sv=TRIEDGE
.patch SV_TessFactor 1 1 x___ float sv=TRIEDGE
.patch SV_TessFactor 2 2 x___ float sv=TRIEDGE
.patch SV_InsideTessFactor 0 3 x___ float sv=TRIINT
hs_decls
dcl_input_control_point_count 3
dcl_output_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_triangle_cw
dcl_globalFlags refactoringAllowed
hs_fork_phase
dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor
mov o0.x, l(1.0)
ret
hs_fork_phase
dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor
mov o1.x, l(1.0)
ret
hs_fork_phase
dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor
mov o2.x, l(1.0)
ret
hs_fork_phase
dcl_output_siv o3.x, finalTriInsideTessFactor
mov o3.x, l(1.0)
ret
)";

inline constexpr const char* kDomainText = R"(ds_5_0
.in SV_Position 0 0 xyzw float sv=POS rw=xyzw
.patch SV_TessFactor 0 0 x___ float sv=TRIEDGE
.patch SV_TessFactor 1 1 x___ float sv=TRIEDGE
.patch SV_TessFactor 2 2 x___ float sv=TRIEDGE
.patch SV_InsideTessFactor 0 3 x___ float sv=TRIINT
.out SV_Position 0 0 xyzw float sv=POS
dcl_input_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_globalFlags refactoringAllowed
dcl_input v[3][0].xyzw
dcl_output_siv o0.xyzw, position
mov o0.xyzw, v[0][0].xyzw
ret
)";

} // namespace conformance::rules
