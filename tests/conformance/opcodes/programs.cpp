#include "programs.h"

namespace conformance::opcodes {

const char* const kUsualVertex = R"(vs_5_0
.in SV_VertexID 0 0 x uint sv=VERTID
.out SV_Position 0 0 xyzw float sv=POS
.out TEXCOORD 0 1 xyzw float
dcl_globalFlags refactoringAllowed
dcl_input_sgv v0.x, vertex_id
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_temps 1
ishl r0.x, v0.x, l(1)
and r0.x, r0.x, l(2)
and r0.y, v0.x, l(2)
utof r0.xy, r0.xyxx
mad o0.xy, r0.xyxx, l(2.0, -2.0, 0, 0), l(-1.0, 1.0, 0, 0)
mov o0.zw, l(0, 0, 0.5, 1.0)
mov o1.xy, r0.xyxx
mov o1.zw, l(0, 0, 3.0, 4.0)
ret
)";

const char* const kUsualPixel = R"(ps_5_0
.in SV_Position 0 0 xyzw float sv=POS
.in TEXCOORD 0 1 xyzw float
.out SV_Target 0 0 xyzw float sv=TARGET
dcl_globalFlags refactoringAllowed
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
mov o0.xyzw, v1.xyzw
ret
)";

namespace {

#define CS "cs_5_0\ndcl_globalFlags refactoringAllowed\n"
#define PS                                                                                                             \
    "ps_5_0\n.in SV_Position 0 0 xyzw float sv=POS\n.in TEXCOORD 0 1 xyzw float\n"                                     \
    ".out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\n"
#define TEXTURES                                                                                                       \
    "dcl_sampler s0, mode_default\ndcl_sampler s1, mode_comparison\n"                                                  \
    "dcl_resource_texture2d (float,float,float,float) t3\ndcl_resource_texture2dms(4) (float,float,float,float) t4\n"  \
    "dcl_resource_texture2d (float,float,float,float) t5\n"

constexpr uint32_t kOne = 0x3f800000, kTwo = 0x40000000, kThree = 0x40400000, kNine = 0x41100000, kQuarter = 0x3e800000,
                   kAll = 0xffffffff;

const char* const kFlow = CS R"(
dcl_uav_raw u0
dcl_temps 5
dcl_thread_group 1, 1, 1
nop
mov r0.xyzw, l(0, 0, 0, 0)
loop
  iadd r0.x, r0.x, l(1)
  ige r0.y, r0.x, l(10)
  breakc_nz r0.y
  ieq r0.y, r0.x, l(3)
  if_nz r0.y
    continue
  endif
  ieq r0.y, r0.x, l(5)
  continuec_nz r0.y
  iadd r0.z, r0.z, r0.x
endloop
mov r1.xyzw, l(2, 0, 0, 0)
switch r1.x
case l(0)
  mov r1.y, l(7)
  break
case l(2)
case l(5)
  mov r1.y, l(9)
  break
default
  mov r1.y, l(11)
  break
endswitch
if_z r1.x
  mov r1.z, l(1)
  debug_break
  abort
else
  mov r1.z, l(2)
endif
call label0
callc_nz r1.x, label1
callc_z r1.x, label1
mov r2.x, r0.z
mov r2.yz, r1.yyzy
mov r2.w, r1.w
store_raw u0.xyzw, l(0), r2.xyzw
retc_nz r1.x
store_raw u0.x, l(16), l(77)
ret
label label0
iadd r1.w, r1.w, l(4)
ret
label label1
iadd r1.w, r1.w, l(100)
ret
)";

const char* const kGroupMemory = CS R"(
dcl_immediateConstantBuffer { { 11, 12, 13, 14}, { 21, 22, 23, 24} }
dcl_constantbuffer cb0[4], immediateIndexed
dcl_uav_raw u0
dcl_input vThreadIDInGroupFlattened
dcl_temps 3
dcl_indexableTemp x0[2], 4
dcl_tgsm_raw g0, 16
dcl_tgsm_structured g1, 8, 4
dcl_thread_group 4, 1, 1
ishl r0.x, vThreadIDInGroupFlattened.x, l(2)
iadd r0.y, vThreadIDInGroupFlattened.x, l(50)
store_raw g0.x, r0.x, r0.y
store_structured g1.x, vThreadIDInGroupFlattened.x, l(4), r0.y
sync_g_t
xor r0.z, vThreadIDInGroupFlattened.x, l(3)
ishl r0.w, r0.z, l(2)
ld_raw r1.x, r0.w, g0.xxxx
ld_structured r1.y, r0.z, l(4), g1.xxxx
mov x0[0].x, cb0[1].z
mov x0[1].x, icb[1].y
and r0.z, vThreadIDInGroupFlattened.x, l(1)
mov r1.z, x0[r0.z + 0].x
ishl r0.x, vThreadIDInGroupFlattened.x, l(4)
mov r1.w, l(0)
store_raw u0.xyzw, r0.x, r1.xyzw
sync_uglobal
sync_ugroup_g
ret
)";

const char* const kLoads = CS TEXTURES R"(
dcl_resource_raw t0
dcl_resource_structured t1, 16
dcl_resource_buffer (uint,uint,uint,uint) t2
dcl_uav_raw u0
dcl_uav_typed_buffer (uint,uint,uint,uint) u2
dcl_temps 5
dcl_thread_group 1, 1, 1
ld r1.x, l(3, 0, 0, 0), t2.xxxx
ld r2.xyzw, l(1, 2, 0, 0), t3.xyzw
ld2dms r3.xyzw, l(1, 1, 0, 0), t4.xyzw, l(2)
ld_raw r1.y, l(8), t0.xxxx
ld_structured r1.z, l(2), l(8), t1.xxxx
ld_uav_typed r1.w, l(3, 0, 0, 0), u2.xxxx
store_raw u0.xyzw, l(0), r1.xyzw
store_raw u0.xyzw, l(16), r2.xyzw
store_raw u0.x, l(32), r3.x
store_uav_typed u2.xyzw, l(9, 9, 9, 9), l(0x1234, 0, 0, 0)
ld_uav_typed r1.x, l(9, 0, 0, 0), u2.xxxx
store_raw u0.x, l(36), r1.x
ret
)";

const char* const kSparseLoads = CS TEXTURES R"(
dcl_resource_raw t0
dcl_resource_structured t1, 16
dcl_uav_raw u0
dcl_uav_typed_buffer (uint,uint,uint,uint) u2
dcl_temps 5
dcl_thread_group 1, 1, 1
ld_s r2.xyzw, r0.x, l(1, 2, 0, 0), t3.xyzw
check_access_fully_mapped r4.x, r0.x
ld2dms_s r3.xyzw, r0.x, l(1, 1, 0, 0), t4.xyzw, l(2)
check_access_fully_mapped r4.y, r0.x
ld_raw_s r1.x, r0.x, l(8), t0.xxxx
check_access_fully_mapped r0.x, r0.x
and r4.y, r4.y, r0.x
ld_structured_s r1.y, r0.x, l(2), l(8), t1.xxxx
check_access_fully_mapped r4.z, r0.x
ld_uav_typed_s r1.z, r0.x, l(3, 0, 0, 0), u2.xxxx
check_access_fully_mapped r4.w, r0.x
mov r1.w, r3.x
store_raw u0.xyzw, l(0), r1.xyzw
store_raw u0.xyzw, l(16), r2.xyzw
store_raw u0.xyzw, l(32), r4.xyzw
ret
)";

const char* const kQueries = CS TEXTURES R"(
dcl_resource_raw t0
dcl_resource_structured t1, 16
dcl_resource_buffer (uint,uint,uint,uint) t2
dcl_uav_raw u0
dcl_temps 4
dcl_thread_group 1, 1, 1
resinfo_uint r1.xyzw, l(0), t3.xyzw
bufinfo r2.x, t0.x
bufinfo r2.y, t1.x
bufinfo r2.z, t2.x
sampleinfo_uint r2.w, t4.xxxx
samplepos r3.xy, t4.xyzw, l(0)
store_raw u0.xyzw, l(0), r1.xyzw
store_raw u0.xyzw, l(16), r2.xyzw
store_raw u0.xy, l(32), r3.xyxx
ret
)";

const char* const kSampling = CS TEXTURES R"(
dcl_uav_raw u0
dcl_temps 8
dcl_thread_group 1, 1, 1
sample_l r1.xyzw, l(0.375, 0.625, 0, 0), t3.xyzw, s0, l(0)
sample_d r2.xyzw, l(0.375, 0.625, 0, 0), t3.zxyw, s0, l(0, 0, 0, 0), l(0, 0, 0, 0)
sample_c_lz r3.x, l(0.5, 0.5, 0, 0), t5.xxxx, s1, l(0.25)
sample_c_lz r3.y, l(0.5, 0.5, 0, 0), t5.xxxx, s1, l(0.75)
gather4 r4.xyzw, l(0.5, 0.5, 0, 0), t3.xyzw, s0.x
gather4_c r5.xyzw, l(0.5, 0.5, 0, 0), t5.xyzw, s1.x, l(0.25)
gather4_po r6.xyzw, l(0.5, 0.5, 0, 0), l(1, 0, 0, 0), t3.xyzw, s0.x
gather4_po_c r7.xyzw, l(0.5, 0.5, 0, 0), l(1, 0, 0, 0), t5.xyzw, s1.x, l(0.25)
add r5.xyzw, r5.xyzw, r7.xyzw
mov r3.zw, r5.xxxy
store_raw u0.xyzw, l(0), r1.xyzw
store_raw u0.xyzw, l(16), r2.xyzw
store_raw u0.xyzw, l(32), r3.xyzw
store_raw u0.xyzw, l(48), r4.xyzw
store_raw u0.xyzw, l(64), r6.xyzw
ret
)";

const char* const kSparseSampling = CS TEXTURES R"(
dcl_uav_raw u0
dcl_temps 8
dcl_thread_group 1, 1, 1
sample_l_s r1.xyzw, r0.x, l(0.375, 0.625, 0, 0), t3.xyzw, s0, l(0)
check_access_fully_mapped r3.y, r0.x
sample_d_cl_s r2.xyzw, r0.x, l(0.375, 0.625, 0, 0), t3.zxyw, s0, l(0, 0, 0, 0), l(0, 0, 0, 0), l(0)
check_access_fully_mapped r0.x, r0.x
and r3.y, r3.y, r0.x
sample_c_lz_s r3.x, r0.x, l(0.5, 0.5, 0, 0), t5.xxxx, s1, l(0.25)
check_access_fully_mapped r0.x, r0.x
and r3.y, r3.y, r0.x
gather4_s r4.xyzw, r0.x, l(0.5, 0.5, 0, 0), t3.xyzw, s0.x
check_access_fully_mapped r0.x, r0.x
and r3.y, r3.y, r0.x
gather4_c_s r5.xyzw, r0.x, l(0.5, 0.5, 0, 0), t5.xyzw, s1.x, l(0.25)
check_access_fully_mapped r0.x, r0.x
and r3.y, r3.y, r0.x
gather4_po_s r6.xyzw, r0.x, l(0.5, 0.5, 0, 0), l(1, 0, 0, 0), t3.xyzw, s0.x
check_access_fully_mapped r0.x, r0.x
and r3.y, r3.y, r0.x
gather4_po_c_s r7.xyzw, r0.x, l(0.5, 0.5, 0, 0), l(1, 0, 0, 0), t5.xyzw, s1.x, l(0.25)
check_access_fully_mapped r0.x, r0.x
and r3.y, r3.y, r0.x
add r5.xyzw, r5.xyzw, r7.xyzw
mov r3.zw, r5.xxxy
store_raw u0.xyzw, l(0), r1.xyzw
store_raw u0.xyzw, l(16), r2.xyzw
store_raw u0.xyzw, l(32), r3.xyzw
store_raw u0.xyzw, l(48), r4.xyzw
store_raw u0.xyzw, l(64), r6.xyzw
ret
)";

// Every word of u0 starts at zero.
const char* const kAtomics = CS R"(
dcl_uav_raw u0
dcl_uav_structured_opc u1, 4
dcl_uav_structured_opc u3, 4
dcl_temps 4
dcl_thread_group 1, 1, 1
store_raw u0.xyzw, l(0), l(0xff, 0xf0, 0xff, 5)
store_raw u0.xyzw, l(16), l(10, -3, -3, 7)
store_raw u0.x, l(32), l(7)
atomic_and u0, l(0), l(0x3c)
atomic_or u0, l(4), l(0x0f)
atomic_xor u0, l(8), l(0x0f)
atomic_cmp_store u0, l(12), l(5), l(6)
atomic_cmp_store u0, l(12), l(5), l(99)
atomic_iadd u0, l(16), l(-4)
atomic_imax u0, l(20), l(2)
atomic_imin u0, l(24), l(2)
atomic_umax u0, l(28), l(-1)
atomic_umin u0, l(32), l(3)
imm_atomic_alloc r0.x, u1
imm_atomic_consume r0.y, u3
store_raw u0.xy, l(36), r0.xyxx
ret
)";

const char* const kImmediateAtomics = CS R"(
dcl_uav_raw u0
dcl_temps 4
dcl_thread_group 1, 1, 1
store_raw u0.xyzw, l(64), l(10, 0xff, 0xf0, 0xff)
store_raw u0.xyzw, l(80), l(5, 8, -3, -3)
store_raw u0.xy, l(96), l(7, 7, 0, 0)
imm_atomic_iadd r0.x, u0, l(64), l(-4)
imm_atomic_and r0.y, u0, l(68), l(0x3c)
imm_atomic_or r0.z, u0, l(72), l(0x0f)
imm_atomic_xor r0.w, u0, l(76), l(0x0f)
store_raw u0.xyzw, l(0), r0.xyzw
imm_atomic_exch r0.x, u0, l(80), l(50)
imm_atomic_cmp_exch r0.y, u0, l(84), l(8), l(9)
imm_atomic_imax r0.z, u0, l(88), l(2)
imm_atomic_imin r0.w, u0, l(92), l(2)
store_raw u0.xyzw, l(16), r0.xyzw
imm_atomic_umax r0.x, u0, l(96), l(-1)
imm_atomic_umin r0.y, u0, l(100), l(3)
imm_atomic_cmp_exch r0.z, u0, l(84), l(8), l(77)
mov r0.w, l(0)
store_raw u0.xyzw, l(32), r0.xyzw
ret
)";

const char* const kDots = CS R"(
dcl_uav_raw u0
dcl_temps 2
dcl_thread_group 1, 1, 1
mov r0.xyzw, l(1.0, 2.0, 3.0, 4.0)
dp2 r1.x, r0.xyzw, l(0.5, 0.25, 100.0, 100.0)
dp3 r1.y, r0.xyzw, l(0.5, 0.25, 0, 100.0)
dp4 r1.z, r0.wzyx, l(0.0, 0.0, 1.0, 1.0)
dp4_sat r1.w, r0.wzyx, -r0.xyzw
store_raw u0.xyzw, l(0), r1.xyzw
ret
)";

// Two results with masks of their own, results over their own sources.
const char* const kMasks = CS R"(
dcl_uav_raw u0
dcl_temps 7
dcl_thread_group 1, 1, 1
mov r1.xyzw, l(100, 200, 300, 400)
mov r5.xyzw, l(9, 9, 9, 9)
mov r6.xyzw, l(9, 9, 9, 9)
udiv r5.xz, r6.yw, r1.xyzw, l(7, 7, 7, 7)
store_raw u0.xyzw, l(0), r5.xyzw
store_raw u0.xyzw, l(16), r6.xyzw
swapc r2.x, r3.y, l(1, 0, 0, 0), r1.xyzw, r1.wzyx
mov r2.y, r3.y
mov r4.x, l(0x10000)
umul r4.x, r4.y, r4.x, r4.x
mov r2.zw, r4.xxxy
store_raw u0.xyzw, l(32), r2.xyzw
uaddc r1.xy, r1.zw, r1.xyzw, l(-100, -200, -300, -401)
store_raw u0.xyzw, l(48), r1.xyzw
ret
)";

const char* const kInterfaces = CS R"(
dcl_uav_raw u0
dcl_function_body fb0
dcl_function_body fb1
dcl_function_table ft0 = {fb0}
dcl_function_table ft1 = {fb1}
dcl_interface fp0[1][1] = {ft0, ft1}
dcl_temps 1
dcl_thread_group 1, 1, 1
mov r0.x, l(40)
fcall fp0[0], 0
store_raw u0.x, l(0), r0.x
ret
label fb0
iadd r0.x, r0.x, l(1)
ret
label fb1
iadd r0.x, r0.x, l(2)
ret
)";

// --- graphics

const char* const kDerivatives = PS R"(
dcl_input_ps linear v1.xyzw
dcl_output o0.xyzw
dcl_temps 1
deriv_rtx r0.x, v1.x
deriv_rty r0.y, v1.y
deriv_rtx_coarse r0.z, v1.x
deriv_rtx_fine r0.w, v1.x
mov o0.x, r0.x
add o0.y, r0.z, r0.w
mov o0.z, r0.y
deriv_rty_coarse r0.z, v1.y
deriv_rty_fine r0.w, v1.y
add o0.w, r0.z, r0.w
ret
)";

// The target's pixel (4, 4) is at (0.5625, 0.5625): texel (2, 2).
const char* const kPixelSampling = PS TEXTURES R"(
dcl_input_ps linear v1.xy
dcl_output o0.xyzw
dcl_temps 5
sample r0.xyzw, v1.xyxx, t3.xyzw, s0
sample_b r1.xyzw, v1.xyxx, t3.xyzw, s0, l(1.0)
sample_c r2.x, v1.xyxx, t5.xxxx, s1, l(0.25)
lod r3.xy, v1.xyxx, t3.xyzw, s0
add o0.x, r0.x, r1.z
add o0.y, r2.x, r0.w
mov o0.z, r3.x
mov o0.w, l(1.0)
ret
)";

const char* const kSparsePixelSampling = PS TEXTURES R"(
dcl_input_ps linear v1.xy
dcl_output o0.xyzw
dcl_temps 5
sample_cl_s r0.xyzw, r4.x, v1.xyxx, t3.xyzw, s0, l(0)
check_access_fully_mapped r3.x, r4.x
sample_b_cl_s r1.xyzw, r4.x, v1.xyxx, t3.xyzw, s0, l(1.0), l(0)
check_access_fully_mapped r3.y, r4.x
sample_c_cl_s r2.x, r4.x, v1.xyxx, t5.xxxx, s1, l(0.25), l(0)
check_access_fully_mapped r3.z, r4.x
and r3.x, r3.x, r3.y
and r3.x, r3.x, r3.z
add o0.x, r0.x, r1.z
add o0.y, r2.x, r0.w
and o0.z, r3.x, l(0x3f800000)
mov o0.w, l(1.0)
ret
)";

const char* const kInterpolation = "ps_5_0\n.in SV_Position 0 0 xyzw float sv=POS\n.in TEXCOORD 0 1 xyzw float\n"
                                   ".in SV_IsFrontFace 0 2 x uint sv=FFACE\n.out SV_Target 0 0 xyzw float sv=TARGET\n"
                                   R"(
dcl_globalFlags refactoringAllowed
dcl_input_ps_siv linear noperspective v0.xy, position
dcl_input_ps linear v1.xyzw
dcl_input_ps_sgv constant v2.x, is_front_face
dcl_output o0.xyzw
dcl_temps 4
eval_centroid r0.xyzw, v1.xyzw
eval_sample_index r1.xyzw, v1.xyzw, l(0)
eval_snapped r2.xyzw, v1.xyzw, l(0, 0, 0, 0)
discard_nz l(0)
lt r3.x, v0.x, l(2.0)
discard_nz r3.x
add r0.x, r0.x, r1.x
add o0.x, r0.x, r2.x
mov o0.y, v0.y
movc o0.z, v2.x, l(1.0), l(0)
mov o0.w, r1.w
ret
)";

const char* const kGeometry = R"(gs_4_0
.in SV_Position 0 0 xyzw float sv=POS
.in TEXCOORD 0 1 xyzw float
.out SV_Position 0 0 xyzw float sv=POS
.out TEXCOORD 0 1 xyzw float
.out SV_PrimitiveID 0 2 x uint sv=PRIMID
dcl_input_siv v[3][0].xyzw, position
dcl_input v[3][1].xyzw
dcl_temps 1
dcl_inputPrimitive triangle
dcl_outputTopology trianglestrip
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_output_sgv o2.x, primitive_id
dcl_maxOutputVertexCount 6
mov o0.xyzw, v[0][0].xyzw
mov o1.xyzw, v[0][1].xyzw
mov o2.x, l(5)
emit
cut
mov o0.xyzw, v[0][0].xyzw
mov o1.xyzw, v[0][1].xyzw
mov o2.x, l(7)
emit
mov o0.xyzw, v[1][0].xyzw
mov o1.xyzw, v[1][1].xyzw
mov o2.x, l(7)
emit
mov o0.xyzw, v[2][0].xyzw
mov o1.xyzw, v[2][1].xyzw
mov o2.x, l(7)
emitThenCut
ret
)";

const char* const kPrimitiveIdPixel = "ps_5_0\n.in SV_Position 0 0 xyzw float sv=POS\n.in TEXCOORD 0 1 xyzw float\n"
                                      ".in SV_PrimitiveID 0 2 x uint sv=PRIMID\n"
                                      ".out SV_Target 0 0 xyzw float sv=TARGET\n"
                                      R"(
dcl_globalFlags refactoringAllowed
dcl_input_ps linear v1.xyzw
dcl_input_ps_sgv constant v2.x, primitive_id
dcl_output o0.xyzw
mov o0.xyz, v1.xyzx
utof o0.w, v2.x
ret
)";

const char* const kStreams = R"(gs_5_0
.in SV_Position 0 0 xyzw float sv=POS
.in TEXCOORD 0 1 xyzw float
.out SV_Position 0 0 xyzw float sv=POS stream=0
.out TEXCOORD 0 1 xyzw float stream=0
.out OTHER 0 0 xyzw float stream=1
dcl_globalFlags refactoringAllowed
dcl_input_siv v[1][0].xyzw, position
dcl_input v[1][1].xyzw
dcl_input vGSInstanceID
dcl_temps 1
dcl_inputPrimitive point
dcl_stream m0
dcl_outputTopology pointlist
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_stream m1
dcl_outputTopology pointlist
dcl_output o0.xyzw
dcl_maxOutputVertexCount 4
dcl_gs_instance_count 2
mov o0.xyzw, l(9.0, 9.0, 9.0, 9.0)
emit_stream m1
cut_stream m1
utof r0.x, vGSInstanceID
mov o0.xyzw, l(0.125, -0.125, 0.5, 1.0)
mov o1.xyz, l(6.0, 7.0, 8.0, 0)
mov o1.w, r0.x
emitThenCut_stream m0
ret
)";

const char* const kHull = R"(hs_5_0
.in SV_Position 0 0 xyzw float sv=POS
.in TEXCOORD 0 1 xyzw float
.out SV_Position 0 0 xyzw float sv=POS
.out TEXCOORD 0 1 xyzw float
.patch SV_TessFactor 0 0 x float sv=TRIEDGE
.patch SV_TessFactor 1 1 x float sv=TRIEDGE
.patch SV_TessFactor 2 2 x float sv=TRIEDGE
.patch SV_InsideTessFactor 0 3 x float sv=TRIINT
hs_decls
dcl_globalFlags refactoringAllowed
dcl_input_control_point_count 3
dcl_output_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_triangle_cw
dcl_hs_max_tessfactor l(8.0)
hs_control_point_phase
dcl_input vOutputControlPointID
dcl_input_siv v[3][0].xyzw, position
dcl_input v[3][1].xyzw
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_temps 1
mov r0.x, vOutputControlPointID
mov o0.xyzw, v[r0.x + 0][0].xyzw
mov o1.xyzw, v[r0.x + 0][1].xyzw
ret
hs_fork_phase
dcl_hs_fork_phase_instance_count 3
dcl_input vForkInstanceID
dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor
dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor
dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor
dcl_temps 1
dcl_indexRange o0.x, 3
mov r0.x, vForkInstanceID
mov o[r0.x + 0].x, l(2.0)
ret
hs_join_phase
dcl_hs_join_phase_instance_count 1
dcl_input vJoinInstanceID
dcl_input vpc0.x
dcl_output_siv o3.x, finalTriInsideTessFactor
mov o3.x, vpc0.x
ret
)";

const char* const kDomain = R"(ds_5_0
.in SV_Position 0 0 xyzw float sv=POS
.in TEXCOORD 0 1 xyzw float
.out SV_Position 0 0 xyzw float sv=POS
.out TEXCOORD 0 1 xyzw float
.patch SV_TessFactor 0 0 x float sv=TRIEDGE
.patch SV_TessFactor 1 1 x float sv=TRIEDGE
.patch SV_TessFactor 2 2 x float sv=TRIEDGE
.patch SV_InsideTessFactor 0 3 x float sv=TRIINT
dcl_input_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_globalFlags refactoringAllowed
dcl_input vDomain.xyz
dcl_input vicp[3][0].xyzw
dcl_input vicp[3][1].xyzw
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_temps 1
mul r0.xyzw, vDomain.xxxx, vicp[0][0].xyzw
mad r0.xyzw, vDomain.yyyy, vicp[1][0].xyzw, r0.xyzw
mad o0.xyzw, vDomain.zzzz, vicp[2][0].xyzw, r0.xyzw
mul r0.xyzw, vDomain.xxxx, vicp[0][1].xyzw
mad r0.xyzw, vDomain.yyyy, vicp[1][1].xyzw, r0.xyzw
mad o1.xyzw, vDomain.zzzz, vicp[2][1].xyzw, r0.xyzw
ret
)";

std::vector<Program> makePrograms() {
    std::vector<Program> all;
    const auto compute = [&](const char* name, const char* text, std::vector<uint32_t> words) {
        Program program{name};
        program.compute = text;
        program.words = std::move(words);
        all.push_back(std::move(program));
    };
    const auto pixel = [&](const char* name, const char* text, std::vector<float> color) -> Program& {
        Program program{name};
        program.pixel = text;
        program.color = std::move(color);
        all.push_back(std::move(program));
        return all.back();
    };
    compute("Flow", kFlow, {37, 9, 2, 104, 0});
    compute("GroupMemory", kGroupMemory, {53, 53, 1006, 0, 52, 52, 22, 0, 51, 51, 1006, 0, 50, 50, 22, 0});
    compute("Loads", kLoads, {9, 102, 22, 21, kOne, kTwo, kNine, kOne, kQuarter, 0x1234});
    compute("SparseLoads", kSparseLoads, {102, 22, 21, kQuarter, kOne, kTwo, kNine, kOne, kAll, kAll, kAll, kAll});
    compute("Queries", kQueries, {4, 4, 0, 1, 256, 4, 16, 4, 0xbe000000, 0xbec00000});
    const std::vector<uint32_t> sampled = {kOne, kTwo, kNine, kOne, kNine, kOne, kTwo, kOne,   kOne,   0,
                                           kTwo, kTwo, kOne,  kTwo, kTwo,  kOne, kTwo, kThree, kThree, kTwo};
    compute("Sampling", kSampling, sampled);
    std::vector<uint32_t> mapped = sampled;
    mapped[9] = kAll;
    compute("SparseSampling", kSparseSampling, mapped);
    compute("Atomics", kAtomics, {0x3c, 0xff, 0xf0, 6, 6, 2, 0xfffffffd, 0xffffffff, 3, 5, 4});
    compute("ImmediateAtomics", kImmediateAtomics,
            {10, 0xff, 0xf0, 0xff, 5,    8,    0xfffffffd, 0xfffffffd, 7, 7, 9,          0,          0,
             0,  0,    0,    6,    0x3c, 0xff, 0xf0,       50,         9, 2, 0xfffffffd, 0xffffffff, 3});
    compute("Dots", kDots, {kOne, kOne, kThree, 0});
    compute("Masks", kMasks, {14, 9, 42, 9, 9, 4, 9, 1, 400, 300, 1, 0, 0, 0, 1, 0});
    compute("Interfaces", kInterfaces, {42, 0});
    all.back().interfaces = true;
    pixel("Derivatives", kDerivatives, {0.125f, 0.25f, 0.125f, 0.25f});
    pixel("PixelSampling", kPixelSampling, {12, 2, 0, 1});
    pixel("SparsePixelSampling", kSparsePixelSampling, {12, 2, 1, 1});
    pixel("Interpolation", kInterpolation, {3 * 0.5625f, 4.5f, 1, 4});
    pixel("Geometry", kPrimitiveIdPixel, {0.5625f, 0.5625f, 3, 7}).geometry = kGeometry;
    pixel("Streams", nullptr, {6, 7, 8, 1}).geometry = kStreams;
    Program& tessellated = pixel("Tessellation", nullptr, {0.5625f, 0.5625f, 3, 4});
    tessellated.hull = kHull;
    tessellated.domain = kDomain;
    return all;
}

} // namespace

std::span<const Program> programs() {
    static const std::vector<Program> kPrograms = makePrograms();
    return kPrograms;
}

} // namespace conformance::opcodes
