func.func @f(%g: memref<64xf32>, %s: memref<64xf32>, %i: index) { %0 = nvgpu.device_async_copy %g[%i], %s[%i], 4 : memref<64xf32> to memref<64xf32> return }
// -----
func.func @f(%g: memref<64xf32, strided<[2]>>, %s: memref<64xf32, 3>, %i: index) { %0 = nvgpu.device_async_copy %g[%i], %s[%i], 4 : memref<64xf32, strided<[2]>> to memref<64xf32, 3> return }
// -----
func.func @f(%g: memref<64xf32>, %s: memref<64xf32, strided<[?]>, 3>, %i: index) { %0 = nvgpu.device_async_copy %g[%i], %s[%i], 4 : memref<64xf32> to memref<64xf32, strided<[?]>, 3> return }
// -----
func.func @f(%g: memref<64xf16>, %s: memref<64xf32, 3>, %i: index) { %0 = nvgpu.device_async_copy %g[%i], %s[%i], 4 : memref<64xf16> to memref<64xf32, 3> return }
// -----
func.func @f(%g: memref<64x4xf32>, %s: memref<64xf32, 3>, %i: index) { %0 = nvgpu.device_async_copy %g[%i], %s[%i], 4 : memref<64x4xf32> to memref<64xf32, 3> return }
// -----
func.func @f(%g: memref<64xf32>, %s: memref<64x4xf32, 3>, %i: index) { %0 = nvgpu.device_async_copy %g[%i], %s[%i, %i, %i], 4 : memref<64xf32> to memref<64x4xf32, 3> return }
// -----
func.func @f(%g: memref<64xf32>, %s: memref<64xf32, 3>, %i: index) { %0 = nvgpu.device_async_copy %g[%i], %s[%i], 3 : memref<64xf32> to memref<64xf32, 3> return }
// -----
func.func @f(%g: memref<64xf64>, %s: memref<64xf64, 3>, %i: index) { %0 = nvgpu.device_async_copy %g[%i], %s[%i], 3 : memref<64xf64> to memref<64xf64, 3> return }
// -----
func.func @f(%g: memref<64xf32>, %s: memref<64xf32, 3>, %i: index) { %0 = nvgpu.device_async_copy %g[%i], %s[%i], 2 {bypassL1} : memref<64xf32> to memref<64xf32, 3> return }
// -----
func.func @f(%g: memref<*xf32>, %s: memref<64xf32, 3>, %i: index) { %0 = nvgpu.device_async_copy %g[%i], %s[%i], 2 : memref<*xf32> to memref<64xf32, 3> return }
// -----
func.func @f(%g: memref<64xf32>, %s: memref<64xf32, 3>, %i: index) { %0 = nvgpu.device_async_copy %g[%i], %s[%i] : memref<64xf32> to memref<64xf32, 3> return }
// -----
func.func @f(%i: index) { nvgpu.device_async_wait %i return }
// -----
func.func @f(%i: index) { "nvgpu.device_async_wait"(%i) : (index) -> () return }
// -----
func.func @f(%i: !nvgpu.device.async.token) { "nvgpu.device_async_wait"(%i) <{numGroups = 3}> : (!nvgpu.device.async.token) -> () return }
// -----
func.func @f(%i: !nvgpu.device.async.token) { nvgpu.device_async_wait %i {numGroups = 3} return }
// -----
func.func @f(%i: !nvgpu.device.async.token) { %0 = "nvgpu.device_async_create_group"(%i, %i) : (!nvgpu.device.async.token, !nvgpu.device.async.token) -> index return }
// -----
func.func @f(%s: memref<16x16xf16>, %i: index) { %a = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16> -> vector<4x2xf16> return }
// -----
func.func @f(%s: memref<16x16xf16, 3>, %i: index) { %a = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16, 3> -> vector<4x2xf32> return }
// -----
func.func @f(%s: memref<16x16xf16, 3>, %i: index) { %a = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16, 3> -> vector<4x4xf16> return }
// -----
func.func @f(%s: memref<16x16xf16, 3>, %i: index) { %a = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16, 3> -> vector<2x2xf16> return }
// -----
func.func @f(%s: memref<16x16xf16, 3>, %i: index) { %a = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16, 3> -> vector<8xf16> return }
// -----
func.func @f(%s: memref<16x16xf64, 3>, %i: index) { %a = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x16xf64, 3> -> vector<4x1xf64> return }
// -----
func.func @f(%s: memref<16x16xf32, 3>, %i: index) { %a = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = true} : memref<16x16xf32, 3> -> vector<4x1xf32> return }
// -----
func.func @f(%s: memref<16x16xf16, 3>, %i: index) { %a = nvgpu.ldmatrix %s[%i, %i] {transpose = false} : memref<16x16xf16, 3> -> vector<4x2xf16> return }
// -----
func.func @f(%s: memref<16x16xf16, 3>, %i: index) { %a = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4, transpose = false} : memref<16x16xf16, 3> -> vector<4x2xf16> return }
// -----
func.func @f(%s: memref<16x16xf16, 3>, %i: index) { %a = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<16x16xf16, 3> -> tensor<4x2xf16> return }
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) { %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 16, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32> return }
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) { %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [8, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32> return }
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x4xf32>) { %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x4xf32>) -> vector<2x4xf32> return }
// -----
func.func @f(%a: vector<2x4xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) { %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<2x4xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32> return }
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<1x4xf16>, %c: vector<2x2xf32>) { %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<1x4xf16>, vector<2x2xf32>) -> vector<2x2xf32> return }
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<4x1xf32>) { %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<4x1xf32>) -> vector<4x1xf32> return }
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) { %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16], tf32Enabled} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32> return }
// -----
func.func @f(%a: vector<4x2xi16>, %b: vector<2x2xi16>, %c: vector<2x2xf32>) { %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xi16>, vector<2x2xi16>, vector<2x2xf32>) -> vector<2x2xf32> return }
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf32>, %c: vector<2x2xf32>) { %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf32>, vector<2x2xf32>) -> vector<2x2xf32> return }
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) { %d = nvgpu.mma.sync (%a, %b, %c) : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32> return }
// -----
func.func @f(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) { %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16 : i32, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32> return }
// -----
func.func @f(%a: vector<4x2xf16>, %c: vector<2x2xf16>, %meta: vector<2xi16>) { %f = nvgpu.mma.sp.sync (%a, %a, %c) metadata (%meta) {mmaShape = [16, 8, 32], sparsitySelector = 2 : i32} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16> return }
// -----
func.func @f(%a: vector<4x2xf16>, %c: vector<2x2xf16>, %meta: vector<2xi16>) { %f = nvgpu.mma.sp.sync (%a, %a, %c) metadata (%meta) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16> return }
// -----
func.func @f(%a: vector<4x2xf16>, %c: vector<2x2xf16>, %meta: vector<2xi32>) { %f = "nvgpu.mma.sp.sync" (%a, %a, %c, %meta) {mmaShape = [16, 8, 32]} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>, vector<2xi32>) -> vector<2x2xf16> return }
// -----
func.func @f(%a: vector<4x1xf64>, %c: vector<2x2xf64>, %meta: vector<2xi16>) { %f = nvgpu.mma.sp.sync (%a, %a, %c) metadata (%meta) {mmaShape = [16, 8, 32]} : (vector<4x1xf64>, vector<4x1xf64>, vector<2x2xf64>) -> vector<2x2xf64> return }
