#include "rule.h"

#include "dxbcasm/dxbcasm.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>

namespace conformance::rules {

std::vector<const Rule*> allRules() {
    std::vector<const Rule*> all;
    for (const auto& topic : {deviceRules(), bufferRules(), textureRules(), viewRules(), stateRules(), shaderRules(),
                              queryRules(), contextRules(), capabilityRules(), privateDataRules(), sharingRules(),
                              factoryRules(), outputRules(), chainRules()})
        for (const Rule& rule : topic)
            all.push_back(&rule);
    std::sort(all.begin(), all.end(), [](const Rule* a, const Rule* b) { return a->id < b->id; });
    return all;
}

void Rig::settle(HRESULT hr) {
    if (!armed_)
        return;
    armed_ = false;
    const bool object = slot_ && slot_ != kept();
    switch (rule_.out) {
    case Out::Null:
        EXPECT_EQ(nullptr, slot_) << "the output is cleared";
        break;
    case Out::Kept:
        EXPECT_EQ(kept(), slot_) << "the output is left alone";
        break;
    case Out::Made:
        EXPECT_TRUE(object) << "an object is made";
        break;
    default:
        if (rule_.answer.kind != Answer::Kind::Success &&
            (rule_.answer.kind == Answer::Kind::Failure || FAILED(rule_.answer.hr))) {
            EXPECT_FALSE(object) << "a failure makes nothing";
        }
        break;
    }
    if (object)
        static_cast<IUnknown*>(slot_)->Release();
    slot_ = nullptr;
    (void)hr;
}

HRESULT Rig::same(std::initializer_list<HRESULT> answers) {
    int at = 0;
    for (HRESULT hr : answers) {
        EXPECT_EQ(static_cast<unsigned long>(*answers.begin()), static_cast<unsigned long>(hr)) << "case " << at;
        at++;
    }
    return *answers.begin();
}

ID3D11Device* Rig::at(D3D_FEATURE_LEVEL level) {
    for (Devices::Lower& lower : devices_.lower)
        if (lower.level == level)
            return lower.device.get();
    Devices::Lower made{level, {}};
    EXPECT_HR(S_OK, D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, &level, 1, D3D11_SDK_VERSION,
                                      made.device.out(), nullptr, nullptr));
    devices_.lower.push_back(std::move(made));
    return devices_.lower.back().device.get();
}

Com<ID3D11Buffer> Rig::buffer(UINT bytes, UINT bind, D3D11_USAGE usage, UINT access, UINT misc, UINT stride) {
    const D3D11_BUFFER_DESC desc{bytes, usage, bind, access, misc, stride};
    Com<ID3D11Buffer> made;
    EXPECT_HR(S_OK, device()->CreateBuffer(&desc, nullptr, made.out()));
    return made;
}

Com<ID3D11Texture1D> Rig::texture1(DXGI_FORMAT format, UINT bind, UINT mips, UINT layers) {
    const D3D11_TEXTURE1D_DESC desc{16, mips, layers, format, D3D11_USAGE_DEFAULT, bind, 0, 0};
    Com<ID3D11Texture1D> made;
    EXPECT_HR(S_OK, device()->CreateTexture1D(&desc, nullptr, made.out()));
    return made;
}

Com<ID3D11Texture2D> Rig::texture(DXGI_FORMAT format, UINT bind, UINT mips, UINT layers, UINT samples, UINT misc) {
    const D3D11_TEXTURE2D_DESC desc{16, 16, mips, layers, format, {samples, 0}, D3D11_USAGE_DEFAULT, bind, 0, misc};
    Com<ID3D11Texture2D> made;
    EXPECT_HR(S_OK, device()->CreateTexture2D(&desc, nullptr, made.out()));
    return made;
}

Com<ID3D11Texture3D> Rig::texture3(DXGI_FORMAT format, UINT bind, UINT mips) {
    const D3D11_TEXTURE3D_DESC desc{16, 16, 8, mips, format, D3D11_USAGE_DEFAULT, bind, 0, 0};
    Com<ID3D11Texture3D> made;
    EXPECT_HR(S_OK, device()->CreateTexture3D(&desc, nullptr, made.out()));
    return made;
}

Com<ID3D11Query> Rig::query(D3D11_QUERY kind) {
    const D3D11_QUERY_DESC desc{kind, 0};
    Com<ID3D11Query> made;
    EXPECT_HR(S_OK, device()->CreateQuery(&desc, made.out()));
    return made;
}

Com<ID3D11DeviceContext> Rig::deferred() {
    Com<ID3D11DeviceContext> made;
    EXPECT_HR(S_OK, device()->CreateDeferredContext(0, made.out()));
    return made;
}

Com<IDXGIAdapter4> Rig::adapter() {
    auto dxgi = devices_.device.as<IDXGIDevice>();
    Com<IDXGIAdapter> found;
    EXPECT_HR(S_OK, dxgi->GetAdapter(found.out()));
    return found.as<IDXGIAdapter4>();
}

Com<IDXGIFactory6> Rig::factory() {
    Com<IDXGIFactory6> made;
    EXPECT_HR(S_OK, adapter()->GetParent(__uuidof(IDXGIFactory6), made.outVoid()));
    return made;
}

Bytecode assembled(const char* text) {
    static std::map<const char*, std::vector<uint8_t>> kept;
    std::vector<uint8_t>& bytes = kept[text];
    if (bytes.empty()) {
        auto made = hendeca::dxbcasm::assemble(text);
        EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().what) << "\n" << text;
        if (made.ok())
            bytes = std::move(*made);
    }
    return bytes;
}

namespace {

std::string answerText(const Answer& answer) {
    switch (answer.kind) {
    case Answer::Kind::Failure:
        return "a failure";
    case Answer::Kind::Success:
        return "a success";
    default:
        break;
    }
    static const struct {
        HRESULT hr;
        const char* name;
    } kNames[] = {
        {S_OK, "S_OK"},
        {S_FALSE, "S_FALSE"},
        {E_INVALIDARG, "E_INVALIDARG"},
        {E_FAIL, "E_FAIL"},
        {E_NOTIMPL, "E_NOTIMPL"},
        {E_NOINTERFACE, "E_NOINTERFACE"},
        {E_OUTOFMEMORY, "E_OUTOFMEMORY"},
        {E_ACCESSDENIED, "E_ACCESSDENIED"},
        {DXGI_ERROR_INVALID_CALL, "DXGI_ERROR_INVALID_CALL"},
        {DXGI_ERROR_NOT_FOUND, "DXGI_ERROR_NOT_FOUND"},
        {DXGI_ERROR_MORE_DATA, "DXGI_ERROR_MORE_DATA"},
        {DXGI_ERROR_UNSUPPORTED, "DXGI_ERROR_UNSUPPORTED"},
        {DXGI_ERROR_DEVICE_REMOVED, "DXGI_ERROR_DEVICE_REMOVED"},
        {DXGI_ERROR_DEVICE_HUNG, "DXGI_ERROR_DEVICE_HUNG"},
        {DXGI_ERROR_WAS_STILL_DRAWING, "DXGI_ERROR_WAS_STILL_DRAWING"},
        {DXGI_ERROR_FRAME_STATISTICS_DISJOINT, "DXGI_ERROR_FRAME_STATISTICS_DISJOINT"},
        {DXGI_ERROR_NONEXCLUSIVE, "DXGI_ERROR_NONEXCLUSIVE"},
        {DXGI_ERROR_NOT_CURRENTLY_AVAILABLE, "DXGI_ERROR_NOT_CURRENTLY_AVAILABLE"},
        {DXGI_ERROR_SDK_COMPONENT_MISSING, "DXGI_ERROR_SDK_COMPONENT_MISSING"},
        {DXGI_ERROR_NAME_ALREADY_EXISTS, "DXGI_ERROR_NAME_ALREADY_EXISTS"},
        {DXGI_ERROR_ALREADY_EXISTS, "DXGI_ERROR_ALREADY_EXISTS"},
        {DXGI_ERROR_SESSION_DISCONNECTED, "DXGI_ERROR_SESSION_DISCONNECTED"},
        {DXGI_ERROR_ACCESS_LOST, "DXGI_ERROR_ACCESS_LOST"},
        {DXGI_ERROR_WAIT_TIMEOUT, "DXGI_ERROR_WAIT_TIMEOUT"},
        {DXGI_STATUS_OCCLUDED, "DXGI_STATUS_OCCLUDED"},
        {DXGI_STATUS_MODE_CHANGE_IN_PROGRESS, "DXGI_STATUS_MODE_CHANGE_IN_PROGRESS"},
        {D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS, "D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS"},
        {D3D11_ERROR_TOO_MANY_UNIQUE_VIEW_OBJECTS, "D3D11_ERROR_TOO_MANY_UNIQUE_VIEW_OBJECTS"},
        {D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD,
         "D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD"},
        {HRESULT(0x102), "WAIT_TIMEOUT"},
        {HRESULT(0x80), "WAIT_ABANDONED"},
    };
    for (const auto& row : kNames)
        if (row.hr == answer.hr)
            return row.name;
    char number[16];
    std::snprintf(number, sizeof number, "0x%08lx", static_cast<unsigned long>(answer.hr));
    return number;
}

void list(std::string& text, Rule::State state) {
    for (const Rule* rule : allRules())
        if (rule->state == state)
            text += "| " + std::to_string(rule->id) + " | " + rule->method + " | " + rule->text + " | " +
                    answerText(rule->answer) + " | " +
                    (rule->why        ? rule->why
                     : rule->windowed ? "with a window"
                                      : "") +
                    " |\n";
}

} // namespace

std::string rulesText() {
    std::string text =
        "# Answers to unusual input\n\n"
        "What each method answers to one kind of input, as Windows does. Every row of the first table is a test of "
        "`hendeca-conformance`\n(`--gtest_filter='*Rules*R034*'` runs row 34). This page is printed by "
        "`hendeca-conformance --rules`.\n\n## Checked\n\n| row | method | input | answer | |\n|---|---|---|---|---|\n";
    list(text, Rule::State::Checked);
    text +=
        "\n## Cannot arise, or cannot be brought about by a test\n\n| row | method | input | Windows' answer | why |\n"
        "|---|---|---|---|---|\n";
    list(text, Rule::State::Elsewhere);
    text += "\n## Not there yet\n\n| row | method | input | Windows' answer | why |\n|---|---|---|---|---|\n";
    list(text, Rule::State::NotYet);
    return text;
}

} // namespace conformance::rules
