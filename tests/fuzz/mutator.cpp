#include "mutator.h"

#include <algorithm>
#include <cstring>

#include "dxbc/container.h"
#include "dxbcasm/token_writer.h"
#include "operand_mutator.h"

namespace hendeca::fuzz {

using namespace dxbc;

namespace {

// The first group of a kind at or behind a random place, round the end; nothing when there is none.
template <class F>
Tokens* anyGroup(EditableShader& shader, Random& random, F&& wanted) {
    const size_t count = shader.groups.size();
    const size_t start = random.below(count);
    for (size_t i = 0; i < count; ++i) {
        Tokens& group = shader.groups[(start + i) % count];
        if (wanted(group))
            return &group;
    }
    return nullptr;
}

// A place among the instructions, or among the declarations, as the group asks for; at times anywhere.
size_t placeFor(const EditableShader& shader, const Tokens& group, Random& random) {
    if (shader.groups.empty())
        return 0;
    size_t place = random.below(shader.groups.size() + 1);
    if (random.oneIn(8))
        return place;
    const bool declaration = isDeclaration(group);
    for (size_t tries = 0; tries < shader.groups.size(); ++tries) {
        if (place < shader.groups.size() && isDeclaration(shader.groups[place]) == declaration)
            break;
        place = (place + 1) % (shader.groups.size() + 1);
    }
    return place;
}

void insertGroup(EditableShader& shader, Tokens group, Random& random) {
    if (shader.groups.size() > 20000)
        return;
    const size_t place = placeFor(shader, group, random);
    shader.groups.insert(shader.groups.begin() + static_cast<std::ptrdiff_t>(place), std::move(group));
}

void moveGroups(EditableShader& shader, const EditableShader* donor, Random& random) {
    if (shader.groups.empty())
        return;
    const size_t at = random.below(shader.groups.size());
    switch (random.below(5)) {
    case 0:
        shader.groups.erase(shader.groups.begin() + static_cast<std::ptrdiff_t>(at));
        break;
    case 1:
        insertGroup(shader, shader.groups[at], random);
        break;
    case 2:
        std::swap(shader.groups[at], shader.groups[random.below(shader.groups.size())]);
        break;
    case 3: { // to another place
        Tokens group = std::move(shader.groups[at]);
        shader.groups.erase(shader.groups.begin() + static_cast<std::ptrdiff_t>(at));
        insertGroup(shader, std::move(group), random);
        break;
    }
    default:
        if (donor && !donor->groups.empty())
            insertGroup(shader, donor->groups[random.below(donor->groups.size())], random);
        break;
    }
}

// A plain instruction that opens, closes or leaves a block; some of them in pairs, so that they fit.
void insertFlow(EditableShader& shader, Random& random) {
    static constexpr Opcode kPairs[][2] = {{Opcode::Loop, Opcode::Endloop}, {Opcode::Loop, Opcode::Break}};
    static constexpr Opcode kSingles[] = {
        Opcode::Ret,     Opcode::Break,       Opcode::Continue,    Opcode::Else,
        Opcode::Endif,   Opcode::Default,     Opcode::Endloop,     Opcode::Endswitch,
        Opcode::Nop,     Opcode::Emit,        Opcode::Cut,         Opcode::Abort,
        Opcode::HsDecls, Opcode::HsForkPhase, Opcode::HsJoinPhase, Opcode::HsControlPointPhase};
    const auto plain = [](Opcode opcode) { return Tokens{static_cast<uint32_t>(opcode) | 1u << 24}; };
    if (random.oneIn(2)) {
        insertGroup(shader, plain(kSingles[random.below(std::size(kSingles))]), random);
        return;
    }
    const auto& pair = kPairs[random.below(std::size(kPairs))];
    const Tokens first = plain(pair[0]);
    size_t place = placeFor(shader, first, random);
    shader.groups.insert(shader.groups.begin() + static_cast<std::ptrdiff_t>(place), first);
    place = std::min(shader.groups.size(), place + 1 + random.below(6));
    shader.groups.insert(shader.groups.begin() + static_cast<std::ptrdiff_t>(place), plain(pair[1]));
}

void mutateInstruction(EditableShader& shader, const EditableShader* donor, Random& random) {
    Tokens* group = anyGroup(shader, random, [](const Tokens& g) { return !isDeclaration(g); });
    std::optional<EditableInstruction> decoded = group ? decodeGroup(*group) : std::nullopt;
    if (!decoded)
        return;
    const uint32_t changes = 1 + random.below(3);
    for (uint32_t i = 0; i < changes; ++i) {
        if (random.oneIn(5))
            changeOpcode(*decoded, random);
        else if (random.oneIn(4))
            changeFlags(*decoded, random);
        else if (random.oneIn(3) && donor) {
            const auto& groups = donor->groups;
            const auto other = groups.empty() ? std::nullopt : decodeGroup(groups[random.below(groups.size())]);
            if (other)
                takeOperand(*decoded, *other, random);
        } else
            changeOperand(*decoded, random);
    }
    *group = encodeGroup(*decoded);
}

void mutateDeclaration(EditableShader& shader, Random& random) {
    Tokens* group = anyGroup(shader, random, [](const Tokens& g) { return isDeclaration(g); });
    std::optional<Declaration> decl = group ? decodeDeclarationGroup(*group, shader.model()) : std::nullopt;
    if (!decl)
        return;
    changeDeclaration(*decl, random);
    group->clear();
    dxbcasm::writeDeclaration(*group, *decl, shader.model());
}

void mutateSignature(EditableShader& shader, Random& random) {
    std::vector<EditableChunk*> found;
    for (EditableChunk& chunk : shader.chunks) {
        for (uint32_t tag : {tag::kIsgn, tag::kIsg1, tag::kOsgn, tag::kOsg1, tag::kOsg5, tag::kPcsg, tag::kPsg1})
            if (chunk.tag == tag && chunk.bytes.size() > 32)
                found.push_back(&chunk);
    }
    if (found.empty())
        return;
    EditableChunk& chunk = *found[random.below(found.size())];
    const bool newest = chunk.tag == tag::kIsg1 || chunk.tag == tag::kOsg1 || chunk.tag == tag::kPsg1;
    const uint32_t size = newest ? 32 : chunk.tag == tag::kOsg5 ? 28 : 24;
    uint32_t count = 0;
    std::memcpy(&count, chunk.bytes.data(), 4);
    const uint32_t words = size / 4;
    const size_t at = 8 + size_t{random.below(std::min<uint32_t>(count, 64))} * size + 4 * random.below(words);
    if (at + 4 > chunk.bytes.size() || random.oneIn(16)) {
        const uint32_t other = count + random.below(3) - 1; // one element more, or fewer
        std::memcpy(chunk.bytes.data(), &other, 4);
        return;
    }
    uint32_t value = 0;
    std::memcpy(&value, chunk.bytes.data() + at, 4);
    switch (random.below(3)) {
    case 0:
        value = random.edge();
        break;
    case 1:
        value ^= 1u << random.below(32);
        break;
    default:
        value = random.below(70);
        break;
    }
    std::memcpy(chunk.bytes.data() + at, &value, 4);
}

void mutateHeader(EditableShader& shader, Random& random) {
    if (random.oneIn(3)) {
        shader.version = (shader.version & 0xffff) | random.below(7) << 16;
        return;
    }
    static constexpr uint32_t kModels[] = {0x40, 0x41, 0x50, 0x51};
    shader.version = (shader.version & 0xffff0000u) | kModels[random.below(4)];
}

void mutateConstants(EditableShader& shader, Random& random) {
    Tokens* group = anyGroup(shader, random, [](const Tokens& g) {
        return static_cast<Opcode>(opcodeOf(g)) == Opcode::Customdata && g.size() > 2;
    });
    if (!group)
        return;
    const size_t vectors = (group->size() - 2) / 4;
    group->resize(2 + (random.oneIn(3) ? vectors + 1 : random.below(vectors + 1)) * 4, random.word());
    (*group)[1] = static_cast<uint32_t>(group->size());
}

} // namespace

std::vector<uint8_t> mutateBytes(std::span<const uint8_t> bytes, Random& random) {
    std::vector<uint8_t> out(bytes.begin(), bytes.end());
    const uint32_t changes = 1 + random.below(6);
    for (uint32_t i = 0; i < changes && !out.empty(); ++i) {
        const size_t at = random.below(out.size());
        switch (random.below(7)) {
        case 0:
            out[at] ^= static_cast<uint8_t>(1u << random.below(8));
            break;
        case 1:
            out[at] = static_cast<uint8_t>(random.word());
            break;
        case 2:
        case 3:
            if (out.size() >= 8) {
                const uint32_t value = random.edge();
                std::memcpy(out.data() + random.below(out.size() / 4 - 1) * size_t{4}, &value, 4);
            }
            break;
        case 4:
            if (random.oneIn(8))
                out.resize(at);
            break;
        case 5: { // a block copied over another
            const size_t from = random.below(out.size());
            const size_t count = std::min<size_t>(1 + random.below(64), out.size() - std::max(at, from));
            std::memmove(out.data() + at, out.data() + from, count);
            break;
        }
        default:
            if (random.oneIn(4))
                out.insert(out.begin() + static_cast<std::ptrdiff_t>(at), 4 * (1 + random.below(8)), uint8_t{0});
            break;
        }
    }
    return out;
}

void mutateWords(EditableShader& shader, Random& random) {
    if (shader.groups.empty())
        return;
    const uint32_t changes = 1 + random.below(4);
    for (uint32_t i = 0; i < changes; ++i) {
        Tokens& group = shader.groups[random.below(shader.groups.size())];
        uint32_t& word = group[random.below(group.size())];
        switch (random.below(5)) {
        case 0:
            word ^= 1u << random.below(32);
            break;
        case 1:
            word = random.edge();
            break;
        case 2:
            word += random.below(5) - 2;
            break;
        case 3:
            word = (word & ~0x7ffu) | random.below(kOpcodeCount + 1);
            break;
        default: {
            const Tokens& other = shader.groups[random.below(shader.groups.size())];
            word = other[random.below(other.size())];
            break;
        }
        }
    }
}

void mutateStructure(EditableShader& shader, const EditableShader* donor, Random& random) {
    switch (random.below(20)) {
    case 0:
    case 1:
    case 2:
        moveGroups(shader, donor, random);
        break;
    case 3:
    case 4:
        insertFlow(shader, random);
        break;
    case 5:
    case 6:
    case 7:
    case 8:
        mutateDeclaration(shader, random);
        break;
    case 9:
    case 10:
        mutateSignature(shader, random);
        break;
    case 11:
        if (random.oneIn(3))
            mutateHeader(shader, random);
        else
            mutateConstants(shader, random);
        break;
    default:
        mutateInstruction(shader, donor, random);
        break;
    }
}

std::vector<uint8_t> mutate(std::span<const uint8_t> bytes, std::span<const uint8_t> donor, MutationKind kind,
                            Random& random) {
    std::optional<EditableShader> shader;
    if (kind != MutationKind::Bytes)
        shader = takeApart(bytes);
    if (!shader)
        return mutateBytes(bytes, random);
    if (kind == MutationKind::Words) {
        mutateWords(*shader, random);
        return putTogether(*shader);
    }
    const std::optional<EditableShader> giver = takeApart(donor);
    const uint32_t changes = 1 + random.below(4);
    for (uint32_t i = 0; i < changes; ++i)
        mutateStructure(*shader, giver && random.oneIn(2) ? &*giver : &*shader, random);
    return putTogether(*shader);
}

} // namespace hendeca::fuzz
