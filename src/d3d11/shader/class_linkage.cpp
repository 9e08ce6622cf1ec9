#include "d3d11/shader/class_linkage.h"

#include "dxbc/program.h"
#include "spirv/shader_binary.h"
#include "util/log.h"

#include <algorithm>
#include <cstring>

namespace hendeca::d3d11 {

namespace {

// The length counts the final zero. A buffer that is too short gets what fits.
void giveName(const std::string& name, LPSTR out, SIZE_T* length) {
    if (!length)
        return;
    if (out && *length) {
        const SIZE_T count = std::min<SIZE_T>(*length - 1, name.size());
        std::memcpy(out, name.data(), count);
        out[count] = '\0';
    }
    *length = name.size() + 1;
}

void place(std::vector<uint16_t>& table, uint32_t at, uint16_t value, uint16_t none) {
    if (table.size() <= at)
        table.resize(at + size_t{1}, none);
    table[at] = value;
}

} // namespace

// --- linkage

uint32_t ClassLinkage::addType(const std::string& name) {
    std::lock_guard lock(mutex_);
    for (uint32_t i = 0; i < types_.size(); i++) {
        if (types_[i] == name)
            return i;
    }
    types_.push_back(name);
    return static_cast<uint32_t>(types_.size() - 1);
}

uint32_t ClassLinkage::addInstance(const dxbc::ClassInstance& instance, const std::string& typeName) {
    const uint32_t type = addType(typeName);
    std::lock_guard lock(mutex_);
    for (uint32_t i = 0; i < instances_.size(); i++) {
        if (instances_[i].first.name == instance.name)
            return i;
    }
    instances_.push_back({instance, typeName, type});
    return static_cast<uint32_t>(instances_.size() - 1);
}

HRESULT ClassLinkage::GetClassInstance(LPCSTR name, UINT index, ID3D11ClassInstance** instance) {
    if (!instance)
        return E_INVALIDARG;
    *instance = nullptr;
    if (!name)
        return E_INVALIDARG;
    const std::string element = std::string(name) + "[" + std::to_string(index) + "]"; // of an array of instances
    std::lock_guard lock(mutex_);
    for (uint32_t i = 0; i < instances_.size(); i++) {
        const Known& known = instances_[i];
        if (known.first.name != element && (index || known.first.name != name))
            continue;
        D3D11_CLASS_INSTANCE_DESC desc{};
        desc.InstanceId = i;
        desc.InstanceIndex = index;
        desc.TypeId = known.type;
        desc.ConstantBuffer = known.first.constantBuffer;
        desc.BaseConstantBufferOffset = known.first.constantOffset;
        desc.BaseTexture = known.first.texture;
        desc.BaseSampler = known.first.sampler;
        return returnNew(new ClassInstance(device(), *this, desc, i, known.first.name, known.typeName), instance);
    }
    logError("GetClassInstance: no shader of this linkage has an instance \"%s\", element %u", name, index);
    return E_INVALIDARG;
}

HRESULT ClassLinkage::CreateClassInstance(LPCSTR typeName, UINT constantBufferOffset, UINT constantVectorOffset,
                                          UINT textureOffset, UINT samplerOffset, ID3D11ClassInstance** instance) {
    if (!instance)
        return E_INVALIDARG;
    *instance = nullptr;
    if (!typeName)
        return E_INVALIDARG;
    std::lock_guard lock(mutex_);
    const auto found = std::find(types_.begin(), types_.end(), typeName);
    if (found == types_.end()) {
        logError("CreateClassInstance: no shader of this linkage has a class \"%s\"", typeName);
        return E_INVALIDARG;
    }
    D3D11_CLASS_INSTANCE_DESC desc{};
    desc.TypeId = static_cast<UINT>(found - types_.begin());
    desc.ConstantBuffer = constantBufferOffset;
    desc.BaseConstantBufferOffset = constantVectorOffset;
    desc.BaseTexture = textureOffset;
    desc.BaseSampler = samplerOffset;
    desc.Created = TRUE;
    return returnNew(new ClassInstance(device(), *this, desc, desc.TypeId, {}, *found), instance);
}

// --- instance

ClassInstance::ClassInstance(Device& device, ClassLinkage& linkage, const D3D11_CLASS_INSTANCE_DESC& desc, uint32_t id,
                             std::string instanceName, std::string typeName)
    : DeviceChild(device), linkage_(linkage), desc_(desc), id_(id), instanceName_(std::move(instanceName)),
      typeName_(std::move(typeName)) {
    linkage_.addPrivateRef();
}

ClassInstance::~ClassInstance() {
    linkage_.releasePrivateRef();
}

void ClassInstance::GetClassLinkage(ID3D11ClassLinkage** linkage) {
    if (!linkage)
        return;
    linkage_.AddRef();
    *linkage = &linkage_;
}

void ClassInstance::GetDesc(D3D11_CLASS_INSTANCE_DESC* desc) {
    if (desc)
        *desc = desc_;
}

void ClassInstance::GetInstanceName(LPSTR name, SIZE_T* length) {
    giveName(instanceName_, name, length);
}

void ClassInstance::GetTypeName(LPSTR name, SIZE_T* length) {
    giveName(typeName_, name, length);
}

// --- a shader's interfaces

std::unique_ptr<const ShaderInterfaces> ShaderInterfaces::make(const dxbc::Container& container,
                                                               const dxbc::Program& program, ClassLinkage* linkage) {
    uint32_t declared = 0;
    for (const dxbc::Declaration& decl : program.declarations()) {
        if (decl.opcode == dxbc::Opcode::DclInterface)
            declared = std::max(declared, decl.id + std::max(decl.arrayLength, 1u));
    }
    auto linkageChunk = dxbc::ClassLinkage::read(container);
    std::unique_ptr<ShaderInterfaces> made(new ShaderInterfaces);
    if (linkageChunk)
        made->contents_ = std::move(*linkageChunk);
    const dxbc::ClassLinkage& contents = made->contents_;
    // Types and instances are of use to a linkage even where this very shader has no interface.
    if (linkage) {
        linkage->addPrivateRef();
        made->linkage_ = linkage;
        for (size_t i = 0; i < contents.types.size(); i++)
            place(made->typeOf_, linkage->addType(contents.types[i].name), static_cast<uint16_t>(i), kNone);
        for (size_t i = 0; i < contents.instances.size(); i++) {
            const dxbc::ClassInstance& instance = contents.instances[i];
            if (instance.type < contents.types.size())
                place(made->instanceOf_, linkage->addInstance(instance, contents.types[instance.type].name),
                      static_cast<uint16_t>(i), kNone);
        }
    }
    for (size_t i = 0; i < contents.slots.size(); i++) {
        for (uint32_t n = 0; n < contents.slots[i].slotCount; n++)
            made->interfaceOf_.push_back(static_cast<uint16_t>(i));
    }
    made->slotCount_ = std::max(declared, static_cast<uint32_t>(made->interfaceOf_.size()));
    if (!made->slotCount_ || made->slotCount_ > spirv::kInterfaceSlots)
        return nullptr;
    made->interfaceOf_.resize(made->slotCount_, kNone);
    return made;
}

ShaderInterfaces::~ShaderInterfaces() {
    if (linkage_)
        linkage_->releasePrivateRef();
}

bool ShaderInterfaces::resolveOne(const ClassInstance& instance, const dxbc::InterfaceSlot& slot,
                                  InterfaceData* data) const {
    if (&instance.linkage() != linkage_)
        return false;
    const D3D11_CLASS_INSTANCE_DESC& desc = instance.desc();
    InterfaceData made;
    uint16_t type = kNone;
    if (desc.Created) {
        type = instance.id() < typeOf_.size() ? typeOf_[instance.id()] : kNone;
        made = {desc.ConstantBuffer, desc.BaseConstantBufferOffset, desc.BaseTexture, desc.BaseSampler, 0, {}};
    } else if (instance.id() < instanceOf_.size() && instanceOf_[instance.id()] != kNone) {
        // As this shader has the instance of that name, which may be of another type than another shader's.
        const dxbc::ClassInstance& own = contents_.instances[instanceOf_[instance.id()]];
        type = own.type;
        made = {own.constantBuffer, own.constantOffset, own.texture, own.sampler, 0, {}};
    }
    for (size_t i = 0; i < slot.typeIds.size(); i++) {
        if (type == kNone || slot.typeIds[i] != type)
            continue;
        made.functionTable = slot.tableIds[i];
        if (data)
            *data = made;
        return true;
    }
    return false;
}

bool ShaderInterfaces::resolve(ClassInstance* const* instances, InterfaceData* data) const {
    for (uint32_t slot = 0; slot < slotCount_; slot++) {
        if (data)
            data[slot] = {};
        if (interfaceOf_[slot] == kNone || !instances[slot] ||
            !resolveOne(*instances[slot], contents_.slots[interfaceOf_[slot]], data ? data + slot : nullptr))
            return false;
    }
    return true;
}

} // namespace hendeca::d3d11
