func.func @shapes(%t: tensor<?x?xf32>, %u: tensor<*xf32>) -> !shape.shape {
  %0 = shape.shape_of %t : tensor<?x?xf32> -> tensor<2xindex>
  %1 = shape.shape_of %u : tensor<*xf32> -> !shape.shape
  %2 = shape.const_shape [1, 2, 3] : !shape.shape
  %3 = shape.const_shape [4, 5] : tensor<2xindex>
  %4 = shape.broadcast %1, %2 : !shape.shape, !shape.shape -> !shape.shape
  %5 = shape.rank %4 : !shape.shape -> !shape.size
  %6 = shape.num_elements %0 : tensor<2xindex> -> index
  return %4 : !shape.shape
}
// -----
func.func @sizes(%a: !shape.size, %b: !shape.size) -> !shape.size {
  %0 = shape.const_size 7
  %1 = shape.add %a, %b : !shape.size, !shape.size -> !shape.size
  %2 = shape.mul %1, %0 : !shape.size, !shape.size -> !shape.size
  %3 = shape.div %2, %b : !shape.size, !shape.size -> !shape.size
  %4 = shape.max %3, %a : !shape.size, !shape.size -> !shape.size
  %5 = shape.size_to_index %4 : !shape.size
  %6 = shape.index_to_size %5
  return %6 : !shape.size
}
// -----
func.func @assume(%a: !shape.shape, %b: !shape.shape, %x: f32) -> f32 {
  %w = shape.cstr_broadcastable %a, %b : !shape.shape, !shape.shape
  %e = shape.cstr_eq %a, %b : !shape.shape, !shape.shape
  %q = shape.assuming_all %w, %e
  %r = shape.assuming %q -> (f32) {
    shape.assuming_yield %x : f32
  }
  return %r : f32
}
// -----
func.func @reduce(%s: !shape.shape, %i: !shape.size) -> !shape.size {
  %r = shape.reduce(%s, %i) : !shape.shape -> !shape.size {
  ^bb0(%n: index, %d: !shape.size, %acc: !shape.size):
    %m = shape.mul %acc, %d : !shape.size, !shape.size -> !shape.size
    shape.yield %m : !shape.size
  }
  return %r : !shape.size
}
// -----
shape.function_library @lib {
  shape.func @same(%v: !shape.value_shape) -> !shape.shape {
    %0 = shape.shape_of %v : !shape.value_shape -> !shape.shape
    shape.return %0 : !shape.shape
  }
} mapping { t.op = @same }
