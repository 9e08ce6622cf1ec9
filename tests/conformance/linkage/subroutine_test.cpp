// Subroutines, flow of every shape, registers that are indexed at run time, and the depth that a pixel shader gives.
// Rules: D3D11.3 functional specification 22 (call, callc, label, switch), 17.11 (depth output).

#include "../shader/shader_test.h"

#include <cmath>
#include <limits>

namespace conformance {

namespace {

class Flow : public ShaderTest {};

} // namespace

TEST_F(Flow, SubroutinesShareTheRegistersOfTheirCaller) {
    const auto found = dispatch(R"(cs_5_0
dcl_globalFlags refactoringAllowed
dcl_uav_raw u0
dcl_temps 2
dcl_indexableTemp x0[2], 4
dcl_thread_group 1, 1, 1
mov r0.xy, l(5, 7, 0, 0)
mov x0[1].x, l(100)
call label0
callc_nz r0.x, label1
callc_z r0.x, label1
store_raw u0.xy, l(0), r0.xyxx
ret
label label0
iadd r0.x, r0.x, l(1)
call label1
ret
label label1
iadd r0.y, r0.y, x0[1].x
mov x0[1].x, l(1000)
retc_nz r0.x
mov r0.y, l(0)
ret
)",
                                2);
    EXPECT_EQ(6u, found[0]);
    EXPECT_EQ(7u + 100 + 1000, found[1]);
}

TEST_F(Flow, CodeAfterAReturnIsNotRun) {
    const auto found = compute("", R"(store_raw u0.x, l(0), l(1)
if_z l(0)
  store_raw u0.x, l(4), l(2)
  ret
  store_raw u0.x, l(4), l(3)
endif
store_raw u0.x, l(8), l(4)
ret
store_raw u0.x, l(0), l(5))",
                               3);
    EXPECT_EQ(1u, found[0]);
    EXPECT_EQ(2u, found[1]);
    EXPECT_EQ(0u, found[2]);
}

TEST_F(Flow, SwitchesMayBeEmptyAndNested) {
    const auto found = compute("", R"(mov r0.xy, l(3, 8, 0, 0)
switch r0.x
endswitch
switch r0.x
default
break
endswitch
switch r0.x
case l(1)
case l(3)
  switch r0.y
  case l(7)
    mov r0.z, l(1)
    break
  default
  case l(9)
    mov r0.z, l(2)
    if_nz r0.z
      break
    endif
    mov r0.z, l(3)
    break
  endswitch
  iadd r0.z, r0.z, l(10)
  break
case l(4)
  mov r0.z, l(4)
  break
endswitch
store_raw u0.x, l(0), r0.z)",
                               1);
    EXPECT_EQ(12u, found[0]);
}

TEST_F(Flow, OutputsAreIndexedAtRunTime) {
    auto first = texture(1, 1, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET);
    auto second = texture(1, 1, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET);
    auto firstView = target(first.get()), secondView = target(second.get());
    ID3D11RenderTargetView* views[] = {firstView.get(), secondView.get()};
    auto shader = ps(R"(ps_5_0
.in SV_Position 0 0 xyzw float sv=POS rw=x
.out SV_Target 0 0 xyzw float sv=TARGET
.out SV_Target 1 1 xyzw float sv=TARGET
dcl_globalFlags refactoringAllowed
dcl_input_ps_siv linear noperspective v0.xyzw, position
dcl_output o0.xyzw
dcl_output o1.xyzw
dcl_indexRange o0.xyzw, 2
dcl_temps 1
ftou r0.x, v0.x
mov o[r0.x + 1].xyzw, l(1.0, 2.0, 3.0, 4.0)
mov o[r0.x + 0].xyzw, l(5.0, 6.0, 7.0, 8.0)
ret
)");
    viewport(1, 1);
    context->OMSetRenderTargets(2, views, nullptr);
    drawFullscreen(shader.get());
    EXPECT_TRUE(close({5, 6, 7, 8}, read(first.get()).at<Float4>(0)));
    EXPECT_TRUE(close({1, 2, 3, 4}, read(second.get()).at<Float4>(0)));
}

// What a pixel shader writes is clamped to the viewport's range; a NaN is the least.
TEST_F(Flow, DepthIsClampedToTheViewport) {
    auto shader = ps(R"(ps_5_0
.in SV_Position 0 0 xyzw float sv=POS rw=x
.out SV_Depth 0 - x float sv=DEPTH
dcl_globalFlags refactoringAllowed
dcl_immediateConstantBuffer {{2.0, 0, 0, 0}, {-1.0, 0, 0, 0}, {0x7fc00000, 0, 0, 0}, {0.5, 0, 0, 0}}
dcl_input_ps_siv linear noperspective v0.xyzw, position
dcl_output oDepth
dcl_temps 1
ftou r0.x, v0.x
mov oDepth, icb[r0.x + 0].x
ret
)");
    auto depth = texture(4, 1, DXGI_FORMAT_D32_FLOAT, D3D11_BIND_DEPTH_STENCIL);
    Com<ID3D11DepthStencilView> view;
    ASSERT_HR(S_OK, device->CreateDepthStencilView(depth.get(), nullptr, view.out()));
    context->ClearDepthStencilView(view.get(), D3D11_CLEAR_DEPTH, 0.0f, 0);
    D3D11_DEPTH_STENCIL_DESC always{};
    always.DepthEnable = TRUE;
    always.DepthWriteMask = D3D11_DEPTH_WRITE_MASK_ALL;
    always.DepthFunc = D3D11_COMPARISON_ALWAYS;
    Com<ID3D11DepthStencilState> state;
    ASSERT_HR(S_OK, device->CreateDepthStencilState(&always, state.out()));
    context->OMSetDepthStencilState(state.get(), 0);
    context->OMSetRenderTargets(0, nullptr, view.get());
    const D3D11_VIEWPORT port{0, 0, 4, 1, 0.25f, 0.75f};
    context->RSSetViewports(1, &port);
    drawFullscreen(shader.get());
    const Readback found = read(depth.get());
    const float wanted[] = {0.75f, 0.25f, 0.25f, 0.5f};
    for (uint32_t x = 0; x < 4; x++)
        EXPECT_EQ(wanted[x], found.at<float>(x)) << x;
}

// Each phase of a hull shader may call subroutines; they see its registers and write its outputs.
TEST_F(Flow, HullPhasesCallSubroutines) {
    auto vertex = vs(R"(vs_5_0
.in SV_VertexID 0 0 x uint sv=VERTID rw=x
.out POINT 0 0 xyzw float
dcl_globalFlags refactoringAllowed
dcl_input_sgv v0.x, vertex_id
dcl_output o0.xyzw
dcl_temps 1
utof r0.x, v0.x
mov o0.xyzw, r0.xxxx
ret
)");
    auto hull = hs(R"(hs_5_0
.in POINT 0 0 xyzw float rw=x
.out POINT 0 0 xyzw float
.patch SV_TessFactor 0 0 x float sv=TRIEDGE
.patch SV_TessFactor 1 1 x float sv=TRIEDGE
.patch SV_TessFactor 2 2 x float sv=TRIEDGE
.patch SV_InsideTessFactor 0 3 x float sv=TRIINT
.patch SUM 0 4 x float
hs_decls
dcl_input_control_point_count 3
dcl_output_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_tessellator_partitioning partitioning_integer
dcl_tessellator_output_primitive output_triangle_cw
dcl_globalFlags refactoringAllowed
hs_control_point_phase
dcl_input vOutputControlPointID
dcl_input v[3][0].xyzw
dcl_output o0.xyzw
dcl_temps 2
mov r0.x, vOutputControlPointID
call label0
ret
label label0
mul r1.x, v[r0.x + 0][0].x, l(10.0)
mov o0.xyzw, r1.xxxx
ret
hs_fork_phase
dcl_input vocp[3][0].xyzw
dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor
dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor
dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor
dcl_output_siv o3.x, finalTriInsideTessFactor
dcl_output o4.x
dcl_temps 1
mov o0.x, l(1.0)
mov o1.x, l(1.0)
mov o2.x, l(1.0)
mov o3.x, l(1.0)
mov r0.x, l(0.5)
callc_nz l(1), label1
mov o4.x, r0.x
ret
label label1
add r0.x, r0.x, vocp[0][0].x
add r0.x, r0.x, vocp[1][0].x
add r0.x, r0.x, vocp[2][0].x
ret
)");
    auto domain = ds(R"(ds_5_0
.in POINT 0 0 xyzw float
.patch SV_TessFactor 0 0 x float sv=TRIEDGE
.patch SV_TessFactor 1 1 x float sv=TRIEDGE
.patch SV_TessFactor 2 2 x float sv=TRIEDGE
.patch SV_InsideTessFactor 0 3 x float sv=TRIINT
.patch SUM 0 4 x float rw=x
.out SV_Position 0 0 xyzw float sv=POS
.out SUM 0 1 x float
dcl_input_control_point_count 3
dcl_tessellator_domain domain_tri
dcl_globalFlags refactoringAllowed
dcl_input vpc[4].x
dcl_input vDomain.xyz
dcl_output_siv o0.xyzw, position
dcl_output o1.x
dcl_temps 1
mad r0.xy, vDomain.xyxx, l(4.0, 4.0, 0.0, 0.0), l(-1.0, -1.0, 0.0, 0.0)
mov o0.xy, r0.xyxx
mov o0.zw, l(0, 0, 0.5, 1.0)
mov o1.x, vpc[4].x
ret
)");
    auto pixel = ps(R"(ps_5_0
.in SV_Position 0 0 xyzw float sv=POS
.in SUM 0 1 x float rw=x
.out SV_Target 0 0 xyzw float sv=TARGET
dcl_globalFlags refactoringAllowed
dcl_input_ps constant v1.x
dcl_output o0.xyzw
mov o0.xyzw, v1.xxxx
ret
)");
    auto color = texture(2, 2, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET);
    auto view = target(color.get());
    bindTarget(view);
    viewport(2, 2);
    D3D11_RASTERIZER_DESC both{D3D11_FILL_SOLID, D3D11_CULL_NONE};
    both.DepthClipEnable = TRUE;
    Com<ID3D11RasterizerState> state;
    ASSERT_HR(S_OK, device->CreateRasterizerState(&both, state.out()));
    context->RSSetState(state.get());
    context->VSSetShader(vertex.get(), nullptr, 0);
    context->HSSetShader(hull.get(), nullptr, 0);
    context->DSSetShader(domain.get(), nullptr, 0);
    context->PSSetShader(pixel.get(), nullptr, 0);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_3_CONTROL_POINT_PATCHLIST);
    context->Draw(3, 0);
    EXPECT_EQ(30.5f, read(color.get()).at<Float4>(0, 1)[0]);
}

} // namespace conformance
