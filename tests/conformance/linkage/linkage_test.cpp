// Class linkage: shaders with interfaces, and the classes that a program puts behind them. Rules: Microsoft Learn, "Dynamic
// Linking", ID3D11ClassLinkage, ID3D11ClassInstance, ID3D11DeviceContext::CSSetShader.

#include "../shader/shader_test.h"
#include "interface_chunk.h"

#include <cstring>

namespace conformance {

namespace {

// One interface with two classes: Scale multiplies 3 by its first number, Shift adds it.
constexpr const char* kArithmetic = R"(cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[4], immediateIndexed
dcl_uav_raw u0
dcl_function_body fb0
dcl_function_body fb1
dcl_function_table ft0 = {fb0}
dcl_function_table ft1 = {fb1}
dcl_interface fp0[1][1] = {ft0, ft1}
dcl_temps 2
dcl_thread_group 1, 1, 1
mov r0.x, l(3.0)
fcall fp0[0], 0
store_raw u0.x, l(0), r0.x
ret
label fb0
mov r1.x, this[0].y
mov r1.y, this[0].x
mul r0.x, r0.x, cb[r1.y][r1.x].x
ret
label fb1
mov r1.x, this[0].y
mov r1.y, this[0].x
add r0.x, r0.x, cb[r1.y][r1.x].x
ret
)";

TestLinkage arithmeticLinkage() {
    TestLinkage linkage;
    linkage.classes = {{"Scale"}, {"Shift"}};
    linkage.instances = {{"scale", 0, 0, 1, 0, 0}, {"shift", 1, 2, 0, 0, 0}};
    linkage.interfaces = {{1, {{0, 0}, {1, 1}}}};
    return linkage;
}

class Linkage : public ShaderTest {
protected:
    void SetUp() override {
        ShaderTest::SetUp();
        ASSERT_HR(S_OK, device->CreateClassLinkage(linkage.out()));
        const float first[16] = {2, 0, 0, 0, 5, 0, 0, 0, 7, 0, 0, 0, 11, 0, 0, 0};
        const float third[4] = {100, 0, 0, 0};
        buffer0 = buffer(sizeof first, D3D11_BIND_CONSTANT_BUFFER, first);
        buffer2 = buffer(sizeof third, D3D11_BIND_CONSTANT_BUFFER, third);
    }
    void TearDown() override {
        linkage = {};
        buffer0 = {};
        buffer2 = {};
        ShaderTest::TearDown();
    }
    Com<ID3D11ComputeShader> made(const std::vector<unsigned char>& code) {
        Com<ID3D11ComputeShader> shader;
        EXPECT_HR(S_OK, device->CreateComputeShader(code.data(), code.size(), linkage.get(), shader.out()));
        return shader;
    }
    Com<ID3D11ClassInstance> got(const char* name, UINT index = 0) {
        Com<ID3D11ClassInstance> instance;
        EXPECT_HR(S_OK, linkage->GetClassInstance(name, index, instance.out()));
        return instance;
    }
    Com<ID3D11ClassInstance> created(const char* type, UINT constantBuffer, UINT vector, UINT texture = 0,
                                     UINT sampler = 0) {
        Com<ID3D11ClassInstance> instance;
        EXPECT_HR(S_OK, linkage->CreateClassInstance(type, constantBuffer, vector, texture, sampler, instance.out()));
        return instance;
    }
    void bindBuffers(ID3D11DeviceContext* on) {
        ID3D11Buffer* buffers[] = {buffer0.get(), nullptr, buffer2.get()};
        on->CSSetConstantBuffers(0, 3, buffers);
    }
    // What the shader that is set leaves in the first word; -1 when it did not run.
    float run() {
        const float before = -1;
        auto output = rawBuffer(1, &before);
        bindBuffers(context.get());
        context->CSSetUnorderedAccessViews(0, 1, rawAccess(output.get(), 0, 1).array(), nullptr);
        context->Dispatch(1, 1, 1);
        ID3D11UnorderedAccessView* none = nullptr;
        context->CSSetUnorderedAccessViews(0, 1, &none, nullptr);
        return read<float>(output.get()).at(0);
    }
    float runWith(ID3D11ComputeShader* shader, ID3D11ClassInstance* instance) {
        context->CSSetShader(shader, &instance, 1);
        return run();
    }

    Com<ID3D11ClassLinkage> linkage;
    Com<ID3D11Buffer> buffer0, buffer2;
};

} // namespace

TEST_F(Linkage, InstancesChooseTheFunctionAndWhereItsDataLies) {
    auto shader = made(linked(kArithmetic, arithmeticLinkage()));
    auto scale = got("scale"), shift = got("shift");
    EXPECT_EQ(15.0f, runWith(shader.get(), scale.get()));
    EXPECT_EQ(103.0f, runWith(shader.get(), shift.get()));
    EXPECT_EQ(15.0f, runWith(shader.get(), scale.get()));
}

TEST_F(Linkage, CreatedInstancesSayWhereTheirDataLies) {
    auto shader = made(linked(kArithmetic, arithmeticLinkage()));
    EXPECT_EQ(21.0f, runWith(shader.get(), created("Scale", 0, 2).get()));
    EXPECT_EQ(5.0f, runWith(shader.get(), created("Shift", 0, 0).get()));
    EXPECT_EQ(300.0f, runWith(shader.get(), created("Scale", 2, 0).get()));
    // Nothing is bound there: zero.
    EXPECT_EQ(3.0f, runWith(shader.get(), created("Shift", 9, 0).get()));
}

TEST_F(Linkage, InstancesAreSwitchedBetweenDispatchesOfOneSubmission) {
    auto shader = made(linked(kArithmetic, arithmeticLinkage()));
    const float before[3] = {};
    Com<ID3D11Buffer> outputs[3];
    Com<ID3D11ClassInstance> instances[3] = {got("scale"), got("shift"), created("Scale", 0, 3)};
    bindBuffers(context.get());
    for (int i = 0; i < 3; i++) {
        outputs[i] = rawBuffer(1, before);
        context->CSSetShader(shader.get(), instances[i].array(), 1);
        context->CSSetUnorderedAccessViews(0, 1, rawAccess(outputs[i].get(), 0, 1).array(), nullptr);
        context->Dispatch(1, 1, 1);
    }
    EXPECT_EQ(15.0f, read<float>(outputs[0].get()).at(0));
    EXPECT_EQ(103.0f, read<float>(outputs[1].get()).at(0));
    EXPECT_EQ(33.0f, read<float>(outputs[2].get()).at(0));
}

TEST_F(Linkage, AShaderWithoutAFittingInstanceIsDisabled) {
    auto shader = made(linked(kArithmetic, arithmeticLinkage()));
    auto scale = got("scale");
    EXPECT_EQ(15.0f, runWith(shader.get(), scale.get()));
    context->CSSetShader(shader.get(), nullptr, 0);
    EXPECT_EQ(-1.0f, run());
    EXPECT_EQ(-1.0f, runWith(shader.get(), nullptr));
    // Of another linkage.
    Com<ID3D11ClassLinkage> other;
    ASSERT_HR(S_OK, device->CreateClassLinkage(other.out()));
    Com<ID3D11ComputeShader> same;
    const auto code = linked(kArithmetic, arithmeticLinkage());
    ASSERT_HR(S_OK, device->CreateComputeShader(code.data(), code.size(), other.get(), same.out()));
    EXPECT_EQ(-1.0f, runWith(same.get(), scale.get()));
    EXPECT_EQ(15.0f, runWith(shader.get(), scale.get()));
    // Made without a linkage, no instance fits.
    Com<ID3D11ComputeShader> alone;
    ASSERT_HR(S_OK, device->CreateComputeShader(code.data(), code.size(), nullptr, alone.out()));
    EXPECT_EQ(-1.0f, runWith(alone.get(), scale.get()));
}

TEST_F(Linkage, AWrongNumberOfInstancesIsIgnored) {
    auto shader = made(linked(kArithmetic, arithmeticLinkage()));
    auto plain = cs("cs_5_0\ndcl_uav_raw u0\ndcl_thread_group 1, 1, 1\nstore_raw u0.x, l(0), l(1.5)\nret\n");
    auto scale = got("scale"), shift = got("shift");
    context->CSSetShader(shader.get(), scale.array(), 1);
    ID3D11ClassInstance* two[] = {shift.get(), shift.get()};
    context->CSSetShader(shader.get(), two, 2);
    EXPECT_EQ(15.0f, run());
    context->CSSetShader(plain.get(), shift.array(), 1);
    EXPECT_EQ(15.0f, run());
    context->CSSetShader(plain.get(), nullptr, 0);
    EXPECT_EQ(1.5f, run());
}

TEST_F(Linkage, GettersGiveWhatWasSet) {
    auto shader = made(linked(kArithmetic, arithmeticLinkage()));
    auto scale = got("scale");
    context->CSSetShader(shader.get(), scale.array(), 1);
    Com<ID3D11ComputeShader> found;
    ID3D11ClassInstance* instances[4] = {};
    UINT count = 4;
    context->CSGetShader(found.out(), instances, &count);
    EXPECT_EQ(shader.get(), found.get());
    EXPECT_EQ(1u, count);
    ASSERT_EQ(scale.get(), instances[0]);
    EXPECT_EQ(nullptr, instances[1]);
    instances[0]->Release();
    context->CSSetShader(nullptr, nullptr, 0);
    count = 4;
    context->CSGetShader(found.out(), instances, &count);
    EXPECT_EQ(0u, count);
}

TEST_F(Linkage, AnInstanceSaysWhatItIs) {
    auto shader = made(linked(kArithmetic, arithmeticLinkage()));
    auto shift = got("shift");
    D3D11_CLASS_INSTANCE_DESC desc{};
    shift->GetDesc(&desc);
    EXPECT_EQ(2u, desc.ConstantBuffer);
    EXPECT_EQ(0u, desc.BaseConstantBufferOffset);
    EXPECT_FALSE(desc.Created);
    char name[16] = "?";
    SIZE_T length = sizeof name;
    shift->GetInstanceName(name, &length);
    EXPECT_STREQ("shift", name);
    EXPECT_EQ(6u, length);
    length = sizeof name;
    shift->GetTypeName(name, &length);
    EXPECT_STREQ("Shift", name);
    length = 0;
    shift->GetTypeName(nullptr, &length);
    EXPECT_EQ(6u, length);
    Com<ID3D11ClassLinkage> from;
    shift->GetClassLinkage(from.out());
    EXPECT_EQ(linkage.get(), from.get());

    auto own = created("Scale", 3, 4, 5, 6);
    own->GetDesc(&desc);
    EXPECT_TRUE(desc.Created);
    EXPECT_EQ(3u, desc.ConstantBuffer);
    EXPECT_EQ(4u, desc.BaseConstantBufferOffset);
    EXPECT_EQ(5u, desc.BaseTexture);
    EXPECT_EQ(6u, desc.BaseSampler);
}

TEST_F(Linkage, NamesThatNoShaderHasAreRefused) {
    Com<ID3D11ClassInstance> instance;
    EXPECT_HR(E_INVALIDARG, linkage->GetClassInstance("scale", 0, instance.out()));
    auto shader = made(linked(kArithmetic, arithmeticLinkage()));
    EXPECT_HR(S_OK, linkage->GetClassInstance("scale", 0, instance.out()));
    EXPECT_HR(E_INVALIDARG, linkage->GetClassInstance("scale", 1, instance.out()));
    EXPECT_HR(E_INVALIDARG, linkage->GetClassInstance("Scale", 0, instance.out()));
    EXPECT_HR(E_INVALIDARG, linkage->CreateClassInstance("scale", 0, 0, 0, 0, instance.out()));
}

// A created instance fits each shader that has a class of its name, one that was got fits by the instance's name and is
// what the shader at hand says of it.
TEST_F(Linkage, AnInstanceServesAllShadersThatKnowItsName) {
    auto shader = made(linked(kArithmetic, arithmeticLinkage()));
    TestLinkage turned;
    turned.classes = {{"Unknown"}, {"Shift"}, {"Scale"}};
    turned.instances = {{"scale", 1, 2, 0, 0, 0}}; // a Shift here
    turned.interfaces = {{1, {{2, 0}, {1, 1}}}};
    auto second = made(linked(kArithmetic, turned));
    auto scale = got("scale"), shift = got("shift"), create = created("Scale", 0, 2);
    EXPECT_EQ(15.0f, runWith(shader.get(), scale.get()));
    EXPECT_EQ(103.0f, runWith(second.get(), scale.get()));
    EXPECT_EQ(21.0f, runWith(shader.get(), create.get()));
    EXPECT_EQ(21.0f, runWith(second.get(), create.get()));
    EXPECT_EQ(-1.0f, runWith(second.get(), shift.get())); // has no instance of that name
}

TEST_F(Linkage, AnArrayOfInterfacesIsIndexedAtRunTime) {
    // fp1 is the array: slot 0 belongs to another interface; which element is taken stands in the buffer.
    const char* text = R"(cs_5_0
dcl_globalFlags refactoringAllowed
dcl_constantbuffer cb0[4], immediateIndexed
dcl_constantbuffer cb1[1], immediateIndexed
dcl_uav_raw u0
dcl_function_body fb0
dcl_function_body fb1
dcl_function_body fb2
dcl_function_body fb3
dcl_function_table ft0 = {fb0, fb2}
dcl_function_table ft1 = {fb1, fb3}
dcl_interface fp0[1][2] = {ft0, ft1}
dcl_interface_dynamicindexed fp1[3][2] = {ft0, ft1}
dcl_temps 3
dcl_thread_group 1, 1, 1
mov r2.x, l(1)
mov r0.x, l(3.0)
mov r2.y, l(0)
fcall fp0[0], 0
mov r2.x, cb1[0].x
iadd r2.y, r2.x, l(1)
fcall fp1[r2.x], 0
mov r2.y, l(2)
fcall fp1[1], 1
store_raw u0.x, l(0), r0.x
ret
label fb0
mov r1.x, this[r2.y].y
mov r1.y, this[r2.y].x
mul r0.x, r0.x, cb[r1.y][r1.x].x
ret
label fb1
mov r1.x, this[r2.y].y
mov r1.y, this[r2.y].x
add r0.x, r0.x, cb[r1.y][r1.x].x
ret
label fb2
add r0.x, r0.x, l(1000.0)
ret
label fb3
add r0.x, r0.x, l(2000.0)
ret
)";
    TestLinkage contents = arithmeticLinkage();
    contents.interfaces = {{1, {{0, 0}, {1, 1}}}, {3, {{0, 0}, {1, 1}}}};
    auto shader = made(linked(text, contents));
    auto scale = got("scale"), shift = got("shift"), tens = created("Scale", 2, 0);
    ID3D11ClassInstance* instances[] = {scale.get(), shift.get(), shift.get(), tens.get()};
    const uint32_t elements[] = {0, 2};
    const float wanted[] = {3 * 5 + 100 + 2000, 3 * 5 * 100 + 2000};
    for (int i = 0; i < 2; i++) {
        const uint32_t vector[4] = {elements[i]};
        auto index = buffer(16, D3D11_BIND_CONSTANT_BUFFER, vector);
        context->CSSetShader(shader.get(), instances, 4);
        context->CSSetConstantBuffers(1, 1, index.array());
        const float before = -1;
        auto output = rawBuffer(1, &before);
        context->CSSetConstantBuffers(0, 1, buffer0.array());
        context->CSSetConstantBuffers(2, 1, buffer2.array());
        context->CSSetUnorderedAccessViews(0, 1, rawAccess(output.get(), 0, 1).array(), nullptr);
        context->Dispatch(1, 1, 1);
        EXPECT_EQ(wanted[i], read<float>(output.get()).at(0)) << i;
    }
}

TEST_F(Linkage, MethodsReachTexturesAndSamplersThroughThis) {
    const char* text = R"(ps_5_0
.in SV_Position 0 0 xyzw float sv=POS rw=xy
.out SV_Target 0 0 xyzw float sv=TARGET
dcl_globalFlags refactoringAllowed
dcl_function_body fb0
dcl_function_body fb1
dcl_function_table ft0 = {fb0}
dcl_function_table ft1 = {fb1}
dcl_interface fp0[1][1] = {ft0, ft1}
dcl_output o0.xyzw
dcl_temps 2
fcall fp0[0], 0
mov o0.xyzw, r0.xyzw
ret
label fb0
mov r1.xy, this[0].zwzz
sample_indexable(texture2d)(float,float,float,float) r0.xyzw, l(0.25, 0.5, 0.0, 0.0), t[r1.x].xyzw, s[r1.y]
ret
label fb1
mov r1.x, this[0].z
ld_indexable(texture2d)(float,float,float,float) r0.xyzw, l(1, 0, 0, 0), t[r1.x].xyzw
ret
)";
    TestLinkage contents;
    contents.classes = {{"Sampled"}, {"Loaded"}};
    contents.interfaces = {{1, {{0, 0}, {1, 1}}}};
    const auto code = linked(text, contents);
    Com<ID3D11PixelShader> shader;
    ASSERT_HR(S_OK, device->CreatePixelShader(code.data(), code.size(), linkage.get(), shader.out()));

    const float left[8] = {1, 2, 3, 4, 5, 6, 7, 8}, right[8] = {10, 20, 30, 40, 50, 60, 70, 80};
    auto first = texture(2, 1, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_SHADER_RESOURCE, left, sizeof left);
    auto second = texture(2, 1, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_SHADER_RESOURCE, right, sizeof right);
    auto firstView = resourceView(first.get()), secondView = resourceView(second.get());
    context->PSSetShaderResources(2, 1, firstView.array());
    context->PSSetShaderResources(7, 1, secondView.array());
    D3D11_SAMPLER_DESC border{D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_TEXTURE_ADDRESS_CLAMP, D3D11_TEXTURE_ADDRESS_CLAMP,
                              D3D11_TEXTURE_ADDRESS_CLAMP};
    border.MaxLOD = 1;
    Com<ID3D11SamplerState> point, linear;
    ASSERT_HR(S_OK, device->CreateSamplerState(&border, point.out()));
    border.Filter = D3D11_FILTER_MIN_MAG_MIP_LINEAR;
    border.AddressU = D3D11_TEXTURE_ADDRESS_WRAP;
    ASSERT_HR(S_OK, device->CreateSamplerState(&border, linear.out()));
    context->PSSetSamplers(1, 1, point.array());
    context->PSSetSamplers(3, 1, linear.array());

    auto color = texture(1, 1, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_RENDER_TARGET);
    auto view = target(color.get());
    bindTarget(view);
    viewport(1, 1);
    struct Row {
        const char* type;
        UINT texture, sampler;
        Float4 wanted;
    };
    // 0.25 is the centre of the left texel.
    const Row rows[] = {{"Sampled", 2, 1, {1, 2, 3, 4}},
                        {"Sampled", 7, 3, {10, 20, 30, 40}},
                        {"Loaded", 2, 0, {5, 6, 7, 8}},
                        {"Loaded", 7, 0, {50, 60, 70, 80}},
                        {"Sampled", 3, 1, {0, 0, 0, 0}}}; // nothing is bound there
    drawFullscreen(nullptr); // sets the vertex stage
    for (const Row& row : rows) {
        auto instance = created(row.type, 0, 0, row.texture, row.sampler);
        context->PSSetShader(shader.get(), instance.array(), 1);
        context->Draw(3, 0);
        EXPECT_TRUE(close(row.wanted, read(color.get()).at<Float4>(0))) << row.type << row.texture << row.sampler;
    }
}

TEST_F(Linkage, ListsRecordWhatWasSetAndCanBeExecutedTwice) {
    auto shader = made(linked(kArithmetic, arithmeticLinkage()));
    auto scale = got("scale"), shift = got("shift");
    Com<ID3D11DeviceContext> deferred;
    ASSERT_HR(S_OK, device->CreateDeferredContext(0, deferred.out()));
    const float before = -1;
    auto output = rawBuffer(1, &before);
    bindBuffers(deferred.get());
    deferred->CSSetShader(shader.get(), shift.array(), 1);
    deferred->CSSetUnorderedAccessViews(0, 1, rawAccess(output.get(), 0, 1).array(), nullptr);
    shift = {}; // the context keeps what is set
    context->Flush();
    deferred->Dispatch(1, 1, 1);
    Com<ID3D11CommandList> list;
    ASSERT_HR(S_OK, deferred->FinishCommandList(FALSE, list.out()));
    EXPECT_EQ(15.0f, runWith(shader.get(), scale.get()));
    for (int i = 0; i < 2; i++) {
        context->ExecuteCommandList(list.get(), TRUE);
        EXPECT_EQ(103.0f, read<float>(output.get()).at(0));
        EXPECT_EQ(15.0f, run()); // what was set before is back
    }
}

} // namespace conformance
