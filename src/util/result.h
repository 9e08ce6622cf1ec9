#pragma once
// Errors as values. A function that can fail returns Result<T> (or Status, when there is nothing to return); the caller
// must look at it. An Error says what kind of failure it is, where it arose, and one sentence about what was being done.
// Nothing here throws. Safe from any thread; a Result is owned by whoever holds it.

#include <source_location>
#include <string>
#include <utility>
#include <variant>

namespace hendeca {

enum class ErrorCode {
    InvalidArgument, // the caller's input breaks a documented rule
    Corrupt,         // bytes that do not parse
    Unsupported,     // the driver, or this version, cannot do it
    OutOfMemory,
    DeviceLost,
    SurfaceLost, // the window is gone or its surface must be made again
    NotFound,
    Timeout,
    Io,
    Internal,
};

struct Error {
    ErrorCode code = ErrorCode::Internal;
    std::string what; // one sentence, no trailing full stop
    std::source_location where;
};

[[nodiscard]] inline Error makeError(ErrorCode code, std::string what,
                                     std::source_location where = std::source_location::current()) {
    return Error{code, std::move(what), where};
}

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    bool ok() const { return state_.index() == 0; }
    explicit operator bool() const { return ok(); }

    T& value() & { return std::get<0>(state_); }
    const T& value() const& { return std::get<0>(state_); }
    T&& value() && { return std::get<0>(std::move(state_)); }
    T& operator*() & { return value(); }
    const T& operator*() const& { return value(); }
    T* operator->() { return &value(); }
    const T* operator->() const { return &value(); }

    const Error& error() const& { return std::get<1>(state_); }
    Error&& error() && { return std::get<1>(std::move(state_)); }

private:
    std::variant<T, Error> state_;
};

struct Ok {};
using Status = Result<Ok>;

} // namespace hendeca

// HENDECA_TRY(expr): leaves the enclosing function with the error of `expr`, if it has one.
#define HENDECA_TRY(expr)                                                                                              \
    do {                                                                                                               \
        if (auto hendecaResult_ = (expr); !hendecaResult_.ok())                                                        \
            return std::move(hendecaResult_).error();                                                                  \
    } while (0)

// HENDECA_TRY_ASSIGN(auto x, expr): as above, and otherwise moves the value into `x`.
#define HENDECA_TRY_CONCAT2(a, b) a##b
#define HENDECA_TRY_CONCAT(a, b) HENDECA_TRY_CONCAT2(a, b)
#define HENDECA_TRY_ASSIGN(target, expr)                                                                               \
    auto HENDECA_TRY_CONCAT(hendecaResult_, __LINE__) = (expr);                                                        \
    if (!HENDECA_TRY_CONCAT(hendecaResult_, __LINE__).ok())                                                            \
        return std::move(HENDECA_TRY_CONCAT(hendecaResult_, __LINE__)).error();                                        \
    target = std::move(HENDECA_TRY_CONCAT(hendecaResult_, __LINE__)).value()
