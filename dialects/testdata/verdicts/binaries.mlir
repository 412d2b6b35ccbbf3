gpu.binary @b [#gpu.object<#nvvm.target, "BLOB">]
// -----
gpu.binary @b <#gpu.select_object<1>> [#gpu.object<#nvvm.target, "BLOB">, #gpu.object<#nvvm.target<chip = "sm_80">, offload = "X\00\01">]
// -----
gpu.binary @b <#gpu.select_object> [#gpu.object<#nvvm.target<O = 3, triple = "nvptx64-nvidia-cuda", chip = "sm_90", features = "+ptx80", flags = {fast, ftz}, link = ["a", "b"]>, properties = {O = 3 : i32}, assembly = "asm">] 
// -----
gpu.binary @b <#gpu.select_object<#nvvm.target>> [#gpu.object<#nvvm.target, bin = "BLOB">]
// -----
gpu.binary @b <#gpu.select_object<"x">> [#gpu.object<#nvvm.target, fatbin = "BLOB">] 
// -----
gpu.binary @b [#gpu.object<#nvvm.target, "BLOB">] attributes {a.b = 1}
// -----
gpu.binary @b [#gpu.object<#nvvm.target, "BLOB">]  {a.b = 1}
// -----
gpu.module @m [#nvvm.target, #nvvm.target<chip = "sm_70">] {
}
// -----
gpu.module @m <#gpu.select_object> [#nvvm.target<O = 2>] attributes {x.y = 2} {
}
// -----
gpu.binary @b []
// -----
gpu.binary @b [#gpu.object<3 : i32, "BLOB">]
// -----
gpu.binary @b [1 : i32]
// -----
gpu.module @m [1 : i32] {
}
// -----
gpu.module @m <1 : i32> [#nvvm.target] {
}
// -----
gpu.module @m [] {
}
// -----
gpu.module @m [#nvvm.target<O = 7>] {
}
// -----
gpu.module @m [#nvvm.target<chip = "">] {
}
// -----
gpu.module @m [#nvvm.target<triple = "">] {
}
// -----
gpu.module @m [#nvvm.target<link = [1]>] {
}
// -----
gpu.module @m [#nvvm.target<flags = 1>] {
}
// -----
gpu.module @m [#nvvm.target<foo = 1>] {
}
// -----
gpu.module @m [#nvvm.target<>] {
}
// -----
gpu.module @m [#nvvm.target<chip = "sm_70", chip = "sm_80">] {
}
// -----
module attributes {a.b = #gpu.object<#nvvm.target, wrong = "x">} {}
// -----
module attributes {a.b = #gpu.object<#nvvm.target, properties = {a = 1}, "x">} {}
// -----
module attributes {a.b = #gpu.object<#nvvm.target, properties = 1, "x">} {}
// -----
module attributes {a.b = #gpu.object<#nvvm.target, properties = {}, offload = "x">} {}
// -----
module attributes {a.b = #gpu.object<#nvvm.target>} {}
// -----
module attributes {a.b = #gpu.select_object<1.0>, a.c = #gpu.select_object<-1>} {}
// -----
module attributes {a.b = #gpu.select_object<0 : i32>, a.c = #gpu.select_object<0 : i64>} {}
// -----
module attributes {a.b = #gpu.loop_dim_map<processor = thread_z, map = (d0) -> (d0 + 1), bound = (d0) -> (d0)>} {}
// -----
module attributes {a.b = #gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0 + 1), bound = (d0)[s0] -> (d0 * s0)>} {}
// -----
module attributes {a.b = #gpu.loop_dim_map<bound = (d0) -> (d0), processor = block_x, map = (d0) -> (d0 + 1)>} {}
// -----
module attributes {a.b = #gpu.loop_dim_map<processor = foo, map = (d0) -> (d0 + 1), bound = (d0) -> (d0)>} {}
// -----
module attributes {a.b = #gpu.loop_dim_map<map = (d0) -> (d0 + 1), bound = (d0) -> (d0)>} {}
// -----
module attributes {a.b = #gpu.processor<block_x>} {}
// -----
module attributes {gpu.container_module} {
  gpu.binary @b [#gpu.object<#nvvm.target, "BLOB">]
  func.func @f(%n: index) {
    gpu.launch_func @b::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
// -----
module attributes {gpu.container_module} {
  gpu.binary @b [#gpu.object<#nvvm.target, kernels = <[]>, "BLOB">]
}
// -----
"gpu.binary"() <{objects = [#gpu.object<#nvvm.target, "B">], offloadingHandler = #gpu.select_object<0>, sym_name = "b"}> : () -> ()
// -----
"gpu.binary"() <{objects = [#gpu.object<#nvvm.target, "B">], offloadingHandler = 1 : i32, sym_name = "b"}> : () -> ()
