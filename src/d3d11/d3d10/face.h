#pragma once
// The Direct3D 10 face of an object: every object that Direct3D 10 knows, too, offers its interface there, as on Windows
// since D3D11.1. A face is made when it is first asked for, lives in its object and has no count of its own. Any thread.

#include <unknwn.h>

namespace hendeca::d3d11 {

class DeviceObject;

class Direct3D10Face {
public:
    virtual ~Direct3D10Face() = default;
    // The interface of this face, without a reference; null when it is not one of them.
    virtual void* find(REFIID iid) = 0;
};

// QueryInterface for Direct3D 10's interfaces; E_NOINTERFACE for all others and for objects that Direct3D 10 has no word for
// (structured buffers, resources with a minimum LOD).
HRESULT queryDirect3D10(DeviceObject& object, REFIID iid, void** out);

} // namespace hendeca::d3d11
