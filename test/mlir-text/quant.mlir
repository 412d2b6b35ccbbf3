func.func private @types(!quant.uniform<u8:f32, 2.0:128>, !quant.uniform<i8<-8:7>:f32, 0.5>, !quant.uniform<i8:f32:1, {2.0:10, 3.0:20}>, !quant.any<i8:f32>, !quant.calibrated<f32<-1.0:1.0>>)
// -----
func.func @casts(%x: tensor<4xf32>) -> tensor<4xi8> {
  %0 = "quant.qcast"(%x) : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %1 = "quant.scast"(%0) : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xi8>
  %2 = "quant.dcast"(%0) : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xf32>
  return %1 : tensor<4xi8>
}
