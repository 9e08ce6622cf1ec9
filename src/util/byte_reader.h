#pragma once
// A bounds-checked view of bytes that somebody else owns. A read beyond the end gives zero and turns the reader false for
// good, so that a parser checks once per object instead of once per field. Little-endian, as DXBC is. One thread at a time.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace hendeca {

class ByteReader {
public:
    ByteReader() = default;
    explicit ByteReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}

    explicit operator bool() const { return !failed_; }
    size_t size() const { return bytes_.size(); }
    size_t offset() const { return offset_; }
    size_t remaining() const { return bytes_.size() - offset_; }
    std::span<const uint8_t> bytes() const { return bytes_; }

    // Moves to a byte offset from the start; the end itself is allowed.
    void seek(size_t offset) {
        if (offset > bytes_.size())
            failed_ = true;
        else
            offset_ = offset;
    }
    void skip(size_t count) {
        if (count > remaining())
            failed_ = true;
        else
            offset_ += count;
    }

    template <class T>
    T read() {
        T value{};
        if (failed_ || remaining() < sizeof(T)) {
            failed_ = true;
            return T{};
        }
        std::memcpy(&value, bytes_.data() + offset_, sizeof(T));
        offset_ += sizeof(T);
        return value;
    }
    uint32_t u32() { return read<uint32_t>(); }

    // A part of the bytes as a reader of its own; a bad range gives an empty, failed reader and fails this one too.
    ByteReader slice(size_t offset, size_t count) {
        ByteReader part;
        if (offset > bytes_.size() || count > bytes_.size() - offset) {
            failed_ = true;
            part.failed_ = true;
        } else {
            part.bytes_ = bytes_.subspan(offset, count);
        }
        return part;
    }

    // The zero-terminated string at an offset; without a terminator inside the bytes the reader fails.
    std::string_view string(size_t offset) {
        if (offset >= bytes_.size()) {
            failed_ = true;
            return {};
        }
        const auto* begin = reinterpret_cast<const char*>(bytes_.data() + offset);
        const void* end = std::memchr(begin, 0, bytes_.size() - offset);
        if (!end) {
            failed_ = true;
            return {};
        }
        return {begin, static_cast<size_t>(static_cast<const char*>(end) - begin)};
    }

private:
    std::span<const uint8_t> bytes_;
    size_t offset_ = 0;
    bool failed_ = false;
};

} // namespace hendeca
