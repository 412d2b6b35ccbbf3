#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#set = affine_set<(d0)[s0] : (d0 - 5 >= 0, s0 - d0 >= 0)>
func.func @affine(%m: memref<10x?xf32>, %n: index) {
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to min affine_map<(d0)[s0] -> (d0 + s0, 4)>(%i)[%n] step 2 {
      affine.if #set(%i)[%n] {
        %v = affine.load %m[%i, %j + 1] : memref<10x?xf32>
        affine.store %v, %m[%i, symbol(%n) - 1] : memref<10x?xf32>
      } else {
        %c = affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%j)
      }
    }
  }
  affine.parallel (%i, %j) = (0, 0) to (10, %n) step (1, 2) { }
  return
}
// -----
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @linalg(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %0 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %p, %z : f32
    linalg.yield %s : f32
  } -> tensor<4x16xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%0 : tensor<4x16xf32>) -> tensor<4x16xf32>
  %cst = arith.constant 0.0 : f32
  %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}
// -----
func.func @vector(%m: memref<16x16xf32>, %v: vector<4x4xf32>, %i: index, %mask: vector<4xi1>) -> vector<4xf32> {
  %c = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %i], %c {in_bounds = [true, false]} : memref<16x16xf32>, vector<4x4xf32>
  %1 = vector.extract %0[1] : vector<4xf32> from vector<4x4xf32>
  %2 = vector.insert %1, %v [2] : vector<4xf32> into vector<4x4xf32>
  %3 = vector.shape_cast %2 : vector<4x4xf32> to vector<16xf32>
  %4 = vector.broadcast %c : f32 to vector<4xf32>
  %5 = vector.fma %4, %1, %4 : vector<4xf32>
  %6 = vector.reduction <add>, %5 : vector<4xf32> into f32
  %7 = vector.shuffle %4, %5 [0, 1, 6, 7] : vector<4xf32>, vector<4xf32>
  %8 = vector.outerproduct %4, %5 : vector<4xf32>, vector<4xf32>
  %9 = vector.constant_mask [2] : vector<4xi1>
  %s = vector.vscale
  vector.print %7 : vector<4xf32>
  vector.transfer_write %8, %m[%i, %i] : vector<4x4xf32>, memref<16x16xf32>
  return %7 : vector<4xf32>
}
// -----
func.func @scalable(%v: vector<[4]xf32>, %w: vector<2x[4]xi32>) -> vector<[4]xf32> {
  %0 = arith.addf %v, %v fastmath<contract,nnan> : vector<[4]xf32>
  return %0 : vector<[4]xf32>
}
// -----
llvm.mlir.global internal constant @str("hello\00") {addr_space = 0 : i32}
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @main(%arg0: i32 {llvm.noundef}, %arg1: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias}) -> i64 attributes {passthrough = ["nounwind", ["frame-pointer", "all"]]} {
  %0 = llvm.mlir.constant(42 : i64) : i64
  %1 = llvm.mlir.addressof @str : !llvm.ptr
  %2 = llvm.getelementptr %1[0, %0] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<6 x i8>
  %3 = llvm.call @printf(%2, %arg0) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32) -> i32
  %4 = llvm.alloca %0 x !llvm.struct<"foo", (i32, ptr, array<4 x f32>)> {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %5 = llvm.load %4 {tbaa = []} : !llvm.ptr -> i32
  %6 = llvm.icmp "slt" %5, %arg0 : i32
  llvm.cond_br %6 weights([1, 2]), ^bb1, ^bb2(%0 : i64)
^bb1:
  llvm.br ^bb2(%0 : i64)
^bb2(%x: i64):
  llvm.switch %5 : i32, ^bb3 [1: ^bb1, 2: ^bb2(%0 : i64)]
^bb3:
  %8 = llvm.mlir.undef : f32
  %7 = llvm.intr.sqrt(%8) : (f32) -> f32
  llvm.return %0 : i64
}
// -----
module attributes {gpu.container_module, dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 32 : i32>>} {
  gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
    gpu.func @k(%a: memref<?xf32>, %b: i32) workgroup(%t: memref<32x33xf32, #gpu.address_space<workgroup>>) private(%p: memref<4xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 32, 8, 1>} {
      %x = gpu.thread_id x
      %bx = gpu.block_id y
      gpu.barrier
      %w = arith.constant 32 : i32
      %r, %ok = gpu.shuffle xor %b, %w, %w : i32
      %l = gpu.lane_id
      %s = gpu.subgroup_reduce add %r : (i32) -> i32
      gpu.printf "x = %d\n" %s : i32
      %red = gpu.all_reduce add %b {} : (i32) -> (i32)
      gpu.return
    }
  }
  func.func @host(%n: index, %m: memref<?xf32>, %v: i32) {
    %t = gpu.wait async
    %mem, %t2 = gpu.alloc async [%t] (%n) : memref<?xf32>
    %t3 = gpu.memcpy async [%t2] %mem, %m : memref<?xf32>, memref<?xf32>
    gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %v args(%mem : memref<?xf32>, %v : i32)
    %fc = arith.constant 1.0 : f32
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      memref.store %fc, %m[%tx] : memref<?xf32>
      gpu.terminator
    }
    return
  }
}
// -----
func.func @scf(%a: memref<100xf32>, %lb: index, %ub: index, %step: index) -> f32 {
  %init = arith.constant 0.0 : f32
  %sum = scf.for %i = %lb to %ub step %step iter_args(%acc = %init) -> (f32) {
    %v = memref.load %a[%i] : memref<100xf32>
    %n = arith.addf %acc, %v : f32
    scf.yield %n : f32
  }
  scf.parallel (%i, %j) = (%lb, %lb) to (%ub, %ub) step (%step, %step) init (%init) -> f32 {
    scf.reduce(%init : f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.mulf %l, %r : f32
      scf.reduce.return %s : f32
    }
  }
  %w:2 = scf.while (%x = %lb, %y = %sum) : (index, f32) -> (index, f32) {
    %c = arith.cmpi slt, %x, %ub : index
    scf.condition(%c) %x, %y : index, f32
  } do {
  ^bb0(%x: index, %y: f32):
    %nx = arith.addi %x, %step : index
    scf.yield %nx, %y : index, f32
  }
  scf.forall (%i, %j) in (%lb, 4) {
  } {mapping = [#gpu.thread<y>, #gpu.thread<x>]}
  %is = scf.index_switch %lb -> f32
  case 2 { scf.yield %sum : f32 }
  default { scf.yield %init : f32 }
  scf.execute_region { scf.yield }
  return %w#1 : f32
}
// -----
#enc = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @sparse(%a: tensor<32x32xf64, #enc>) -> index {
  %c = arith.constant 1 : index
  %d = tensor.dim %a, %c : tensor<32x32xf64, #enc>
  %p = sparse_tensor.positions %a {level = 1 : index} : tensor<32x32xf64, #enc> to memref<?xi32>
  return %d : index
}
// -----
func.func @tensor(%t: tensor<?x4xf32>, %i: index) -> tensor<*xf32> {
  %0 = tensor.extract %t[%i, %i] : tensor<?x4xf32>
  %1 = tensor.extract_slice %t[%i, 0] [2, %i] [1, 1] : tensor<?x4xf32> to tensor<2x?xf32>
  %2 = tensor.generate %i { ^bb0(%x: index, %y: index): tensor.yield %0 : f32 } : tensor<?x4xf32>
  %3 = tensor.cast %2 : tensor<?x4xf32> to tensor<*xf32>
  %4 = tensor.empty(%i) : tensor<?x7xbf16>
  %5 = tensor.pad %t low[1, %i] high[0, 2] { ^bb0(%x: index, %y: index): tensor.yield %0 : f32 } : tensor<?x4xf32> to tensor<?x?xf32>
  %6 = tensor.collapse_shape %t [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %cst = arith.constant sparse<[[0, 0], [1, 2]], [1.5, 5.0]> : tensor<3x4xf32>
  %cst2 = arith.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>
  %cst3 = arith.constant dense_resource<blob> : tensor<2xf32>
  return %3 : tensor<*xf32>
}
{-#
  dialect_resources: { builtin: { blob: "0x040000000000803F00000040" } }
#-}
// -----
func.func @memref(%m: memref<8x16xf32, strided<[16, 1], offset: ?>>, %n: index) {
  %a = memref.alloc(%n) {alignment = 64 : i64} : memref<?x4xf32>
  %b = memref.subview %m[0, %n] [4, %n] [1, 2] : memref<8x16xf32, strided<[16, 1], offset: ?>> to memref<4x?xf32, strided<[16, 2], offset: ?>>
  %c = memref.reinterpret_cast %a to offset: [%n], sizes: [3], strides: [1] : memref<?x4xf32> to memref<3xf32, strided<[1], offset: ?>>
  %d = memref.cast %a : memref<?x4xf32> to memref<*xf32>
  %base, %off, %sizes:2, %strides:2 = memref.extract_strided_metadata %m : memref<8x16xf32, strided<[16, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  %e = memref.alloca() : memref<16xi8>
  %v = memref.view %e[%n][] : memref<16xi8> to memref<2xf64>
  %g = memref.get_global @g : memref<2xf32>
  %x = memref.generic_atomic_rmw %c[%n] : memref<3xf32, strided<[1], offset: ?>> {
  ^bb0(%cur: f32):
    memref.atomic_yield %cur : f32
  }
  %y = memref.atomic_rmw addf %x, %c[%n] : (f32, memref<3xf32, strided<[1], offset: ?>>) -> f32
  memref.alloca_scope { memref.alloca_scope.return }
  memref.dealloc %a : memref<?x4xf32>
  return
}
memref.global "private" constant @g : memref<2xf32> = dense<[1.0, -2.5]> {alignment = 8 : i64}
memref.global "public" @u : memref<4xi8, 3> = uninitialized
// -----
spirv.module @s Logical GLSL450 requires #spirv.vce<v1.0, [Shader], []> {
  spirv.GlobalVariable @v bind(0, 1) : !spirv.ptr<!spirv.struct<(f32 [0], !spirv.array<4 x f32, stride=4> [16])>, StorageBuffer>
  spirv.func @f(%a: i32) -> i32 "None" {
    %0 = spirv.Constant 1 : i32
    %1 = spirv.IAdd %a, %0 : i32
    spirv.ReturnValue %1 : i32
  }
}
// -----
func.func @misc(%i: index, %c: complex<f32>, %f: f32, %s: !shape.shape) {
  %0 = index.add %i, %i
  %1 = index.cmp ult(%0, %i)
  %2 = complex.abs %c : complex<f32>
  %3 = complex.create %f, %2 : complex<f32>
  %4 = complex.constant [1.0 : f32, -1.0 : f32] : complex<f32>
  %5 = math.fma %f, %f, %2 : f32
  %7 = arith.constant -5 : i32
  %6 = math.ctlz %7 : i32
  %8 = ub.poison : i32
  %9 = shape.rank %s : !shape.shape -> !shape.size
  %tok = async.execute { async.yield }
  async.await %tok : !async.token
  cf.assert %1, "must hold"
  %10 = emitc.call_opaque "foo"(%7) {args = [0 : index, #emitc.opaque<"X">]} : (i32) -> !emitc.opaque<"T">
  %11 = builtin.unrealized_conversion_cast %7 : i32 to !emitc.opaque<"int">
  return
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %m = transform.structured.match ops{["linalg.matmul"]} in %root : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %m tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
// -----
pdl.pattern @p : benefit(1) {
  %t = pdl.type : i32
  %o = pdl.operand
  %a = pdl.attribute = 10 : i32
  %root = pdl.operation "foo.op"(%o : !pdl.value) {"attr" = %a} -> (%t : !pdl.type)
  pdl.rewrite %root with "rewriter"(%o : !pdl.value)
}
// -----
func.func @omp(%n: index) {
  omp.parallel {
    omp.barrier
    omp.terminator
  }
  return
}
// -----
func.func @tosa(%a: tensor<1x3xf32>, %q: tensor<4x!quant.uniform<i8:f32, 2.0:-1>>) -> tensor<1x3xf32> {
  %0 = "tosa.const"() {value = dense<0x7F800000> : tensor<1x3xf32>} : () -> tensor<1x3xf32>
  %1 = tosa.add %a, %0 : (tensor<1x3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
  %2 = tosa.clamp %1 {min_fp = -3.40282347E+38 : f32, max_fp = 3.40282347E+38 : f32, min_int = -9223372036854775808 : i64, max_int = 9223372036854775807 : i64} : (tensor<1x3xf32>) -> tensor<1x3xf32>
  return %2 : tensor<1x3xf32>
}
// -----
irdl.dialect @cmath {
  irdl.type @complex {
    %0 = irdl.is f32
    %1 = irdl.is f64
    %2 = irdl.any_of(%0, %1)
    irdl.parameters(%2)
  }
  irdl.operation @norm {
    %0 = irdl.any
    %1 = irdl.parametric @cmath::@complex<%0>
    irdl.operands(%1)
    irdl.results(%0)
  }
}
// -----
func.func @consts() {
  %0 = arith.constant dense<"0x0102030405060708"> : tensor<8xi8>
  %1 = arith.constant dense<[true, false, true]> : vector<3xi1>
  %2 = arith.constant 0x7FC00000 : f32
  %3 = arith.constant -170141183460469231731687303715884105728 : i128
  %4 = arith.constant dense<[1.0e10, 1.0e-10, 0.1, -0.0]> : tensor<4xf64>
  %5 = arith.constant dense<(1.0, -2.0)> : tensor<complex<f64>>
  %6 = arith.constant 1.1 : bf16
  %7 = arith.constant 3.0e-5 : f16
  %8 = arith.constant dense<3> : vector<2x[4]xi8>
  %9 = arith.constant true
  return
}
