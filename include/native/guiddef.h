#pragma once
// GUID, its comparison, DEFINE_GUID (an inline constant here, so nothing has to be linked) and __uuidof.

#include <stdint.h>
#include <string.h>

#define EXTERN_C extern "C"

typedef struct _GUID {
    uint32_t Data1;
    uint16_t Data2;
    uint16_t Data3;
    uint8_t Data4[8];
} GUID;

typedef GUID IID;
typedef GUID CLSID;
typedef GUID UUID;
typedef GUID* LPGUID;
typedef const GUID* LPCGUID;

#define REFGUID const GUID&
#define REFIID const IID&
#define REFCLSID const CLSID&

#define DEFINE_GUID(name, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8)                                                   \
    inline constexpr GUID name = {l, w1, w2, {b1, b2, b3, b4, b5, b6, b7, b8}}

DEFINE_GUID(GUID_NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
#define IID_NULL GUID_NULL

extern "C++" {
inline bool operator==(REFGUID a, REFGUID b) {
    return memcmp(&a, &b, sizeof(GUID)) == 0;
}
inline bool operator!=(REFGUID a, REFGUID b) {
    return !(a == b);
}
inline bool IsEqualGUID(REFGUID a, REFGUID b) {
    return a == b;
}
inline bool IsEqualIID(REFIID a, REFIID b) {
    return a == b;
}

template <class T>
struct HendecaUuidOf;
template <class T>
struct HendecaUuidOf<T*> : HendecaUuidOf<T> {};
template <class T>
struct HendecaUuidOf<const T> : HendecaUuidOf<T> {};
template <class T>
struct HendecaUuidOf<T&> : HendecaUuidOf<T> {};
}

// Ties an interface to its id; the Direct3D headers use it after each interface.
#define __CRT_UUID_DECL(type, l, w1, w2, b1, b2, b3, b4, b5, b6, b7, b8)                                               \
    extern "C++" {                                                                                                     \
    template <>                                                                                                        \
    struct HendecaUuidOf<type> {                                                                                       \
        static constexpr GUID kValue = {l, w1, w2, {b1, b2, b3, b4, b5, b6, b7, b8}};                                  \
    };                                                                                                                 \
    }
#define __uuidof(type) (HendecaUuidOf<__typeof__(type)>::kValue)
