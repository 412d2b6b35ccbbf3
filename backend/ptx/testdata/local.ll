target triple = "nvptx64-nvidia-cuda"

declare i32 @vprintf(i8*, i8*)

define ptx_kernel void @picks(i32 addrspace(1)* %p, i64 %i, i64 %j) {
entry:
  %a = alloca [8 x i32]
  %b = getelementptr [8 x i32], [8 x i32]* %a, i64 0, i64 %i
  store volatile i32 1, i32* %b
  %c = getelementptr [8 x i32], [8 x i32]* %a, i64 0, i64 %j
  %x = load volatile i32, i32* %c
  store i32 %x, i32 addrspace(1)* %p
  %r = call i32 @vprintf(i8* null, i8* null)
  ret void
}

define ptx_kernel void @plain(i32 addrspace(1)* %p) {
  store i32 1, i32 addrspace(1)* %p
  ret void
}
