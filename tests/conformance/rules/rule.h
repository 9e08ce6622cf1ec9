#pragma once
// The table of rules: one row for each documented or measured answer of a Direct3D 11 or DXGI call to one kind of
// input. A row makes the call and says which HRESULT Windows gives and what becomes of the output. The rows are
// numbered without gaps (a test counts them) and stand in one file for each topic; `hendeca-conformance --rules` prints
// them all, which is docs/hresults.md.
//
// A row without a call says why there is none: the case cannot arise with this library (`Elsewhere`), or what it asks
// for is not there yet (`NotYet`).
//
// Sources: Microsoft Learn's pages of the methods, the D3D11.3 functional specification, and the answers of Windows.

#include "dxgi/chain_fixture.h"
#include "support/fixture.h"

#include <initializer_list>
#include <span>

namespace conformance::rules {

struct Answer {
    enum class Kind : uint8_t { Exactly, Failure, Success };
    HRESULT hr = S_OK;
    Kind kind = Kind::Exactly;
    constexpr Answer(HRESULT exactly) : hr(exactly) {}
    constexpr explicit Answer(Kind any) : kind(any) {}
    bool admits(HRESULT got) const {
        return kind == Kind::Exactly ? got == hr : kind == Kind::Failure ? FAILED(got) : SUCCEEDED(got);
    }
};
inline constexpr Answer kFailure{Answer::Kind::Failure}, kSuccess{Answer::Kind::Success};

// What an object output holds afterwards. Any: whatever fits the HRESULT (a failure makes no object).
enum class Out : uint8_t { Any, Null, Kept, Made };

class Rig;

struct Elsewhere {
    const char* why;
};
struct NotYet {
    const char* why;
};

struct Rule {
    enum class State : uint8_t { Checked, Elsewhere, NotYet };
    int id;
    const char* method;
    const char* text;
    Answer answer;
    Out out = Out::Any;
    HRESULT (*call)(Rig&) = nullptr;
    const char* why = nullptr;
    State state = State::Checked;
    bool windowed = false; // a row about windows: checked on Windows only

    constexpr Rule(int number, const char* of, const char* rule, Answer expected, Out left, HRESULT (*made)(Rig&))
        : id(number), method(of), text(rule), answer(expected), out(left), call(made) {}
    constexpr Rule(int number, const char* of, const char* rule, Answer expected, Elsewhere reason)
        : id(number), method(of), text(rule), answer(expected), why(reason.why), state(State::Elsewhere) {}
    constexpr Rule(int number, const char* of, const char* rule, Answer expected, NotYet reason)
        : id(number), method(of), text(rule), answer(expected), why(reason.why), state(State::NotYet) {}
    constexpr Rule needsWindow() const {
        Rule copy = *this;
        copy.windowed = true;
        return copy;
    }
};

// How many rows there are.
inline constexpr int kRuleCount = 454;

// The topics, each a file of its own.
std::span<const Rule> deviceRules();
std::span<const Rule> bufferRules();
std::span<const Rule> textureRules();
std::span<const Rule> viewRules();
std::span<const Rule> stateRules();
std::span<const Rule> shaderRules();
std::span<const Rule> queryRules();
std::span<const Rule> contextRules();
std::span<const Rule> capabilityRules();
std::span<const Rule> privateDataRules();
std::span<const Rule> sharingRules();
std::span<const Rule> factoryRules();
std::span<const Rule> outputRules();
std::span<const Rule> chainRules();

// All rows by number.
std::vector<const Rule*> allRules();
// The table as docs/hresults.md.
std::string rulesText();

// The devices that all rows share, made when first asked for.
struct Devices {
    Com<ID3D11Device> device;
    Com<ID3D11DeviceContext> context;
    struct Lower {
        D3D_FEATURE_LEVEL level;
        Com<ID3D11Device> device;
    };
    std::vector<Lower> lower;
};

// What a row works with. Objects that a call makes are released here.
class Rig {
public:
    Rig(Devices& devices, const Rule& rule) : devices_(devices), rule_(rule) {}
    ~Rig() { settle(S_FALSE); }

    ID3D11Device* operator->() const { return devices_.device.get(); }
    ID3D11Device* device() const { return devices_.device.get(); }
    ID3D11DeviceContext* context() const { return devices_.context.get(); }
    template <class T>
    Com<T> deviceAs() const {
        return devices_.device.as<T>();
    }
    // A device of just this feature level.
    ID3D11Device* at(D3D_FEATURE_LEVEL level);

    // An output for an object. What a call before wrote there is judged first.
    template <class T>
    T** out() {
        settle(last_);
        arm();
        return reinterpret_cast<T**>(&slot_);
    }
    template <class T>
    T* made() const { // what the last call wrote, while the row runs
        return slot_ == kept() ? nullptr : static_cast<T*>(static_cast<IUnknown*>(slot_));
    }
    // One answer for calls that must all give the same.
    HRESULT same(std::initializer_list<HRESULT> answers);
    void settle(HRESULT hr);

    // --- short ways to what rows need; they fail the test if they cannot
    Com<ID3D11Buffer> buffer(UINT bytes, UINT bind, D3D11_USAGE usage = D3D11_USAGE_DEFAULT, UINT access = 0,
                             UINT misc = 0, UINT stride = 0);
    Com<ID3D11Texture1D> texture1(DXGI_FORMAT format, UINT bind, UINT mips = 1, UINT layers = 1);
    Com<ID3D11Texture2D> texture(DXGI_FORMAT format, UINT bind, UINT mips = 1, UINT layers = 1, UINT samples = 1,
                                 UINT misc = 0);
    Com<ID3D11Texture3D> texture3(DXGI_FORMAT format, UINT bind, UINT mips = 1);
    Com<ID3D11Query> query(D3D11_QUERY kind);
    Com<ID3D11DeviceContext> deferred();
    Com<IDXGIFactory6> factory();
    Com<IDXGIAdapter4> adapter();

private:
    static void* kept() { return reinterpret_cast<void*>(uintptr_t(0x7a7a70)); }
    void arm() {
        slot_ = kept();
        armed_ = true;
    }
    Devices& devices_;
    const Rule& rule_;
    void* slot_ = nullptr;
    bool armed_ = false;
    HRESULT last_ = S_FALSE; // nothing known of the call
};

inline constexpr DXGI_FORMAT kRgba = DXGI_FORMAT_R8G8B8A8_UNORM;
inline constexpr UINT kSrv = D3D11_BIND_SHADER_RESOURCE, kRtv = D3D11_BIND_RENDER_TARGET,
                      kDsv = D3D11_BIND_DEPTH_STENCIL, kUav = D3D11_BIND_UNORDERED_ACCESS,
                      kVertex = D3D11_BIND_VERTEX_BUFFER, kIndex = D3D11_BIND_INDEX_BUFFER,
                      kConstant = D3D11_BIND_CONSTANT_BUFFER, kStreamOut = D3D11_BIND_STREAM_OUTPUT;
inline constexpr UINT kCpuRead = D3D11_CPU_ACCESS_READ, kCpuWrite = D3D11_CPU_ACCESS_WRITE;

// Byte code of assembly text (dxbcasm); kept for the run.
Bytecode assembled(const char* text);

} // namespace conformance::rules
