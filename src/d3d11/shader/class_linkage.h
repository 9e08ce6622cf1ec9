#pragma once
// Class linkage. ID3D11ClassLinkage is a list of names: of the types and instances that the shaders created with it know.
// An ID3D11ClassInstance names one of them, and where its data lies. ShaderInterfaces is a shader's side: which types fit
// its interfaces, and which function table each of them means. Bringing both together costs no text comparison, as
// names are numbers within a linkage. ClassLinkage: any thread; the others are immutable.
// Source of the rules: Microsoft Learn, "Dynamic Linking", ID3D11ClassLinkage, ID3D11ClassInstance::GetDesc.

#include "d3d11/device/device_child.h"
#include "dxbc/reflection.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace hendeca::dxbc {
class Program;
}

namespace hendeca::d3d11 {

class ClassInstance;

class ClassLinkage final : public DeviceChild<ID3D11ClassLinkage> {
public:
    explicit ClassLinkage(Device& device) : DeviceChild(device) {}

    HRESULT STDMETHODCALLTYPE GetClassInstance(LPCSTR name, UINT index, ID3D11ClassInstance** instance) override;
    HRESULT STDMETHODCALLTYPE CreateClassInstance(LPCSTR typeName, UINT constantBufferOffset, UINT constantVectorOffset,
                                                  UINT textureOffset, UINT samplerOffset,
                                                  ID3D11ClassInstance** instance) override;

    // The number of a name, which is new or known.
    uint32_t addType(const std::string& name);
    uint32_t addInstance(const dxbc::ClassInstance& instance, const std::string& typeName);

private:
    const char* className() const override { return "ID3D11ClassLinkage"; }

    struct Known {
        dxbc::ClassInstance first; // as the first shader has it
        std::string typeName;
        uint32_t type = 0;
    };
    std::mutex mutex_;
    std::vector<std::string> types_;
    std::vector<Known> instances_;
};

class ClassInstance final : public DeviceChild<ID3D11ClassInstance> {
public:
    // `id`: of the type for a created instance, of the instance for one that was got by name.
    ClassInstance(Device& device, ClassLinkage& linkage, const D3D11_CLASS_INSTANCE_DESC& desc, uint32_t id,
                  std::string instanceName, std::string typeName);
    ~ClassInstance() override;

    void STDMETHODCALLTYPE GetClassLinkage(ID3D11ClassLinkage** linkage) override;
    void STDMETHODCALLTYPE GetDesc(D3D11_CLASS_INSTANCE_DESC* desc) override;
    void STDMETHODCALLTYPE GetInstanceName(LPSTR name, SIZE_T* length) override;
    void STDMETHODCALLTYPE GetTypeName(LPSTR name, SIZE_T* length) override;

    const ClassLinkage& linkage() const { return linkage_; }
    const D3D11_CLASS_INSTANCE_DESC& desc() const { return desc_; }
    uint32_t id() const { return id_; }

private:
    const char* className() const override { return "ID3D11ClassInstance"; }

    ClassLinkage& linkage_;
    D3D11_CLASS_INSTANCE_DESC desc_;
    uint32_t id_;
    std::string instanceName_, typeName_;
};

// What a shader reads of one interface slot (spirv::kLinkageSlot).
struct InterfaceData {
    uint32_t constantBuffer = 0, constantVector = 0, texture = 0, sampler = 0;
    uint32_t functionTable = 0;
    uint32_t unused[3] = {};
};

class ShaderInterfaces {
public:
    // Null for a shader without interfaces. `linkage` may be null: then no instance fits.
    static std::unique_ptr<const ShaderInterfaces> make(const dxbc::Container& container, const dxbc::Program& program,
                                                        ClassLinkage* linkage);
    ~ShaderInterfaces();

    uint32_t slotCount() const { return slotCount_; }
    // False when some slot has no instance, or one that does not fit. `data`, of slotCount() elements, may be null.
    bool resolve(ClassInstance* const* instances, InterfaceData* data) const;

private:
    ShaderInterfaces() = default;
    bool resolveOne(const ClassInstance& instance, const dxbc::InterfaceSlot& slot, InterfaceData* data) const;

    ClassLinkage* linkage_ = nullptr; // with a private reference
    dxbc::ClassLinkage contents_;
    uint32_t slotCount_ = 0;
    std::vector<uint16_t> interfaceOf_; // slot -> index into contents_.slots
    std::vector<uint16_t> typeOf_, instanceOf_; // the linkage's number -> index into contents_, or kNone
    static constexpr uint16_t kNone = 0xffff;
};

} // namespace hendeca::d3d11
