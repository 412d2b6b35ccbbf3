func.func @f(%m: memref<10x?xf32>) {
  %0:6 = "memref.extract_strided_metadata"(%m) : (memref<10x?xf32>) -> (memref<f64>, index, index, index, index, index) return }
// -----
func.func @f(%m: memref<10x?xf32>) {
  %0:5 = "memref.extract_strided_metadata"(%m) : (memref<10x?xf32>) -> (memref<f32>, index, index, index, index) return }
// -----
func.func @f(%m: memref<10x?xf32>) {
  %0:4 = "memref.extract_strided_metadata"(%m) : (memref<10x?xf32>) -> (memref<f32>, index, index, index) return }
// -----
func.func @f(%m: memref<f32>) {
  %0:2 = "memref.extract_strided_metadata"(%m) : (memref<f32>) -> (memref<f32>, index) return }
// -----
func.func @f(%m: memref<4xf32, 3>) {
  %0:4 = "memref.extract_strided_metadata"(%m) : (memref<4xf32, 3>) -> (memref<f32>, index, index, index) return }
// -----
func.func @f(%m: memref<4xf32, 3>) {
  %0:4 = memref.extract_strided_metadata %m : memref<4xf32, 3> -> memref<f32, 3>, index, index, index return }
// -----
func.func @f(%m: memref<?xf32>) -> (memref<f32>, index,index,index){
  %0:4 = memref.extract_strided_metadata %m : memref<?xf32> -> memref<f32>, index, index, index return %0#0,%0#1,%0#2,%0#3 :memref<f32>, index,index,index}
