// RUN: descend-opt %s --split-input-file --verify-diagnostics

descend.func @f(%b: !exec.block<X<64>>) {
  // expected-error @below {{'exec.sched' op cannot schedule gpu.block<X<64>> over Y}}
  exec.sched ["Y"] of %b : !exec.block<X<64>> {
  ^bb0(%t: !exec.thread):
  }
}

// -----

descend.func @f(%b: !exec.block<XY<8, 8>>) {
  // expected-error @below {{'exec.sched' op inner resource must have type !exec.thread_grp<Y<8>>, not !exec.thread}}
  exec.sched ["X"] of %b : !exec.block<XY<8, 8>> {
  ^bb0(%t: !exec.thread):
  }
}

// -----

descend.func @f(%b: !exec.block<X<64>>) {
  // expected-error @below {{'exec.split' op part 1 must be a block argument of type !exec.thread_grp<X<48>>}}
  exec.split "X" of %b : !exec.block<X<64>> at #descend.nat<16> {
  ^bb0(%fst: !exec.thread_grp<X<16>>):
  }, {
  ^bb0(%snd: !exec.thread_grp<X<32>>):
  }
}

// -----

descend.func @f(%t: !exec.thread) {
  // expected-error @below {{'exec.to_warps' op only a block has warps, not gpu.thread}}
  %0 = exec.to_warps %t : !exec.thread -> !exec.warp_grp<X<2>>
}

// -----

descend.func @f(%b: !exec.block<X<64>>) {
  // expected-error @below {{'exec.to_warps' op result must have type !exec.warp_grp<X<2>>}}
  %0 = exec.to_warps %b : !exec.block<X<64>> -> !exec.warp_grp<X<3>>
}

// -----

descend.func @f(%g: !exec.grid<X<2>, X<32>>) {
  // expected-error @below {{'exec.to_threads' op result must have type !exec.global_threads<X<64>>}}
  %0 = exec.to_threads %g : !exec.grid<X<2>, X<32>> -> !exec.global_threads<X<32>>
}

// -----

descend.func @f(%t: !exec.thread, %x: !descend.place<f32>) {
  // expected-error @below {{'view.reverse' op needs an array, not f32}}
  %0 = view.reverse %x : !descend.place<f32> -> !descend.place<f32>
}

// -----

descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>) {
  // expected-error @below {{'view.group' op result must be a place of [[[[f32; 8]]; 8]], not of [[[[f32; 8]]; 4]]}}
  %0 = view.group %x {size = #descend.nat<8>} : !descend.place<[f32; 64]> -> !descend.place<[[[[f32; 8]]; 4]]>
}

// -----

descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>) {
  // expected-error @below {{'view.join' op needs an array of arrays, not [f32; 64]}}
  %0 = view.join %x : !descend.place<[f32; 64]> -> !descend.place<[[f32; 64]]>
}

// -----

descend.func @f(%t: !exec.thread, %x: !descend.place<[[f32; 4]; 8]>) {
  // expected-error @below {{'view.transpose' op result must be a place of [[[[f32; 8]]; 4]], not of [[[[f32; 4]]; 8]]}}
  %0 = view.transpose %x : !descend.place<[[f32; 4]; 8]> -> !descend.place<[[[[f32; 4]]; 8]]>
}

// -----

descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>) {
  // expected-error @below {{'view.range' op requires attribute 'hi'}}
  %0 = view.range %x {lo = #descend.nat<8>} : !descend.place<[f32; 64]> -> !descend.place<[[f32; 16]]>
}

// -----

descend.func @f(%t: !exec.thread, %x: !descend.place<[[f32; 4]; 8]>) {
  // expected-error @below {{'view.map' op block argument must be a place of [f32; 4]}}
  %0 = view.map %x : !descend.place<[[f32; 4]; 8]> -> !descend.place<[[[[f32; 8]]; 8]]> {
  ^bb0(%a: !descend.place<[f32; 8]>):
    %1 = view.reverse %a : !descend.place<[f32; 8]> -> !descend.place<[[f32; 8]]>
    view.yield %1 : !descend.place<[[f32; 8]]>
  }
}

// -----

descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>, %y: !descend.place<f32>) {
  // expected-error @below {{'view.select' op operand #1 must be execution resource, but got '!descend.place<f32>'}}
  %0 = view.select %x, %y {axis = "X"} : !descend.place<[f32; 64]>, !descend.place<f32> -> !descend.place<f32>
}

// -----

descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 64]>) {
  // expected-error @below {{'view.select' op attribute 'axis' failed to satisfy constraint: "X", "Y" or "Z"}}
  %0 = view.select %x, %t {axis = "W"} : !descend.place<[f32; 64]>, !exec.thread -> !descend.place<f32>
}
