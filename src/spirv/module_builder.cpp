#include "spirv/module_builder.h"

#include <algorithm>

namespace hendeca::spirv {

namespace {

uint32_t hashWords(Op op, std::span<const uint32_t> words) {
    uint32_t hash = 0x811c9dc5u ^ static_cast<uint32_t>(op);
    for (uint32_t word : words) {
        hash = (hash ^ word) * 0x9e3779b1u;
        hash ^= hash >> 15;
    }
    return hash;
}

} // namespace

ModuleBuilder::ModuleBuilder() {
    table_.resize(256);
    globals_.reserve(1024);
    body_.reserve(4096);
    glslImport_ = allocate();
}

void ModuleBuilder::append(Words& words, Op op, std::span<const uint32_t> operands) {
    words.push_back(static_cast<uint32_t>(operands.size() + 1) << 16 | static_cast<uint32_t>(op));
    words.insert(words.end(), operands.begin(), operands.end());
}

void ModuleBuilder::appendString(Words& words, std::string_view text) {
    const size_t first = words.size();
    words.resize(first + text.size() / 4 + 1, 0u);
    for (size_t i = 0; i < text.size(); ++i)
        words[first + i / 4] |= static_cast<uint32_t>(static_cast<uint8_t>(text[i])) << (8 * (i % 4));
}

void ModuleBuilder::capability(Capability capability) {
    for (Capability have : capabilityList_)
        if (have == capability)
            return;
    capabilityList_.push_back(capability);
    append(capabilities_, Op::Capability, std::initializer_list<uint32_t>{static_cast<uint32_t>(capability)});
}

void ModuleBuilder::extension(std::string_view name) {
    Words text;
    appendString(text, name);
    // Few modules have more than two extensions: a linear look at what is there keeps them unique.
    for (size_t at = 0; at < extensions_.size(); at += extensions_[at] >> 16)
        if (std::span(extensions_).subspan(at + 1, (extensions_[at] >> 16) - 1).size() == text.size() &&
            std::equal(text.begin(), text.end(), extensions_.begin() + static_cast<ptrdiff_t>(at) + 1))
            return;
    append(extensions_, Op::Extension, text);
}

void ModuleBuilder::entryPoint(ExecutionModel model, FunctionId function, std::string_view name) {
    model_ = model;
    entryFunction_ = function;
    entryName_ = name;
}

void ModuleBuilder::executionMode(FunctionId function, ExecutionMode mode, std::initializer_list<uint32_t> operands) {
    Words words{function.id, static_cast<uint32_t>(mode)};
    words.insert(words.end(), operands.begin(), operands.end());
    append(modes_, Op::ExecutionMode, words);
}

void ModuleBuilder::name(uint32_t id, std::string_view text) {
    Words words{id};
    appendString(words, text);
    append(names_, Op::Name, words);
}

void ModuleBuilder::decorate(uint32_t id, Decoration decoration, std::initializer_list<uint32_t> operands) {
    decorations_.push_back(static_cast<uint32_t>(operands.size() + 3) << 16 | static_cast<uint32_t>(Op::Decorate));
    decorations_.push_back(id);
    decorations_.push_back(static_cast<uint32_t>(decoration));
    decorations_.insert(decorations_.end(), operands.begin(), operands.end());
}

void ModuleBuilder::decorateMember(TypeId type, uint32_t member, Decoration decoration,
                                   std::initializer_list<uint32_t> operands) {
    decorations_.push_back(static_cast<uint32_t>(operands.size() + 4) << 16 |
                           static_cast<uint32_t>(Op::MemberDecorate));
    decorations_.insert(decorations_.end(), {type.id, member, static_cast<uint32_t>(decoration)});
    decorations_.insert(decorations_.end(), operands.begin(), operands.end());
}

void ModuleBuilder::growTable() {
    std::vector<Slot> old(table_.size() * 2);
    old.swap(table_);
    const uint32_t mask = static_cast<uint32_t>(table_.size()) - 1;
    for (const Slot& slot : old) {
        if (!slot.id)
            continue;
        uint32_t at = slot.hash & mask;
        while (table_[at].id)
            at = (at + 1) & mask;
        table_[at] = slot;
    }
}

uint32_t ModuleBuilder::unique(Op op, bool typed, std::span<const uint32_t> operands) {
    if (tableCount_ * 2 >= table_.size())
        growTable();
    const uint32_t hash = hashWords(op, operands);
    const uint32_t mask = static_cast<uint32_t>(table_.size()) - 1;
    const uint32_t head = static_cast<uint32_t>(operands.size() + 2) << 16 | static_cast<uint32_t>(op);
    const size_t before = typed ? 1 : 0; // operands that stand before the result id
    uint32_t at = hash & mask;
    for (; table_[at].id; at = (at + 1) & mask) {
        if (table_[at].hash != hash)
            continue;
        const uint32_t* have = &globals_[table_[at].offset];
        if (have[0] == head && std::equal(operands.begin(), operands.begin() + before, have + 1) &&
            std::equal(operands.begin() + before, operands.end(), have + 2 + before))
            return table_[at].id;
    }
    const uint32_t id = allocate();
    table_[at] = {hash, id, static_cast<uint32_t>(globals_.size())};
    ++tableCount_;
    globals_.push_back(head);
    globals_.insert(globals_.end(), operands.begin(), operands.begin() + before);
    globals_.push_back(id);
    globals_.insert(globals_.end(), operands.begin() + before, operands.end());
    return id;
}

// --- types ---

TypeId ModuleBuilder::typeVoid() {
    return {unique(Op::TypeVoid, false, {})};
}
TypeId ModuleBuilder::typeBool() {
    return {unique(Op::TypeBool, false, {})};
}
TypeId ModuleBuilder::typeInt(uint32_t width, bool isSigned) {
    const uint32_t operands[] = {width, isSigned ? 1u : 0u};
    return {unique(Op::TypeInt, false, operands)};
}
TypeId ModuleBuilder::typeFloat(uint32_t width) {
    return {unique(Op::TypeFloat, false, std::span(&width, 1))};
}
TypeId ModuleBuilder::typeVector(TypeId component, uint32_t count) {
    const uint32_t operands[] = {component.id, count};
    return {unique(Op::TypeVector, false, operands)};
}
TypeId ModuleBuilder::typeArray(TypeId element, uint32_t count) {
    const uint32_t operands[] = {element.id, constantU32(count).id};
    return {unique(Op::TypeArray, false, operands)};
}
TypeId ModuleBuilder::typePointer(StorageClass storage, TypeId pointee) {
    const uint32_t operands[] = {static_cast<uint32_t>(storage), pointee.id};
    return {unique(Op::TypePointer, false, operands)};
}
TypeId ModuleBuilder::typeFunction(TypeId result) {
    return {unique(Op::TypeFunction, false, std::span(&result.id, 1))};
}
TypeId ModuleBuilder::typeSampler() {
    return {unique(Op::TypeSampler, false, {})};
}
TypeId ModuleBuilder::typeSampledImage(TypeId image) {
    return {unique(Op::TypeSampledImage, false, std::span(&image.id, 1))};
}
TypeId ModuleBuilder::typeImage(TypeId sampled, Dim dim, bool depth, bool arrayed, bool multisampled,
                                uint32_t sampledUse, ImageFormat format) {
    const uint32_t operands[] = {
        sampled.id, static_cast<uint32_t>(dim),   depth ? 1u : 0u, arrayed ? 1u : 0u, multisampled ? 1u : 0u,
        sampledUse, static_cast<uint32_t>(format)};
    return {unique(Op::TypeImage, false, operands)};
}
TypeId ModuleBuilder::typeStruct(std::initializer_list<TypeId> members) {
    uint32_t operands[8];
    size_t count = 0;
    for (TypeId member : members)
        operands[count++] = member.id;
    return {unique(Op::TypeStruct, false, std::span(operands, count))};
}

TypeId ModuleBuilder::typeArrayWithStride(TypeId element, uint32_t count, uint32_t stride) {
    const uint32_t length = count ? constantU32(count).id : 0;
    const uint32_t id = allocate();
    if (count)
        append(globals_, Op::TypeArray, std::initializer_list<uint32_t>{id, element.id, length});
    else
        append(globals_, Op::TypeRuntimeArray, std::initializer_list<uint32_t>{id, element.id});
    decorate(id, Decoration::ArrayStride, {stride});
    return {id};
}

TypeId ModuleBuilder::typeBlock(TypeId member) {
    const uint32_t id = allocate();
    append(globals_, Op::TypeStruct, std::initializer_list<uint32_t>{id, member.id});
    decorate(id, Decoration::Block);
    decorateMember({id}, 0, Decoration::Offset, {0});
    return {id};
}

// --- constants ---

ValueId ModuleBuilder::constantU32(uint32_t value) {
    const uint32_t operands[] = {typeInt(32, false).id, value};
    return {unique(Op::Constant, true, operands)};
}
ValueId ModuleBuilder::constantI32(int32_t value) {
    const uint32_t operands[] = {typeInt(32, true).id, static_cast<uint32_t>(value)};
    return {unique(Op::Constant, true, operands)};
}
ValueId ModuleBuilder::constantF32(uint32_t bits) {
    const uint32_t operands[] = {typeFloat(32).id, bits};
    return {unique(Op::Constant, true, operands)};
}
ValueId ModuleBuilder::constantF64(uint64_t bits) {
    const uint32_t operands[] = {typeFloat(64).id, static_cast<uint32_t>(bits), static_cast<uint32_t>(bits >> 32)};
    return {unique(Op::Constant, true, operands)};
}
ValueId ModuleBuilder::constantBool(bool value) {
    const uint32_t type = typeBool().id;
    return {unique(value ? Op::ConstantTrue : Op::ConstantFalse, true, std::span(&type, 1))};
}
ValueId ModuleBuilder::constantNull(TypeId type) {
    return {unique(Op::ConstantNull, true, std::span(&type.id, 1))};
}
ValueId ModuleBuilder::constantComposite(TypeId type, std::span<const uint32_t> parts) {
    Words operands;
    operands.reserve(parts.size() + 1);
    operands.push_back(type.id);
    operands.insert(operands.end(), parts.begin(), parts.end());
    return {unique(Op::ConstantComposite, true, operands)};
}
ValueId ModuleBuilder::undef(TypeId type) {
    return {unique(Op::Undef, true, std::span(&type.id, 1))};
}
ValueId ModuleBuilder::specConstantU32(uint32_t specId, uint32_t value) {
    const uint32_t type = typeInt(32, false).id;
    const uint32_t id = allocate();
    append(globals_, Op::SpecConstant, std::initializer_list<uint32_t>{type, id, value});
    decorate(id, Decoration::SpecId, {specId});
    return {id};
}

ValueId ModuleBuilder::globalVariable(TypeId pointerType, StorageClass storage, ValueId initializer) {
    const uint32_t id = allocate();
    const uint32_t operands[] = {pointerType.id, id, static_cast<uint32_t>(storage), initializer.id};
    append(globals_, Op::Variable, std::span(operands, initializer ? 4 : 3));
    interface_.push_back(id);
    return {id};
}

// --- functions ---

void ModuleBuilder::beginFunction(FunctionId function) {
    const uint32_t result = typeVoid().id;
    const uint32_t type = typeFunction(typeVoid()).id;
    append(functionHead_, Op::Function, std::initializer_list<uint32_t>{result, function.id, 0, type});
    append(functionHead_, Op::Label, std::initializer_list<uint32_t>{allocate()});
    blockOpen_ = true;
}

void ModuleBuilder::endFunction() {
    if (blockOpen_)
        returnVoid();
    for (Words* part : {&functionHead_, &functionVars_, &functionEntry_, &body_}) {
        functions_.insert(functions_.end(), part->begin(), part->end());
        part->clear();
    }
    append(functions_, Op::FunctionEnd, {});
}

ValueId ModuleBuilder::localVariable(TypeId pointerType, ValueId initializer) {
    const uint32_t id = allocate();
    const uint32_t operands[] = {pointerType.id, id, static_cast<uint32_t>(StorageClass::Function), initializer.id};
    append(functionVars_, Op::Variable, std::span(operands, initializer ? 4 : 3));
    return {id};
}

ValueId ModuleBuilder::entryAccessChain(TypeId pointerType, ValueId base, std::span<const uint32_t> indices) {
    const uint32_t id = allocate();
    functionEntry_.push_back(static_cast<uint32_t>(indices.size() + 4) << 16 | static_cast<uint32_t>(Op::AccessChain));
    functionEntry_.insert(functionEntry_.end(), {pointerType.id, id, base.id});
    functionEntry_.insert(functionEntry_.end(), indices.begin(), indices.end());
    return {id};
}

void ModuleBuilder::label(LabelId label) {
    append(body_, Op::Label, std::span(&label.id, 1));
    blockOpen_ = true;
}

void ModuleBuilder::op(Op op, std::span<const uint32_t> operands) {
    append(body_, op, operands);
    if (op == Op::Branch || op == Op::BranchConditional || op == Op::Switch || op == Op::Return || op == Op::Kill ||
        op == Op::Unreachable)
        blockOpen_ = false;
}

ValueId ModuleBuilder::value(Op op, TypeId type, std::span<const uint32_t> operands) {
    const uint32_t id = allocate();
    body_.push_back(static_cast<uint32_t>(operands.size() + 3) << 16 | static_cast<uint32_t>(op));
    body_.push_back(type.id);
    body_.push_back(id);
    body_.insert(body_.end(), operands.begin(), operands.end());
    return {id};
}

ValueId ModuleBuilder::ext(Glsl number, TypeId type, std::initializer_list<uint32_t> operands) {
    const uint32_t id = allocate();
    body_.push_back(static_cast<uint32_t>(operands.size() + 5) << 16 | static_cast<uint32_t>(Op::ExtInst));
    body_.insert(body_.end(), {type.id, id, glslImport_, static_cast<uint32_t>(number)});
    body_.insert(body_.end(), operands.begin(), operands.end());
    return {id};
}

void ModuleBuilder::branch(LabelId target) {
    op(Op::Branch, {target.id});
}
void ModuleBuilder::branchIf(ValueId condition, LabelId yes, LabelId no) {
    op(Op::BranchConditional, {condition.id, yes.id, no.id});
}
void ModuleBuilder::returnVoid() {
    op(Op::Return, {});
}

Words ModuleBuilder::finish() {
    Words import{glslImport_};
    appendString(import, "GLSL.std.450");
    append(imports_, Op::ExtInstImport, import);
    append(imports_, Op::MemoryModel, std::initializer_list<uint32_t>{0, 1}); // Logical, GLSL450

    Words entry{static_cast<uint32_t>(model_), entryFunction_.id};
    appendString(entry, entryName_);
    entry.insert(entry.end(), interface_.begin(), interface_.end());
    append(entry_, Op::EntryPoint, entry);

    Words words;
    size_t size = 5;
    Words* const parts[] = {&capabilities_, &extensions_,  &imports_, &entry_,    &modes_,
                            &names_,        &decorations_, &globals_, &functions_};
    for (const Words* part : parts)
        size += part->size();
    words.reserve(size);
    words.insert(words.end(), {kMagicNumber, kVersion16, 0u, bound_, 0u});
    for (const Words* part : parts)
        words.insert(words.end(), part->begin(), part->end());
    return words;
}

} // namespace hendeca::spirv
