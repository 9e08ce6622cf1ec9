#pragma once
// The Direct3D 10 declarations, and the interface that each of them extends (util/com_object.h).

#include "d3d11/device/interfaces.h"

#include <d3d10_1.h>

HENDECA_COM_BASE(ID3D10DeviceChild, IUnknown);
HENDECA_COM_BASE(ID3D10Resource, ID3D10DeviceChild);
HENDECA_COM_BASE(ID3D10Buffer, ID3D10Resource);
HENDECA_COM_BASE(ID3D10Texture1D, ID3D10Resource);
HENDECA_COM_BASE(ID3D10Texture2D, ID3D10Resource);
HENDECA_COM_BASE(ID3D10Texture3D, ID3D10Resource);
HENDECA_COM_BASE(ID3D10View, ID3D10DeviceChild);
HENDECA_COM_BASE(ID3D10ShaderResourceView, ID3D10View);
HENDECA_COM_BASE(ID3D10ShaderResourceView1, ID3D10ShaderResourceView);
HENDECA_COM_BASE(ID3D10RenderTargetView, ID3D10View);
HENDECA_COM_BASE(ID3D10DepthStencilView, ID3D10View);
HENDECA_COM_BASE(ID3D10BlendState, ID3D10DeviceChild);
HENDECA_COM_BASE(ID3D10BlendState1, ID3D10BlendState);
HENDECA_COM_BASE(ID3D10DepthStencilState, ID3D10DeviceChild);
HENDECA_COM_BASE(ID3D10RasterizerState, ID3D10DeviceChild);
HENDECA_COM_BASE(ID3D10SamplerState, ID3D10DeviceChild);
HENDECA_COM_BASE(ID3D10InputLayout, ID3D10DeviceChild);
HENDECA_COM_BASE(ID3D10VertexShader, ID3D10DeviceChild);
HENDECA_COM_BASE(ID3D10GeometryShader, ID3D10DeviceChild);
HENDECA_COM_BASE(ID3D10PixelShader, ID3D10DeviceChild);
HENDECA_COM_BASE(ID3D10Asynchronous, ID3D10DeviceChild);
HENDECA_COM_BASE(ID3D10Query, ID3D10Asynchronous);
HENDECA_COM_BASE(ID3D10Predicate, ID3D10Query);
HENDECA_COM_BASE(ID3D10Multithread, IUnknown);
HENDECA_COM_BASE(ID3D10Device, IUnknown);
HENDECA_COM_BASE(ID3D10Device1, ID3D10Device);
