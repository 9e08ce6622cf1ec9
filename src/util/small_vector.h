#pragma once
// A vector whose first N elements need no allocation. Like std::vector for what it has; iterators and references die when
// it grows. One thread at a time.

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace hendeca {

template <class T, size_t N>
class SmallVector {
public:
    SmallVector() = default;
    SmallVector(std::initializer_list<T> items) { append(items.begin(), items.end()); }
    SmallVector(const SmallVector& other) { append(other.begin(), other.end()); }
    SmallVector(SmallVector&& other) noexcept { take(other); }
    ~SmallVector() {
        clear();
        freeHeap();
    }
    SmallVector& operator=(const SmallVector& other) {
        if (this != &other) {
            clear();
            append(other.begin(), other.end());
        }
        return *this;
    }
    SmallVector& operator=(SmallVector&& other) noexcept {
        if (this != &other) {
            clear();
            freeHeap();
            take(other);
        }
        return *this;
    }

    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    size_t capacity() const { return capacity_; }
    T* data() { return data_; }
    const T* data() const { return data_; }
    T* begin() { return data_; }
    T* end() { return data_ + size_; }
    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }
    T& operator[](size_t i) { return data_[i]; }
    const T& operator[](size_t i) const { return data_[i]; }
    T& front() { return data_[0]; }
    T& back() { return data_[size_ - 1]; }
    const T& back() const { return data_[size_ - 1]; }
    operator std::span<T>() { return {data_, size_}; }
    operator std::span<const T>() const { return {data_, size_}; }

    template <class... Args>
    T& emplace_back(Args&&... args) {
        if (size_ == capacity_) {
            // The arguments may refer to an element of this vector, so the new one is made before the old ones move.
            T item(std::forward<Args>(args)...);
            reserve(capacity_ * 2);
            return *new (data_ + size_++) T(std::move(item));
        }
        return *new (data_ + size_++) T(std::forward<Args>(args)...);
    }
    void push_back(const T& item) { emplace_back(item); }
    void push_back(T&& item) { emplace_back(std::move(item)); }
    void pop_back() { data_[--size_].~T(); }

    template <class It>
    void append(It first, It last) {
        for (; first != last; ++first)
            emplace_back(*first);
    }
    void resize(size_t count) {
        reserve(count);
        while (size_ > count)
            pop_back();
        while (size_ < count)
            new (data_ + size_++) T();
    }
    void reserve(size_t count) {
        if (count <= capacity_)
            return;
        T* bigger = static_cast<T*>(::operator new(count * sizeof(T), std::align_val_t(alignof(T))));
        std::uninitialized_move(begin(), end(), bigger);
        std::destroy(begin(), end());
        freeHeap();
        data_ = bigger;
        capacity_ = count;
    }
    void clear() {
        std::destroy(begin(), end());
        size_ = 0;
    }
    // Order is lost: the last element takes the place of the erased one.
    void eraseUnordered(size_t i) {
        if (i + 1 != size_)
            data_[i] = std::move(back());
        pop_back();
    }

    friend bool operator==(const SmallVector& a, const SmallVector& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    bool onHeap() const { return data_ != reinterpret_cast<const T*>(inline_); }
    void freeHeap() {
        if (onHeap())
            ::operator delete(data_, std::align_val_t(alignof(T)));
        data_ = reinterpret_cast<T*>(inline_);
        capacity_ = N;
    }
    void take(SmallVector& other) {
        if (other.onHeap()) {
            data_ = std::exchange(other.data_, reinterpret_cast<T*>(other.inline_));
            size_ = std::exchange(other.size_, 0);
            capacity_ = std::exchange(other.capacity_, N);
        } else {
            std::uninitialized_move(other.begin(), other.end(), data_);
            size_ = other.size_;
            other.clear();
        }
    }

    static_assert(N > 0);
    alignas(T) unsigned char inline_[N * sizeof(T)];
    T* data_ = reinterpret_cast<T*>(inline_);
    size_t size_ = 0;
    size_t capacity_ = N;
};

} // namespace hendeca
