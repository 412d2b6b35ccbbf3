spirv.module Logical GLSL450 {
  spirv.func @add(%a: i32, %b: i32) -> i32 "None" {
    %0 = spirv.IAdd %a, %b : i32
    %1 = spirv.ISub %0, %b : i32
    %2 = spirv.IMul %1, %b : i32
    %3 = spirv.SDiv %2, %b : i32
    spirv.ReturnValue %3 : i32
  }
}
// -----
spirv.module Logical Vulkan requires #spirv.vce<v1.3, [Shader, Float16], [SPV_KHR_storage_buffer_storage_class]> {
  spirv.GlobalVariable @buf bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<16 x f32, stride=4> [0])>, StorageBuffer>
  spirv.SpecConstant @sc spec_id(5) = 42 : i32
  spirv.func @main() "Inline" {
    %c = spirv.Constant 0 : i32
    %p = spirv.mlir.addressof @buf : !spirv.ptr<!spirv.struct<(!spirv.array<16 x f32, stride=4> [0])>, StorageBuffer>
    %q = spirv.AccessChain %p[%c, %c] : !spirv.ptr<!spirv.struct<(!spirv.array<16 x f32, stride=4> [0])>, StorageBuffer>, i32, i32
    %x = spirv.Load "StorageBuffer" %q : f32
    %y = spirv.GL.Sqrt %x : f32
    spirv.Store "StorageBuffer" %q, %y : f32
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @main
  spirv.ExecutionMode @main "LocalSize", 32, 1, 1
}
// -----
spirv.module Physical64 OpenCL {
  spirv.func @select(%c: i1, %x: f32, %v: vector<4xf32>) -> f32 "Pure" {
    %0 = spirv.Select %c, %x, %x : i1, f32
    %1 = spirv.CompositeExtract %v[2 : i32] : vector<4xf32>
    %2 = spirv.FOrdLessThan %0, %1 : f32
    spirv.mlir.selection {
      spirv.BranchConditional %2 [5, 10], ^then, ^merge
    ^then:
      spirv.Branch ^merge
    ^merge:
      spirv.mlir.merge
    }
    spirv.ReturnValue %0 : f32
  }
}
// -----
func.func @types(%p: !spirv.ptr<i32, Function>, %c: i1) {
  %v = spirv.Variable : !spirv.ptr<vector<3xf32>, Function>
  %u = spirv.Undef : !spirv.array<4 x i8>
  spirv.ControlBarrier <Workgroup>, <Device>, <AcquireRelease|UniformMemory>
  %b = spirv.Bitcast %p : !spirv.ptr<i32, Function> to !spirv.ptr<f32, Function>
  return
}
// -----
module attributes {spirv.target_env = #spirv.target_env<#spirv.vce<v1.0, [Kernel], []>, #spirv.resource_limits<>>} {
  func.func @k() attributes {spirv.entry_point_abi = #spirv.entry_point_abi<workgroup_size = [16, 1, 1]>} { return }
}
// -----
func.func private @images(!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>, !spirv.sampled_image<!spirv.image<f32, Cube, IsDepth, Arrayed, MultiSampled, NoSampler, Unknown>>, !spirv.rtarray<i32>, !spirv.matrix<3 x vector<3xf32>>, !spirv.struct<named, (f32 [4, NonWritable], i32 [8])>)
