#pragma once
// The few Windows declarations that the Direct3D headers need, for builds on Linux. Sizes are Windows' own (LONG and DWORD
// have 32 bits), except WCHAR, which is the platform's wchar_t. There is no calling convention to speak of: methods are
// plain C++ virtuals. C++ only.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <guiddef.h>

// ---- Macros of the compiler and of SAL that are empty here
#define WINAPI
#define APIENTRY
#define CALLBACK
#define STDMETHODCALLTYPE
#define STDMETHODVCALLTYPE
#define STDAPICALLTYPE
#define __stdcall
#define __cdecl
#define _Cdecl
#define FAR
#define CONST const
#define __MSABI_LONG(value) value
#define VOID void
#define DECLSPEC_NOVTABLE
#define DECLSPEC_NORETURN [[noreturn]]
#define DECLSPEC_IMPORT
#define DECLSPEC_SELECTANY __attribute__((weak))
#define DECLSPEC_XFGVIRT(base, method)
#define __C89_NAMELESS __extension__
#define __C89_NAMELESSUNIONNAME
#define __C89_NAMELESSUNIONNAME1
#define __C89_NAMELESSUNIONNAME2
#define __C89_NAMELESSUNIONNAME3
#define __C89_NAMELESSUNIONNAME4
#define __C89_NAMELESSUNIONNAME5
#define __C89_NAMELESSUNIONNAME6
#define __C89_NAMELESSUNIONNAME7
#define __C89_NAMELESSUNIONNAME8
#define __C89_NAMELESSSTRUCTNAME
#define FORCEINLINE inline
#define __forceinline inline
#define BEGIN_INTERFACE
#define END_INTERFACE
#define CONST_VTBL
#define __RPC_FAR
#define __RPC__in
#define __RPC__out
#define __RPC_STUB
#define _In_
#define _In_opt_
#define _In_reads_(n)
#define _In_reads_opt_(n)
#define _In_reads_bytes_(n)
#define _Out_
#define _Out_opt_
#define _Outptr_
#define _Outptr_opt_
#define _Out_writes_bytes_(n)
#define _Inout_
#define _Inout_opt_
#define _COM_Outptr_
#define _COM_Outptr_opt_

#define interface struct
#define MIDL_INTERFACE(iid) struct
#define DECLARE_INTERFACE(name) struct name
#define DECLARE_INTERFACE_(name, base) struct name : public base
#define DECLARE_INTERFACE_IID_(name, base, iid) struct name : public base
#define STDMETHOD(method) virtual HRESULT STDMETHODCALLTYPE method
#define STDMETHOD_(type, method) virtual type STDMETHODCALLTYPE method
#define STDMETHODIMP HRESULT STDMETHODCALLTYPE
#define STDMETHODIMP_(type) type STDMETHODCALLTYPE
#define STDAPI EXTERN_C HRESULT
#define STDAPI_(type) EXTERN_C type
#define PURE = 0
#define THIS void
#define THIS_

// ---- Types
typedef int32_t BOOL;
typedef int32_t WINBOOL;
typedef uint8_t BOOLEAN;
typedef uint8_t boolean;
typedef uint8_t BYTE;
typedef char CHAR;
typedef unsigned char UCHAR;
typedef wchar_t WCHAR;
typedef int16_t SHORT;
typedef uint16_t USHORT;
typedef uint16_t WORD;
typedef int32_t INT;
typedef uint32_t UINT;
typedef int32_t LONG;
typedef uint32_t ULONG;
typedef uint32_t DWORD;
typedef int64_t LONGLONG;
typedef uint64_t ULONGLONG;
typedef int8_t INT8;
typedef uint8_t UINT8;
typedef int16_t INT16;
typedef uint16_t UINT16;
typedef int32_t INT32;
typedef uint32_t UINT32;
typedef int64_t INT64;
typedef uint64_t UINT64;
typedef uint64_t DWORD64;
typedef float FLOAT;
typedef double DOUBLE;
typedef intptr_t INT_PTR;
typedef uintptr_t UINT_PTR;
typedef intptr_t LONG_PTR;
typedef uintptr_t ULONG_PTR;
typedef uintptr_t DWORD_PTR;
typedef size_t SIZE_T;
typedef intptr_t SSIZE_T;
typedef int32_t HRESULT;
typedef DWORD COLORREF;
typedef UINT_PTR WPARAM;
typedef LONG_PTR LPARAM;
typedef LONG_PTR LRESULT;

typedef void* PVOID;
typedef void* LPVOID;
typedef const void* LPCVOID;
typedef BYTE* LPBYTE;
typedef BOOL* LPBOOL;
typedef INT* LPINT;
typedef UINT* PUINT;
typedef DWORD* LPDWORD;
typedef char* LPSTR;
typedef const char* LPCSTR;
typedef WCHAR* LPWSTR;
typedef WCHAR* PWSTR;
typedef const WCHAR* LPCWSTR;
typedef const WCHAR* PCWSTR;
typedef char TCHAR;
typedef WCHAR OLECHAR;
typedef WCHAR* BSTR;

typedef void* HANDLE;
typedef HANDLE HWND;
typedef HANDLE HDC;
typedef HANDLE HINSTANCE;
typedef HANDLE HMODULE;
typedef HANDLE HMONITOR;
typedef HANDLE HGLOBAL;
typedef HANDLE HKEY;
typedef HANDLE HICON;
typedef HANDLE HCURSOR;
typedef HANDLE HBRUSH;
typedef HANDLE HBITMAP;
typedef HANDLE* PHANDLE;
typedef HANDLE* LPHANDLE;
typedef intptr_t (*FARPROC)();

#define DECLARE_HANDLE(name)                                                                                           \
    struct name##__ {                                                                                                  \
        int unused;                                                                                                    \
    };                                                                                                                 \
    typedef struct name##__* name

typedef union _LARGE_INTEGER {
    struct {
        DWORD LowPart;
        LONG HighPart;
    } u;
    LONGLONG QuadPart;
} LARGE_INTEGER, *PLARGE_INTEGER;

typedef union _ULARGE_INTEGER {
    struct {
        DWORD LowPart;
        DWORD HighPart;
    } u;
    ULONGLONG QuadPart;
} ULARGE_INTEGER, *PULARGE_INTEGER;

typedef struct _LUID {
    DWORD LowPart;
    LONG HighPart;
} LUID, *PLUID;

typedef struct tagPOINT {
    LONG x;
    LONG y;
} POINT, *PPOINT, *LPPOINT;

typedef struct tagSIZE {
    LONG cx;
    LONG cy;
} SIZE, *PSIZE, *LPSIZE;

typedef struct tagRECT {
    LONG left;
    LONG top;
    LONG right;
    LONG bottom;
} RECT, *PRECT, *LPRECT;
typedef const RECT* LPCRECT;

typedef struct _SECURITY_ATTRIBUTES {
    DWORD nLength;
    void* lpSecurityDescriptor;
    BOOL bInheritHandle;
} SECURITY_ATTRIBUTES, *PSECURITY_ATTRIBUTES, *LPSECURITY_ATTRIBUTES;

typedef struct _FILETIME {
    DWORD dwLowDateTime;
    DWORD dwHighDateTime;
} FILETIME;

typedef struct tagPALETTEENTRY {
    BYTE peRed;
    BYTE peGreen;
    BYTE peBlue;
    BYTE peFlags;
} PALETTEENTRY;

typedef struct tagRGNDATAHEADER {
    DWORD dwSize;
    DWORD iType;
    DWORD nCount;
    DWORD nRgnSize;
    RECT rcBound;
} RGNDATAHEADER;

typedef struct _RGNDATA {
    RGNDATAHEADER rdh;
    char Buffer[1];
} RGNDATA;

// ---- Values
#ifndef TRUE
#define TRUE 1
#define FALSE 0
#endif
#define MAX_PATH 260
#define INFINITE 0xffffffffu
#define INVALID_HANDLE_VALUE ((HANDLE)(intptr_t)-1)
#define DELETE 0x00010000
#define READ_CONTROL 0x00020000
#define SYNCHRONIZE 0x00100000
#define GENERIC_READ 0x80000000u
#define GENERIC_WRITE 0x40000000u
#define GENERIC_ALL 0x10000000u
#define WAIT_OBJECT_0 0u
#define WAIT_TIMEOUT 258u
#define WAIT_FAILED 0xffffffffu
#define DLL_PROCESS_DETACH 0
#define DLL_PROCESS_ATTACH 1

#define LOWORD(value) ((WORD)((DWORD_PTR)(value)&0xffff))
#define HIWORD(value) ((WORD)((DWORD_PTR)(value) >> 16))
#define MAKELONG(low, high) ((LONG)(((WORD)(low)) | ((DWORD)((WORD)(high))) << 16))

#define DEFINE_ENUM_FLAG_OPERATORS(type)                                                                               \
    extern "C++" {                                                                                                     \
    inline constexpr type operator|(type a, type b) {                                                                  \
        return (type)((unsigned)a | (unsigned)b);                                                                      \
    }                                                                                                                  \
    inline constexpr type operator&(type a, type b) {                                                                  \
        return (type)((unsigned)a & (unsigned)b);                                                                      \
    }                                                                                                                  \
    inline constexpr type operator~(type a) {                                                                          \
        return (type)~(unsigned)a;                                                                                     \
    }                                                                                                                  \
    inline type& operator|=(type& a, type b) {                                                                         \
        return a = a | b;                                                                                              \
    }                                                                                                                  \
    inline type& operator&=(type& a, type b) {                                                                         \
        return a = a & b;                                                                                              \
    }                                                                                                                  \
    }

// ---- HRESULT
#define SEVERITY_SUCCESS 0
#define SEVERITY_ERROR 1
#define MAKE_HRESULT(severity, facility, code)                                                                         \
    ((HRESULT)(((uint32_t)(severity) << 31) | ((uint32_t)(facility) << 16) | ((uint32_t)(code))))
#define SUCCEEDED(hr) ((HRESULT)(hr) >= 0)
#define FAILED(hr) ((HRESULT)(hr) < 0)
#define HRESULT_CODE(hr) ((hr)&0xffff)
#define _HRESULT_TYPEDEF_(value) ((HRESULT)(value))

#define S_OK ((HRESULT)0)
#define S_FALSE ((HRESULT)1)
#define E_NOTIMPL ((HRESULT)0x80004001u)
#define E_NOINTERFACE ((HRESULT)0x80004002u)
#define E_POINTER ((HRESULT)0x80004003u)
#define E_ABORT ((HRESULT)0x80004004u)
#define E_FAIL ((HRESULT)0x80004005u)
#define E_UNEXPECTED ((HRESULT)0x8000ffffu)
#define E_ACCESSDENIED ((HRESULT)0x80070005u)
#define E_HANDLE ((HRESULT)0x80070006u)
#define E_OUTOFMEMORY ((HRESULT)0x8007000eu)
#define E_INVALIDARG ((HRESULT)0x80070057u)
#define CLASS_E_NOAGGREGATION ((HRESULT)0x80040110u)

#define DXGI_STATUS_OCCLUDED ((HRESULT)0x087a0001u)
#define DXGI_STATUS_CLIPPED ((HRESULT)0x087a0002u)
#define DXGI_STATUS_NO_REDIRECTION ((HRESULT)0x087a0004u)
#define DXGI_STATUS_NO_DESKTOP_ACCESS ((HRESULT)0x087a0005u)
#define DXGI_STATUS_GRAPHICS_VIDPN_SOURCE_IN_USE ((HRESULT)0x087a0006u)
#define DXGI_STATUS_MODE_CHANGED ((HRESULT)0x087a0007u)
#define DXGI_STATUS_MODE_CHANGE_IN_PROGRESS ((HRESULT)0x087a0008u)
#define DXGI_STATUS_UNOCCLUDED ((HRESULT)0x087a0009u)
#define DXGI_STATUS_DDA_WAS_STILL_DRAWING ((HRESULT)0x087a000au)
#define DXGI_STATUS_PRESENT_REQUIRED ((HRESULT)0x087a002fu)
#define DXGI_ERROR_INVALID_CALL ((HRESULT)0x887a0001u)
#define DXGI_ERROR_NOT_FOUND ((HRESULT)0x887a0002u)
#define DXGI_ERROR_MORE_DATA ((HRESULT)0x887a0003u)
#define DXGI_ERROR_UNSUPPORTED ((HRESULT)0x887a0004u)
#define DXGI_ERROR_DEVICE_REMOVED ((HRESULT)0x887a0005u)
#define DXGI_ERROR_DEVICE_HUNG ((HRESULT)0x887a0006u)
#define DXGI_ERROR_DEVICE_RESET ((HRESULT)0x887a0007u)
#define DXGI_ERROR_WAS_STILL_DRAWING ((HRESULT)0x887a000au)
#define DXGI_ERROR_FRAME_STATISTICS_DISJOINT ((HRESULT)0x887a000bu)
#define DXGI_ERROR_GRAPHICS_VIDPN_SOURCE_IN_USE ((HRESULT)0x887a000cu)
#define DXGI_ERROR_DRIVER_INTERNAL_ERROR ((HRESULT)0x887a0020u)
#define DXGI_ERROR_NONEXCLUSIVE ((HRESULT)0x887a0021u)
#define DXGI_ERROR_NOT_CURRENTLY_AVAILABLE ((HRESULT)0x887a0022u)
#define DXGI_ERROR_REMOTE_CLIENT_DISCONNECTED ((HRESULT)0x887a0023u)
#define DXGI_ERROR_REMOTE_OUTOFMEMORY ((HRESULT)0x887a0024u)
#define DXGI_ERROR_MODE_CHANGE_IN_PROGRESS ((HRESULT)0x887a0025u)
#define DXGI_ERROR_ACCESS_LOST ((HRESULT)0x887a0026u)
#define DXGI_ERROR_WAIT_TIMEOUT ((HRESULT)0x887a0027u)
#define DXGI_ERROR_SESSION_DISCONNECTED ((HRESULT)0x887a0028u)
#define DXGI_ERROR_RESTRICT_TO_OUTPUT_STALE ((HRESULT)0x887a0029u)
#define DXGI_ERROR_CANNOT_PROTECT_CONTENT ((HRESULT)0x887a002au)
#define DXGI_ERROR_ACCESS_DENIED ((HRESULT)0x887a002bu)
#define DXGI_ERROR_NAME_ALREADY_EXISTS ((HRESULT)0x887a002cu)
#define DXGI_ERROR_SDK_COMPONENT_MISSING ((HRESULT)0x887a002du)
#define DXGI_ERROR_NOT_CURRENT ((HRESULT)0x887a002eu)
#define DXGI_ERROR_HW_PROTECTION_OUTOFMEMORY ((HRESULT)0x887a0030u)
#define DXGI_ERROR_DYNAMIC_CODE_POLICY_VIOLATION ((HRESULT)0x887a0031u)
#define DXGI_ERROR_NON_COMPOSITED_UI ((HRESULT)0x887a0032u)
#define DXGI_ERROR_CACHE_CORRUPT ((HRESULT)0x887a0033u)
#define DXGI_ERROR_CACHE_FULL ((HRESULT)0x887a0034u)
#define DXGI_ERROR_CACHE_HASH_COLLISION ((HRESULT)0x887a0035u)
#define DXGI_ERROR_ALREADY_EXISTS ((HRESULT)0x887a0036u)

#define D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS ((HRESULT)0x887c0001u)
#define D3D11_ERROR_FILE_NOT_FOUND ((HRESULT)0x887c0002u)
#define D3D11_ERROR_TOO_MANY_UNIQUE_VIEW_OBJECTS ((HRESULT)0x887c0003u)
#define D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD ((HRESULT)0x887c0004u)

#include <unknwn.h>
