; Made by `go generate ./backend/runtime` of sources with the sum 77a28bf337b89743.
source_filename = "runtime.c"
target datalayout = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux-gnu"

%struct.anon = type { i8, i8, i8, i8, i32, %union.pthread_mutex_t, ptr }
%union.pthread_mutex_t = type { %struct.__pthread_mutex_s, [8 x i8] }
%struct.__pthread_mutex_s = type { i32, i32, i32, i32, i32, i32, %struct.__pthread_internal_list }
%struct.__pthread_internal_list = type { ptr, ptr }
%struct.descend_error_parts = type { %struct.descend_site, [1024 x i8], [256 x i8], [256 x i8] }
%struct.descend_site = type { ptr, i32, i32 }
%struct.anon.1 = type { %union.pthread_mutex_t, %union.pthread_mutex_t, %union.pthread_cond_t, %union.pthread_cond_t, i32, i32, i64, i32, ptr, ptr, ptr, ptr, i64, i64, i64, i64, i8, %struct.descend_error_parts }
%union.pthread_cond_t = type { %struct.__pthread_cond_s }
%struct.__pthread_cond_s = type { %union.__atomic_wide_counter, %union.__atomic_wide_counter, [2 x i32], [2 x i32], i32, i32, [2 x i32] }
%union.__atomic_wide_counter = type { i64 }
%struct.anon.3 = type { %union.pthread_mutex_t, %union.pthread_cond_t, i64, i64 }
%struct.anon.5 = type { ptr, ptr }
%struct.anon.6 = type { ptr, i32, [16 x %struct.gpu], %union.pthread_mutex_t, %union.pthread_mutex_t, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr, ptr }
%struct.gpu = type { i8, ptr, i32, [100 x i8], i32, i8, i8, [64 x %struct.queued], i32, i32, [64 x i64], ptr, i64 }
%struct.queued = type { ptr, ptr, [6 x i64] }
%struct.anon.7 = type { ptr, ptr }
%struct.__va_list = type { ptr, ptr, ptr, i32, i32 }
%struct.descend_block = type { ptr, i64, i32, i8 }
%struct.timespec = type { i64, i64 }
%union.pthread_attr_t = type { i64, [56 x i8] }
%struct.descend_call = type { [1 x %struct.__jmp_buf_tag], ptr, ptr, i64, i64, ptr }
%struct.__jmp_buf_tag = type { [22 x i64], i32, %struct.__sigset_t }
%struct.__sigset_t = type { [16 x i64] }
%struct.descend_buffer = type { ptr, i64 }
%struct.descend_param = type { ptr, ptr, ptr, i32, i8, i8, i32, i32, i32, ptr, ptr, i32, i32, ptr }
%struct.descend_clause = type { ptr, ptr }
%struct.stat = type { i64, i64, i32, i32, i32, i32, i64, i64, i64, i32, i32, i64, %struct.timespec, %struct.timespec, %struct.timespec, [2 x i32] }
%struct.command = type { ptr, ptr, ptr, ptr, i8 }
%struct.anon.4 = type { ptr, ptr }
%struct.descend_function = type { ptr, i32, i32, i32, i32, ptr, ptr, ptr, ptr, ptr }
%struct.argument = type { ptr, [64 x i64], %union.anon, ptr, ptr }
%union.anon = type { i64 }
%struct.list = type { ptr, ptr, ptr, ptr }
%struct.npy_header = type { [16 x i8], i8, i32, i32, [64 x i64] }
%struct.descend_image = type { i32, ptr }
%struct.descend_check = type { %struct.descend_site, ptr, ptr }
%struct.cpu_set_t = type { [16 x i64] }
%struct.descend_enum = type { i32, i32, ptr }

@message = internal thread_local global [2048 x i8] zeroinitializer, align 1
@current = internal thread_local unnamed_addr global ptr null, align 8
@.str = private unnamed_addr constant [28 x i8] c"calls are nested too deeply\00", align 1
@programs = internal unnamed_addr global ptr null, align 8
@device = internal global %struct.anon { i8 0, i8 0, i8 0, i8 0, i32 0, %union.pthread_mutex_t { %struct.__pthread_mutex_s zeroinitializer, [8 x i8] undef }, ptr @.str.25 }, align 8
@.str.1 = private unnamed_addr constant [21 x i8] c"there is no GPU %lld\00", align 1
@last = internal thread_local global %struct.descend_error_parts zeroinitializer, align 8
@.str.2 = private unnamed_addr constant [23 x i8] c"there is one, number 0\00", align 1
@.str.3 = private unnamed_addr constant [30 x i8] c"there are %d, numbers 0 to %d\00", align 1
@.str.4 = private unnamed_addr constant [57 x i8] c"DESCEND_DEVICES says how many GPUs sim and cpu stand for\00", align 1
@next_device = internal thread_local unnamed_addr global i32 0, align 4
@.str.5 = private unnamed_addr constant [5 x i8] c"cuda\00", align 1
@.str.6 = private unnamed_addr constant [4 x i8] c"cpu\00", align 1
@.str.7 = private unnamed_addr constant [38 x i8] c"out of memory: %llu bytes of the host\00", align 1
@.str.8 = private unnamed_addr constant [14 x i8] c"out of memory\00", align 1
@.str.9 = private unnamed_addr constant [49 x i8] c"copy of %lld elements to memory of %lld elements\00", align 1
@stats.0 = internal unnamed_addr global i64 0, align 8
@stats.1 = internal unnamed_addr global i64 0, align 8
@stats.2 = internal unnamed_addr global i64 0, align 8
@stats.3 = internal unnamed_addr global i64 0, align 8
@stats.4 = internal unnamed_addr global double 0.000000e+00, align 8
@pool = internal global %struct.anon.1 { %union.pthread_mutex_t { %struct.__pthread_mutex_s zeroinitializer, [8 x i8] undef }, %union.pthread_mutex_t { %struct.__pthread_mutex_s zeroinitializer, [8 x i8] undef }, %union.pthread_cond_t zeroinitializer, %union.pthread_cond_t zeroinitializer, i32 0, i32 0, i64 0, i32 0, ptr null, ptr null, ptr null, ptr null, i64 0, i64 0, i64 0, i64 0, i8 0, %struct.descend_error_parts zeroinitializer }, align 8
@grid = internal global %struct.anon.3 { %union.pthread_mutex_t { %struct.__pthread_mutex_s zeroinitializer, [8 x i8] undef }, %union.pthread_cond_t zeroinitializer, i64 0, i64 0 }, align 8
@stdout = external local_unnamed_addr global ptr, align 8
@.str.10 = private unnamed_addr constant [5 x i8] c"true\00", align 1
@.str.11 = private unnamed_addr constant [6 x i8] c"false\00", align 1
@.str.12 = private unnamed_addr constant [5 x i8] c"%lld\00", align 1
@.str.13 = private unnamed_addr constant [5 x i8] c"%llu\00", align 1
@.str.14 = private unnamed_addr constant [3 x i8] c"%s\00", align 1
@.str.15 = private unnamed_addr constant [1 x i8] zeroinitializer, align 1
@descend_main.options = internal unnamed_addr constant [5 x ptr] [ptr @.str.16, ptr @.str.17, ptr @.str.18, ptr @.str.19, ptr @.str.20], align 8
@.str.16 = private unnamed_addr constant [6 x i8] c"--arg\00", align 1
@.str.17 = private unnamed_addr constant [6 x i8] c"--out\00", align 1
@.str.18 = private unnamed_addr constant [5 x i8] c"--fn\00", align 1
@.str.19 = private unnamed_addr constant [9 x i8] c"--device\00", align 1
@.str.20 = private unnamed_addr constant [3 x i8] c"-D\00", align 1
@.str.21 = private unnamed_addr constant [8 x i8] c"--stats\00", align 1
@.str.22 = private unnamed_addr constant [7 x i8] c"--help\00", align 1
@.str.23 = private unnamed_addr constant [3 x i8] c"-h\00", align 1
@.str.24 = private unnamed_addr constant [33 x i8] c"unknown option %s; see %s --help\00", align 1
@.str.25 = private unnamed_addr constant [15 x i8] c"DESCEND_DEVICE\00", align 1
@.str.26 = private unnamed_addr constant [5 x i8] c"auto\00", align 1
@.str.27 = private unnamed_addr constant [45 x i8] c"the device must be cpu, cuda or auto, not %s\00", align 1
@.str.28 = private unnamed_addr constant [44 x i8] c"there is no function %s; the program has %s\00", align 1
@.str.29 = private unnamed_addr constant [15 x i8] c"DESCEND_REPORT\00", align 1
@no_memory = internal unnamed_addr global i1 false, align 1
@.str.30 = private unnamed_addr constant [46 x i8] c"%s cannot run with these sizes: it needs `%s`\00", align 1
@.str.31 = private unnamed_addr constant [20 x i8] c"standard output: %s\00", align 1
@.str.32 = private unnamed_addr constant [11 x i8] c"%s:%d:%d: \00", align 1
@.str.33 = private unnamed_addr constant [11 x i8] c"%s%s%s%s%s\00", align 1
@.str.34 = private unnamed_addr constant [3 x i8] c": \00", align 1
@.str.35 = private unnamed_addr constant [3 x i8] c"; \00", align 1
@set_check.kinds = internal unnamed_addr constant [8 x %struct.anon.5] [%struct.anon.5 { ptr @.str.36, ptr @.str.37 }, %struct.anon.5 { ptr @.str.38, ptr @.str.39 }, %struct.anon.5 { ptr @.str.40, ptr @.str.40 }, %struct.anon.5 { ptr @.str.41, ptr @.str.42 }, %struct.anon.5 { ptr @.str.43, ptr @.str.44 }, %struct.anon.5 { ptr @.str.45, ptr @.str.46 }, %struct.anon.5 { ptr @.str.47, ptr @.str.48 }, %struct.anon.5 { ptr @.str.15, ptr @.str.49 }], align 8
@.str.36 = private unnamed_addr constant [6 x i8] c"index\00", align 1
@.str.37 = private unnamed_addr constant [20 x i8] c"index out of bounds\00", align 1
@.str.38 = private unnamed_addr constant [9 x i8] c"division\00", align 1
@.str.39 = private unnamed_addr constant [17 x i8] c"division by zero\00", align 1
@.str.40 = private unnamed_addr constant [9 x i8] c"overflow\00", align 1
@.str.41 = private unnamed_addr constant [7 x i8] c"assert\00", align 1
@.str.42 = private unnamed_addr constant [17 x i8] c"assertion failed\00", align 1
@.str.43 = private unnamed_addr constant [9 x i8] c"requires\00", align 1
@.str.44 = private unnamed_addr constant [34 x i8] c"the arguments break an obligation\00", align 1
@.str.45 = private unnamed_addr constant [4 x i8] c"nat\00", align 1
@.str.46 = private unnamed_addr constant [18 x i8] c"a value is no nat\00", align 1
@.str.47 = private unnamed_addr constant [12 x i8] c"permutation\00", align 1
@.str.48 = private unnamed_addr constant [31 x i8] c"the indices are no permutation\00", align 1
@.str.49 = private unnamed_addr constant [27 x i8] c"the program stopped itself\00", align 1
@.str.50 = private unnamed_addr constant [7 x i8] c"%s%s%s\00", align 1
@.str.51 = private unnamed_addr constant [43 x i8] c"the index is %lld, there are %lld elements\00", align 1
@.str.52 = private unnamed_addr constant [29 x i8] c"the values are %lld and %lld\00", align 1
@.str.53 = private unnamed_addr constant [18 x i8] c"the value is %lld\00", align 1
@.str.54 = private unnamed_addr constant [76 x i8] c"the number at position %llu is %llu, which is too large or was there before\00", align 1
@stderr = external local_unnamed_addr global ptr, align 8
@.str.55 = private unnamed_addr constant [4 x i8] c"%s\0A\00", align 1
@.str.56 = private unnamed_addr constant [49 x i8] c"DESCEND_DEVICE must be cpu, cuda or auto, not %s\00", align 1
@.str.57 = private unnamed_addr constant [19 x i8] c"%s is cuda, but %s\00", align 1
@.str.58 = private unnamed_addr constant [34 x i8] c"descend: kernels run on %s%s%s%s\0A\00", align 1
@.str.59 = private unnamed_addr constant [3 x i8] c" (\00", align 1
@.str.60 = private unnamed_addr constant [2 x i8] c")\00", align 1
@.str.61 = private unnamed_addr constant [16 x i8] c"DESCEND_DEVICES\00", align 1
@.str.62 = private unnamed_addr constant [54 x i8] c"DESCEND_DEVICES must be a number from 1 to %d, not %s\00", align 1
@.str.63 = private unnamed_addr constant [16 x i8] c"DESCEND_LIBCUDA\00", align 1
@.str.64 = private unnamed_addr constant [13 x i8] c"libcuda.so.1\00", align 1
@cuda = internal global %struct.anon.6 { ptr null, i32 0, [16 x %struct.gpu] zeroinitializer, %union.pthread_mutex_t { %struct.__pthread_mutex_s zeroinitializer, [8 x i8] undef }, %union.pthread_mutex_t { %struct.__pthread_mutex_s zeroinitializer, [8 x i8] undef }, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null, ptr null }, align 8
@.str.65 = private unnamed_addr constant [51 x i8] c"the driver's library libcuda.so.1 cannot be loaded\00", align 1
@cuda_functions = internal unnamed_addr constant [27 x %struct.anon.7] [%struct.anon.7 { ptr @.str.72, ptr getelementptr (i8, ptr @cuda, i64 76272) }, %struct.anon.7 { ptr @.str.73, ptr getelementptr (i8, ptr @cuda, i64 76280) }, %struct.anon.7 { ptr @.str.74, ptr getelementptr (i8, ptr @cuda, i64 76288) }, %struct.anon.7 { ptr @.str.75, ptr getelementptr (i8, ptr @cuda, i64 76296) }, %struct.anon.7 { ptr @.str.76, ptr getelementptr (i8, ptr @cuda, i64 76304) }, %struct.anon.7 { ptr @.str.77, ptr getelementptr (i8, ptr @cuda, i64 76312) }, %struct.anon.7 { ptr @.str.78, ptr getelementptr (i8, ptr @cuda, i64 76320) }, %struct.anon.7 { ptr @.str.79, ptr getelementptr (i8, ptr @cuda, i64 76328) }, %struct.anon.7 { ptr @.str.80, ptr getelementptr (i8, ptr @cuda, i64 76336) }, %struct.anon.7 { ptr @.str.81, ptr getelementptr (i8, ptr @cuda, i64 76344) }, %struct.anon.7 { ptr @.str.82, ptr getelementptr (i8, ptr @cuda, i64 76352) }, %struct.anon.7 { ptr @.str.83, ptr getelementptr (i8, ptr @cuda, i64 76360) }, %struct.anon.7 { ptr @.str.84, ptr getelementptr (i8, ptr @cuda, i64 76368) }, %struct.anon.7 { ptr @.str.85, ptr getelementptr (i8, ptr @cuda, i64 76376) }, %struct.anon.7 { ptr @.str.86, ptr getelementptr (i8, ptr @cuda, i64 76384) }, %struct.anon.7 { ptr @.str.87, ptr getelementptr (i8, ptr @cuda, i64 76392) }, %struct.anon.7 { ptr @.str.88, ptr getelementptr (i8, ptr @cuda, i64 76400) }, %struct.anon.7 { ptr @.str.89, ptr getelementptr (i8, ptr @cuda, i64 76408) }, %struct.anon.7 { ptr @.str.90, ptr getelementptr (i8, ptr @cuda, i64 76416) }, %struct.anon.7 { ptr @.str.91, ptr getelementptr (i8, ptr @cuda, i64 76424) }, %struct.anon.7 { ptr @.str.92, ptr getelementptr (i8, ptr @cuda, i64 76432) }, %struct.anon.7 { ptr @.str.93, ptr getelementptr (i8, ptr @cuda, i64 76440) }, %struct.anon.7 { ptr @.str.94, ptr getelementptr (i8, ptr @cuda, i64 76448) }, %struct.anon.7 { ptr @.str.95, ptr getelementptr (i8, ptr @cuda, i64 76456) }, %struct.anon.7 { ptr @.str.96, ptr getelementptr (i8, ptr @cuda, i64 76464) }, %struct.anon.7 { ptr @.str.97, ptr getelementptr (i8, ptr @cuda, i64 76472) }, %struct.anon.7 { ptr @.str.98, ptr getelementptr (i8, ptr @cuda, i64 76480) }], align 8
@.str.66 = private unnamed_addr constant [36 x i8] c"the driver is too old: it has no %s\00", align 1
@.str.67 = private unnamed_addr constant [30 x i8] c"the driver cannot be used: %s\00", align 1
@.str.68 = private unnamed_addr constant [12 x i8] c"DESCEND_GPU\00", align 1
@.str.69 = private unnamed_addr constant [48 x i8] c"DESCEND_GPU must be the number of a GPU, not %s\00", align 1
@.str.70 = private unnamed_addr constant [16 x i8] c"there is no GPU\00", align 1
@.str.71 = private unnamed_addr constant [40 x i8] c"there is no GPU %ld: the machine has %d\00", align 1
@.str.72 = private unnamed_addr constant [7 x i8] c"cuInit\00", align 1
@.str.73 = private unnamed_addr constant [17 x i8] c"cuDeviceGetCount\00", align 1
@.str.74 = private unnamed_addr constant [12 x i8] c"cuDeviceGet\00", align 1
@.str.75 = private unnamed_addr constant [16 x i8] c"cuDeviceGetName\00", align 1
@.str.76 = private unnamed_addr constant [21 x i8] c"cuDeviceGetAttribute\00", align 1
@.str.77 = private unnamed_addr constant [25 x i8] c"cuDevicePrimaryCtxRetain\00", align 1
@.str.78 = private unnamed_addr constant [16 x i8] c"cuCtxSetCurrent\00", align 1
@.str.79 = private unnamed_addr constant [17 x i8] c"cuCtxSynchronize\00", align 1
@.str.80 = private unnamed_addr constant [19 x i8] c"cuModuleLoadDataEx\00", align 1
@.str.81 = private unnamed_addr constant [20 x i8] c"cuModuleGetFunction\00", align 1
@.str.82 = private unnamed_addr constant [21 x i8] c"cuModuleGetGlobal_v2\00", align 1
@.str.83 = private unnamed_addr constant [14 x i8] c"cuMemAlloc_v2\00", align 1
@.str.84 = private unnamed_addr constant [13 x i8] c"cuMemFree_v2\00", align 1
@.str.85 = private unnamed_addr constant [16 x i8] c"cuMemcpyHtoD_v2\00", align 1
@.str.86 = private unnamed_addr constant [16 x i8] c"cuMemcpyDtoH_v2\00", align 1
@.str.87 = private unnamed_addr constant [16 x i8] c"cuMemcpyDtoD_v2\00", align 1
@.str.88 = private unnamed_addr constant [14 x i8] c"cuMemsetD8_v2\00", align 1
@.str.89 = private unnamed_addr constant [15 x i8] c"cuMemsetD16_v2\00", align 1
@.str.90 = private unnamed_addr constant [15 x i8] c"cuMemsetD32_v2\00", align 1
@.str.91 = private unnamed_addr constant [15 x i8] c"cuMemHostAlloc\00", align 1
@.str.92 = private unnamed_addr constant [29 x i8] c"cuMemHostGetDevicePointer_v2\00", align 1
@.str.93 = private unnamed_addr constant [19 x i8] c"cuFuncSetAttribute\00", align 1
@.str.94 = private unnamed_addr constant [15 x i8] c"cuLaunchKernel\00", align 1
@.str.95 = private unnamed_addr constant [26 x i8] c"cuLaunchCooperativeKernel\00", align 1
@.str.96 = private unnamed_addr constant [22 x i8] c"cuPointerGetAttribute\00", align 1
@.str.97 = private unnamed_addr constant [15 x i8] c"cuGetErrorName\00", align 1
@.str.98 = private unnamed_addr constant [17 x i8] c"cuGetErrorString\00", align 1
@.str.99 = private unnamed_addr constant [8 x i8] c"%s (%s)\00", align 1
@.str.100 = private unnamed_addr constant [11 x i8] c"CUDA error\00", align 1
@.str.101 = private unnamed_addr constant [8 x i8] c"unknown\00", align 1
@.str.102 = private unnamed_addr constant [14 x i8] c"CUDA error %d\00", align 1
@.str.103 = private unnamed_addr constant [60 x i8] c"the program is compiled for sm_%d, the GPU (%s) is an sm_%d\00", align 1
@.str.104 = private unnamed_addr constant [26 x i8] c"GPU %d cannot be used: %s\00", align 1
@.str.105 = private unnamed_addr constant [53 x i8] c"an array of %lld elements of %lld bytes is too large\00", align 1
@.str.106 = private unnamed_addr constant [40 x i8] c"out of memory: %llu bytes of the device\00", align 1
@.str.107 = private unnamed_addr constant [42 x i8] c"out of memory: %llu bytes of the GPU (%s)\00", align 1
@.str.108 = private unnamed_addr constant [18 x i8] c"memory of the GPU\00", align 1
@.str.109 = private unnamed_addr constant [23 x i8] c"the GPU cannot be used\00", align 1
@.str.110 = private unnamed_addr constant [7 x i8] c"%s: %s\00", align 1
@.str.111 = private unnamed_addr constant [56 x i8] c"the GPU cannot be used any more after the earlier error\00", align 1
@.str.112 = private unnamed_addr constant [26 x i8] c"freeing memory of the GPU\00", align 1
@.str.113 = private unnamed_addr constant [5 x i8] c"copy\00", align 1
@.str.114 = private unnamed_addr constant [5 x i8] c"fill\00", align 1
@.str.115 = private unnamed_addr constant [5 x i8] c"%s%s\00", align 1
@.str.116 = private unnamed_addr constant [21 x i8] c"kernel %s failed: %s\00", align 1
@.str.117 = private unnamed_addr constant [16 x i8] c"%s%s failed: %s\00", align 1
@.str.118 = private unnamed_addr constant [8 x i8] c"kernel \00", align 1
@.str.119 = private unnamed_addr constant [31 x i8] c"one of the kernels before this\00", align 1
@.str.120 = private unnamed_addr constant [11 x i8] c"%s%s:%d:%d\00", align 1
@.str.121 = private unnamed_addr constant [5 x i8] c" or \00", align 1
@.str.122 = private unnamed_addr constant [31 x i8] c"%skernel %s was launched at %s\00", align 1
@.str.123 = private unnamed_addr constant [15 x i8] c"%sin kernel %s\00", align 1
@.str.124 = private unnamed_addr constant [23 x i8] c"in block %s, thread %s\00", align 1
@.str.125 = private unnamed_addr constant [11 x i8] c"(%d,%d,%d)\00", align 1
@.str.126 = private unnamed_addr constant [8 x i8] c"(%d,%d)\00", align 1
@.str.127 = private unnamed_addr constant [5 x i8] c"(%d)\00", align 1
@.str.129 = private unnamed_addr constant [5 x i8] c"+Inf\00", align 1
@.str.130 = private unnamed_addr constant [5 x i8] c"-Inf\00", align 1
@.str.131 = private unnamed_addr constant [5 x i8] c"%.*e\00", align 1
@.str.132 = private unnamed_addr constant [5 x i8] c"%.*f\00", align 1
@launch.most = internal unnamed_addr constant [6 x i64] [i64 2147483647, i64 65535, i64 65535, i64 1024, i64 1024, i64 64], align 8
@.str.133 = private unnamed_addr constant [84 x i8] c"launch of %s with a grid of %llu x %llu x %llu blocks of %llu x %llu x %llu threads\00", align 1
@.str.134 = private unnamed_addr constant [79 x i8] c"launch of %s with %llu bytes of dynamic shared memory; at most %d are possible\00", align 1
@.str.135 = private unnamed_addr constant [62 x i8] c"launch of %s with memory of a GPU that DESCEND_GPU leaves out\00", align 1
@.str.136 = private unnamed_addr constant [43 x i8] c"launch of %s with memory of different GPUs\00", align 1
@.str.137 = private unnamed_addr constant [36 x i8] c"some lies on GPU %d, some on GPU %d\00", align 1
@.str.138 = private unnamed_addr constant [72 x i8] c"the %llu blocks of %s wait for each other, and do not fit on %s at once\00", align 1
@.str.139 = private unnamed_addr constant [13 x i8] c"launch of %s\00", align 1
@.str.140 = private unnamed_addr constant [50 x i8] c"the program has no PTX for the GPU (%s), an sm_%d\00", align 1
@.str.141 = private unnamed_addr constant [56 x i8] c"the driver cannot compile the PTX for sm_%d: %s: %.600s\00", align 1
@.str.142 = private unnamed_addr constant [16 x i8] c"__descend_fault\00", align 1
@.str.143 = private unnamed_addr constant [28 x i8] c"the record of failed checks\00", align 1
@.str.144 = private unnamed_addr constant [32 x i8] c"kernel %s cannot run on the CPU\00", align 1
@monitor = internal unnamed_addr global ptr null, align 8
@.str.145 = private unnamed_addr constant [16 x i8] c"DESCEND_THREADS\00", align 1
@run_grid.threads = internal global [4096 x i64] zeroinitializer, align 8
@.str.146 = private unnamed_addr constant [84 x i8] c"the launch of %s has %llu blocks, which wait for each other: at most %d run at once\00", align 1
@.str.147 = private unnamed_addr constant [106 x i8] c"the launch of %s has %llu blocks, which wait for each other: there are no more than %llu threads for them\00", align 1
@.str.148 = private unnamed_addr constant [55 x i8] c"out of memory: %llu bytes of shared memory on the host\00", align 1
@scratch_bytes = internal thread_local unnamed_addr global i64 0, align 8
@scratch = internal thread_local unnamed_addr global ptr null, align 8
@lowest_address.lowest = internal thread_local unnamed_addr global ptr null, align 8
@.str.149 = private unnamed_addr constant [15 x i8] c"%s: %s is %lld\00", align 1
@.str.150 = private unnamed_addr constant [37 x i8] c"%s: the size of %s, %s, is too large\00", align 1
@.str.151 = private unnamed_addr constant [15 x i8] c"%s: %s is NULL\00", align 1
@.str.152 = private unnamed_addr constant [43 x i8] c"%s: the address of %s is no multiple of %d\00", align 1
@.str.153 = private unnamed_addr constant [50 x i8] c"%s: %s and %s overlap, and one of them is written\00", align 1
@.str.154 = private unnamed_addr constant [31 x i8] c"%s: the pointer for %s is NULL\00", align 1
@.str.155 = private unnamed_addr constant [64 x i8] c"%s: element %lld of %s is %u, which is no variant: there are %d\00", align 1
@.str.156 = private unnamed_addr constant [48 x i8] c"%s: %s is %u, which is no variant: there are %d\00", align 1
@.str.157 = private unnamed_addr constant [36 x i8] c"%s: a size of its grid is too large\00", align 1
@.str.158 = private unnamed_addr constant [47 x i8] c"%s: the size of its shared memory is too large\00", align 1
@.str.159 = private unnamed_addr constant [2 x i8] c"w\00", align 1
@.str.160 = private unnamed_addr constant [7 x i8] c"%d\0A%d\0A\00", align 1
@.str.161 = private unnamed_addr constant [8 x i8] c"%s: %s\0A\00", align 1
@functions_of.out = internal global [1000 x i8] zeroinitializer, align 1
@.str.162 = private unnamed_addr constant [3 x i8] c"__\00", align 1
@.str.163 = private unnamed_addr constant [3 x i8] c", \00", align 1
@.str.164 = private unnamed_addr constant [5 x i8] c"none\00", align 1
@.str.165 = private unnamed_addr constant [152 x i8] c"usage: %s [--arg PARAMETER=VALUE].. [--out PARAMETER=FILE.npy].. [-D NAT=NUMBER].. [--fn FUNCTION]\0A       [--device=cpu|cuda|auto] [--stats]\0A\0A%s takes\0A\00", align 1
@.str.166 = private unnamed_addr constant [16 x i8] c"    %-16s %s%s\0A\00", align 1
@.str.167 = private unnamed_addr constant [7 x i8] c"&uniq \00", align 1
@.str.168 = private unnamed_addr constant [254 x i8] c"\0AAn array is given as a .npy file, as zeros, ones, iota or random[:SEED], or as its elements, 1,2,3 or [[1,2],[3,4]]; sizes follow from shapes or from -D.\0AFunctions: %s\0AStatus: 0 done, 1 the run failed, 2 wrong usage or a file, 3 the device is missing.\0A\00", align 1
@.str.169 = private unnamed_addr constant [16 x i8] c"DESCEND_MONITOR\00", align 1
@.str.170 = private unnamed_addr constant [29 x i8] c"-D takes NAME=NUMBER, not %s\00", align 1
@.str.171 = private unnamed_addr constant [50 x i8] c"-D %s: sizes are below 2^63 = 9223372036854775808\00", align 1
@.str.172 = private unnamed_addr constant [64 x i8] c"-D %s: the nats of %s that are not constant in this program: %s\00", align 1
@.str.173 = private unnamed_addr constant [32 x i8] c"%s %s: the parameters of %s: %s\00", align 1
@.str.174 = private unnamed_addr constant [53 x i8] c"--out %s: the parameter is %s, which is no reference\00", align 1
@.str.175 = private unnamed_addr constant [2 x i8] c"-\00", align 1
@.str.176 = private unnamed_addr constant [61 x i8] c"--out %s: a program writes files; descendc run prints arrays\00", align 1
@.str.177 = private unnamed_addr constant [18 x i8] c"%s gives %s twice\00", align 1
@names_of.out = internal global [1000 x i8] zeroinitializer, align 4
@.str.178 = private unnamed_addr constant [60 x i8] c"--out %s=%s would replace the input %s; nothing was written\00", align 1
@.str.179 = private unnamed_addr constant [62 x i8] c"--out %s=%s and --out %s=%s are one file; nothing was written\00", align 1
@.str.180 = private unnamed_addr constant [6 x i8] c"zeros\00", align 1
@.str.181 = private unnamed_addr constant [5 x i8] c"ones\00", align 1
@.str.182 = private unnamed_addr constant [5 x i8] c"iota\00", align 1
@.str.183 = private unnamed_addr constant [7 x i8] c"random\00", align 1
@.str.184 = private unnamed_addr constant [8 x i8] c"random:\00", align 1
@.str.185 = private unnamed_addr constant [5 x i8] c".npy\00", align 1
@.str.186 = private unnamed_addr constant [11 x i8] c"0123456789\00", align 1
@.str.187 = private unnamed_addr constant [5 x i8] c"bool\00", align 1
@.str.188 = private unnamed_addr constant [32 x i8] c"expected true or false, of type\00", align 1
@.str.189 = private unnamed_addr constant [28 x i8] c"expected an integer of type\00", align 1
@.str.190 = private unnamed_addr constant [18 x i8] c"does not fit into\00", align 1
@.str.191 = private unnamed_addr constant [26 x i8] c"expected a number of type\00", align 1
@.str.192 = private unnamed_addr constant [4 x i8] c"xX_\00", align 1
@.str.193 = private unnamed_addr constant [34 x i8] c"expected a decimal number of type\00", align 1
@.str.194 = private unnamed_addr constant [3 x i8] c"iI\00", align 1
@.str.195 = private unnamed_addr constant [38 x i8] c"too large, where infinity is inf, for\00", align 1
@.str.196 = private unnamed_addr constant [35 x i8] c"parameter %s: %s needs --arg %s=%s\00", align 1
@.str.197 = private unnamed_addr constant [54 x i8] c"FILE.npy or zeros, ones, iota, random[:SEED] or 1,2,3\00", align 1
@.str.198 = private unnamed_addr constant [6 x i8] c"VALUE\00", align 1
@.str.199 = private unnamed_addr constant [19 x i8] c"--arg %s=%s: %s %s\00", align 1
@.str.200 = private unnamed_addr constant [93 x i8] c"--arg %s=%s: no such file; an array is FILE.npy or zeros, ones, iota, random[:SEED] or 1,2,3\00", align 1
@.str.201 = private unnamed_addr constant [29 x i8] c"--arg %s=%s: %s is too large\00", align 1
@.str.202 = private unnamed_addr constant [39 x i8] c"--arg %s=%s: out of memory: %lld bytes\00", align 1
@.str.203 = private unnamed_addr constant [34 x i8] c"out of memory: the elements of %s\00", align 1
@.str.204 = private unnamed_addr constant [5 x i8] c"[%s]\00", align 1
@.str.205 = private unnamed_addr constant [8 x i8] c"the end\00", align 1
@.str.206 = private unnamed_addr constant [5 x i8] c" \09\0D\0A\00", align 1
@.str.207 = private unnamed_addr constant [41 x i8] c"the parameter is %s, with %d dimension%s\00", align 1
@.str.208 = private unnamed_addr constant [2 x i8] c"s\00", align 1
@.str.209 = private unnamed_addr constant [77 x i8] c"the parameter is %s, with %d dimensions: write a list of lists, [[..], [..]]\00", align 1
@.str.210 = private unnamed_addr constant [11 x i8] c"`,` or `]`\00", align 1
@.str.211 = private unnamed_addr constant [55 x i8] c"a list has %lld elements where the one before has %lld\00", align 1
@.str.212 = private unnamed_addr constant [16 x i8] c"--arg %s=%s: %s\00", align 1
@.str.213 = private unnamed_addr constant [4 x i8] c",[]\00", align 1
@.str.214 = private unnamed_addr constant [23 x i8] c"an element is too long\00", align 1
@.str.215 = private unnamed_addr constant [12 x i8] c"\22%s\22: %s %s\00", align 1
@.str.216 = private unnamed_addr constant [5 x i8] c"bf16\00", align 1
@.str.217 = private unnamed_addr constant [4 x i8] c"u32\00", align 1
@.str.218 = private unnamed_addr constant [32 x i8] c"\22%s\22: is no variant of the enum\00", align 1
@.str.219 = private unnamed_addr constant [4 x i8] c"f64\00", align 1
@.str.220 = private unnamed_addr constant [4 x i8] c"u16\00", align 1
@.str.221 = private unnamed_addr constant [24 x i8] c"expected %s before `%s`\00", align 1
@.str.222 = private unnamed_addr constant [23 x i8] c"expected %s at the end\00", align 1
@.str.223 = private unnamed_addr constant [3 x i8] c"rb\00", align 1
@.str.224 = private unnamed_addr constant [16 x i8] c"%s: is a folder\00", align 1
@.str.225 = private unnamed_addr constant [45 x i8] c"%s: holds '%s', the parameter is %s ('%s')%s\00", align 1
@.str.226 = private unnamed_addr constant [58 x i8] c"%s: has shape %s, the parameter is %s with %d dimension%s\00", align 1
@.str.227 = private unnamed_addr constant [76 x i8] c"%s: the array is stored in Fortran order; save it with np.ascontiguousarray\00", align 1
@.str.228 = private unnamed_addr constant [26 x i8] c"%s: shape %s is too large\00", align 1
@.str.229 = private unnamed_addr constant [54 x i8] c"%s: %s: %lld bytes of data, shape %s of %s needs %lld\00", align 1
@.str.230 = private unnamed_addr constant [10 x i8] c"truncated\00", align 1
@.str.231 = private unnamed_addr constant [9 x i8] c"too long\00", align 1
@.str.232 = private unnamed_addr constant [30 x i8] c"%s: out of memory: %lld bytes\00", align 1
@.str.233 = private unnamed_addr constant [47 x i8] c"%s: truncated: shape %s of %s needs %lld bytes\00", align 1
@.str.234 = private unnamed_addr constant [7 x i8] c"\93NUMPY\00", align 1
@.str.235 = private unnamed_addr constant [22 x i8] c"%s: not a .npy file%s\00", align 1
@.str.236 = private unnamed_addr constant [21 x i8] c" (wrong magic bytes)\00", align 1
@.str.237 = private unnamed_addr constant [14 x i8] c": it is empty\00", align 1
@.str.238 = private unnamed_addr constant [41 x i8] c"%s: truncated: it ends inside the header\00", align 1
@.str.239 = private unnamed_addr constant [47 x i8] c"%s: version %d of the .npy format is not known\00", align 1
@.str.240 = private unnamed_addr constant [38 x i8] c"%s: a header of %zu bytes is too long\00", align 1
@.str.241 = private unnamed_addr constant [6 x i8] c"descr\00", align 1
@.str.242 = private unnamed_addr constant [85 x i8] c"%s: the elements are structures (a structured dtype); only plain scalars can be read\00", align 1
@.str.243 = private unnamed_addr constant [28 x i8] c"%s: the header is malformed\00", align 1
@.str.244 = private unnamed_addr constant [14 x i8] c"fortran_order\00", align 1
@.str.245 = private unnamed_addr constant [6 x i8] c"shape\00", align 1
@.str.246 = private unnamed_addr constant [3 x i8] c"'\22\00", align 1
@.str.247 = private unnamed_addr constant [5 x i8] c"True\00", align 1
@.str.248 = private unnamed_addr constant [6 x i8] c"False\00", align 1
@.str.249 = private unnamed_addr constant [7 x i8] c"%c%s%c\00", align 1
@.str.250 = private unnamed_addr constant [4 x i8] c"|u1\00", align 1
@.str.252 = private unnamed_addr constant [7 x i8] c"%s%lld\00", align 1
@.str.253 = private unnamed_addr constant [3 x i8] c",)\00", align 1
@.str.254 = private unnamed_addr constant [2 x i8] c"?\00", align 1
@.str.255 = private unnamed_addr constant [3 x i8] c"b1\00", align 1
@.str.256 = private unnamed_addr constant [5 x i8] c"<=|>\00", align 1
@npy_descr.table = internal unnamed_addr constant [12 x [2 x ptr]] [[2 x ptr] [ptr @.str.187, ptr @.str.257], [2 x ptr] [ptr @.str.258, ptr @.str.259], [2 x ptr] [ptr @.str.260, ptr @.str.250], [2 x ptr] [ptr @.str.261, ptr @.str.262], [2 x ptr] [ptr @.str.220, ptr @.str.263], [2 x ptr] [ptr @.str.264, ptr @.str.265], [2 x ptr] [ptr @.str.217, ptr @.str.266], [2 x ptr] [ptr @.str.267, ptr @.str.268], [2 x ptr] [ptr @.str.269, ptr @.str.270], [2 x ptr] [ptr @.str.271, ptr @.str.272], [2 x ptr] [ptr @.str.273, ptr @.str.274], [2 x ptr] [ptr @.str.219, ptr @.str.275]], align 8
@.str.257 = private unnamed_addr constant [4 x i8] c"|b1\00", align 1
@.str.258 = private unnamed_addr constant [3 x i8] c"i8\00", align 1
@.str.259 = private unnamed_addr constant [4 x i8] c"|i1\00", align 1
@.str.260 = private unnamed_addr constant [3 x i8] c"u8\00", align 1
@.str.261 = private unnamed_addr constant [4 x i8] c"i16\00", align 1
@.str.262 = private unnamed_addr constant [4 x i8] c"<i2\00", align 1
@.str.263 = private unnamed_addr constant [4 x i8] c"<u2\00", align 1
@.str.264 = private unnamed_addr constant [4 x i8] c"i32\00", align 1
@.str.265 = private unnamed_addr constant [4 x i8] c"<i4\00", align 1
@.str.266 = private unnamed_addr constant [4 x i8] c"<u4\00", align 1
@.str.267 = private unnamed_addr constant [4 x i8] c"i64\00", align 1
@.str.268 = private unnamed_addr constant [4 x i8] c"<i8\00", align 1
@.str.269 = private unnamed_addr constant [4 x i8] c"u64\00", align 1
@.str.270 = private unnamed_addr constant [4 x i8] c"<u8\00", align 1
@.str.271 = private unnamed_addr constant [4 x i8] c"f16\00", align 1
@.str.272 = private unnamed_addr constant [4 x i8] c"<f2\00", align 1
@.str.273 = private unnamed_addr constant [4 x i8] c"f32\00", align 1
@.str.274 = private unnamed_addr constant [4 x i8] c"<f4\00", align 1
@.str.275 = private unnamed_addr constant [4 x i8] c"<f8\00", align 1
@conversion.out = internal global [80 x i8] zeroinitializer, align 1
@.str.276 = private unnamed_addr constant [6 x i8] c"float\00", align 1
@.str.277 = private unnamed_addr constant [4 x i8] c"int\00", align 1
@.str.278 = private unnamed_addr constant [5 x i8] c"uint\00", align 1
@.str.279 = private unnamed_addr constant [8 x i8] c"complex\00", align 1
@.str.280 = private unnamed_addr constant [7 x i8] c"fiub?c\00", align 1
@.str.281 = private unnamed_addr constant [6 x i8] c"fiub?\00", align 1
@.str.282 = private unnamed_addr constant [37 x i8] c"; NumPy converts it: .astype(\22bool\22)\00", align 1
@.str.283 = private unnamed_addr constant [37 x i8] c"; NumPy converts it: .astype(\22%s%d\22)\00", align 1
@.str.284 = private unnamed_addr constant [50 x i8] c"%s: element %lld is the byte %d, which is no bool\00", align 1
@.str.285 = private unnamed_addr constant [64 x i8] c"%s: no %s fits dimension %d, which is %lld; the parameter is %s\00", align 1
@.str.286 = private unnamed_addr constant [59 x i8] c"nothing determines the nat %s of %s: give it with -D %s=..\00", align 1
@.str.287 = private unnamed_addr constant [58 x i8] c"%s: dimension %d is %lld, but for these sizes %s has %lld\00", align 1
@.str.288 = private unnamed_addr constant [99 x i8] c"%s: %llu launch%s, %llu block%s, %llu thread%s, %llu byte%s copied, kernels %.6f s, in all %.6f s\0A\00", align 1
@.str.289 = private unnamed_addr constant [3 x i8] c"es\00", align 1
@.str.290 = private unnamed_addr constant [10 x i8] c"%s.%d.tmp\00", align 1
@.str.291 = private unnamed_addr constant [25 x i8] c"%s: the name is too long\00", align 1
@.str.292 = private unnamed_addr constant [55 x i8] c"{'descr': '%s', 'fortran_order': False, 'shape': %s, }\00", align 1
@.str.293 = private unnamed_addr constant [3 x i8] c"wb\00", align 1
@.str.294 = private unnamed_addr constant [7 x i8] c"%s%*s\0A\00", align 1
@.str.295 = private unnamed_addr constant [20 x i8] c"cannot write %s: %s\00", align 1

; Function Attrs: nounwind
define weak dso_local ptr @descend_error() local_unnamed_addr #0 {
  %1 = tail call align 1 ptr @llvm.threadlocal.address.p0(ptr align 1 @message)
  store i8 0, ptr %1, align 1
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %3 = load ptr, ptr %2, align 8
  %4 = icmp ne ptr %3, null
  %5 = getelementptr inbounds i8, ptr %2, i64 8
  %6 = load i32, ptr %5, align 8
  %7 = icmp sgt i32 %6, 0
  %8 = select i1 %4, i1 %7, i1 false
  br i1 %8, label %9, label %14

9:                                                ; preds = %0
  %10 = getelementptr inbounds i8, ptr %2, i64 12
  %11 = load i32, ptr %10, align 4
  %12 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %1, i64 noundef 2048, ptr noundef nonnull @.str.32, ptr noundef nonnull %3, i32 noundef %6, i32 noundef %11) #24
  %13 = sext i32 %12 to i64
  br label %14

14:                                               ; preds = %9, %0
  %15 = phi i64 [ %13, %9 ], [ 0, %0 ]
  %16 = icmp ult i64 %15, 2048
  br i1 %16, label %17, label %30

17:                                               ; preds = %14
  %18 = getelementptr inbounds i8, ptr %1, i64 %15
  %19 = sub nuw nsw i64 2048, %15
  %20 = getelementptr inbounds i8, ptr %2, i64 16
  %21 = getelementptr inbounds i8, ptr %2, i64 1040
  %22 = load i8, ptr %21, align 8
  %23 = icmp eq i8 %22, 0
  %24 = select i1 %23, ptr @.str.15, ptr @.str.34
  %25 = getelementptr inbounds i8, ptr %2, i64 1296
  %26 = load i8, ptr %25, align 8
  %27 = icmp eq i8 %26, 0
  %28 = select i1 %27, ptr @.str.15, ptr @.str.35
  %29 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %18, i64 noundef %19, ptr noundef nonnull @.str.33, ptr noundef nonnull %20, ptr noundef nonnull %24, ptr noundef nonnull %21, ptr noundef nonnull %28, ptr noundef nonnull %25) #24
  br label %30

30:                                               ; preds = %14, %17
  ret ptr %1
}

; Function Attrs: nofree nounwind
define internal fastcc void @finish_message() unnamed_addr #1 {
  %1 = tail call align 1 ptr @llvm.threadlocal.address.p0(ptr align 1 @message)
  store i8 0, ptr %1, align 1
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %3 = load ptr, ptr %2, align 8
  %4 = icmp ne ptr %3, null
  %5 = getelementptr inbounds i8, ptr %2, i64 8
  %6 = load i32, ptr %5, align 8
  %7 = icmp sgt i32 %6, 0
  %8 = select i1 %4, i1 %7, i1 false
  br i1 %8, label %9, label %14

9:                                                ; preds = %0
  %10 = getelementptr inbounds i8, ptr %2, i64 12
  %11 = load i32, ptr %10, align 4
  %12 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %1, i64 noundef 2048, ptr noundef nonnull @.str.32, ptr noundef nonnull %3, i32 noundef %6, i32 noundef %11) #24
  %13 = sext i32 %12 to i64
  br label %14

14:                                               ; preds = %9, %0
  %15 = phi i64 [ %13, %9 ], [ 0, %0 ]
  %16 = icmp ult i64 %15, 2048
  br i1 %16, label %17, label %30

17:                                               ; preds = %14
  %18 = getelementptr inbounds i8, ptr %1, i64 %15
  %19 = sub nuw nsw i64 2048, %15
  %20 = getelementptr inbounds i8, ptr %2, i64 16
  %21 = getelementptr inbounds i8, ptr %2, i64 1040
  %22 = load i8, ptr %21, align 8
  %23 = icmp eq i8 %22, 0
  %24 = select i1 %23, ptr @.str.15, ptr @.str.34
  %25 = getelementptr inbounds i8, ptr %2, i64 1296
  %26 = load i8, ptr %25, align 8
  %27 = icmp eq i8 %26, 0
  %28 = select i1 %27, ptr @.str.15, ptr @.str.35
  %29 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %18, i64 noundef %19, ptr noundef nonnull @.str.33, ptr noundef nonnull %20, ptr noundef nonnull %24, ptr noundef nonnull %21, ptr noundef nonnull %28, ptr noundef nonnull %25) #24
  br label %30

30:                                               ; preds = %17, %14
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull) #2

; Function Attrs: noreturn nounwind
define weak hidden void @descend_rt_fault(ptr noundef %0, i64 noundef %1, i64 noundef %2) local_unnamed_addr #3 {
  %4 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %5 = trunc nuw i8 %4 to i1
  br i1 %5, label %6, label %9

6:                                                ; preds = %3
  %7 = tail call fastcc i32 @cuda_wait(ptr noundef null)
  %8 = icmp eq i32 %7, 0
  br i1 %8, label %9, label %10

9:                                                ; preds = %3, %6
  tail call fastcc void @set_check(ptr noundef %0, i64 noundef %1, i64 noundef %2)
  br label %10

10:                                               ; preds = %9, %6
  tail call fastcc void @end_call() #25
  unreachable
}

; Function Attrs: nofree nounwind
define internal fastcc void @set_check(ptr noundef %0, i64 noundef %1, i64 noundef %2) unnamed_addr #1 {
  %4 = getelementptr inbounds i8, ptr %0, i64 16
  %5 = load ptr, ptr %4, align 8
  br label %15

6:                                                ; preds = %25
  %7 = getelementptr inbounds i8, ptr %0, i64 24
  %8 = load ptr, ptr %7, align 8
  %9 = load i8, ptr %8, align 1
  %10 = icmp eq i8 %9, 0
  %11 = select i1 %10, ptr @.str.15, ptr @.str.34
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %0, ptr noundef nonnull @.str.50, ptr noundef %26, ptr noundef nonnull %11, ptr noundef nonnull %8)
  %12 = icmp eq i64 %1, -9223372036854775808
  %13 = icmp eq i64 %2, -9223372036854775808
  %14 = and i1 %12, %13
  br i1 %14, label %62, label %29

15:                                               ; preds = %3, %25
  %16 = phi i64 [ 0, %3 ], [ %27, %25 ]
  %17 = phi ptr [ %5, %3 ], [ %26, %25 ]
  %18 = getelementptr inbounds [8 x %struct.anon.5], ptr @set_check.kinds, i64 0, i64 %16
  %19 = load ptr, ptr %18, align 8
  %20 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %5, ptr noundef nonnull dereferenceable(1) %19) #26
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %22, label %25

22:                                               ; preds = %15
  %23 = getelementptr inbounds i8, ptr %18, i64 8
  %24 = load ptr, ptr %23, align 8
  br label %25

25:                                               ; preds = %15, %22
  %26 = phi ptr [ %17, %15 ], [ %24, %22 ]
  %27 = add nuw nsw i64 %16, 1
  %28 = icmp eq i64 %27, 8
  br i1 %28, label %6, label %15, !llvm.loop !6

29:                                               ; preds = %6
  %30 = load ptr, ptr %4, align 8
  %31 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %30, ptr noundef nonnull dereferenceable(6) @.str.36) #26
  %32 = icmp eq i32 %31, 0
  %33 = icmp sgt i64 %2, -1
  %34 = and i1 %33, %32
  br i1 %34, label %35, label %39

35:                                               ; preds = %29
  %36 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %37 = getelementptr inbounds i8, ptr %36, i64 1040
  %38 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %37, i64 noundef 256, ptr noundef nonnull @.str.51, i64 noundef %1, i64 noundef %2) #24
  br label %62

39:                                               ; preds = %29
  %40 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %30, ptr noundef nonnull dereferenceable(9) @.str.43) #26
  %41 = icmp eq i32 %40, 0
  br i1 %41, label %42, label %46

42:                                               ; preds = %39
  %43 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %44 = getelementptr inbounds i8, ptr %43, i64 1040
  %45 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %44, i64 noundef 256, ptr noundef nonnull @.str.52, i64 noundef %1, i64 noundef %2) #24
  br label %62

46:                                               ; preds = %39
  %47 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %30, ptr noundef nonnull dereferenceable(4) @.str.45) #26
  %48 = icmp eq i32 %47, 0
  br i1 %48, label %49, label %53

49:                                               ; preds = %46
  %50 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %51 = getelementptr inbounds i8, ptr %50, i64 1040
  %52 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %51, i64 noundef 256, ptr noundef nonnull @.str.53, i64 noundef %1) #24
  br label %62

53:                                               ; preds = %46
  %54 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %30, ptr noundef nonnull dereferenceable(12) @.str.47) #26
  %55 = icmp eq i32 %54, 0
  br i1 %55, label %56, label %62

56:                                               ; preds = %53
  %57 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %58 = getelementptr inbounds i8, ptr %57, i64 1040
  %59 = lshr i64 %1, 32
  %60 = and i64 %1, 4294967295
  %61 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %58, i64 noundef 256, ptr noundef nonnull @.str.54, i64 noundef %59, i64 noundef %60) #24
  br label %62

62:                                               ; preds = %35, %49, %56, %53, %42, %6
  ret void
}

; Function Attrs: noreturn nounwind
define internal fastcc void @end_call() unnamed_addr #3 {
  %1 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @current)
  %2 = load ptr, ptr %1, align 8
  %3 = icmp eq ptr %2, null
  br i1 %3, label %4, label %8

4:                                                ; preds = %0
  tail call fastcc void @finish_message()
  %5 = load ptr, ptr @stderr, align 8
  %6 = tail call align 1 ptr @llvm.threadlocal.address.p0(ptr align 1 @message)
  %7 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %5, ptr noundef nonnull @.str.55, ptr noundef nonnull %6) #27
  tail call void @abort() #28
  unreachable

8:                                                ; preds = %0
  tail call void @longjmp(ptr noundef nonnull %2, i32 noundef 1) #28
  unreachable
}

; Function Attrs: nounwind
define weak hidden void @descend_rt_enter(ptr noundef %0) local_unnamed_addr #0 {
  %2 = alloca i8, align 1
  call void @llvm.lifetime.start.p0(i64 1, ptr nonnull %2) #24
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @current)
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %11, label %6

6:                                                ; preds = %1
  %7 = getelementptr inbounds i8, ptr %4, i64 344
  %8 = load ptr, ptr %7, align 8
  %9 = icmp ult ptr %2, %8
  br i1 %9, label %10, label %11

10:                                               ; preds = %6
  call void (ptr, ptr, ...) @set_error(ptr noundef %0, ptr noundef nonnull @.str)
  call fastcc void @end_call() #25
  unreachable

11:                                               ; preds = %6, %1
  call void @llvm.lifetime.end.p0(i64 1, ptr nonnull %2) #24
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #4

; Function Attrs: nofree nounwind
define internal void @set_error(ptr noundef readonly %0, ptr nocapture noundef readonly %1, ...) unnamed_addr #1 {
  %3 = alloca %struct.__va_list, align 8
  %4 = alloca %struct.__va_list, align 8
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %3) #24
  call void @llvm.va_start.p0(ptr nonnull %3)
  %5 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %6 = getelementptr inbounds i8, ptr %5, i64 16
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %4) #24
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %4, ptr noundef nonnull align 8 dereferenceable(32) %3, i64 32, i1 false)
  %7 = call i32 @vsnprintf(ptr noundef nonnull %6, i64 noundef 1024, ptr noundef %1, ptr noundef nonnull %4) #24
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %4) #24
  call void @llvm.va_end.p0(ptr %3)
  %8 = icmp eq ptr %0, null
  br i1 %8, label %10, label %9

9:                                                ; preds = %2
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %5, ptr noundef nonnull align 8 dereferenceable(16) %0, i64 16, i1 false)
  br label %11

10:                                               ; preds = %2
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(16) %5, i8 0, i64 16, i1 false)
  br label %11

11:                                               ; preds = %10, %9
  %12 = getelementptr inbounds i8, ptr %5, i64 1296
  store i8 0, ptr %12, align 8
  %13 = getelementptr inbounds i8, ptr %5, i64 1040
  store i8 0, ptr %13, align 8
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %3) #24
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #4

; Function Attrs: nounwind
define weak hidden void @descend_register(ptr noundef %0) local_unnamed_addr #0 {
  %2 = load ptr, ptr @programs, align 8
  %3 = getelementptr inbounds i8, ptr %0, i64 184
  store ptr %2, ptr %3, align 8
  store ptr %0, ptr @programs, align 8
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_rt_open_device(i64 noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i1 @use_device(ptr noundef %1)
  br i1 %3, label %5, label %4

4:                                                ; preds = %2
  tail call fastcc void @end_call() #25
  unreachable

5:                                                ; preds = %2
  %6 = icmp sgt i64 %0, -1
  %7 = load i32, ptr getelementptr inbounds (i8, ptr @device, i64 4), align 4
  %8 = sext i32 %7 to i64
  %9 = icmp sgt i64 %8, %0
  %10 = select i1 %6, i1 %9, i1 false
  br i1 %10, label %11, label %12

11:                                               ; preds = %5
  ret void

12:                                               ; preds = %5
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %1, ptr noundef nonnull @.str.1, i64 noundef %0)
  %13 = load i32, ptr getelementptr inbounds (i8, ptr @device, i64 4), align 4
  %14 = icmp eq i32 %13, 1
  %15 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %16 = getelementptr inbounds i8, ptr %15, i64 1040
  br i1 %14, label %17, label %18

17:                                               ; preds = %12
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(23) %16, ptr noundef nonnull align 1 dereferenceable(23) @.str.2, i64 23, i1 false)
  br label %21

18:                                               ; preds = %12
  %19 = add nsw i32 %13, -1
  %20 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %16, i64 noundef 256, ptr noundef nonnull @.str.3, i32 noundef %13, i32 noundef %19) #24
  br label %21

21:                                               ; preds = %18, %17
  %22 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %23 = trunc nuw i8 %22 to i1
  br i1 %23, label %27, label %24

24:                                               ; preds = %21
  %25 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %26 = getelementptr inbounds i8, ptr %25, i64 1296
  tail call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(57) %26, ptr noundef nonnull align 1 dereferenceable(57) @.str.4, i64 57, i1 false)
  br label %27

27:                                               ; preds = %24, %21
  tail call fastcc void @end_call() #25
  unreachable
}

; Function Attrs: nounwind
define internal fastcc noundef i1 @use_device(ptr noundef %0) unnamed_addr #0 {
  %2 = alloca ptr, align 8
  %3 = alloca ptr, align 8
  %4 = alloca [200 x i8], align 1
  %5 = alloca i32, align 4
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca [512 x i8], align 4
  %9 = load atomic i8, ptr @device acquire, align 8
  %10 = trunc i8 %9 to i1
  br i1 %10, label %184, label %11

11:                                               ; preds = %1
  %12 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull getelementptr inbounds (i8, ptr @device, i64 8)) #24
  %13 = tail call ptr @getenv(ptr noundef nonnull @.str.25) #24
  %14 = icmp eq ptr %13, null
  br i1 %14, label %18, label %15

15:                                               ; preds = %11
  %16 = load i8, ptr %13, align 1
  %17 = icmp eq i8 %16, 0
  br i1 %17, label %18, label %19

18:                                               ; preds = %15, %11
  br label %19

19:                                               ; preds = %18, %15
  %20 = phi ptr [ %13, %15 ], [ @.str.26, %18 ]
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %8) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(512) %8, i8 0, i64 512, i1 false)
  %21 = load i8, ptr @device, align 8, !range !4, !noundef !5
  %22 = trunc nuw i8 %21 to i1
  br i1 %22, label %163, label %23

23:                                               ; preds = %19
  %24 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %20, ptr noundef nonnull dereferenceable(4) @.str.6) #26
  %25 = icmp eq i32 %24, 0
  br i1 %25, label %26, label %51

26:                                               ; preds = %23
  %27 = tail call ptr @getenv(ptr noundef nonnull @.str.61) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7) #24
  %28 = icmp eq ptr %27, null
  br i1 %28, label %34, label %29

29:                                               ; preds = %26
  %30 = load i8, ptr %27, align 1
  %31 = icmp eq i8 %30, 0
  br i1 %31, label %34, label %32

32:                                               ; preds = %29
  %33 = call i64 @strtol(ptr noundef nonnull %27, ptr noundef nonnull %7, i32 noundef 10) #24
  br label %34

34:                                               ; preds = %32, %29, %26
  %35 = phi i64 [ %33, %32 ], [ 1, %29 ], [ 1, %26 ]
  br i1 %28, label %47, label %36

36:                                               ; preds = %34
  %37 = load i8, ptr %27, align 1
  %38 = icmp eq i8 %37, 0
  br i1 %38, label %47, label %39

39:                                               ; preds = %36
  %40 = load ptr, ptr %7, align 8
  %41 = load i8, ptr %40, align 1
  %42 = icmp ne i8 %41, 0
  %43 = add i64 %35, -17
  %44 = icmp ult i64 %43, -16
  %45 = select i1 %42, i1 true, i1 %44
  br i1 %45, label %46, label %47

46:                                               ; preds = %39
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %0, ptr noundef nonnull @.str.62, i32 noundef 16, ptr noundef nonnull %27)
  br label %49

47:                                               ; preds = %39, %36, %34
  %48 = trunc i64 %35 to i32
  store i32 %48, ptr getelementptr inbounds (i8, ptr @device, i64 4), align 4
  br label %49

49:                                               ; preds = %46, %47
  %50 = phi i1 [ false, %46 ], [ true, %47 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7) #24
  br label %163

51:                                               ; preds = %23
  %52 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %20, ptr noundef nonnull dereferenceable(5) @.str.5) #26
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %58, label %54

54:                                               ; preds = %51
  %55 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %20, ptr noundef nonnull dereferenceable(5) @.str.26) #26
  %56 = icmp eq i32 %55, 0
  br i1 %56, label %58, label %57

57:                                               ; preds = %54
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %0, ptr noundef nonnull @.str.56, ptr noundef nonnull %20)
  br label %163

58:                                               ; preds = %54, %51
  %59 = tail call ptr @getenv(ptr noundef nonnull @.str.63) #24
  call void @llvm.lifetime.start.p0(i64 200, ptr nonnull %4) #24
  %60 = icmp eq ptr %59, null
  br i1 %60, label %65, label %61

61:                                               ; preds = %58
  %62 = load i8, ptr %59, align 1
  %63 = icmp eq i8 %62, 0
  %64 = select i1 %63, ptr @.str.64, ptr %59
  br label %65

65:                                               ; preds = %61, %58
  %66 = phi ptr [ @.str.64, %58 ], [ %64, %61 ]
  %67 = tail call ptr @dlopen(ptr noundef %66, i32 noundef 2) #24
  store ptr %67, ptr @cuda, align 8
  %68 = icmp eq ptr %67, null
  br i1 %68, label %69, label %73

69:                                               ; preds = %65
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(51) %8, ptr noundef nonnull align 1 dereferenceable(51) @.str.65, i64 51, i1 false)
  br label %154

70:                                               ; preds = %73
  %71 = add nuw nsw i64 %74, 1
  %72 = icmp eq i64 %71, 27
  br i1 %72, label %84, label %73, !llvm.loop !9

73:                                               ; preds = %65, %70
  %74 = phi i64 [ %71, %70 ], [ 0, %65 ]
  %75 = load ptr, ptr @cuda, align 8
  %76 = getelementptr inbounds [27 x %struct.anon.7], ptr @cuda_functions, i64 0, i64 %74
  %77 = load ptr, ptr %76, align 8
  %78 = tail call ptr @dlsym(ptr noundef %75, ptr noundef %77) #24
  %79 = getelementptr inbounds i8, ptr %76, i64 8
  %80 = load ptr, ptr %79, align 8
  store ptr %78, ptr %80, align 8
  %81 = icmp eq ptr %78, null
  br i1 %81, label %82, label %70

82:                                               ; preds = %73
  %83 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %8, i64 noundef 512, ptr noundef nonnull @.str.66, ptr noundef %77) #24
  br label %154

84:                                               ; preds = %70
  %85 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76272), align 8
  %86 = tail call i32 %85(i32 noundef 0) #24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %5) #24
  store i32 0, ptr %5, align 4
  %87 = icmp eq i32 %86, 0
  br i1 %87, label %88, label %91

88:                                               ; preds = %84
  %89 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76280), align 8
  %90 = call i32 %89(ptr noundef nonnull %5) #24
  br label %91

91:                                               ; preds = %88, %84
  %92 = phi i32 [ %86, %84 ], [ %90, %88 ]
  %93 = icmp eq i32 %92, 0
  br i1 %93, label %118, label %94

94:                                               ; preds = %91
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #24
  store ptr null, ptr %2, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #24
  store ptr null, ptr %3, align 8
  %95 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76472), align 8
  %96 = icmp eq ptr %95, null
  br i1 %96, label %99, label %97

97:                                               ; preds = %94
  %98 = call i32 %95(i32 noundef %92, ptr noundef nonnull %2) #24
  br label %99

99:                                               ; preds = %97, %94
  %100 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76480), align 8
  %101 = icmp eq ptr %100, null
  br i1 %101, label %104, label %102

102:                                              ; preds = %99
  %103 = call i32 %100(i32 noundef %92, ptr noundef nonnull %3) #24
  br label %104

104:                                              ; preds = %102, %99
  %105 = load ptr, ptr %2, align 8
  %106 = icmp eq ptr %105, null
  %107 = select i1 %106, ptr @.str.100, ptr %105
  %108 = load ptr, ptr %3, align 8
  %109 = icmp eq ptr %108, null
  %110 = select i1 %109, ptr @.str.101, ptr %108
  %111 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %4, i64 noundef 200, ptr noundef nonnull @.str.99, ptr noundef nonnull %107, ptr noundef nonnull %110) #24
  %112 = load ptr, ptr %2, align 8
  %113 = icmp eq ptr %112, null
  br i1 %113, label %114, label %116

114:                                              ; preds = %104
  %115 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %4, i64 noundef 200, ptr noundef nonnull @.str.102, i32 noundef %92) #24
  br label %116

116:                                              ; preds = %114, %104
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #24
  %117 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %8, i64 noundef 512, ptr noundef nonnull @.str.67, ptr noundef nonnull %4) #24
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %5) #24
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %4) #24
  br label %156

118:                                              ; preds = %91
  %119 = call ptr @getenv(ptr noundef nonnull @.str.68) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6) #24
  store ptr null, ptr %6, align 8
  %120 = icmp eq ptr %119, null
  br i1 %120, label %126, label %121

121:                                              ; preds = %118
  %122 = load i8, ptr %119, align 1
  %123 = icmp eq i8 %122, 0
  br i1 %123, label %126, label %124

124:                                              ; preds = %121
  %125 = call i64 @strtol(ptr noundef nonnull %119, ptr noundef nonnull %6, i32 noundef 10) #24
  br label %126

126:                                              ; preds = %124, %121, %118
  %127 = phi i64 [ %125, %124 ], [ 0, %121 ], [ 0, %118 ]
  %128 = load ptr, ptr %6, align 8
  %129 = icmp eq ptr %128, null
  br i1 %129, label %137, label %130

130:                                              ; preds = %126
  %131 = icmp eq ptr %128, %119
  br i1 %131, label %135, label %132

132:                                              ; preds = %130
  %133 = load i8, ptr %128, align 1
  %134 = icmp eq i8 %133, 0
  br i1 %134, label %137, label %135

135:                                              ; preds = %132, %130
  %136 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %8, i64 noundef 512, ptr noundef nonnull @.str.69, ptr noundef %119) #24
  br label %155

137:                                              ; preds = %132, %126
  %138 = load i32, ptr %5, align 4
  %139 = icmp eq i32 %138, 0
  br i1 %139, label %140, label %141

140:                                              ; preds = %137
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %8, ptr noundef nonnull align 1 dereferenceable(16) @.str.70, i64 16, i1 false)
  br label %155

141:                                              ; preds = %137
  %142 = icmp sgt i64 %127, -1
  %143 = sext i32 %138 to i64
  %144 = icmp slt i64 %127, %143
  %145 = and i1 %142, %144
  br i1 %145, label %148, label %146

146:                                              ; preds = %141
  %147 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %8, i64 noundef 512, ptr noundef nonnull @.str.71, i64 noundef %127, i32 noundef %138) #24
  br label %155

148:                                              ; preds = %141
  %149 = trunc nuw nsw i64 %127 to i32
  store i32 %149, ptr getelementptr inbounds (i8, ptr @cuda, i64 8), align 8
  %150 = sub nsw i32 %138, %149
  %151 = call i32 @llvm.smin.i32(i32 %150, i32 16)
  store i32 %151, ptr getelementptr inbounds (i8, ptr @device, i64 4), align 4
  %152 = call fastcc i1 @open_gpu(i32 noundef 0, ptr noundef nonnull %8)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #24
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %5) #24
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %4) #24
  br i1 %152, label %153, label %156

153:                                              ; preds = %148
  store i8 1, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1
  br label %163

154:                                              ; preds = %69, %82
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %4) #24
  br label %156

155:                                              ; preds = %146, %140, %135
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #24
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %5) #24
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %4) #24
  br label %156

156:                                              ; preds = %155, %116, %154, %148
  %157 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %20, ptr noundef nonnull dereferenceable(5) @.str.26) #26
  %158 = icmp eq i32 %157, 0
  br i1 %158, label %159, label %161

159:                                              ; preds = %156
  %160 = call fastcc i1 @cpu_open(ptr noundef %0)
  br label %163

161:                                              ; preds = %156
  store i8 1, ptr getelementptr inbounds (i8, ptr @device, i64 3), align 1
  %162 = load ptr, ptr getelementptr inbounds (i8, ptr @device, i64 56), align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef %0, ptr noundef nonnull @.str.57, ptr noundef %162, ptr noundef nonnull %8)
  br label %163

163:                                              ; preds = %49, %153, %161, %159, %57, %19
  %164 = phi i1 [ %22, %19 ], [ false, %57 ], [ true, %153 ], [ false, %161 ], [ %160, %159 ], [ %50, %49 ]
  br i1 %164, label %165, label %182

165:                                              ; preds = %163
  %166 = load i8, ptr @device, align 8, !range !4, !noundef !5
  %167 = trunc nuw i8 %166 to i1
  br i1 %167, label %182, label %168

168:                                              ; preds = %165
  %169 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 2), align 2, !range !4, !noundef !5
  %170 = trunc nuw i8 %169 to i1
  br i1 %170, label %171, label %181

171:                                              ; preds = %168
  %172 = load ptr, ptr @stderr, align 8
  %173 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %174 = trunc nuw i8 %173 to i1
  %175 = select i1 %174, ptr @.str.5, ptr @.str.6
  %176 = load i8, ptr %8, align 4
  %177 = icmp eq i8 %176, 0
  %178 = select i1 %177, ptr @.str.15, ptr @.str.59
  %179 = select i1 %177, ptr @.str.15, ptr @.str.60
  %180 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %172, ptr noundef nonnull @.str.58, ptr noundef nonnull %175, ptr noundef nonnull %178, ptr noundef nonnull %8, ptr noundef nonnull %179) #27
  br label %181

181:                                              ; preds = %171, %168
  store atomic i8 1, ptr @device release, align 8
  br label %182

182:                                              ; preds = %181, %165, %163
  %183 = call i32 @pthread_mutex_unlock(ptr noundef nonnull getelementptr inbounds (i8, ptr @device, i64 8)) #24
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %8) #24
  br label %184

184:                                              ; preds = %1, %182
  %185 = phi i1 [ %164, %182 ], [ true, %1 ]
  ret i1 %185
}

; Function Attrs: nofree nounwind
declare noundef i32 @snprintf(ptr noalias nocapture noundef writeonly, i64 noundef, ptr nocapture noundef readonly, ...) local_unnamed_addr #1

; Function Attrs: nounwind
define weak hidden void @descend_rt_use_device(i64 noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  tail call void @descend_rt_open_device(i64 noundef %0, ptr noundef %1)
  %3 = trunc i64 %0 to i32
  %4 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @next_device)
  store i32 %3, ptr %4, align 4
  ret void
}

; Function Attrs: nounwind
define weak dso_local ptr @descend_device() local_unnamed_addr #0 {
  %1 = tail call fastcc i1 @use_device(ptr noundef null)
  %2 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4
  %3 = trunc nuw i8 %2 to i1
  %4 = select i1 %3, ptr @.str.5, ptr @.str.6
  %5 = select i1 %1, ptr %4, ptr null
  ret ptr %5
}

; Function Attrs: nounwind
define weak hidden ptr @descend_rt_alloc(i64 noundef %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = icmp slt i64 %0, 0
  br i1 %4, label %8, label %5

5:                                                ; preds = %3
  %6 = tail call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %0, i64 %1)
  %7 = extractvalue { i64, i1 } %6, 1
  br i1 %7, label %8, label %9

8:                                                ; preds = %5, %3
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %2, ptr noundef nonnull @.str.105, i64 noundef %0, i64 noundef %1)
  tail call fastcc void @end_call() #25
  unreachable

9:                                                ; preds = %5
  %10 = extractvalue { i64, i1 } %6, 0
  %11 = icmp ugt i64 %10, 9223372036854775679
  br i1 %11, label %16, label %12

12:                                               ; preds = %9
  %13 = add nuw nsw i64 %10, 127
  %14 = and i64 %13, 9223372036854775744
  %15 = tail call noalias align 64 ptr @aligned_alloc(i64 noundef 64, i64 noundef %14) #29
  br label %16

16:                                               ; preds = %9, %12
  %17 = phi ptr [ %15, %12 ], [ null, %9 ]
  %18 = icmp eq ptr %17, null
  br i1 %18, label %48, label %19

19:                                               ; preds = %16
  %20 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @current)
  %21 = load ptr, ptr %20, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %49, label %23

23:                                               ; preds = %19
  %24 = getelementptr inbounds i8, ptr %21, i64 328
  %25 = load i64, ptr %24, align 8
  %26 = getelementptr inbounds i8, ptr %21, i64 336
  %27 = load i64, ptr %26, align 8
  %28 = icmp eq i64 %25, %27
  br i1 %28, label %29, label %39

29:                                               ; preds = %23
  %30 = icmp eq i64 %27, 0
  %31 = shl i64 %27, 1
  %32 = select i1 %30, i64 16, i64 %31
  %33 = getelementptr inbounds i8, ptr %21, i64 320
  %34 = load ptr, ptr %33, align 8
  %35 = mul i64 %32, 24
  %36 = tail call ptr @realloc(ptr noundef %34, i64 noundef %35) #29
  %37 = icmp eq ptr %36, null
  br i1 %37, label %48, label %38

38:                                               ; preds = %29
  store ptr %36, ptr %33, align 8
  store i64 %32, ptr %26, align 8
  br label %39

39:                                               ; preds = %38, %23
  %40 = getelementptr inbounds i8, ptr %21, i64 320
  %41 = load ptr, ptr %40, align 8
  %42 = load i64, ptr %24, align 8
  %43 = add i64 %42, 1
  store i64 %43, ptr %24, align 8
  %44 = getelementptr inbounds %struct.descend_block, ptr %41, i64 %42
  store ptr %17, ptr %44, align 8
  %45 = getelementptr inbounds i8, ptr %44, i64 8
  store i64 %10, ptr %45, align 8
  %46 = getelementptr inbounds i8, ptr %44, i64 16
  store i32 -1, ptr %46, align 8
  %47 = getelementptr inbounds i8, ptr %44, i64 20
  store i8 0, ptr %47, align 4
  br label %49

48:                                               ; preds = %29, %16
  tail call void @free(ptr noundef %17) #24
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %2, ptr noundef nonnull @.str.7, i64 noundef %10)
  tail call fastcc void @end_call() #25
  unreachable

49:                                               ; preds = %39, %19
  ret ptr %17
}

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr nocapture noundef) local_unnamed_addr #5

; Function Attrs: nounwind
define weak hidden void @descend_rt_free(ptr noundef %0) local_unnamed_addr #0 {
  %2 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @current)
  %3 = load ptr, ptr %2, align 8
  %4 = icmp eq ptr %3, null
  br i1 %4, label %36, label %5

5:                                                ; preds = %1, %32
  %6 = phi ptr [ %34, %32 ], [ %3, %1 ]
  %7 = getelementptr inbounds i8, ptr %6, i64 328
  %8 = load i64, ptr %7, align 8
  %9 = icmp eq i64 %8, 0
  br i1 %9, label %32, label %10

10:                                               ; preds = %5
  %11 = getelementptr inbounds i8, ptr %6, i64 320
  %12 = load ptr, ptr %11, align 8
  br label %13

13:                                               ; preds = %30, %10
  %14 = phi i64 [ %8, %10 ], [ %15, %30 ]
  %15 = add i64 %14, -1
  %16 = getelementptr inbounds %struct.descend_block, ptr %12, i64 %15
  %17 = load ptr, ptr %16, align 8
  %18 = icmp eq ptr %17, %0
  br i1 %18, label %19, label %30

19:                                               ; preds = %13
  %20 = getelementptr inbounds i8, ptr %16, i64 20
  %21 = load i8, ptr %20, align 4, !range !4, !noundef !5
  %22 = trunc nuw i8 %21 to i1
  br i1 %22, label %30, label %23

23:                                               ; preds = %19
  %24 = getelementptr inbounds i8, ptr %6, i64 328
  %25 = getelementptr inbounds %struct.descend_block, ptr %12, i64 %14
  %26 = sub i64 %8, %14
  %27 = mul i64 %26, 24
  tail call void @llvm.memmove.p0.p0.i64(ptr nonnull align 8 %16, ptr nonnull align 8 %25, i64 %27, i1 false)
  %28 = load i64, ptr %24, align 8
  %29 = add i64 %28, -1
  store i64 %29, ptr %24, align 8
  br label %36

30:                                               ; preds = %19, %13
  %31 = icmp eq i64 %15, 0
  br i1 %31, label %32, label %13, !llvm.loop !10

32:                                               ; preds = %30, %5
  %33 = getelementptr inbounds i8, ptr %6, i64 312
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  br i1 %35, label %36, label %5, !llvm.loop !11

36:                                               ; preds = %32, %1, %23
  tail call void @free(ptr noundef %0) #24
  ret void
}

; Function Attrs: nounwind
define weak hidden ptr @descend_rt_device_alloc(i64 noundef %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = alloca ptr, align 8
  %5 = icmp slt i64 %0, 0
  br i1 %5, label %9, label %6

6:                                                ; preds = %3
  %7 = tail call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %0, i64 %1)
  %8 = extractvalue { i64, i1 } %7, 1
  br i1 %8, label %9, label %10

9:                                                ; preds = %6, %3
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %2, ptr noundef nonnull @.str.105, i64 noundef %0, i64 noundef %1)
  tail call fastcc void @end_call() #25
  unreachable

10:                                               ; preds = %6
  %11 = extractvalue { i64, i1 } %7, 0
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #24
  store ptr null, ptr %4, align 8
  %12 = tail call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @next_device)
  %13 = load i32, ptr %12, align 4
  store i32 0, ptr %12, align 4
  %14 = call fastcc i32 @device_alloc(ptr noundef nonnull %4, i64 noundef %11, i32 noundef %13, ptr noundef %2)
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %17, label %16

16:                                               ; preds = %10
  tail call fastcc void @end_call() #25
  unreachable

17:                                               ; preds = %10
  %18 = load ptr, ptr %4, align 8
  %19 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @current)
  %20 = load ptr, ptr %19, align 8
  %21 = icmp eq ptr %20, null
  br i1 %21, label %49, label %22

22:                                               ; preds = %17
  %23 = getelementptr inbounds i8, ptr %20, i64 328
  %24 = load i64, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %20, i64 336
  %26 = load i64, ptr %25, align 8
  %27 = icmp eq i64 %24, %26
  br i1 %27, label %28, label %38

28:                                               ; preds = %22
  %29 = icmp eq i64 %26, 0
  %30 = shl i64 %26, 1
  %31 = select i1 %29, i64 16, i64 %30
  %32 = getelementptr inbounds i8, ptr %20, i64 320
  %33 = load ptr, ptr %32, align 8
  %34 = mul i64 %31, 24
  %35 = tail call ptr @realloc(ptr noundef %33, i64 noundef %34) #29
  %36 = icmp eq ptr %35, null
  br i1 %36, label %47, label %37

37:                                               ; preds = %28
  store ptr %35, ptr %32, align 8
  store i64 %31, ptr %25, align 8
  br label %38

38:                                               ; preds = %37, %22
  %39 = getelementptr inbounds i8, ptr %20, i64 320
  %40 = load ptr, ptr %39, align 8
  %41 = load i64, ptr %23, align 8
  %42 = add i64 %41, 1
  store i64 %42, ptr %23, align 8
  %43 = getelementptr inbounds %struct.descend_block, ptr %40, i64 %41
  store ptr %18, ptr %43, align 8
  %44 = getelementptr inbounds i8, ptr %43, i64 8
  store i64 %11, ptr %44, align 8
  %45 = getelementptr inbounds i8, ptr %43, i64 16
  store i32 %13, ptr %45, align 8
  %46 = getelementptr inbounds i8, ptr %43, i64 20
  store i8 0, ptr %46, align 4
  br label %49

47:                                               ; preds = %28
  %48 = tail call fastcc i32 @device_free(ptr noundef %18, i32 noundef %13)
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %2, ptr noundef nonnull @.str.8)
  tail call fastcc void @end_call() #25
  unreachable

49:                                               ; preds = %38, %17
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #24
  ret ptr %18
}

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @device_alloc(ptr nocapture noundef writeonly %0, i64 noundef %1, i32 noundef %2, ptr noundef %3) unnamed_addr #0 {
  %5 = alloca i64, align 8
  %6 = tail call fastcc i1 @use_device(ptr noundef %3)
  br i1 %6, label %7, label %62

7:                                                ; preds = %4
  %8 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %9 = trunc nuw i8 %8 to i1
  br i1 %9, label %10, label %52

10:                                               ; preds = %7
  %11 = sext i32 %2 to i64
  %12 = getelementptr inbounds [16 x %struct.gpu], ptr getelementptr inbounds (i8, ptr @cuda, i64 16), i64 0, i64 %11
  %13 = tail call fastcc i32 @cuda_enter(ptr noundef nonnull %12, ptr noundef %3)
  %14 = icmp eq i32 %13, 0
  br i1 %14, label %15, label %62

15:                                               ; preds = %10
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #24
  store i64 0, ptr %5, align 8
  %16 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76360), align 8
  %17 = tail call i64 @llvm.umax.i64(i64 %1, i64 1)
  %18 = call i32 %16(ptr noundef nonnull %5, i64 noundef %17) #24
  %19 = icmp eq i32 %18, 2
  br i1 %19, label %20, label %33

20:                                               ; preds = %15
  %21 = getelementptr inbounds i8, ptr %12, i64 4228
  %22 = load i32, ptr %21, align 4
  %23 = icmp sgt i32 %22, 0
  br i1 %23, label %24, label %33

24:                                               ; preds = %20
  %25 = call fastcc i32 @cuda_wait(ptr noundef %3)
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %50

27:                                               ; preds = %24
  %28 = call fastcc i32 @cuda_enter(ptr noundef nonnull %12, ptr noundef %3)
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %50

30:                                               ; preds = %27
  %31 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76360), align 8
  %32 = call i32 %31(ptr noundef nonnull %5, i64 noundef %17) #24
  br label %33

33:                                               ; preds = %30, %20, %15
  %34 = phi i32 [ %32, %30 ], [ 2, %20 ], [ %18, %15 ]
  %35 = icmp eq i32 %34, 2
  br i1 %35, label %36, label %38

36:                                               ; preds = %33
  %37 = getelementptr inbounds i8, ptr %12, i64 20
  call void (ptr, ptr, ...) @set_error(ptr noundef %3, ptr noundef nonnull @.str.107, i64 noundef %1, ptr noundef nonnull %37)
  br label %50

38:                                               ; preds = %33
  %39 = load i64, ptr %5, align 8
  %40 = inttoptr i64 %39 to ptr
  store ptr %40, ptr %0, align 8
  %41 = icmp eq i32 %34, 0
  br i1 %41, label %50, label %42

42:                                               ; preds = %38
  %43 = getelementptr inbounds i8, ptr %12, i64 125
  %44 = load i8, ptr %43, align 1, !range !4, !noundef !5
  %45 = trunc nuw i8 %44 to i1
  br i1 %45, label %46, label %49

46:                                               ; preds = %42
  %47 = call fastcc i32 @cuda_wait(ptr noundef %3)
  %48 = icmp eq i32 %47, 0
  br i1 %48, label %49, label %50

49:                                               ; preds = %46, %42
  call fastcc void @cuda_failed(ptr noundef nonnull readonly %12, i32 noundef %34, ptr noundef nonnull @.str.108, ptr noundef %3)
  br label %50

50:                                               ; preds = %49, %46, %38, %36, %27, %24
  %51 = phi i32 [ 1, %36 ], [ 1, %27 ], [ 1, %24 ], [ 0, %38 ], [ 1, %46 ], [ 1, %49 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #24
  br label %62

52:                                               ; preds = %7
  %53 = icmp ugt i64 %1, 9223372036854775679
  br i1 %53, label %58, label %54

54:                                               ; preds = %52
  %55 = add nuw nsw i64 %1, 127
  %56 = and i64 %55, 9223372036854775744
  %57 = tail call noalias align 64 ptr @aligned_alloc(i64 noundef 64, i64 noundef %56) #29
  br label %58

58:                                               ; preds = %52, %54
  %59 = phi ptr [ %57, %54 ], [ null, %52 ]
  store ptr %59, ptr %0, align 8
  %60 = icmp eq ptr %59, null
  br i1 %60, label %61, label %62

61:                                               ; preds = %58
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %3, ptr noundef nonnull @.str.106, i64 noundef %1)
  br label %62

62:                                               ; preds = %50, %10, %58, %4, %61
  %63 = phi i32 [ 1, %61 ], [ 1, %4 ], [ 0, %58 ], [ %51, %50 ], [ 1, %10 ]
  ret i32 %63
}

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @device_free(ptr noundef %0, i32 noundef %1) unnamed_addr #0 {
  %3 = alloca i32, align 4
  %4 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %5 = trunc nuw i8 %4 to i1
  br i1 %5, label %6, label %58

6:                                                ; preds = %2
  %7 = icmp eq i32 %1, -2
  br i1 %7, label %8, label %21

8:                                                ; preds = %6
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %3) #24
  store i32 -1, ptr %3, align 4
  %9 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76464), align 8
  %10 = ptrtoint ptr %0 to i64
  %11 = call i32 %9(ptr noundef nonnull %3, i32 noundef 9, i64 noundef %10) #24
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %19

13:                                               ; preds = %8
  %14 = load i32, ptr %3, align 4
  %15 = load i32, ptr getelementptr inbounds (i8, ptr @cuda, i64 8), align 8
  %16 = icmp slt i32 %14, %15
  %17 = sub nsw i32 %14, %15
  %18 = select i1 %16, i32 16, i32 %17
  br label %19

19:                                               ; preds = %13, %8
  %20 = phi i32 [ %18, %13 ], [ -2, %8 ]
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %3) #24
  br label %21

21:                                               ; preds = %19, %6
  %22 = phi i32 [ %20, %19 ], [ %1, %6 ]
  %23 = icmp slt i32 %22, 0
  %24 = load i32, ptr getelementptr inbounds (i8, ptr @device, i64 4), align 4
  %25 = icmp slt i32 %22, %24
  %26 = select i1 %25, i32 %22, i32 0
  %27 = select i1 %23, i32 0, i32 %26
  %28 = zext i32 %27 to i64
  %29 = getelementptr inbounds [16 x %struct.gpu], ptr getelementptr inbounds (i8, ptr @cuda, i64 16), i64 0, i64 %28
  %30 = call i32 @pthread_mutex_lock(ptr noundef nonnull getelementptr inbounds (i8, ptr @cuda, i64 76224)) #24
  %31 = getelementptr inbounds i8, ptr %29, i64 125
  %32 = load i8, ptr %31, align 1, !range !4, !noundef !5
  %33 = trunc nuw i8 %32 to i1
  br i1 %33, label %34, label %45

34:                                               ; preds = %21
  %35 = getelementptr inbounds i8, ptr %29, i64 4228
  %36 = load i32, ptr %35, align 4
  %37 = icmp slt i32 %36, 64
  br i1 %37, label %38, label %45

38:                                               ; preds = %34
  %39 = ptrtoint ptr %0 to i64
  %40 = getelementptr inbounds i8, ptr %29, i64 4232
  %41 = add nsw i32 %36, 1
  store i32 %41, ptr %35, align 4
  %42 = sext i32 %36 to i64
  %43 = getelementptr inbounds [64 x i64], ptr %40, i64 0, i64 %42
  store i64 %39, ptr %43, align 8
  %44 = call i32 @pthread_mutex_unlock(ptr noundef nonnull getelementptr inbounds (i8, ptr @cuda, i64 76224)) #24
  br label %59

45:                                               ; preds = %34, %21
  %46 = call i32 @pthread_mutex_unlock(ptr noundef nonnull getelementptr inbounds (i8, ptr @cuda, i64 76224)) #24
  %47 = call fastcc i32 @cuda_wait(ptr noundef null)
  %48 = icmp eq i32 %47, 0
  br i1 %48, label %49, label %59

49:                                               ; preds = %45
  %50 = call fastcc i32 @cuda_enter(ptr noundef nonnull %29, ptr noundef null)
  %51 = icmp eq i32 %50, 0
  br i1 %51, label %52, label %59

52:                                               ; preds = %49
  %53 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76368), align 8
  %54 = ptrtoint ptr %0 to i64
  %55 = call i32 %53(i64 noundef %54) #24
  %56 = icmp eq i32 %55, 0
  br i1 %56, label %59, label %57

57:                                               ; preds = %52
  call fastcc void @cuda_failed(ptr noundef nonnull %29, i32 noundef %55, ptr noundef nonnull @.str.112, ptr noundef null)
  br label %59

58:                                               ; preds = %2
  tail call void @free(ptr noundef %0) #24
  br label %59

59:                                               ; preds = %57, %52, %49, %45, %38, %58
  %60 = phi i32 [ 0, %58 ], [ 0, %38 ], [ 1, %49 ], [ 1, %45 ], [ 1, %57 ], [ 0, %52 ]
  ret i32 %60
}

; Function Attrs: nounwind
define weak hidden void @descend_rt_device_free(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @current)
  %4 = load ptr, ptr %3, align 8
  %5 = icmp eq ptr %4, null
  br i1 %5, label %44, label %6

6:                                                ; preds = %2
  %7 = ptrtoint ptr %0 to i64
  br label %12

8:                                                ; preds = %42
  %9 = getelementptr inbounds i8, ptr %13, i64 312
  %10 = load ptr, ptr %9, align 8
  %11 = icmp eq ptr %10, null
  br i1 %11, label %44, label %12, !llvm.loop !12

12:                                               ; preds = %8, %6
  %13 = phi ptr [ %4, %6 ], [ %10, %8 ]
  %14 = phi i32 [ undef, %6 ], [ %43, %8 ]
  %15 = getelementptr inbounds i8, ptr %13, i64 328
  %16 = load i64, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %13, i64 320
  br label %18

18:                                               ; preds = %39, %12
  %19 = phi i64 [ %16, %12 ], [ %21, %39 ]
  %20 = phi i32 [ %14, %12 ], [ %41, %39 ]
  %21 = add i64 %19, -1
  %22 = icmp eq i64 %19, 0
  br i1 %22, label %42, label %23

23:                                               ; preds = %18
  %24 = load ptr, ptr %17, align 8
  %25 = getelementptr inbounds %struct.descend_block, ptr %24, i64 %21
  %26 = getelementptr inbounds i8, ptr %25, i64 16
  %27 = load i32, ptr %26, align 8
  %28 = icmp eq i32 %27, -1
  br i1 %28, label %38, label %29

29:                                               ; preds = %23
  %30 = load ptr, ptr %25, align 8
  %31 = ptrtoint ptr %30 to i64
  %32 = sub i64 %7, %31
  %33 = getelementptr inbounds i8, ptr %25, i64 8
  %34 = load i64, ptr %33, align 8
  %35 = icmp uge i64 %32, %34
  %36 = icmp ne ptr %30, %0
  %37 = and i1 %36, %35
  br i1 %37, label %38, label %39

38:                                               ; preds = %29, %23
  br label %39

39:                                               ; preds = %38, %29
  %40 = phi i1 [ true, %38 ], [ false, %29 ]
  %41 = phi i32 [ %20, %38 ], [ %27, %29 ]
  br i1 %40, label %18, label %42, !llvm.loop !13

42:                                               ; preds = %39, %18
  %43 = phi i32 [ %41, %39 ], [ %20, %18 ]
  br i1 %22, label %8, label %44

44:                                               ; preds = %8, %42, %2
  %45 = phi i32 [ -1, %2 ], [ %43, %42 ], [ -1, %8 ]
  br i1 %5, label %77, label %46

46:                                               ; preds = %44, %73
  %47 = phi ptr [ %75, %73 ], [ %4, %44 ]
  %48 = getelementptr inbounds i8, ptr %47, i64 328
  %49 = load i64, ptr %48, align 8
  %50 = icmp eq i64 %49, 0
  br i1 %50, label %73, label %51

51:                                               ; preds = %46
  %52 = getelementptr inbounds i8, ptr %47, i64 320
  %53 = load ptr, ptr %52, align 8
  br label %54

54:                                               ; preds = %71, %51
  %55 = phi i64 [ %49, %51 ], [ %56, %71 ]
  %56 = add i64 %55, -1
  %57 = getelementptr inbounds %struct.descend_block, ptr %53, i64 %56
  %58 = load ptr, ptr %57, align 8
  %59 = icmp eq ptr %58, %0
  br i1 %59, label %60, label %71

60:                                               ; preds = %54
  %61 = getelementptr inbounds i8, ptr %57, i64 20
  %62 = load i8, ptr %61, align 4, !range !4, !noundef !5
  %63 = trunc nuw i8 %62 to i1
  br i1 %63, label %71, label %64

64:                                               ; preds = %60
  %65 = getelementptr inbounds i8, ptr %47, i64 328
  %66 = getelementptr inbounds %struct.descend_block, ptr %53, i64 %55
  %67 = sub i64 %49, %55
  %68 = mul i64 %67, 24
  tail call void @llvm.memmove.p0.p0.i64(ptr nonnull align 8 %57, ptr nonnull align 8 %66, i64 %68, i1 false)
  %69 = load i64, ptr %65, align 8
  %70 = add i64 %69, -1
  store i64 %70, ptr %65, align 8
  br label %77

71:                                               ; preds = %60, %54
  %72 = icmp eq i64 %56, 0
  br i1 %72, label %73, label %54, !llvm.loop !10

73:                                               ; preds = %71, %46
  %74 = getelementptr inbounds i8, ptr %47, i64 312
  %75 = load ptr, ptr %74, align 8
  %76 = icmp eq ptr %75, null
  br i1 %76, label %77, label %46, !llvm.loop !11

77:                                               ; preds = %73, %44, %64
  %78 = tail call fastcc i32 @device_free(ptr noundef %0, i32 noundef %45)
  %79 = icmp eq i32 %78, 0
  br i1 %79, label %81, label %80

80:                                               ; preds = %77
  tail call fastcc void @end_call() #25
  unreachable

81:                                               ; preds = %77
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_rt_copy(ptr noundef %0, ptr noundef %1, i64 noundef %2, i64 noundef %3, i64 noundef %4, ptr noundef %5) local_unnamed_addr #0 {
  %7 = icmp eq i64 %2, %3
  br i1 %7, label %9, label %8

8:                                                ; preds = %6
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %5, ptr noundef nonnull @.str.9, i64 noundef %3, i64 noundef %2)
  tail call fastcc void @end_call() #25
  unreachable

9:                                                ; preds = %6
  %10 = icmp slt i64 %3, 0
  br i1 %10, label %14, label %11

11:                                               ; preds = %9
  %12 = tail call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %3, i64 %4)
  %13 = extractvalue { i64, i1 } %12, 1
  br i1 %13, label %14, label %15

14:                                               ; preds = %11, %9
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %5, ptr noundef nonnull @.str.105, i64 noundef %3, i64 noundef %4)
  tail call fastcc void @end_call() #25
  unreachable

15:                                               ; preds = %11
  %16 = extractvalue { i64, i1 } %12, 0
  %17 = load i64, ptr @stats.3, align 8
  %18 = add i64 %17, %16
  store i64 %18, ptr @stats.3, align 8
  %19 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %20 = trunc nuw i8 %19 to i1
  br i1 %20, label %22, label %21

21:                                               ; preds = %15
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %0, ptr align 1 %1, i64 %16, i1 false)
  br label %111

22:                                               ; preds = %15
  %23 = icmp eq i64 %16, 0
  br i1 %23, label %111, label %24

24:                                               ; preds = %22
  %25 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @current)
  %26 = load ptr, ptr %25, align 8
  %27 = icmp eq ptr %26, null
  br i1 %27, label %66, label %28

28:                                               ; preds = %24
  %29 = ptrtoint ptr %0 to i64
  br label %34

30:                                               ; preds = %64
  %31 = getelementptr inbounds i8, ptr %35, i64 312
  %32 = load ptr, ptr %31, align 8
  %33 = icmp eq ptr %32, null
  br i1 %33, label %66, label %34, !llvm.loop !12

34:                                               ; preds = %30, %28
  %35 = phi ptr [ %26, %28 ], [ %32, %30 ]
  %36 = phi i32 [ undef, %28 ], [ %65, %30 ]
  %37 = getelementptr inbounds i8, ptr %35, i64 328
  %38 = load i64, ptr %37, align 8
  %39 = getelementptr inbounds i8, ptr %35, i64 320
  br label %40

40:                                               ; preds = %61, %34
  %41 = phi i64 [ %38, %34 ], [ %43, %61 ]
  %42 = phi i32 [ %36, %34 ], [ %63, %61 ]
  %43 = add i64 %41, -1
  %44 = icmp eq i64 %41, 0
  br i1 %44, label %64, label %45

45:                                               ; preds = %40
  %46 = load ptr, ptr %39, align 8
  %47 = getelementptr inbounds %struct.descend_block, ptr %46, i64 %43
  %48 = getelementptr inbounds i8, ptr %47, i64 16
  %49 = load i32, ptr %48, align 8
  %50 = icmp eq i32 %49, -1
  br i1 %50, label %60, label %51

51:                                               ; preds = %45
  %52 = load ptr, ptr %47, align 8
  %53 = ptrtoint ptr %52 to i64
  %54 = sub i64 %29, %53
  %55 = getelementptr inbounds i8, ptr %47, i64 8
  %56 = load i64, ptr %55, align 8
  %57 = icmp uge i64 %54, %56
  %58 = icmp ne ptr %52, %0
  %59 = and i1 %58, %57
  br i1 %59, label %60, label %61

60:                                               ; preds = %51, %45
  br label %61

61:                                               ; preds = %60, %51
  %62 = phi i1 [ true, %60 ], [ false, %51 ]
  %63 = phi i32 [ %42, %60 ], [ %49, %51 ]
  br i1 %62, label %40, label %64, !llvm.loop !13

64:                                               ; preds = %61, %40
  %65 = phi i32 [ %63, %61 ], [ %42, %40 ]
  br i1 %44, label %30, label %66

66:                                               ; preds = %30, %64, %24
  %67 = phi i32 [ -1, %24 ], [ %65, %64 ], [ -1, %30 ]
  br i1 %27, label %106, label %68

68:                                               ; preds = %66
  %69 = ptrtoint ptr %1 to i64
  br label %74

70:                                               ; preds = %104
  %71 = getelementptr inbounds i8, ptr %75, i64 312
  %72 = load ptr, ptr %71, align 8
  %73 = icmp eq ptr %72, null
  br i1 %73, label %106, label %74, !llvm.loop !12

74:                                               ; preds = %70, %68
  %75 = phi ptr [ %26, %68 ], [ %72, %70 ]
  %76 = phi i32 [ undef, %68 ], [ %105, %70 ]
  %77 = getelementptr inbounds i8, ptr %75, i64 328
  %78 = load i64, ptr %77, align 8
  %79 = getelementptr inbounds i8, ptr %75, i64 320
  br label %80

80:                                               ; preds = %101, %74
  %81 = phi i64 [ %78, %74 ], [ %83, %101 ]
  %82 = phi i32 [ %76, %74 ], [ %103, %101 ]
  %83 = add i64 %81, -1
  %84 = icmp eq i64 %81, 0
  br i1 %84, label %104, label %85

85:                                               ; preds = %80
  %86 = load ptr, ptr %79, align 8
  %87 = getelementptr inbounds %struct.descend_block, ptr %86, i64 %83
  %88 = getelementptr inbounds i8, ptr %87, i64 16
  %89 = load i32, ptr %88, align 8
  %90 = icmp eq i32 %89, -1
  br i1 %90, label %100, label %91

91:                                               ; preds = %85
  %92 = load ptr, ptr %87, align 8
  %93 = ptrtoint ptr %92 to i64
  %94 = sub i64 %69, %93
  %95 = getelementptr inbounds i8, ptr %87, i64 8
  %96 = load i64, ptr %95, align 8
  %97 = icmp uge i64 %94, %96
  %98 = icmp ne ptr %92, %1
  %99 = and i1 %98, %97
  br i1 %99, label %100, label %101

100:                                              ; preds = %91, %85
  br label %101

101:                                              ; preds = %100, %91
  %102 = phi i1 [ true, %100 ], [ false, %91 ]
  %103 = phi i32 [ %82, %100 ], [ %89, %91 ]
  br i1 %102, label %80, label %104, !llvm.loop !13

104:                                              ; preds = %101, %80
  %105 = phi i32 [ %103, %101 ], [ %82, %80 ]
  br i1 %84, label %70, label %106

106:                                              ; preds = %70, %104, %66
  %107 = phi i32 [ -1, %66 ], [ %105, %104 ], [ -1, %70 ]
  %108 = tail call fastcc i32 @cuda_copy(ptr noundef %0, i32 noundef %67, ptr noundef %1, i32 noundef %107, i64 noundef %16, ptr noundef %5)
  %109 = icmp eq i32 %108, 0
  br i1 %109, label %111, label %110

110:                                              ; preds = %106
  tail call fastcc void @end_call() #25
  unreachable

111:                                              ; preds = %22, %106, %21
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memmove.p0.p0.i64(ptr nocapture writeonly, ptr nocapture readonly, i64, i1 immarg) #6

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @cuda_copy(ptr noundef %0, i32 noundef %1, ptr noundef %2, i32 noundef %3, i64 noundef %4, ptr noundef %5) unnamed_addr #0 {
  %7 = alloca i32, align 4
  %8 = alloca i32, align 4
  %9 = alloca i32, align 4
  %10 = icmp eq i32 %1, -1
  %11 = icmp eq i32 %3, -1
  %12 = and i32 %3, %1
  %13 = icmp eq i32 %12, -1
  br i1 %13, label %14, label %15

14:                                               ; preds = %6
  tail call void @llvm.memmove.p0.p0.i64(ptr align 1 %0, ptr align 1 %2, i64 %4, i1 false)
  br label %118

15:                                               ; preds = %6
  %16 = icmp ne i32 %1, -1
  br i1 %16, label %17, label %32

17:                                               ; preds = %15
  %18 = icmp eq i32 %1, -2
  br i1 %18, label %19, label %47

19:                                               ; preds = %17
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %9) #24
  store i32 -1, ptr %9, align 4
  %20 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76464), align 8
  %21 = ptrtoint ptr %0 to i64
  %22 = call i32 %20(ptr noundef nonnull %9, i32 noundef 9, i64 noundef %21) #24
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %24, label %30

24:                                               ; preds = %19
  %25 = load i32, ptr %9, align 4
  %26 = load i32, ptr getelementptr inbounds (i8, ptr @cuda, i64 8), align 8
  %27 = icmp slt i32 %25, %26
  %28 = sub nsw i32 %25, %26
  %29 = select i1 %27, i32 16, i32 %28
  br label %30

30:                                               ; preds = %24, %19
  %31 = phi i32 [ %29, %24 ], [ -2, %19 ]
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %9) #24
  br label %47

32:                                               ; preds = %15
  %33 = icmp eq i32 %3, -2
  br i1 %33, label %34, label %47

34:                                               ; preds = %32
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %8) #24
  store i32 -1, ptr %8, align 4
  %35 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76464), align 8
  %36 = ptrtoint ptr %2 to i64
  %37 = call i32 %35(ptr noundef nonnull %8, i32 noundef 9, i64 noundef %36) #24
  %38 = icmp eq i32 %37, 0
  br i1 %38, label %39, label %45

39:                                               ; preds = %34
  %40 = load i32, ptr %8, align 4
  %41 = load i32, ptr getelementptr inbounds (i8, ptr @cuda, i64 8), align 8
  %42 = icmp slt i32 %40, %41
  %43 = sub nsw i32 %40, %41
  %44 = select i1 %42, i32 16, i32 %43
  br label %45

45:                                               ; preds = %39, %34
  %46 = phi i32 [ %44, %39 ], [ -2, %34 ]
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %8) #24
  br label %47

47:                                               ; preds = %45, %32, %30, %17
  %48 = phi i32 [ %31, %30 ], [ %1, %17 ], [ %46, %45 ], [ %3, %32 ]
  %49 = icmp slt i32 %48, 0
  %50 = load i32, ptr getelementptr inbounds (i8, ptr @device, i64 4), align 4
  %51 = icmp slt i32 %48, %50
  %52 = select i1 %51, i32 %48, i32 0
  %53 = select i1 %49, i32 0, i32 %52
  %54 = zext i32 %53 to i64
  %55 = getelementptr inbounds [16 x %struct.gpu], ptr getelementptr inbounds (i8, ptr @cuda, i64 16), i64 0, i64 %54
  br i1 %10, label %80, label %56

56:                                               ; preds = %47
  br i1 %11, label %83, label %57

57:                                               ; preds = %56
  %58 = icmp eq i32 %3, -2
  br i1 %58, label %59, label %72

59:                                               ; preds = %57
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %7) #24
  store i32 -1, ptr %7, align 4
  %60 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76464), align 8
  %61 = ptrtoint ptr %2 to i64
  %62 = call i32 %60(ptr noundef nonnull %7, i32 noundef 9, i64 noundef %61) #24
  %63 = icmp eq i32 %62, 0
  br i1 %63, label %64, label %70

64:                                               ; preds = %59
  %65 = load i32, ptr %7, align 4
  %66 = load i32, ptr getelementptr inbounds (i8, ptr @cuda, i64 8), align 8
  %67 = icmp slt i32 %65, %66
  %68 = sub nsw i32 %65, %66
  %69 = select i1 %67, i32 16, i32 %68
  br label %70

70:                                               ; preds = %64, %59
  %71 = phi i32 [ %69, %64 ], [ -2, %59 ]
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %7) #24
  br label %72

72:                                               ; preds = %57, %70
  %73 = phi i32 [ %71, %70 ], [ %3, %57 ]
  %74 = icmp slt i32 %73, 0
  %75 = load i32, ptr getelementptr inbounds (i8, ptr @device, i64 4), align 4
  %76 = icmp slt i32 %73, %75
  %77 = select i1 %76, i32 %73, i32 0
  %78 = select i1 %74, i32 0, i32 %77
  %79 = icmp eq i32 %78, %53
  br i1 %79, label %83, label %80

80:                                               ; preds = %47, %72
  %81 = call fastcc i32 @cuda_wait(ptr noundef %5)
  %82 = icmp eq i32 %81, 0
  br i1 %82, label %83, label %118

83:                                               ; preds = %56, %80, %72
  %84 = call fastcc i32 @cuda_enter(ptr noundef nonnull %55, ptr noundef %5)
  %85 = icmp eq i32 %84, 0
  br i1 %85, label %86, label %118

86:                                               ; preds = %83
  %87 = ptrtoint ptr %0 to i64
  %88 = ptrtoint ptr %2 to i64
  br i1 %10, label %89, label %92

89:                                               ; preds = %86
  %90 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76384), align 8
  %91 = call i32 %90(ptr noundef %0, i64 noundef %88, i64 noundef %4) #24
  br label %99

92:                                               ; preds = %86
  br i1 %11, label %93, label %96

93:                                               ; preds = %92
  %94 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76376), align 8
  %95 = call i32 %94(i64 noundef %87, ptr noundef %2, i64 noundef %4) #24
  br label %99

96:                                               ; preds = %92
  %97 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76392), align 8
  %98 = call i32 %97(i64 noundef %87, i64 noundef %88, i64 noundef %4) #24
  br label %99

99:                                               ; preds = %93, %96, %89
  %100 = phi i32 [ %91, %89 ], [ %95, %93 ], [ %98, %96 ]
  %101 = icmp eq i32 %100, 0
  %102 = icmp ne i32 %3, -1
  %103 = and i1 %102, %101
  %104 = and i1 %16, %103
  br i1 %104, label %105, label %109

105:                                              ; preds = %99
  %106 = call i32 @pthread_mutex_lock(ptr noundef nonnull getelementptr inbounds (i8, ptr @cuda, i64 76224)) #24
  %107 = getelementptr inbounds i8, ptr %55, i64 125
  store i8 1, ptr %107, align 1
  %108 = call i32 @pthread_mutex_unlock(ptr noundef nonnull getelementptr inbounds (i8, ptr @cuda, i64 76224)) #24
  br label %109

109:                                              ; preds = %105, %99
  br i1 %101, label %118, label %110

110:                                              ; preds = %109
  %111 = getelementptr inbounds i8, ptr %55, i64 125
  %112 = load i8, ptr %111, align 1, !range !4, !noundef !5
  %113 = trunc nuw i8 %112 to i1
  br i1 %113, label %114, label %117

114:                                              ; preds = %110
  %115 = call fastcc i32 @cuda_wait(ptr noundef %5)
  %116 = icmp eq i32 %115, 0
  br i1 %116, label %117, label %118

117:                                              ; preds = %114, %110
  call fastcc void @cuda_failed(ptr noundef nonnull readonly %55, i32 noundef %100, ptr noundef nonnull @.str.113, ptr noundef %5)
  br label %118

118:                                              ; preds = %117, %114, %83, %80, %109, %14
  %119 = phi i32 [ 0, %14 ], [ 1, %83 ], [ 1, %80 ], [ 0, %109 ], [ 1, %114 ], [ 1, %117 ]
  ret i32 %119
}

; Function Attrs: nounwind
define weak hidden void @descend_rt_fill(ptr noundef %0, i64 noundef %1, i64 noundef %2, i64 noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = alloca i32, align 4
  %7 = alloca i64, align 8
  store i64 %3, ptr %7, align 8
  %8 = icmp slt i64 %1, 0
  br i1 %8, label %12, label %9

9:                                                ; preds = %5
  %10 = tail call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %1, i64 %2)
  %11 = extractvalue { i64, i1 } %10, 1
  br i1 %11, label %12, label %13

12:                                               ; preds = %9, %5
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %4, ptr noundef nonnull @.str.105, i64 noundef %1, i64 noundef %2)
  tail call fastcc void @end_call() #25
  unreachable

13:                                               ; preds = %9
  %14 = extractvalue { i64, i1 } %10, 0
  %15 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @current)
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %56, label %18

18:                                               ; preds = %13
  %19 = ptrtoint ptr %0 to i64
  br label %24

20:                                               ; preds = %54
  %21 = getelementptr inbounds i8, ptr %25, i64 312
  %22 = load ptr, ptr %21, align 8
  %23 = icmp eq ptr %22, null
  br i1 %23, label %56, label %24, !llvm.loop !12

24:                                               ; preds = %20, %18
  %25 = phi ptr [ %16, %18 ], [ %22, %20 ]
  %26 = phi i32 [ undef, %18 ], [ %55, %20 ]
  %27 = getelementptr inbounds i8, ptr %25, i64 328
  %28 = load i64, ptr %27, align 8
  %29 = getelementptr inbounds i8, ptr %25, i64 320
  br label %30

30:                                               ; preds = %51, %24
  %31 = phi i64 [ %28, %24 ], [ %33, %51 ]
  %32 = phi i32 [ %26, %24 ], [ %53, %51 ]
  %33 = add i64 %31, -1
  %34 = icmp eq i64 %31, 0
  br i1 %34, label %54, label %35

35:                                               ; preds = %30
  %36 = load ptr, ptr %29, align 8
  %37 = getelementptr inbounds %struct.descend_block, ptr %36, i64 %33
  %38 = getelementptr inbounds i8, ptr %37, i64 16
  %39 = load i32, ptr %38, align 8
  %40 = icmp eq i32 %39, -1
  br i1 %40, label %50, label %41

41:                                               ; preds = %35
  %42 = load ptr, ptr %37, align 8
  %43 = ptrtoint ptr %42 to i64
  %44 = sub i64 %19, %43
  %45 = getelementptr inbounds i8, ptr %37, i64 8
  %46 = load i64, ptr %45, align 8
  %47 = icmp uge i64 %44, %46
  %48 = icmp ne ptr %42, %0
  %49 = and i1 %48, %47
  br i1 %49, label %50, label %51

50:                                               ; preds = %41, %35
  br label %51

51:                                               ; preds = %50, %41
  %52 = phi i1 [ true, %50 ], [ false, %41 ]
  %53 = phi i32 [ %32, %50 ], [ %39, %41 ]
  br i1 %52, label %30, label %54, !llvm.loop !13

54:                                               ; preds = %51, %30
  %55 = phi i32 [ %53, %51 ], [ %32, %30 ]
  br i1 %34, label %20, label %56

56:                                               ; preds = %20, %54, %13
  %57 = phi i32 [ -1, %13 ], [ %55, %54 ], [ -1, %20 ]
  %58 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %59 = trunc nuw i8 %58 to i1
  %60 = icmp ne i32 %57, -1
  %61 = select i1 %59, i1 %60, i1 false
  br i1 %61, label %62, label %147

62:                                               ; preds = %56
  %63 = icmp eq i64 %14, 0
  br i1 %63, label %130, label %64

64:                                               ; preds = %62
  %65 = icmp eq i64 %2, 8
  br i1 %65, label %66, label %70

66:                                               ; preds = %64
  %67 = lshr i64 %3, 32
  %68 = and i64 %3, 4294967295
  %69 = icmp eq i64 %67, %68
  br i1 %69, label %70, label %127

70:                                               ; preds = %66, %64
  %71 = icmp eq i32 %57, -2
  br i1 %71, label %72, label %85

72:                                               ; preds = %70
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %6) #24
  store i32 -1, ptr %6, align 4
  %73 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76464), align 8
  %74 = ptrtoint ptr %0 to i64
  %75 = call i32 %73(ptr noundef nonnull %6, i32 noundef 9, i64 noundef %74) #24
  %76 = icmp eq i32 %75, 0
  br i1 %76, label %77, label %83

77:                                               ; preds = %72
  %78 = load i32, ptr %6, align 4
  %79 = load i32, ptr getelementptr inbounds (i8, ptr @cuda, i64 8), align 8
  %80 = icmp slt i32 %78, %79
  %81 = sub nsw i32 %78, %79
  %82 = select i1 %80, i32 16, i32 %81
  br label %83

83:                                               ; preds = %77, %72
  %84 = phi i32 [ %82, %77 ], [ -2, %72 ]
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %6) #24
  br label %85

85:                                               ; preds = %83, %70
  %86 = phi i32 [ %84, %83 ], [ %57, %70 ]
  %87 = icmp slt i32 %86, 0
  %88 = load i32, ptr getelementptr inbounds (i8, ptr @device, i64 4), align 4
  %89 = icmp slt i32 %86, %88
  %90 = select i1 %89, i32 %86, i32 0
  %91 = select i1 %87, i32 0, i32 %90
  %92 = zext i32 %91 to i64
  %93 = getelementptr inbounds [16 x %struct.gpu], ptr getelementptr inbounds (i8, ptr @cuda, i64 16), i64 0, i64 %92
  %94 = call fastcc i32 @cuda_enter(ptr noundef nonnull %93, ptr noundef %4)
  %95 = icmp eq i32 %94, 0
  br i1 %95, label %96, label %127

96:                                               ; preds = %85
  %97 = ptrtoint ptr %0 to i64
  switch i64 %2, label %106 [
    i64 1, label %98
    i64 2, label %102
  ]

98:                                               ; preds = %96
  %99 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76400), align 8
  %100 = trunc i64 %3 to i8
  %101 = call i32 %99(i64 noundef %97, i8 noundef %100, i64 noundef %1) #24
  br label %112

102:                                              ; preds = %96
  %103 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76408), align 8
  %104 = trunc i64 %3 to i16
  %105 = call i32 %103(i64 noundef %97, i16 noundef %104, i64 noundef %1) #24
  br label %112

106:                                              ; preds = %96
  %107 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76416), align 8
  %108 = trunc i64 %3 to i32
  %109 = zext i1 %65 to i64
  %110 = shl nuw i64 %1, %109
  %111 = call i32 %107(i64 noundef %97, i32 noundef %108, i64 noundef %110) #24
  br label %112

112:                                              ; preds = %106, %102, %98
  %113 = phi i32 [ %101, %98 ], [ %105, %102 ], [ %111, %106 ]
  %114 = icmp eq i32 %113, 0
  br i1 %114, label %123, label %115

115:                                              ; preds = %112
  %116 = getelementptr inbounds i8, ptr %93, i64 125
  %117 = load i8, ptr %116, align 1, !range !4, !noundef !5
  %118 = trunc nuw i8 %117 to i1
  br i1 %118, label %119, label %122

119:                                              ; preds = %115
  %120 = call fastcc i32 @cuda_wait(ptr noundef %4)
  %121 = icmp eq i32 %120, 0
  br i1 %121, label %122, label %127

122:                                              ; preds = %119, %115
  call fastcc void @cuda_failed(ptr noundef nonnull readonly %93, i32 noundef %113, ptr noundef nonnull @.str.114, ptr noundef %4)
  br label %127

123:                                              ; preds = %112
  %124 = call i32 @pthread_mutex_lock(ptr noundef nonnull getelementptr inbounds (i8, ptr @cuda, i64 76224)) #24
  %125 = getelementptr inbounds i8, ptr %93, i64 125
  store i8 1, ptr %125, align 1
  %126 = call i32 @pthread_mutex_unlock(ptr noundef nonnull getelementptr inbounds (i8, ptr @cuda, i64 76224)) #24
  br label %127

127:                                              ; preds = %119, %122, %66, %85, %123
  %128 = phi i32 [ %94, %123 ], [ %94, %85 ], [ 0, %66 ], [ 1, %122 ], [ 1, %119 ]
  %129 = phi i1 [ true, %123 ], [ true, %85 ], [ false, %66 ], [ true, %122 ], [ true, %119 ]
  br i1 %129, label %130, label %134

130:                                              ; preds = %127, %62
  %131 = phi i32 [ 0, %62 ], [ %128, %127 ]
  %132 = icmp eq i32 %131, 0
  br i1 %132, label %144, label %133

133:                                              ; preds = %130
  call fastcc void @end_call() #25
  unreachable

134:                                              ; preds = %127
  %135 = icmp ugt i64 %14, 9223372036854775679
  br i1 %135, label %140, label %136

136:                                              ; preds = %134
  %137 = add nuw nsw i64 %14, 127
  %138 = and i64 %137, 9223372036854775744
  %139 = call noalias align 64 ptr @aligned_alloc(i64 noundef 64, i64 noundef %138) #29
  br label %140

140:                                              ; preds = %134, %136
  %141 = phi ptr [ %139, %136 ], [ null, %134 ]
  %142 = icmp eq ptr %141, null
  br i1 %142, label %143, label %144

143:                                              ; preds = %140
  call void (ptr, ptr, ...) @set_error(ptr noundef %4, ptr noundef nonnull @.str.7, i64 noundef %14)
  call fastcc void @end_call() #25
  unreachable

144:                                              ; preds = %140, %130
  %145 = phi i1 [ false, %130 ], [ true, %140 ]
  %146 = phi ptr [ %0, %130 ], [ %141, %140 ]
  br i1 %145, label %147, label %167

147:                                              ; preds = %144, %56
  %148 = phi ptr [ %146, %144 ], [ %0, %56 ]
  %149 = icmp eq i64 %1, 0
  br i1 %149, label %152, label %150

150:                                              ; preds = %147
  %151 = call i64 @llvm.smax.i64(i64 %1, i64 1)
  br label %154

152:                                              ; preds = %154, %147
  %153 = icmp eq ptr %148, %0
  br i1 %153, label %167, label %160

154:                                              ; preds = %150, %154
  %155 = phi i64 [ %158, %154 ], [ 0, %150 ]
  %156 = mul nsw i64 %155, %2
  %157 = getelementptr inbounds i8, ptr %148, i64 %156
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %157, ptr nonnull align 8 %7, i64 %2, i1 false)
  %158 = add nuw nsw i64 %155, 1
  %159 = icmp eq i64 %158, %151
  br i1 %159, label %152, label %154, !llvm.loop !14

160:                                              ; preds = %152
  %161 = icmp eq i64 %14, 0
  br i1 %161, label %166, label %162

162:                                              ; preds = %160
  %163 = call fastcc i32 @cuda_copy(ptr noundef %0, i32 noundef %57, ptr noundef %148, i32 noundef -1, i64 noundef %14, ptr noundef %4)
  %164 = icmp eq i32 %163, 0
  call void @free(ptr noundef %148) #24
  br i1 %164, label %167, label %165

165:                                              ; preds = %162
  call fastcc void @end_call() #25
  unreachable

166:                                              ; preds = %160
  call void @free(ptr noundef %148) #24
  br label %167

167:                                              ; preds = %162, %166, %152, %144
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #6

; Function Attrs: nounwind
define weak dso_local i32 @descend_alloc(ptr noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = tail call fastcc i32 @device_alloc(ptr noundef %0, i64 noundef %1, i32 noundef 0, ptr noundef null)
  ret i32 %3
}

; Function Attrs: nounwind
define weak dso_local i32 @descend_free(ptr noundef %0) local_unnamed_addr #0 {
  %2 = icmp eq ptr %0, null
  br i1 %2, label %5, label %3

3:                                                ; preds = %1
  %4 = tail call fastcc i32 @device_free(ptr noundef nonnull %0, i32 noundef -2)
  br label %5

5:                                                ; preds = %3, %1
  %6 = phi i32 [ 0, %1 ], [ %4, %3 ]
  ret i32 %6
}

; Function Attrs: nounwind
define weak dso_local i32 @descend_copy_to_device(ptr noundef %0, ptr noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = tail call fastcc i1 @use_device(ptr noundef null)
  br i1 %4, label %5, label %13

5:                                                ; preds = %3
  %6 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %7 = trunc nuw i8 %6 to i1
  br i1 %7, label %8, label %12

8:                                                ; preds = %5
  %9 = icmp eq i64 %2, 0
  br i1 %9, label %13, label %10

10:                                               ; preds = %8
  %11 = tail call fastcc i32 @cuda_copy(ptr noundef %0, i32 noundef -2, ptr noundef %1, i32 noundef -1, i64 noundef %2, ptr noundef null)
  br label %13

12:                                               ; preds = %5
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %0, ptr align 1 %1, i64 %2, i1 false)
  br label %13

13:                                               ; preds = %3, %8, %10, %12
  %14 = phi i32 [ 0, %12 ], [ 1, %3 ], [ 0, %8 ], [ %11, %10 ]
  ret i32 %14
}

; Function Attrs: nounwind
define weak dso_local i32 @descend_copy_to_host(ptr noundef %0, ptr noundef %1, i64 noundef %2) local_unnamed_addr #0 {
  %4 = tail call fastcc i1 @use_device(ptr noundef null)
  br i1 %4, label %5, label %13

5:                                                ; preds = %3
  %6 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %7 = trunc nuw i8 %6 to i1
  br i1 %7, label %8, label %12

8:                                                ; preds = %5
  %9 = icmp eq i64 %2, 0
  br i1 %9, label %13, label %10

10:                                               ; preds = %8
  %11 = tail call fastcc i32 @cuda_copy(ptr noundef %0, i32 noundef -1, ptr noundef %1, i32 noundef -2, i64 noundef %2, ptr noundef null)
  br label %13

12:                                               ; preds = %5
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 1 %0, ptr align 1 %1, i64 %2, i1 false)
  br label %13

13:                                               ; preds = %3, %8, %10, %12
  %14 = phi i32 [ 0, %12 ], [ 1, %3 ], [ 0, %8 ], [ %11, %10 ]
  ret i32 %14
}

; Function Attrs: nounwind
define weak dso_local i32 @descend_wait() local_unnamed_addr #0 {
  %1 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %2 = trunc nuw i8 %1 to i1
  br i1 %2, label %3, label %5

3:                                                ; preds = %0
  %4 = tail call fastcc i32 @cuda_wait(ptr noundef null)
  br label %5

5:                                                ; preds = %3, %0
  %6 = phi i32 [ 0, %0 ], [ %4, %3 ]
  ret i32 %6
}

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @cuda_wait(ptr noundef %0) unnamed_addr #0 {
  %2 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull getelementptr inbounds (i8, ptr @cuda, i64 76224)) #24
  %3 = load i32, ptr getelementptr inbounds (i8, ptr @device, i64 4), align 4
  %4 = icmp sgt i32 %3, 0
  br i1 %4, label %8, label %5

5:                                                ; preds = %55, %1
  %6 = phi i32 [ 0, %1 ], [ %56, %55 ]
  %7 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull getelementptr inbounds (i8, ptr @cuda, i64 76224)) #24
  ret i32 %6

8:                                                ; preds = %1, %55
  %9 = phi i64 [ %57, %55 ], [ 0, %1 ]
  %10 = phi i32 [ %56, %55 ], [ 0, %1 ]
  %11 = getelementptr inbounds [16 x %struct.gpu], ptr getelementptr inbounds (i8, ptr @cuda, i64 16), i64 0, i64 %9
  %12 = getelementptr inbounds i8, ptr %11, i64 125
  %13 = load i8, ptr %12, align 1, !range !4, !noundef !5
  %14 = trunc nuw i8 %13 to i1
  br i1 %14, label %15, label %55

15:                                               ; preds = %8
  %16 = tail call fastcc i32 @cuda_enter(ptr noundef nonnull %11, ptr noundef %0)
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %18, label %21

18:                                               ; preds = %15
  %19 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76328), align 8
  %20 = tail call i32 %19() #24
  br label %21

21:                                               ; preds = %15, %18
  %22 = phi i32 [ %20, %18 ], [ 0, %15 ]
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %25, label %24

24:                                               ; preds = %21
  tail call fastcc void @kernel_failed(ptr noundef nonnull %11, i32 noundef %22, ptr noundef %0)
  br label %25

25:                                               ; preds = %24, %21
  %26 = phi i32 [ 1, %24 ], [ %16, %21 ]
  %27 = icmp ne i32 %26, 0
  %28 = and i1 %23, %27
  br i1 %28, label %31, label %29

29:                                               ; preds = %25
  store i8 0, ptr %12, align 1
  %30 = getelementptr inbounds i8, ptr %11, i64 4224
  store i32 0, ptr %30, align 8
  br label %31

31:                                               ; preds = %25, %29
  br i1 %27, label %55, label %32

32:                                               ; preds = %31
  %33 = getelementptr inbounds i8, ptr %11, i64 4228
  %34 = load i32, ptr %33, align 4
  %35 = icmp sgt i32 %34, 0
  br i1 %35, label %36, label %51

36:                                               ; preds = %32
  %37 = getelementptr inbounds i8, ptr %11, i64 4232
  br label %38

38:                                               ; preds = %38, %36
  %39 = phi i32 [ %34, %36 ], [ %49, %38 ]
  %40 = phi i32 [ 0, %36 ], [ %48, %38 ]
  %41 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76368), align 8
  %42 = add nsw i32 %39, -1
  store i32 %42, ptr %33, align 4
  %43 = zext nneg i32 %42 to i64
  %44 = getelementptr inbounds [64 x i64], ptr %37, i64 0, i64 %43
  %45 = load i64, ptr %44, align 8
  %46 = tail call i32 %41(i64 noundef %45) #24
  %47 = icmp eq i32 %40, 0
  %48 = select i1 %47, i32 %46, i32 %40
  %49 = load i32, ptr %33, align 4
  %50 = icmp sgt i32 %49, 0
  br i1 %50, label %38, label %51, !llvm.loop !15

51:                                               ; preds = %38, %32
  %52 = phi i32 [ 0, %32 ], [ %48, %38 ]
  %53 = icmp eq i32 %52, 0
  br i1 %53, label %55, label %54

54:                                               ; preds = %51
  tail call fastcc void @cuda_failed(ptr noundef nonnull %11, i32 noundef %52, ptr noundef nonnull @.str.112, ptr noundef null)
  br label %55

55:                                               ; preds = %54, %51, %31, %8
  %56 = phi i32 [ %10, %8 ], [ 1, %31 ], [ 1, %54 ], [ 0, %51 ]
  %57 = add nuw nsw i64 %9, 1
  %58 = load i32, ptr getelementptr inbounds (i8, ptr @device, i64 4), align 4
  %59 = sext i32 %58 to i64
  %60 = icmp slt i64 %57, %59
  %61 = icmp eq i32 %56, 0
  %62 = select i1 %60, i1 %61, i1 false
  br i1 %62, label %8, label %5, !llvm.loop !16
}

; Function Attrs: noreturn nounwind
define weak hidden void @descend_rt_kernel_fault(ptr noundef %0, i64 noundef %1, i64 noundef %2, i32 noundef %3, i32 noundef %4, i32 noundef %5, i32 noundef %6, i32 noundef %7, i32 noundef %8) local_unnamed_addr #3 {
  %10 = alloca [6 x i32], align 4
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %10) #24
  store i32 %3, ptr %10, align 4
  %11 = getelementptr inbounds i8, ptr %10, i64 4
  store i32 %4, ptr %11, align 4
  %12 = getelementptr inbounds i8, ptr %10, i64 8
  store i32 %5, ptr %12, align 4
  %13 = getelementptr inbounds i8, ptr %10, i64 12
  store i32 %6, ptr %13, align 4
  %14 = getelementptr inbounds i8, ptr %10, i64 16
  store i32 %7, ptr %14, align 4
  %15 = getelementptr inbounds i8, ptr %10, i64 20
  store i32 %8, ptr %15, align 4
  tail call fastcc void @set_check(ptr noundef %0, i64 noundef %1, i64 noundef %2)
  %16 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 232), align 8
  call fastcc void @note_place(ptr noundef nonnull %10, ptr noundef %16)
  tail call fastcc void @end_call() #25
  unreachable
}

; Function Attrs: nofree nounwind
define internal fastcc void @note_place(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) unnamed_addr #1 {
  %3 = alloca [40 x i8], align 1
  %4 = alloca [40 x i8], align 1
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %3) #24
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %4) #24
  %5 = getelementptr inbounds i8, ptr %1, i64 16
  %6 = load i64, ptr %5, align 8
  %7 = icmp ugt i64 %6, 1
  br i1 %7, label %8, label %15

8:                                                ; preds = %2
  %9 = load i32, ptr %0, align 4
  %10 = getelementptr inbounds i8, ptr %0, i64 4
  %11 = load i32, ptr %10, align 4
  %12 = getelementptr inbounds i8, ptr %0, i64 8
  %13 = load i32, ptr %12, align 4
  %14 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %3, i64 noundef 40, ptr noundef nonnull @.str.125, i32 noundef %9, i32 noundef %11, i32 noundef %13) #24
  br label %26

15:                                               ; preds = %2
  %16 = getelementptr inbounds i8, ptr %1, i64 8
  %17 = load i64, ptr %16, align 8
  %18 = icmp ugt i64 %17, 1
  %19 = load i32, ptr %0, align 4
  br i1 %18, label %20, label %24

20:                                               ; preds = %15
  %21 = getelementptr inbounds i8, ptr %0, i64 4
  %22 = load i32, ptr %21, align 4
  %23 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %3, i64 noundef 40, ptr noundef nonnull @.str.126, i32 noundef %19, i32 noundef %22) #24
  br label %26

24:                                               ; preds = %15
  %25 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %3, i64 noundef 40, ptr noundef nonnull @.str.127, i32 noundef %19) #24
  br label %26

26:                                               ; preds = %8, %20, %24
  %27 = getelementptr inbounds i8, ptr %0, i64 12
  %28 = getelementptr inbounds i8, ptr %1, i64 40
  %29 = load i64, ptr %28, align 8
  %30 = icmp ugt i64 %29, 1
  br i1 %30, label %31, label %38

31:                                               ; preds = %26
  %32 = load i32, ptr %27, align 4
  %33 = getelementptr inbounds i8, ptr %0, i64 16
  %34 = load i32, ptr %33, align 4
  %35 = getelementptr inbounds i8, ptr %0, i64 20
  %36 = load i32, ptr %35, align 4
  %37 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %4, i64 noundef 40, ptr noundef nonnull @.str.125, i32 noundef %32, i32 noundef %34, i32 noundef %36) #24
  br label %49

38:                                               ; preds = %26
  %39 = getelementptr inbounds i8, ptr %1, i64 32
  %40 = load i64, ptr %39, align 8
  %41 = icmp ugt i64 %40, 1
  %42 = load i32, ptr %27, align 4
  br i1 %41, label %43, label %47

43:                                               ; preds = %38
  %44 = getelementptr inbounds i8, ptr %0, i64 16
  %45 = load i32, ptr %44, align 4
  %46 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %4, i64 noundef 40, ptr noundef nonnull @.str.126, i32 noundef %42, i32 noundef %45) #24
  br label %49

47:                                               ; preds = %38
  %48 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %4, i64 noundef 40, ptr noundef nonnull @.str.127, i32 noundef %42) #24
  br label %49

49:                                               ; preds = %31, %43, %47
  %50 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %51 = getelementptr inbounds i8, ptr %50, i64 1296
  %52 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %51, i64 noundef 256, ptr noundef nonnull @.str.124, ptr noundef nonnull %3, ptr noundef nonnull %4) #24
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %4) #24
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %3) #24
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_rt_sync_grid() local_unnamed_addr #0 {
  %1 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull @grid) #24
  %2 = load i64, ptr getelementptr inbounds (i8, ptr @grid, i64 104), align 8
  %3 = load i64, ptr getelementptr inbounds (i8, ptr @grid, i64 96), align 8
  %4 = add i64 %3, 1
  store i64 %4, ptr getelementptr inbounds (i8, ptr @grid, i64 96), align 8
  %5 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 256), align 8
  %6 = icmp eq i64 %4, %5
  br i1 %6, label %7, label %14

7:                                                ; preds = %0
  %8 = load atomic i8, ptr getelementptr inbounds (i8, ptr @pool, i64 280) seq_cst, align 8
  %9 = trunc i8 %8 to i1
  br i1 %9, label %14, label %10

10:                                               ; preds = %7
  store i64 0, ptr getelementptr inbounds (i8, ptr @grid, i64 96), align 8
  %11 = load i64, ptr getelementptr inbounds (i8, ptr @grid, i64 104), align 8
  %12 = add i64 %11, 1
  store i64 %12, ptr getelementptr inbounds (i8, ptr @grid, i64 104), align 8
  %13 = tail call i32 @pthread_cond_broadcast(ptr noundef nonnull getelementptr inbounds (i8, ptr @grid, i64 48)) #24
  br label %14

14:                                               ; preds = %10, %7, %0
  %15 = load i64, ptr getelementptr inbounds (i8, ptr @grid, i64 104), align 8
  %16 = icmp eq i64 %15, %2
  br i1 %16, label %17, label %24

17:                                               ; preds = %14, %20
  %18 = load atomic i8, ptr getelementptr inbounds (i8, ptr @pool, i64 280) seq_cst, align 8
  %19 = trunc i8 %18 to i1
  br i1 %19, label %24, label %20

20:                                               ; preds = %17
  %21 = tail call i32 @pthread_cond_wait(ptr noundef nonnull getelementptr inbounds (i8, ptr @grid, i64 48), ptr noundef nonnull @grid) #24
  %22 = load i64, ptr getelementptr inbounds (i8, ptr @grid, i64 104), align 8
  %23 = icmp eq i64 %22, %2
  br i1 %23, label %17, label %24, !llvm.loop !17

24:                                               ; preds = %17, %20, %14
  %25 = load i64, ptr getelementptr inbounds (i8, ptr @grid, i64 104), align 8
  %26 = icmp eq i64 %25, %2
  %27 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull @grid) #24
  br i1 %26, label %28, label %29

28:                                               ; preds = %24
  tail call fastcc void @end_call() #25
  unreachable

29:                                               ; preds = %24
  ret void
}

; Function Attrs: nounwind
declare i32 @pthread_mutex_lock(ptr noundef) local_unnamed_addr #0

; Function Attrs: nounwind
declare i32 @pthread_cond_broadcast(ptr noundef) local_unnamed_addr #0

declare i32 @pthread_cond_wait(ptr noundef, ptr noundef) local_unnamed_addr #7

; Function Attrs: nounwind
declare i32 @pthread_mutex_unlock(ptr noundef) local_unnamed_addr #0

; Function Attrs: nounwind
define weak hidden void @descend_print_char(i64 noundef %0) local_unnamed_addr #0 {
  %2 = alloca [5 x i8], align 4
  call void @llvm.lifetime.start.p0(i64 5, ptr nonnull %2) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(5) %2, i8 0, i64 5, i1 false)
  %3 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %4 = trunc nuw i8 %3 to i1
  br i1 %4, label %5, label %9

5:                                                ; preds = %1
  %6 = tail call fastcc i32 @cuda_wait(ptr noundef null)
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %9, label %8

8:                                                ; preds = %5
  tail call fastcc void @end_call() #25
  unreachable

9:                                                ; preds = %1, %5
  %10 = icmp ult i64 %0, 128
  br i1 %10, label %11, label %13

11:                                               ; preds = %9
  %12 = trunc nuw nsw i64 %0 to i8
  store i8 %12, ptr %2, align 4
  br label %55

13:                                               ; preds = %9
  %14 = icmp ult i64 %0, 2048
  br i1 %14, label %15, label %23

15:                                               ; preds = %13
  %16 = lshr i64 %0, 6
  %17 = trunc nuw i64 %16 to i8
  %18 = or disjoint i8 %17, -64
  store i8 %18, ptr %2, align 4
  %19 = trunc i64 %0 to i8
  %20 = and i8 %19, 63
  %21 = or disjoint i8 %20, -128
  %22 = getelementptr inbounds i8, ptr %2, i64 1
  store i8 %21, ptr %22, align 1
  br label %55

23:                                               ; preds = %13
  %24 = icmp ult i64 %0, 65536
  %25 = getelementptr inbounds i8, ptr %2, i64 1
  br i1 %24, label %26, label %38

26:                                               ; preds = %23
  %27 = lshr i64 %0, 12
  %28 = trunc nuw i64 %27 to i8
  %29 = or disjoint i8 %28, -32
  store i8 %29, ptr %2, align 4
  %30 = lshr i64 %0, 6
  %31 = trunc i64 %30 to i8
  %32 = and i8 %31, 63
  %33 = or disjoint i8 %32, -128
  store i8 %33, ptr %25, align 1
  %34 = trunc i64 %0 to i8
  %35 = and i8 %34, 63
  %36 = or disjoint i8 %35, -128
  %37 = getelementptr inbounds i8, ptr %2, i64 2
  store i8 %36, ptr %37, align 2
  br label %55

38:                                               ; preds = %23
  %39 = lshr i64 %0, 18
  %40 = trunc i64 %39 to i8
  %41 = or i8 %40, -16
  store i8 %41, ptr %2, align 4
  %42 = lshr i64 %0, 12
  %43 = trunc i64 %42 to i8
  %44 = and i8 %43, 63
  %45 = or disjoint i8 %44, -128
  store i8 %45, ptr %25, align 1
  %46 = lshr i64 %0, 6
  %47 = trunc i64 %46 to i8
  %48 = and i8 %47, 63
  %49 = or disjoint i8 %48, -128
  %50 = getelementptr inbounds i8, ptr %2, i64 2
  store i8 %49, ptr %50, align 2
  %51 = trunc i64 %0 to i8
  %52 = and i8 %51, 63
  %53 = or disjoint i8 %52, -128
  %54 = getelementptr inbounds i8, ptr %2, i64 3
  store i8 %53, ptr %54, align 1
  br label %55

55:                                               ; preds = %15, %38, %26, %11
  %56 = load ptr, ptr @stdout, align 8
  %57 = call i32 @fputs(ptr noundef nonnull %2, ptr noundef %56)
  call void @llvm.lifetime.end.p0(i64 5, ptr nonnull %2) #24
  ret void
}

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: write)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg) #8

; Function Attrs: nofree nounwind
declare noundef i32 @fputs(ptr nocapture noundef readonly, ptr nocapture noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define weak hidden void @descend_print_bool(i64 noundef %0) local_unnamed_addr #0 {
  %2 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %3 = trunc nuw i8 %2 to i1
  br i1 %3, label %4, label %8

4:                                                ; preds = %1
  %5 = tail call fastcc i32 @cuda_wait(ptr noundef null)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7

7:                                                ; preds = %4
  tail call fastcc void @end_call() #25
  unreachable

8:                                                ; preds = %1, %4
  %9 = and i64 %0, 1
  %10 = icmp eq i64 %9, 0
  %11 = select i1 %10, ptr @.str.11, ptr @.str.10
  %12 = load ptr, ptr @stdout, align 8
  %13 = tail call i32 @fputs(ptr noundef nonnull %11, ptr noundef %12)
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_print_i1(i64 noundef %0) local_unnamed_addr #0 {
  tail call void @descend_print_bool(i64 noundef %0)
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_print_f16(double noundef %0) local_unnamed_addr #0 {
  tail call fastcc void @print_float(double noundef %0, i32 noundef 16)
  ret void
}

; Function Attrs: nounwind
define internal fastcc void @print_float(double noundef %0, i32 noundef %1) unnamed_addr #0 {
  %3 = alloca [40 x i8], align 1
  %4 = alloca [400 x i8], align 4
  call void @llvm.lifetime.start.p0(i64 400, ptr nonnull %4) #24
  %5 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %6 = trunc nuw i8 %5 to i1
  br i1 %6, label %7, label %11

7:                                                ; preds = %2
  %8 = tail call fastcc i32 @cuda_wait(ptr noundef null)
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %11, label %10

10:                                               ; preds = %7
  tail call fastcc void @end_call() #25
  unreachable

11:                                               ; preds = %2, %7
  %12 = fcmp uno double %0, 0.000000e+00
  br i1 %12, label %13, label %14

13:                                               ; preds = %11
  store i32 5136718, ptr %4, align 4
  br label %57

14:                                               ; preds = %11
  %15 = fsub double %0, %0
  %16 = fcmp une double %15, 0.000000e+00
  br i1 %16, label %17, label %21

17:                                               ; preds = %14
  %18 = fcmp ogt double %0, 0.000000e+00
  %19 = select i1 %18, ptr @.str.129, ptr @.str.130
  %20 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %4, i64 noundef 400, ptr noundef nonnull %19) #24
  br label %57

21:                                               ; preds = %14
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %3) #24
  br label %22

22:                                               ; preds = %37, %21
  %23 = phi i32 [ 0, %21 ], [ %38, %37 ]
  %24 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %3, i64 noundef 40, ptr noundef nonnull @.str.131, i32 noundef %23, double noundef %0) #24
  switch i32 %1, label %32 [
    i32 16, label %25
    i32 32, label %29
  ]

25:                                               ; preds = %22
  %26 = call double @strtod(ptr nocapture noundef nonnull readonly %3, ptr noundef null) #24
  %27 = fptrunc double %26 to half
  %28 = fpext half %27 to double
  br label %34

29:                                               ; preds = %22
  %30 = call float @strtof(ptr nocapture noundef nonnull readonly %3, ptr noundef null) #24
  %31 = fpext float %30 to double
  br label %34

32:                                               ; preds = %22
  %33 = call double @strtod(ptr nocapture noundef nonnull readonly %3, ptr noundef null) #24
  br label %34

34:                                               ; preds = %32, %29, %25
  %35 = phi double [ %33, %32 ], [ %31, %29 ], [ %28, %25 ]
  %36 = fcmp oeq double %35, %0
  br i1 %36, label %40, label %37

37:                                               ; preds = %34
  %38 = add nuw nsw i32 %23, 1
  %39 = icmp eq i32 %38, 17
  br i1 %39, label %40, label %22, !llvm.loop !18

40:                                               ; preds = %37, %34
  %41 = phi i32 [ %23, %34 ], [ 17, %37 ]
  %42 = call ptr @strchr(ptr noundef nonnull dereferenceable(1) %3, i32 noundef 101) #26
  %43 = getelementptr inbounds i8, ptr %42, i64 1
  %44 = call i64 @strtol(ptr nocapture noundef nonnull %43, ptr noundef null, i32 noundef 10) #24
  %45 = trunc i64 %44 to i32
  %46 = add i32 %45, -6
  %47 = icmp ult i32 %46, -10
  br i1 %47, label %48, label %50

48:                                               ; preds = %40
  %49 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %4, i64 noundef 400, ptr noundef nonnull @.str.14, ptr noundef nonnull %3) #24
  br label %56

50:                                               ; preds = %40
  %51 = icmp sgt i32 %41, %45
  %52 = sub nsw i32 %41, %45
  %53 = select i1 %51, i32 %52, i32 0
  %54 = call double @strtod(ptr nocapture noundef nonnull %3, ptr noundef null) #24
  %55 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %4, i64 noundef 400, ptr noundef nonnull @.str.132, i32 noundef %53, double noundef %54) #24
  br label %56

56:                                               ; preds = %50, %48
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %3) #24
  br label %57

57:                                               ; preds = %13, %17, %56
  %58 = load ptr, ptr @stdout, align 8
  %59 = call i32 @fputs(ptr noundef nonnull %4, ptr noundef %58)
  call void @llvm.lifetime.end.p0(i64 400, ptr nonnull %4) #24
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_print_f32(double noundef %0) local_unnamed_addr #0 {
  tail call fastcc void @print_float(double noundef %0, i32 noundef 32)
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_print_f64(double noundef %0) local_unnamed_addr #0 {
  tail call fastcc void @print_float(double noundef %0, i32 noundef 64)
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_print_i8(i64 noundef %0) local_unnamed_addr #0 {
  %2 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %3 = trunc nuw i8 %2 to i1
  br i1 %3, label %4, label %8

4:                                                ; preds = %1
  %5 = tail call fastcc i32 @cuda_wait(ptr noundef null)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7

7:                                                ; preds = %4
  tail call fastcc void @end_call() #25
  unreachable

8:                                                ; preds = %1, %4
  %9 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.12, i64 noundef %0)
  ret void
}

; Function Attrs: nofree nounwind
declare noundef i32 @printf(ptr nocapture noundef readonly, ...) local_unnamed_addr #1

; Function Attrs: nounwind
define weak hidden void @descend_print_i16(i64 noundef %0) local_unnamed_addr #0 {
  %2 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %3 = trunc nuw i8 %2 to i1
  br i1 %3, label %4, label %8

4:                                                ; preds = %1
  %5 = tail call fastcc i32 @cuda_wait(ptr noundef null)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7

7:                                                ; preds = %4
  tail call fastcc void @end_call() #25
  unreachable

8:                                                ; preds = %1, %4
  %9 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.12, i64 noundef %0)
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_print_i32(i64 noundef %0) local_unnamed_addr #0 {
  %2 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %3 = trunc nuw i8 %2 to i1
  br i1 %3, label %4, label %8

4:                                                ; preds = %1
  %5 = tail call fastcc i32 @cuda_wait(ptr noundef null)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7

7:                                                ; preds = %4
  tail call fastcc void @end_call() #25
  unreachable

8:                                                ; preds = %1, %4
  %9 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.12, i64 noundef %0)
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_print_i64(i64 noundef %0) local_unnamed_addr #0 {
  %2 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %3 = trunc nuw i8 %2 to i1
  br i1 %3, label %4, label %8

4:                                                ; preds = %1
  %5 = tail call fastcc i32 @cuda_wait(ptr noundef null)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7

7:                                                ; preds = %4
  tail call fastcc void @end_call() #25
  unreachable

8:                                                ; preds = %1, %4
  %9 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.12, i64 noundef %0)
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_print_u8(i64 noundef %0) local_unnamed_addr #0 {
  %2 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %3 = trunc nuw i8 %2 to i1
  br i1 %3, label %4, label %8

4:                                                ; preds = %1
  %5 = tail call fastcc i32 @cuda_wait(ptr noundef null)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7

7:                                                ; preds = %4
  tail call fastcc void @end_call() #25
  unreachable

8:                                                ; preds = %1, %4
  %9 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.13, i64 noundef %0)
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_print_u16(i64 noundef %0) local_unnamed_addr #0 {
  %2 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %3 = trunc nuw i8 %2 to i1
  br i1 %3, label %4, label %8

4:                                                ; preds = %1
  %5 = tail call fastcc i32 @cuda_wait(ptr noundef null)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7

7:                                                ; preds = %4
  tail call fastcc void @end_call() #25
  unreachable

8:                                                ; preds = %1, %4
  %9 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.13, i64 noundef %0)
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_print_u32(i64 noundef %0) local_unnamed_addr #0 {
  %2 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %3 = trunc nuw i8 %2 to i1
  br i1 %3, label %4, label %8

4:                                                ; preds = %1
  %5 = tail call fastcc i32 @cuda_wait(ptr noundef null)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7

7:                                                ; preds = %4
  tail call fastcc void @end_call() #25
  unreachable

8:                                                ; preds = %1, %4
  %9 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.13, i64 noundef %0)
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_print_u64(i64 noundef %0) local_unnamed_addr #0 {
  %2 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %3 = trunc nuw i8 %2 to i1
  br i1 %3, label %4, label %8

4:                                                ; preds = %1
  %5 = tail call fastcc i32 @cuda_wait(ptr noundef null)
  %6 = icmp eq i32 %5, 0
  br i1 %6, label %8, label %7

7:                                                ; preds = %4
  tail call fastcc void @end_call() #25
  unreachable

8:                                                ; preds = %1, %4
  %9 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.13, i64 noundef %0)
  ret void
}

; Function Attrs: nounwind
define weak hidden void @descend_rt_printf(ptr noundef %0, ...) local_unnamed_addr #0 {
  %2 = alloca %struct.__va_list, align 8
  %3 = alloca %struct.__va_list, align 8
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %3) #24
  call void @llvm.va_start.p0(ptr nonnull %3)
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %2) #24, !noalias !19
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %2, ptr noundef nonnull align 8 dereferenceable(32) %3, i64 32, i1 false)
  %4 = load ptr, ptr @stdout, align 8, !noalias !19
  %5 = call i32 @vfprintf(ptr noundef %4, ptr noundef %0, ptr noundef nonnull %2) #24
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %2) #24, !noalias !19
  call void @llvm.va_end.p0(ptr %3)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %3) #24
  ret void
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #9

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #9

; Function Attrs: nounwind
define weak hidden void @descend_rt_launch(ptr noundef %0, ptr noundef %1, i64 noundef %2, ptr noundef %3, ptr noundef %4) local_unnamed_addr #0 {
  %6 = tail call fastcc i32 @launch(ptr noundef %0, ptr noundef %1, i64 noundef %2, ptr noundef %3, ptr noundef %4)
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %9, label %8

8:                                                ; preds = %5
  tail call fastcc void @end_call() #25
  unreachable

9:                                                ; preds = %5
  ret void
}

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @launch(ptr noundef %0, ptr noundef %1, i64 noundef %2, ptr noundef %3, ptr noundef %4) unnamed_addr #0 {
  %6 = alloca %struct.timespec, align 8
  %7 = alloca %struct.timespec, align 8
  %8 = alloca i32, align 4
  %9 = load i64, ptr %1, align 8
  %10 = icmp eq i64 %9, 0
  br i1 %10, label %232, label %11

11:                                               ; preds = %5, %15
  %12 = phi i64 [ %13, %15 ], [ 0, %5 ]
  %13 = add nuw nsw i64 %12, 1
  %14 = icmp eq i64 %13, 6
  br i1 %14, label %21, label %15, !llvm.loop !22

15:                                               ; preds = %11
  %16 = getelementptr inbounds i64, ptr %1, i64 %13
  %17 = load i64, ptr %16, align 8
  %18 = icmp eq i64 %17, 0
  br i1 %18, label %19, label %11, !llvm.loop !22

19:                                               ; preds = %15
  %20 = icmp ugt i64 %12, 4
  br i1 %20, label %21, label %232

21:                                               ; preds = %11, %19
  %22 = getelementptr inbounds i8, ptr %1, i64 24
  %23 = getelementptr inbounds i8, ptr %1, i64 32
  %24 = getelementptr inbounds i8, ptr %1, i64 40
  %25 = load i64, ptr %1, align 8
  %26 = icmp ugt i64 %25, 2147483647
  br i1 %26, label %47, label %27

27:                                               ; preds = %21
  %28 = load i64, ptr %22, align 8
  %29 = load i64, ptr %23, align 8
  %30 = mul i64 %29, %28
  %31 = load i64, ptr %24, align 8
  %32 = mul i64 %30, %31
  %33 = icmp ugt i64 %32, 1024
  br label %44

34:                                               ; preds = %44
  %35 = add nuw nsw i64 %46, 1
  %36 = icmp ugt i64 %46, 4
  %37 = icmp eq i64 %35, 6
  br i1 %37, label %61, label %38, !llvm.loop !23

38:                                               ; preds = %34
  %39 = getelementptr inbounds i64, ptr %1, i64 %35
  %40 = load i64, ptr %39, align 8
  %41 = getelementptr inbounds [6 x i64], ptr @launch.most, i64 0, i64 %35
  %42 = load i64, ptr %41, align 8
  %43 = icmp ugt i64 %40, %42
  br i1 %43, label %47, label %44, !llvm.loop !23

44:                                               ; preds = %27, %38
  %45 = phi i1 [ %36, %38 ], [ false, %27 ]
  %46 = phi i64 [ %35, %38 ], [ 0, %27 ]
  br i1 %33, label %47, label %34

47:                                               ; preds = %38, %44, %21
  %48 = phi i1 [ false, %21 ], [ %36, %38 ], [ %45, %44 ]
  %49 = load ptr, ptr %0, align 8
  %50 = load i64, ptr %1, align 8
  %51 = getelementptr inbounds i8, ptr %1, i64 8
  %52 = load i64, ptr %51, align 8
  %53 = getelementptr inbounds i8, ptr %1, i64 16
  %54 = load i64, ptr %53, align 8
  %55 = getelementptr inbounds i8, ptr %1, i64 24
  %56 = load i64, ptr %55, align 8
  %57 = getelementptr inbounds i8, ptr %1, i64 32
  %58 = load i64, ptr %57, align 8
  %59 = getelementptr inbounds i8, ptr %1, i64 40
  %60 = load i64, ptr %59, align 8
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %4, ptr noundef nonnull @.str.133, ptr noundef %49, i64 noundef %50, i64 noundef %52, i64 noundef %54, i64 noundef %56, i64 noundef %58, i64 noundef %60)
  br label %61

61:                                               ; preds = %34, %47
  %62 = phi i1 [ %48, %47 ], [ %36, %34 ]
  %63 = phi i32 [ 1, %47 ], [ 0, %34 ]
  br i1 %62, label %64, label %232

64:                                               ; preds = %61
  %65 = icmp ugt i64 %2, 232448
  br i1 %65, label %66, label %68

66:                                               ; preds = %64
  %67 = load ptr, ptr %0, align 8
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %4, ptr noundef nonnull @.str.134, ptr noundef %67, i64 noundef %2, i32 noundef 232448)
  br label %232

68:                                               ; preds = %64
  %69 = tail call fastcc i1 @use_device(ptr noundef %4)
  br i1 %69, label %70, label %232

70:                                               ; preds = %68
  %71 = getelementptr inbounds i8, ptr %0, i64 32
  %72 = load ptr, ptr %71, align 8
  %73 = load i8, ptr %72, align 1
  %74 = icmp eq i8 %73, 0
  br i1 %74, label %179, label %75

75:                                               ; preds = %70
  %76 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @current)
  %77 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %78 = getelementptr inbounds i8, ptr %77, i64 1040
  br label %85

79:                                               ; preds = %176
  %80 = add nuw nsw i64 %86, 1
  %81 = load ptr, ptr %71, align 8
  %82 = getelementptr inbounds i8, ptr %81, i64 %80
  %83 = load i8, ptr %82, align 1
  %84 = icmp eq i8 %83, 0
  br i1 %84, label %179, label %85, !llvm.loop !24

85:                                               ; preds = %79, %75
  %86 = phi i64 [ 0, %75 ], [ %80, %79 ]
  %87 = phi i1 [ false, %75 ], [ %84, %79 ]
  %88 = phi i8 [ %73, %75 ], [ %83, %79 ]
  %89 = phi i32 [ -2, %75 ], [ %177, %79 ]
  %90 = icmp eq i8 %88, 112
  br i1 %90, label %91, label %95

91:                                               ; preds = %85
  %92 = getelementptr inbounds ptr, ptr %3, i64 %86
  %93 = load ptr, ptr %92, align 8
  %94 = load ptr, ptr %93, align 8
  br label %95

95:                                               ; preds = %91, %85
  %96 = phi ptr [ %94, %91 ], [ null, %85 ]
  %97 = icmp ne ptr %96, null
  br i1 %97, label %98, label %139

98:                                               ; preds = %95
  %99 = load ptr, ptr %76, align 8
  %100 = icmp eq ptr %99, null
  br i1 %100, label %139, label %101

101:                                              ; preds = %98
  %102 = ptrtoint ptr %96 to i64
  br label %107

103:                                              ; preds = %137
  %104 = getelementptr inbounds i8, ptr %108, i64 312
  %105 = load ptr, ptr %104, align 8
  %106 = icmp eq ptr %105, null
  br i1 %106, label %139, label %107, !llvm.loop !12

107:                                              ; preds = %103, %101
  %108 = phi ptr [ %99, %101 ], [ %105, %103 ]
  %109 = phi i32 [ undef, %101 ], [ %138, %103 ]
  %110 = getelementptr inbounds i8, ptr %108, i64 328
  %111 = load i64, ptr %110, align 8
  %112 = getelementptr inbounds i8, ptr %108, i64 320
  br label %113

113:                                              ; preds = %134, %107
  %114 = phi i64 [ %111, %107 ], [ %116, %134 ]
  %115 = phi i32 [ %109, %107 ], [ %136, %134 ]
  %116 = add i64 %114, -1
  %117 = icmp eq i64 %114, 0
  br i1 %117, label %137, label %118

118:                                              ; preds = %113
  %119 = load ptr, ptr %112, align 8
  %120 = getelementptr inbounds %struct.descend_block, ptr %119, i64 %116
  %121 = getelementptr inbounds i8, ptr %120, i64 16
  %122 = load i32, ptr %121, align 8
  %123 = icmp eq i32 %122, -1
  br i1 %123, label %133, label %124

124:                                              ; preds = %118
  %125 = load ptr, ptr %120, align 8
  %126 = ptrtoint ptr %125 to i64
  %127 = sub i64 %102, %126
  %128 = getelementptr inbounds i8, ptr %120, i64 8
  %129 = load i64, ptr %128, align 8
  %130 = icmp uge i64 %127, %129
  %131 = icmp ne ptr %125, %96
  %132 = and i1 %131, %130
  br i1 %132, label %133, label %134

133:                                              ; preds = %124, %118
  br label %134

134:                                              ; preds = %133, %124
  %135 = phi i1 [ true, %133 ], [ false, %124 ]
  %136 = phi i32 [ %115, %133 ], [ %122, %124 ]
  br i1 %135, label %113, label %137, !llvm.loop !13

137:                                              ; preds = %134, %113
  %138 = phi i32 [ %136, %134 ], [ %115, %113 ]
  br i1 %117, label %103, label %139

139:                                              ; preds = %137, %103, %98, %95
  %140 = phi i32 [ -2, %95 ], [ -1, %98 ], [ %138, %137 ], [ -1, %103 ]
  %141 = icmp slt i32 %140, 0
  %142 = select i1 %97, i1 %141, i1 false
  br i1 %142, label %143, label %159

143:                                              ; preds = %139
  %144 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %145 = trunc nuw i8 %144 to i1
  br i1 %145, label %146, label %159

146:                                              ; preds = %143
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %8) #24
  store i32 -1, ptr %8, align 4
  %147 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76464), align 8
  %148 = ptrtoint ptr %96 to i64
  %149 = call i32 %147(ptr noundef nonnull %8, i32 noundef 9, i64 noundef %148) #24
  %150 = icmp eq i32 %149, 0
  br i1 %150, label %151, label %157

151:                                              ; preds = %146
  %152 = load i32, ptr %8, align 4
  %153 = load i32, ptr getelementptr inbounds (i8, ptr @cuda, i64 8), align 8
  %154 = icmp slt i32 %152, %153
  %155 = sub nsw i32 %152, %153
  %156 = select i1 %154, i32 16, i32 %155
  br label %157

157:                                              ; preds = %151, %146
  %158 = phi i32 [ %156, %151 ], [ -2, %146 ]
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %8) #24
  br label %159

159:                                              ; preds = %157, %143, %139
  %160 = phi i32 [ %140, %139 ], [ %158, %157 ], [ -2, %143 ]
  %161 = load i32, ptr getelementptr inbounds (i8, ptr @device, i64 4), align 4
  %162 = icmp slt i32 %160, %161
  br i1 %162, label %165, label %163

163:                                              ; preds = %159
  %164 = load ptr, ptr %0, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef %4, ptr noundef nonnull @.str.135, ptr noundef %164)
  br label %176

165:                                              ; preds = %159
  %166 = icmp eq i32 %160, -2
  %167 = icmp eq i32 %89, -2
  %168 = icmp eq i32 %160, %89
  %169 = or i1 %167, %168
  %170 = select i1 %166, i1 true, i1 %169
  br i1 %170, label %174, label %171

171:                                              ; preds = %165
  %172 = load ptr, ptr %0, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef %4, ptr noundef nonnull @.str.136, ptr noundef %172)
  %173 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %78, i64 noundef 256, ptr noundef nonnull @.str.137, i32 noundef %89, i32 noundef %160) #24
  br label %176

174:                                              ; preds = %165
  %175 = select i1 %166, i32 %89, i32 %160
  br label %176

176:                                              ; preds = %174, %171, %163
  %177 = phi i32 [ %89, %163 ], [ %89, %171 ], [ %175, %174 ]
  %178 = phi i1 [ false, %163 ], [ false, %171 ], [ true, %174 ]
  br i1 %178, label %79, label %179

179:                                              ; preds = %79, %176, %70
  %180 = phi i1 [ %74, %70 ], [ %87, %176 ], [ %84, %79 ]
  %181 = phi i32 [ -2, %70 ], [ %177, %176 ], [ %177, %79 ]
  %182 = icmp eq i32 %181, -2
  %183 = select i1 %182, i32 0, i32 %181
  %184 = select i1 %180, i32 %183, i32 -1
  %185 = icmp slt i32 %184, 0
  br i1 %185, label %232, label %186

186:                                              ; preds = %179
  %187 = load i64, ptr @stats.0, align 8
  %188 = add i64 %187, 1
  store i64 %188, ptr @stats.0, align 8
  %189 = load i64, ptr %1, align 8
  %190 = getelementptr inbounds i8, ptr %1, i64 8
  %191 = load i64, ptr %190, align 8
  %192 = mul i64 %191, %189
  %193 = getelementptr inbounds i8, ptr %1, i64 16
  %194 = load i64, ptr %193, align 8
  %195 = mul i64 %192, %194
  %196 = load i64, ptr @stats.1, align 8
  %197 = add i64 %196, %195
  store i64 %197, ptr @stats.1, align 8
  %198 = getelementptr inbounds i8, ptr %1, i64 24
  %199 = load i64, ptr %198, align 8
  %200 = mul i64 %199, %195
  %201 = getelementptr inbounds i8, ptr %1, i64 32
  %202 = load i64, ptr %201, align 8
  %203 = mul i64 %200, %202
  %204 = getelementptr inbounds i8, ptr %1, i64 40
  %205 = load i64, ptr %204, align 8
  %206 = mul i64 %203, %205
  %207 = load i64, ptr @stats.2, align 8
  %208 = add i64 %207, %206
  store i64 %208, ptr @stats.2, align 8
  %209 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %210 = trunc nuw i8 %209 to i1
  br i1 %210, label %211, label %213

211:                                              ; preds = %186
  %212 = call fastcc i32 @cuda_launch(ptr noundef %0, ptr noundef nonnull %1, i64 noundef %2, ptr noundef %3, i32 noundef %184, ptr noundef %4)
  br label %232

213:                                              ; preds = %186
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %7) #24
  %214 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %7) #24
  %215 = load i64, ptr %7, align 8
  %216 = sitofp i64 %215 to double
  %217 = getelementptr inbounds i8, ptr %7, i64 8
  %218 = load i64, ptr %217, align 8
  %219 = sitofp i64 %218 to double
  %220 = call double @llvm.fmuladd.f64(double %219, double 1.000000e-09, double %216)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %7) #24
  %221 = call fastcc i32 @cpu_launch(ptr noundef %0, ptr noundef nonnull %1, i64 noundef %2, ptr noundef %3, ptr noundef %4)
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %6) #24
  %222 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %6) #24
  %223 = load i64, ptr %6, align 8
  %224 = sitofp i64 %223 to double
  %225 = getelementptr inbounds i8, ptr %6, i64 8
  %226 = load i64, ptr %225, align 8
  %227 = sitofp i64 %226 to double
  %228 = call double @llvm.fmuladd.f64(double %227, double 1.000000e-09, double %224)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %6) #24
  %229 = fsub double %228, %220
  %230 = load double, ptr @stats.4, align 8
  %231 = fadd double %230, %229
  store double %231, ptr @stats.4, align 8
  br label %232

232:                                              ; preds = %5, %211, %213, %179, %68, %61, %19, %66
  %233 = phi i32 [ 0, %19 ], [ %63, %61 ], [ 1, %66 ], [ 1, %68 ], [ %212, %211 ], [ %221, %213 ], [ 1, %179 ], [ 0, %5 ]
  ret i32 %233
}

; Function Attrs: nounwind
define weak hidden i64 @descend_nat_add(i64 noundef %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %0, i64 %1)
  %5 = extractvalue { i64, i1 } %4, 1
  br i1 %5, label %6, label %7

6:                                                ; preds = %3
  store i8 0, ptr %2, align 1
  br label %9

7:                                                ; preds = %3
  %8 = extractvalue { i64, i1 } %4, 0
  br label %9

9:                                                ; preds = %7, %6
  %10 = phi i64 [ 0, %6 ], [ %8, %7 ]
  ret i64 %10
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.sadd.with.overflow.i64(i64, i64) #2

; Function Attrs: nounwind
define weak hidden i64 @descend_nat_sub(i64 noundef %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call { i64, i1 } @llvm.ssub.with.overflow.i64(i64 %0, i64 %1)
  %5 = extractvalue { i64, i1 } %4, 1
  br i1 %5, label %6, label %7

6:                                                ; preds = %3
  store i8 0, ptr %2, align 1
  br label %9

7:                                                ; preds = %3
  %8 = extractvalue { i64, i1 } %4, 0
  br label %9

9:                                                ; preds = %7, %6
  %10 = phi i64 [ 0, %6 ], [ %8, %7 ]
  ret i64 %10
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.ssub.with.overflow.i64(i64, i64) #2

; Function Attrs: nounwind
define weak hidden i64 @descend_nat_mul(i64 noundef %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = tail call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %0, i64 %1)
  %5 = extractvalue { i64, i1 } %4, 1
  br i1 %5, label %6, label %7

6:                                                ; preds = %3
  store i8 0, ptr %2, align 1
  br label %9

7:                                                ; preds = %3
  %8 = extractvalue { i64, i1 } %4, 0
  br label %9

9:                                                ; preds = %7, %6
  %10 = phi i64 [ 0, %6 ], [ %8, %7 ]
  ret i64 %10
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.smul.with.overflow.i64(i64, i64) #2

; Function Attrs: nounwind
define weak hidden i64 @descend_nat_div(i64 noundef %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = icmp slt i64 %1, 1
  br i1 %4, label %5, label %6

5:                                                ; preds = %3
  store i8 0, ptr %2, align 1
  br label %12

6:                                                ; preds = %3
  %7 = sdiv i64 %0, %1
  %8 = mul i64 %7, %1
  %9 = sub i64 %0, %8
  %10 = ashr i64 %9, 63
  %11 = add i64 %10, %7
  br label %12

12:                                               ; preds = %6, %5
  %13 = phi i64 [ 0, %5 ], [ %11, %6 ]
  ret i64 %13
}

; Function Attrs: nounwind
define weak hidden i64 @descend_nat_mod(i64 noundef %0, i64 noundef %1, ptr noundef %2) local_unnamed_addr #0 {
  %4 = icmp slt i64 %1, 1
  br i1 %4, label %5, label %6

5:                                                ; preds = %3
  store i8 0, ptr %2, align 1
  br label %10

6:                                                ; preds = %3
  %7 = srem i64 %0, %1
  %8 = add nsw i64 %7, %1
  %9 = srem i64 %8, %1
  br label %10

10:                                               ; preds = %6, %5
  %11 = phi i64 [ 0, %5 ], [ %9, %6 ]
  ret i64 %11
}

; Function Attrs: nounwind
define weak hidden i64 @descend_nat_min(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = tail call i64 @llvm.smin.i64(i64 %0, i64 %1)
  ret i64 %3
}

; Function Attrs: nounwind
define weak hidden i64 @descend_nat_max(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  %3 = tail call i64 @llvm.smax.i64(i64 %0, i64 %1)
  ret i64 %3
}

; Function Attrs: nounwind
define weak hidden i1 @descend_nat_divides(i64 noundef %0, i64 noundef %1) local_unnamed_addr #0 {
  switch i64 %0, label %5 [
    i64 0, label %3
    i64 -1, label %8
  ]

3:                                                ; preds = %2
  %4 = icmp eq i64 %1, 0
  br label %8

5:                                                ; preds = %2
  %6 = srem i64 %1, %0
  %7 = icmp eq i64 %6, 0
  br label %8

8:                                                ; preds = %5, %2, %3
  %9 = phi i1 [ %4, %3 ], [ %7, %5 ], [ true, %2 ]
  ret i1 %9
}

; Function Attrs: nounwind
define weak hidden i32 @descend_invoke(ptr noundef %0, ptr noundef %1) local_unnamed_addr #0 {
  %3 = alloca [6 x i64], align 8
  %4 = alloca i64, align 8
  %5 = alloca i64, align 8
  %6 = alloca %union.pthread_attr_t, align 8
  %7 = alloca ptr, align 8
  %8 = alloca i64, align 8
  %9 = alloca %struct.descend_call, align 8
  %10 = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 352, ptr nonnull %9) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(352) %9, i8 0, i64 352, i1 false)
  %11 = getelementptr inbounds i8, ptr %9, i64 312
  %12 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @current)
  %13 = load ptr, ptr %12, align 8
  store ptr %13, ptr %11, align 8
  %14 = getelementptr inbounds i8, ptr %9, i64 344
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %6) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  %15 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @lowest_address.lowest)
  %16 = load ptr, ptr %15, align 8
  %17 = icmp eq ptr %16, null
  br i1 %17, label %18, label %34

18:                                               ; preds = %2
  %19 = call i64 @pthread_self() #30
  %20 = call i32 @pthread_getattr_np(i64 noundef %19, ptr noundef nonnull %6) #24
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %22, label %34

22:                                               ; preds = %18
  %23 = call i32 @pthread_attr_getstack(ptr noundef nonnull %6, ptr noundef nonnull %7, ptr noundef nonnull %8) #24
  %24 = icmp eq i32 %23, 0
  br i1 %24, label %25, label %32

25:                                               ; preds = %22
  %26 = load ptr, ptr %7, align 8
  %27 = load i64, ptr %8, align 8
  %28 = icmp ult i64 %27, 1048576
  %29 = lshr i64 %27, 1
  %30 = select i1 %28, i64 %29, i64 262144
  %31 = getelementptr inbounds i8, ptr %26, i64 %30
  store ptr %31, ptr %15, align 8
  br label %32

32:                                               ; preds = %25, %22
  %33 = call i32 @pthread_attr_destroy(ptr noundef nonnull %6) #24
  br label %34

34:                                               ; preds = %2, %18, %32
  %35 = load ptr, ptr %15, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7) #24
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %6) #24
  store ptr %35, ptr %14, align 8
  %36 = getelementptr inbounds i8, ptr %0, i64 16
  %37 = load i32, ptr %36, align 8
  %38 = add nsw i32 %37, 1
  %39 = zext i32 %38 to i64
  %40 = call ptr @llvm.stacksave.p0()
  %41 = alloca i64, i64 %39, align 8
  %42 = getelementptr inbounds i8, ptr %0, i64 8
  %43 = load i32, ptr %42, align 8
  %44 = add nsw i32 %43, 1
  %45 = zext i32 %44 to i64
  %46 = alloca %struct.descend_buffer, i64 %45, align 8
  %47 = getelementptr inbounds i8, ptr %0, i64 12
  %48 = load i32, ptr %47, align 4
  %49 = add i32 %43, 1
  %50 = add i32 %49, %48
  %51 = zext i32 %50 to i64
  %52 = alloca ptr, i64 %51, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.14, ptr noundef nonnull @.str.15)
  %53 = call align 4 ptr @llvm.threadlocal.address.p0(ptr align 4 @next_device)
  store i32 0, ptr %53, align 4
  %54 = load i32, ptr %42, align 8
  %55 = icmp sgt i32 %54, 0
  br i1 %55, label %56, label %60

56:                                               ; preds = %34
  %57 = getelementptr inbounds i8, ptr %0, i64 24
  %58 = load ptr, ptr %57, align 8
  %59 = zext nneg i32 %54 to i64
  br label %66

60:                                               ; preds = %84, %34
  %61 = getelementptr inbounds i8, ptr %0, i64 20
  %62 = load i32, ptr %61, align 4
  %63 = icmp sgt i32 %62, 0
  br i1 %63, label %64, label %93

64:                                               ; preds = %60
  %65 = getelementptr inbounds i8, ptr %0, i64 40
  br label %98

66:                                               ; preds = %84, %56
  %67 = phi i64 [ 0, %56 ], [ %86, %84 ]
  %68 = phi i32 [ 0, %56 ], [ %85, %84 ]
  %69 = getelementptr inbounds %struct.descend_param, ptr %58, i64 %67, i32 3
  %70 = load i32, ptr %69, align 8
  %71 = icmp eq i32 %70, 3
  br i1 %71, label %72, label %84

72:                                               ; preds = %66
  %73 = getelementptr inbounds ptr, ptr %1, i64 %67
  %74 = load ptr, ptr %73, align 8
  %75 = load i64, ptr %74, align 8
  %76 = sext i32 %68 to i64
  %77 = getelementptr inbounds i64, ptr %41, i64 %76
  store i64 %75, ptr %77, align 8
  %78 = add nsw i32 %68, 1
  %79 = icmp slt i64 %75, 0
  br i1 %79, label %80, label %84

80:                                               ; preds = %72
  %81 = load ptr, ptr %0, align 8
  %82 = getelementptr inbounds %struct.descend_param, ptr %58, i64 %67
  %83 = load ptr, ptr %82, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.149, ptr noundef %81, ptr noundef %83, i64 noundef %75)
  br label %288

84:                                               ; preds = %72, %66
  %85 = phi i32 [ %78, %72 ], [ %68, %66 ]
  %86 = add nuw nsw i64 %67, 1
  %87 = icmp eq i64 %86, %59
  br i1 %87, label %60, label %66, !llvm.loop !25

88:                                               ; preds = %98
  %89 = add nuw nsw i64 %99, 1
  %90 = load i32, ptr %61, align 4
  %91 = sext i32 %90 to i64
  %92 = icmp slt i64 %89, %91
  br i1 %92, label %98, label %93, !llvm.loop !26

93:                                               ; preds = %88, %60
  %94 = load i32, ptr %42, align 8
  %95 = icmp sgt i32 %94, 0
  br i1 %95, label %96, label %109

96:                                               ; preds = %93
  %97 = getelementptr inbounds i8, ptr %0, i64 24
  br label %119

98:                                               ; preds = %88, %64
  %99 = phi i64 [ 0, %64 ], [ %89, %88 ]
  %100 = load ptr, ptr %65, align 8
  %101 = getelementptr inbounds %struct.descend_clause, ptr %100, i64 %99, i32 1
  %102 = load ptr, ptr %101, align 8
  %103 = call i1 %102(ptr noundef nonnull %41) #24
  br i1 %103, label %88, label %104

104:                                              ; preds = %98
  %105 = load ptr, ptr %0, align 8
  %106 = load ptr, ptr %65, align 8
  %107 = getelementptr inbounds %struct.descend_clause, ptr %106, i64 %99
  %108 = load ptr, ptr %107, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.30, ptr noundef %105, ptr noundef %108)
  br label %288

109:                                              ; preds = %261, %93
  %110 = load i32, ptr %47, align 4
  %111 = icmp sgt i32 %110, 0
  br i1 %111, label %112, label %285

112:                                              ; preds = %109
  %113 = load i32, ptr %42, align 8
  %114 = sext i32 %113 to i64
  %115 = zext nneg i32 %110 to i64
  %116 = getelementptr ptr, ptr %1, i64 %114
  %117 = load ptr, ptr %116, align 8
  %118 = icmp eq ptr %117, null
  br i1 %118, label %272, label %281

119:                                              ; preds = %261, %96
  %120 = phi i64 [ 0, %96 ], [ %262, %261 ]
  %121 = load ptr, ptr %97, align 8
  %122 = getelementptr inbounds %struct.descend_param, ptr %121, i64 %120
  %123 = getelementptr inbounds i8, ptr %122, i64 24
  %124 = load i32, ptr %123, align 8
  %125 = add i32 %124, -1
  %126 = icmp ult i32 %125, 2
  br i1 %126, label %139, label %127

127:                                              ; preds = %119
  %128 = getelementptr inbounds i8, ptr %122, i64 68
  %129 = load i32, ptr %128, align 4
  %130 = icmp eq i32 %129, 0
  br i1 %130, label %138, label %131

131:                                              ; preds = %127
  %132 = getelementptr inbounds ptr, ptr %1, i64 %120
  %133 = load ptr, ptr %132, align 8
  %134 = getelementptr inbounds i8, ptr %122, i64 32
  %135 = load i32, ptr %134, align 8
  %136 = sext i32 %135 to i64
  %137 = call fastcc i1 @check_enums(ptr noundef readonly %0, ptr noundef %122, ptr noundef %133, i64 noundef %136)
  br i1 %137, label %138, label %259

138:                                              ; preds = %131, %127
  br label %259

139:                                              ; preds = %119
  %140 = getelementptr inbounds %struct.descend_buffer, ptr %46, i64 %120
  %141 = getelementptr inbounds ptr, ptr %1, i64 %120
  %142 = load ptr, ptr %141, align 8
  %143 = load ptr, ptr %142, align 8
  store ptr %143, ptr %140, align 8
  %144 = getelementptr inbounds i8, ptr %140, i64 8
  store i64 1, ptr %144, align 8
  %145 = getelementptr inbounds i8, ptr %122, i64 40
  %146 = load i32, ptr %145, align 8
  %147 = icmp sgt i32 %146, 0
  br i1 %147, label %148, label %170

148:                                              ; preds = %139
  %149 = getelementptr inbounds i8, ptr %122, i64 48
  br label %150

150:                                              ; preds = %164, %148
  %151 = phi i64 [ 0, %148 ], [ %165, %164 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #24
  %152 = load ptr, ptr %149, align 8
  %153 = getelementptr inbounds ptr, ptr %152, i64 %151
  %154 = load ptr, ptr %153, align 8
  %155 = call i1 %154(ptr noundef nonnull %41, ptr noundef nonnull %5) #24
  %156 = load i64, ptr %5, align 8
  %157 = icmp sgt i64 %156, -1
  %158 = select i1 %155, i1 %157, i1 false
  br i1 %158, label %159, label %169

159:                                              ; preds = %150
  %160 = load i64, ptr %144, align 8
  %161 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %160, i64 %156)
  %162 = extractvalue { i64, i1 } %161, 1
  %163 = extractvalue { i64, i1 } %161, 0
  store i64 %163, ptr %144, align 8
  br i1 %162, label %169, label %164

164:                                              ; preds = %159
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #24
  %165 = add nuw nsw i64 %151, 1
  %166 = load i32, ptr %145, align 8
  %167 = sext i32 %166 to i64
  %168 = icmp slt i64 %165, %167
  br i1 %168, label %150, label %170, !llvm.loop !27

169:                                              ; preds = %159, %150
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #24
  br label %177

170:                                              ; preds = %164, %139
  %171 = load i64, ptr %144, align 8
  %172 = getelementptr inbounds i8, ptr %122, i64 32
  %173 = load i32, ptr %172, align 8
  %174 = sext i32 %173 to i64
  %175 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %171, i64 %174)
  %176 = extractvalue { i64, i1 } %175, 1
  br i1 %176, label %177, label %182

177:                                              ; preds = %170, %169
  %178 = load ptr, ptr %0, align 8
  %179 = load ptr, ptr %122, align 8
  %180 = getelementptr inbounds i8, ptr %122, i64 8
  %181 = load ptr, ptr %180, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.150, ptr noundef %178, ptr noundef %179, ptr noundef %181)
  br label %259

182:                                              ; preds = %170
  %183 = load ptr, ptr %140, align 8
  %184 = icmp eq ptr %183, null
  %185 = icmp sgt i64 %171, 0
  %186 = select i1 %184, i1 %185, i1 false
  br i1 %186, label %187, label %190

187:                                              ; preds = %182
  %188 = load ptr, ptr %0, align 8
  %189 = load ptr, ptr %122, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.151, ptr noundef %188, ptr noundef %189)
  br label %259

190:                                              ; preds = %182
  %191 = ptrtoint ptr %183 to i64
  %192 = getelementptr inbounds i8, ptr %122, i64 36
  %193 = load i32, ptr %192, align 4
  %194 = zext i32 %193 to i64
  %195 = urem i64 %191, %194
  %196 = icmp eq i64 %195, 0
  br i1 %196, label %200, label %197

197:                                              ; preds = %190
  %198 = load ptr, ptr %0, align 8
  %199 = load ptr, ptr %122, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.152, ptr noundef %198, ptr noundef %199, i32 noundef %193)
  br label %259

200:                                              ; preds = %190
  %201 = getelementptr inbounds i8, ptr %122, i64 68
  %202 = load i32, ptr %201, align 4
  %203 = icmp eq i32 %202, 0
  br i1 %203, label %214, label %204

204:                                              ; preds = %200
  %205 = getelementptr inbounds i8, ptr %122, i64 28
  %206 = load i8, ptr %205, align 4, !range !4, !noundef !5
  %207 = trunc nuw i8 %206 to i1
  br i1 %207, label %208, label %211

208:                                              ; preds = %204
  %209 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %210 = trunc nuw i8 %209 to i1
  br i1 %210, label %214, label %211

211:                                              ; preds = %208, %204
  %212 = mul nsw i64 %171, %174
  %213 = call fastcc i1 @check_enums(ptr noundef readonly %0, ptr noundef %122, ptr noundef %183, i64 noundef %212)
  br i1 %213, label %214, label %259

214:                                              ; preds = %211, %208, %200
  %215 = icmp eq i64 %120, 0
  br i1 %215, label %259, label %216

216:                                              ; preds = %214
  %217 = load ptr, ptr %97, align 8
  %218 = load ptr, ptr %140, align 8
  %219 = getelementptr inbounds i8, ptr %122, i64 29
  br label %220

220:                                              ; preds = %256, %216
  %221 = phi i64 [ 0, %216 ], [ %257, %256 ]
  %222 = getelementptr inbounds %struct.descend_param, ptr %217, i64 %221
  %223 = getelementptr inbounds %struct.descend_buffer, ptr %46, i64 %221
  %224 = load ptr, ptr %223, align 8
  %225 = getelementptr inbounds i8, ptr %222, i64 24
  %226 = load i32, ptr %225, align 8
  %227 = add i32 %226, -1
  %228 = icmp ult i32 %227, 2
  br i1 %228, label %229, label %256

229:                                              ; preds = %220
  %230 = load i8, ptr %219, align 1, !range !4, !noundef !5
  %231 = trunc nuw i8 %230 to i1
  br i1 %231, label %236, label %232

232:                                              ; preds = %229
  %233 = getelementptr inbounds i8, ptr %222, i64 29
  %234 = load i8, ptr %233, align 1, !range !4, !noundef !5
  %235 = trunc nuw i8 %234 to i1
  br i1 %235, label %236, label %256

236:                                              ; preds = %232, %229
  %237 = getelementptr inbounds i8, ptr %223, i64 8
  %238 = load i64, ptr %237, align 8
  %239 = getelementptr inbounds i8, ptr %222, i64 32
  %240 = load i32, ptr %239, align 8
  %241 = sext i32 %240 to i64
  %242 = mul nsw i64 %238, %241
  %243 = getelementptr inbounds i8, ptr %224, i64 %242
  %244 = icmp ult ptr %218, %243
  br i1 %244, label %245, label %256

245:                                              ; preds = %236
  %246 = load i64, ptr %144, align 8
  %247 = load i32, ptr %172, align 8
  %248 = sext i32 %247 to i64
  %249 = mul nsw i64 %246, %248
  %250 = getelementptr inbounds i8, ptr %218, i64 %249
  %251 = icmp ult ptr %224, %250
  br i1 %251, label %252, label %256

252:                                              ; preds = %245
  %253 = load ptr, ptr %0, align 8
  %254 = load ptr, ptr %222, align 8
  %255 = load ptr, ptr %122, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.153, ptr noundef %253, ptr noundef %254, ptr noundef %255)
  br label %259

256:                                              ; preds = %245, %236, %232, %220
  %257 = add nuw nsw i64 %221, 1
  %258 = icmp eq i64 %257, %120
  br i1 %258, label %259, label %220, !llvm.loop !28

259:                                              ; preds = %256, %252, %214, %211, %197, %187, %177, %138, %131
  %260 = phi i32 [ 10, %138 ], [ 1, %131 ], [ 1, %197 ], [ 1, %187 ], [ 1, %177 ], [ 1, %211 ], [ 1, %252 ], [ 0, %214 ], [ 0, %256 ]
  switch i32 %260, label %288 [
    i32 0, label %261
    i32 10, label %261
  ]

261:                                              ; preds = %259, %259
  %262 = add nuw nsw i64 %120, 1
  %263 = load i32, ptr %42, align 8
  %264 = sext i32 %263 to i64
  %265 = icmp slt i64 %262, %264
  br i1 %265, label %119, label %109, !llvm.loop !29

266:                                              ; preds = %281
  %267 = getelementptr ptr, ptr %116, i64 %283
  %268 = load ptr, ptr %267, align 8
  %269 = icmp eq ptr %268, null
  br i1 %269, label %270, label %281, !llvm.loop !30

270:                                              ; preds = %266
  %271 = icmp ult i64 %283, %115
  br label %272

272:                                              ; preds = %270, %112
  %273 = phi i64 [ 0, %112 ], [ %283, %270 ]
  %274 = phi i1 [ true, %112 ], [ %271, %270 ]
  %275 = load ptr, ptr %0, align 8
  %276 = getelementptr inbounds i8, ptr %0, i64 32
  %277 = load ptr, ptr %276, align 8
  %278 = and i64 %273, 4294967295
  %279 = getelementptr inbounds %struct.descend_param, ptr %277, i64 %278
  %280 = load ptr, ptr %279, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.154, ptr noundef %275, ptr noundef %280)
  br label %285

281:                                              ; preds = %112, %266
  %282 = phi i64 [ %283, %266 ], [ 0, %112 ]
  %283 = add nuw nsw i64 %282, 1
  %284 = icmp eq i64 %283, %115
  br i1 %284, label %285, label %266, !llvm.loop !30

285:                                              ; preds = %281, %272, %109
  %286 = phi i1 [ %274, %272 ], [ %111, %109 ], [ false, %281 ]
  %287 = zext i1 %286 to i32
  br label %288

288:                                              ; preds = %259, %80, %104, %285
  %289 = phi i32 [ 1, %104 ], [ 1, %80 ], [ %287, %285 ], [ 1, %259 ]
  %290 = icmp eq i32 %289, 0
  br i1 %290, label %291, label %486

291:                                              ; preds = %288
  %292 = getelementptr inbounds i8, ptr %0, i64 48
  %293 = load ptr, ptr %292, align 8
  %294 = icmp eq ptr %293, null
  br i1 %294, label %330, label %295

295:                                              ; preds = %291
  call void @llvm.lifetime.start.p0(i64 48, ptr nonnull %3) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #24
  %296 = getelementptr inbounds i8, ptr %293, i64 48
  br label %297

297:                                              ; preds = %307, %295
  %298 = phi i64 [ 0, %295 ], [ %309, %307 ]
  %299 = getelementptr inbounds [6 x ptr], ptr %296, i64 0, i64 %298
  %300 = load ptr, ptr %299, align 8
  %301 = call i1 %300(ptr noundef nonnull %41, ptr noundef nonnull %4) #24
  %302 = load i64, ptr %4, align 8
  %303 = icmp sgt i64 %302, -1
  %304 = select i1 %301, i1 %303, i1 false
  br i1 %304, label %307, label %305

305:                                              ; preds = %297
  %306 = load ptr, ptr %0, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.157, ptr noundef %306)
  br label %328

307:                                              ; preds = %297
  %308 = getelementptr inbounds [6 x i64], ptr %3, i64 0, i64 %298
  store i64 %302, ptr %308, align 8
  %309 = add nuw nsw i64 %298, 1
  %310 = icmp eq i64 %309, 6
  br i1 %310, label %311, label %297, !llvm.loop !31

311:                                              ; preds = %307
  %312 = getelementptr inbounds i8, ptr %293, i64 96
  %313 = load ptr, ptr %312, align 8
  %314 = call i1 %313(ptr noundef nonnull %41, ptr noundef nonnull %4) #24
  %315 = load i64, ptr %4, align 8
  %316 = icmp sgt i64 %315, -1
  %317 = select i1 %314, i1 %316, i1 false
  br i1 %317, label %320, label %318

318:                                              ; preds = %311
  %319 = load ptr, ptr %0, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.158, ptr noundef %319)
  br label %328

320:                                              ; preds = %311
  %321 = call fastcc i32 @launch(ptr noundef nonnull %293, ptr noundef nonnull %3, i64 noundef %315, ptr noundef %1, ptr noundef null)
  %322 = icmp eq i32 %321, 0
  br i1 %322, label %323, label %328

323:                                              ; preds = %320
  %324 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %325 = trunc nuw i8 %324 to i1
  br i1 %325, label %326, label %328

326:                                              ; preds = %323
  %327 = call fastcc i32 @cuda_wait(ptr noundef null)
  br label %328

328:                                              ; preds = %305, %318, %320, %323, %326
  %329 = phi i32 [ 1, %318 ], [ 1, %305 ], [ 1, %320 ], [ 0, %323 ], [ %327, %326 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #24
  call void @llvm.lifetime.end.p0(i64 48, ptr nonnull %3) #24
  br label %486

330:                                              ; preds = %291
  store ptr %9, ptr %12, align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %10)
  store volatile i32 1, ptr %10, align 4
  %331 = call i32 @_setjmp(ptr noundef nonnull %9) #31
  %332 = icmp eq i32 %331, 0
  br i1 %332, label %333, label %478

333:                                              ; preds = %330
  %334 = load i32, ptr %42, align 8
  %335 = icmp sgt i32 %334, 0
  br i1 %335, label %336, label %344

336:                                              ; preds = %333
  %337 = getelementptr inbounds i8, ptr %0, i64 24
  %338 = load ptr, ptr %12, align 8
  %339 = icmp eq ptr %338, null
  %340 = getelementptr inbounds i8, ptr %338, i64 328
  %341 = getelementptr inbounds i8, ptr %338, i64 336
  %342 = getelementptr inbounds i8, ptr %338, i64 320
  %343 = getelementptr inbounds i8, ptr %338, i64 320
  br label %359

344:                                              ; preds = %418, %333
  %345 = load i32, ptr %47, align 4
  %346 = add nsw i32 %345, 1
  %347 = zext i32 %346 to i64
  %348 = call ptr @llvm.stacksave.p0()
  %349 = alloca %struct.descend_buffer, i64 %347, align 8
  %350 = load i32, ptr %47, align 4
  %351 = icmp sgt i32 %350, 0
  br i1 %351, label %352, label %423

352:                                              ; preds = %344
  %353 = getelementptr inbounds i8, ptr %0, i64 32
  %354 = load ptr, ptr %353, align 8
  %355 = load i32, ptr %42, align 8
  %356 = sext i32 %355 to i64
  %357 = zext nneg i32 %350 to i64
  %358 = getelementptr ptr, ptr %52, i64 %356
  br label %428

359:                                              ; preds = %336, %418
  %360 = phi i64 [ 0, %336 ], [ %419, %418 ]
  %361 = load ptr, ptr %337, align 8
  %362 = getelementptr inbounds %struct.descend_param, ptr %361, i64 %360
  %363 = getelementptr inbounds i8, ptr %362, i64 24
  %364 = load i32, ptr %363, align 8
  %365 = add i32 %364, -1
  %366 = icmp ult i32 %365, 2
  br i1 %366, label %367, label %369

367:                                              ; preds = %359
  %368 = getelementptr inbounds %struct.descend_buffer, ptr %46, i64 %360
  br label %372

369:                                              ; preds = %359
  %370 = getelementptr inbounds ptr, ptr %1, i64 %360
  %371 = load ptr, ptr %370, align 8
  br label %372

372:                                              ; preds = %369, %367
  %373 = phi ptr [ %368, %367 ], [ %371, %369 ]
  %374 = getelementptr inbounds ptr, ptr %52, i64 %360
  store ptr %373, ptr %374, align 8
  %375 = load i32, ptr %363, align 8
  %376 = add i32 %375, -1
  %377 = icmp ult i32 %376, 2
  br i1 %377, label %378, label %418

378:                                              ; preds = %372
  %379 = getelementptr inbounds i8, ptr %362, i64 28
  %380 = load i8, ptr %379, align 4, !range !4, !noundef !5
  %381 = trunc nuw i8 %380 to i1
  %382 = icmp eq i32 %375, 2
  %383 = or i1 %382, %381
  br i1 %383, label %384, label %418

384:                                              ; preds = %378
  %385 = getelementptr inbounds %struct.descend_buffer, ptr %46, i64 %360
  %386 = load ptr, ptr %385, align 8
  %387 = getelementptr inbounds i8, ptr %385, i64 8
  %388 = load i64, ptr %387, align 8
  %389 = getelementptr inbounds i8, ptr %362, i64 32
  %390 = load i32, ptr %389, align 8
  %391 = sext i32 %390 to i64
  %392 = mul nsw i64 %388, %391
  %393 = select i1 %381, i32 -2, i32 -1
  %394 = icmp eq i32 %375, 1
  %395 = zext i1 %394 to i8
  br i1 %339, label %418, label %396

396:                                              ; preds = %384
  %397 = load i64, ptr %340, align 8
  %398 = load i64, ptr %341, align 8
  %399 = icmp eq i64 %397, %398
  br i1 %399, label %400, label %409

400:                                              ; preds = %396
  %401 = icmp eq i64 %398, 0
  %402 = shl i64 %398, 1
  %403 = select i1 %401, i64 16, i64 %402
  %404 = load ptr, ptr %342, align 8
  %405 = mul i64 %403, 24
  %406 = call ptr @realloc(ptr noundef %404, i64 noundef %405) #29
  %407 = icmp eq ptr %406, null
  br i1 %407, label %417, label %408

408:                                              ; preds = %400
  store ptr %406, ptr %342, align 8
  store i64 %403, ptr %341, align 8
  br label %409

409:                                              ; preds = %408, %396
  %410 = load ptr, ptr %343, align 8
  %411 = load i64, ptr %340, align 8
  %412 = add i64 %411, 1
  store i64 %412, ptr %340, align 8
  %413 = getelementptr inbounds %struct.descend_block, ptr %410, i64 %411
  store ptr %386, ptr %413, align 8
  %414 = getelementptr inbounds i8, ptr %413, i64 8
  store i64 %392, ptr %414, align 8
  %415 = getelementptr inbounds i8, ptr %413, i64 16
  store i32 %393, ptr %415, align 8
  %416 = getelementptr inbounds i8, ptr %413, i64 20
  store i8 %395, ptr %416, align 4
  br label %418

417:                                              ; preds = %400
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.8)
  call fastcc void @end_call() #25
  unreachable

418:                                              ; preds = %409, %384, %378, %372
  %419 = add nuw nsw i64 %360, 1
  %420 = load i32, ptr %42, align 8
  %421 = sext i32 %420 to i64
  %422 = icmp slt i64 %419, %421
  br i1 %422, label %359, label %344, !llvm.loop !32

423:                                              ; preds = %442, %344
  %424 = getelementptr inbounds i8, ptr %0, i64 56
  %425 = load ptr, ptr %424, align 8
  call void %425(ptr noundef nonnull %52) #24
  %426 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %427 = trunc nuw i8 %426 to i1
  br i1 %427, label %447, label %451

428:                                              ; preds = %352, %442
  %429 = phi i64 [ 0, %352 ], [ %445, %442 ]
  %430 = getelementptr inbounds %struct.descend_param, ptr %354, i64 %429, i32 3
  %431 = load i32, ptr %430, align 8
  %432 = add i32 %431, -1
  %433 = icmp ult i32 %432, 2
  br i1 %433, label %434, label %436

434:                                              ; preds = %428
  %435 = getelementptr inbounds %struct.descend_buffer, ptr %349, i64 %429
  br label %442

436:                                              ; preds = %428
  %437 = load i32, ptr %42, align 8
  %438 = sext i32 %437 to i64
  %439 = getelementptr ptr, ptr %1, i64 %429
  %440 = getelementptr ptr, ptr %439, i64 %438
  %441 = load ptr, ptr %440, align 8
  br label %442

442:                                              ; preds = %436, %434
  %443 = phi ptr [ %435, %434 ], [ %441, %436 ]
  %444 = getelementptr ptr, ptr %358, i64 %429
  store ptr %443, ptr %444, align 8
  %445 = add nuw nsw i64 %429, 1
  %446 = icmp eq i64 %445, %357
  br i1 %446, label %423, label %428, !llvm.loop !33

447:                                              ; preds = %423
  %448 = call fastcc i32 @cuda_wait(ptr noundef null)
  %449 = icmp eq i32 %448, 0
  br i1 %449, label %451, label %450

450:                                              ; preds = %447
  call fastcc void @end_call() #25
  unreachable

451:                                              ; preds = %447, %423
  %452 = load i32, ptr %47, align 4
  %453 = icmp sgt i32 %452, 0
  br i1 %453, label %454, label %456

454:                                              ; preds = %451
  %455 = getelementptr inbounds i8, ptr %0, i64 32
  br label %457

456:                                              ; preds = %473, %451
  store volatile i32 0, ptr %10, align 4
  call void @llvm.stackrestore.p0(ptr %348)
  br label %479

457:                                              ; preds = %454, %473
  %458 = phi i64 [ 0, %454 ], [ %474, %473 ]
  %459 = load ptr, ptr %455, align 8
  %460 = getelementptr inbounds %struct.descend_param, ptr %459, i64 %458, i32 3
  %461 = load i32, ptr %460, align 8
  %462 = add i32 %461, -1
  %463 = icmp ult i32 %462, 2
  br i1 %463, label %464, label %473

464:                                              ; preds = %457
  %465 = getelementptr inbounds %struct.descend_buffer, ptr %349, i64 %458
  %466 = load ptr, ptr %465, align 8
  %467 = load i32, ptr %42, align 8
  %468 = trunc nuw nsw i64 %458 to i32
  %469 = add nsw i32 %467, %468
  %470 = sext i32 %469 to i64
  %471 = getelementptr inbounds ptr, ptr %1, i64 %470
  %472 = load ptr, ptr %471, align 8
  store ptr %466, ptr %472, align 8
  br label %473

473:                                              ; preds = %457, %464
  %474 = add nuw nsw i64 %458, 1
  %475 = load i32, ptr %47, align 4
  %476 = sext i32 %475 to i64
  %477 = icmp slt i64 %474, %476
  br i1 %477, label %457, label %456, !llvm.loop !34

478:                                              ; preds = %330
  call fastcc void @free_blocks(ptr noundef nonnull %9)
  br label %479

479:                                              ; preds = %478, %456
  %480 = load ptr, ptr %11, align 8
  store ptr %480, ptr %12, align 8
  %481 = getelementptr inbounds i8, ptr %9, i64 320
  %482 = load ptr, ptr %481, align 8
  call void @free(ptr noundef %482) #24
  %483 = load ptr, ptr @stdout, align 8
  %484 = call i32 @fflush(ptr noundef %483)
  %485 = load volatile i32, ptr %10, align 4
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %10)
  br label %486

486:                                              ; preds = %288, %479, %328
  %487 = phi i32 [ %329, %328 ], [ %485, %479 ], [ 1, %288 ]
  call void @llvm.stackrestore.p0(ptr %40)
  call void @llvm.lifetime.end.p0(i64 352, ptr nonnull %9) #24
  ret i32 %487
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #9

; Function Attrs: nounwind returns_twice
declare i32 @_setjmp(ptr noundef) local_unnamed_addr #10

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #9

; Function Attrs: nounwind
define internal fastcc void @free_blocks(ptr nocapture noundef %0) unnamed_addr #0 {
  %2 = alloca i32, align 4
  %3 = getelementptr inbounds i8, ptr %0, i64 328
  %4 = load i64, ptr %3, align 8
  %5 = icmp eq i64 %4, 0
  br i1 %5, label %8, label %6

6:                                                ; preds = %1
  %7 = getelementptr inbounds i8, ptr %0, i64 320
  br label %9

8:                                                ; preds = %59, %1
  store i64 0, ptr %3, align 8
  ret void

9:                                                ; preds = %6, %59
  %10 = phi i64 [ %4, %6 ], [ %11, %59 ]
  %11 = add i64 %10, -1
  %12 = load ptr, ptr %7, align 8
  %13 = getelementptr inbounds %struct.descend_block, ptr %12, i64 %11
  %14 = getelementptr inbounds i8, ptr %13, i64 20
  %15 = load i8, ptr %14, align 4, !range !4, !noundef !5
  %16 = trunc nuw i8 %15 to i1
  br i1 %16, label %59, label %17, !llvm.loop !35

17:                                               ; preds = %9
  %18 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %19 = trunc nuw i8 %18 to i1
  br i1 %19, label %20, label %57

20:                                               ; preds = %17
  %21 = getelementptr inbounds i8, ptr %13, i64 16
  %22 = load i32, ptr %21, align 8
  %23 = icmp eq i32 %22, -1
  br i1 %23, label %57, label %24

24:                                               ; preds = %20
  %25 = load ptr, ptr %13, align 8
  %26 = icmp eq i32 %22, -2
  br i1 %26, label %27, label %40

27:                                               ; preds = %24
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %2) #24
  store i32 -1, ptr %2, align 4
  %28 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76464), align 8
  %29 = ptrtoint ptr %25 to i64
  %30 = call i32 %28(ptr noundef nonnull %2, i32 noundef 9, i64 noundef %29) #24
  %31 = icmp eq i32 %30, 0
  br i1 %31, label %32, label %38

32:                                               ; preds = %27
  %33 = load i32, ptr %2, align 4
  %34 = load i32, ptr getelementptr inbounds (i8, ptr @cuda, i64 8), align 8
  %35 = icmp slt i32 %33, %34
  %36 = sub nsw i32 %33, %34
  %37 = select i1 %35, i32 16, i32 %36
  br label %38

38:                                               ; preds = %32, %27
  %39 = phi i32 [ %37, %32 ], [ -2, %27 ]
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %2) #24
  br label %40

40:                                               ; preds = %38, %24
  %41 = phi i32 [ %39, %38 ], [ %22, %24 ]
  %42 = icmp slt i32 %41, 0
  %43 = load i32, ptr getelementptr inbounds (i8, ptr @device, i64 4), align 4
  %44 = icmp slt i32 %41, %43
  %45 = select i1 %44, i32 %41, i32 0
  %46 = select i1 %42, i32 0, i32 %45
  %47 = zext i32 %46 to i64
  %48 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76320), align 8
  %49 = getelementptr inbounds [16 x %struct.gpu], ptr getelementptr inbounds (i8, ptr @cuda, i64 16), i64 0, i64 %47, i32 1
  %50 = load ptr, ptr %49, align 8
  %51 = call i32 %48(ptr noundef %50) #24
  %52 = icmp eq i32 %51, 0
  br i1 %52, label %53, label %59

53:                                               ; preds = %40
  %54 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76368), align 8
  %55 = ptrtoint ptr %25 to i64
  %56 = call i32 %54(i64 noundef %55) #24
  br label %59

57:                                               ; preds = %20, %17
  %58 = load ptr, ptr %13, align 8
  call void @free(ptr noundef %58) #24
  br label %59

59:                                               ; preds = %53, %40, %57, %9
  %60 = icmp eq i64 %11, 0
  br i1 %60, label %8, label %9
}

; Function Attrs: nofree nounwind
declare noundef i32 @fflush(ptr nocapture noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define weak hidden i32 @descend_main(ptr noundef %0, ptr noundef %1, i32 noundef %2, ptr noundef %3) local_unnamed_addr #0 {
  %5 = alloca %struct.stat, align 8
  %6 = alloca [4096 x i8], align 1
  %7 = alloca [512 x i8], align 1
  %8 = alloca [400 x i8], align 4
  %9 = alloca [10 x i8], align 4
  %10 = alloca %struct.stat, align 8
  %11 = alloca %struct.stat, align 8
  %12 = alloca %struct.stat, align 8
  %13 = alloca %struct.stat, align 8
  %14 = alloca i8, align 4
  %15 = alloca i64, align 8
  %16 = alloca %struct.stat, align 8
  %17 = alloca %struct.command, align 8
  %18 = load ptr, ptr %3, align 8
  %19 = tail call ptr @strrchr(ptr noundef nonnull dereferenceable(1) %18, i32 noundef 47) #26
  %20 = icmp eq ptr %19, null
  %21 = getelementptr inbounds i8, ptr %19, i64 1
  %22 = select i1 %20, ptr %18, ptr %21
  %23 = zext i32 %2 to i64
  %24 = alloca %struct.anon.4, i64 %23, align 8
  %25 = icmp sgt i32 %2, 1
  br i1 %25, label %29, label %110

26:                                               ; preds = %105
  %27 = add nsw i32 %72, 1
  %28 = icmp slt i32 %27, %2
  br i1 %28, label %29, label %110, !llvm.loop !36

29:                                               ; preds = %4, %26
  %30 = phi i1 [ %28, %26 ], [ %25, %4 ]
  %31 = phi i32 [ %27, %26 ], [ 1, %4 ]
  %32 = phi i1 [ %108, %26 ], [ false, %4 ]
  %33 = phi i1 [ %107, %26 ], [ false, %4 ]
  %34 = phi i32 [ %106, %26 ], [ 0, %4 ]
  %35 = sext i32 %34 to i64
  %36 = getelementptr inbounds %struct.anon.4, ptr %24, i64 %35
  store ptr null, ptr %36, align 8
  br label %38

37:                                               ; preds = %71
  br i1 %76, label %78, label %86

38:                                               ; preds = %29, %71
  %39 = phi i64 [ 0, %29 ], [ %74, %71 ]
  %40 = phi i32 [ %31, %29 ], [ %72, %71 ]
  %41 = sext i32 %40 to i64
  %42 = getelementptr inbounds ptr, ptr %3, i64 %41
  %43 = load ptr, ptr %42, align 8
  %44 = getelementptr inbounds [5 x ptr], ptr @descend_main.options, i64 0, i64 %39
  %45 = load ptr, ptr %44, align 8
  %46 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %43, ptr noundef nonnull dereferenceable(1) %45) #26
  %47 = icmp eq i32 %46, 0
  br i1 %47, label %48, label %55

48:                                               ; preds = %38
  %49 = add nsw i32 %40, 1
  %50 = icmp slt i32 %49, %2
  br i1 %50, label %51, label %68

51:                                               ; preds = %48
  %52 = sext i32 %49 to i64
  %53 = getelementptr inbounds ptr, ptr %3, i64 %52
  %54 = load ptr, ptr %53, align 8
  br label %68

55:                                               ; preds = %38
  %56 = tail call i64 @strlen(ptr noundef nonnull readonly dereferenceable(1) %45) #26
  %57 = tail call i32 @strncmp(ptr noundef readonly %43, ptr noundef readonly %45, i64 noundef %56) #26
  %58 = icmp eq i32 %57, 0
  br i1 %58, label %59, label %65

59:                                               ; preds = %55
  %60 = getelementptr inbounds i8, ptr %43, i64 %56
  %61 = load i8, ptr %60, align 1
  %62 = icmp eq i8 %61, 61
  %63 = getelementptr inbounds i8, ptr %60, i64 1
  %64 = select i1 %62, ptr %63, ptr null
  br label %65

65:                                               ; preds = %55, %59
  %66 = phi ptr [ null, %55 ], [ %64, %59 ]
  %67 = icmp eq ptr %66, null
  br i1 %67, label %71, label %68

68:                                               ; preds = %65, %51, %48
  %69 = phi i32 [ %49, %51 ], [ %40, %48 ], [ %40, %65 ]
  %70 = phi ptr [ %54, %51 ], [ @.str.15, %48 ], [ %66, %65 ]
  store ptr %45, ptr %36, align 8
  br label %71

71:                                               ; preds = %68, %65
  %72 = phi i32 [ %40, %65 ], [ %69, %68 ]
  %73 = phi ptr [ null, %65 ], [ %70, %68 ]
  %74 = add nuw nsw i64 %39, 1
  %75 = icmp ult i64 %39, 4
  %76 = icmp eq ptr %73, null
  %77 = select i1 %75, i1 %76, i1 false
  br i1 %77, label %38, label %37, !llvm.loop !37

78:                                               ; preds = %37
  %79 = sext i32 %72 to i64
  %80 = getelementptr inbounds ptr, ptr %3, i64 %79
  %81 = load ptr, ptr %80, align 8
  %82 = tail call i32 @strncmp(ptr noundef nonnull dereferenceable(1) %81, ptr noundef nonnull dereferenceable(3) @.str.20, i64 noundef 2) #26
  %83 = icmp eq i32 %82, 0
  br i1 %83, label %84, label %86

84:                                               ; preds = %78
  store ptr @.str.20, ptr %36, align 8
  %85 = getelementptr inbounds i8, ptr %81, i64 2
  br label %86

86:                                               ; preds = %84, %78, %37
  %87 = phi ptr [ %73, %37 ], [ null, %78 ], [ %85, %84 ]
  %88 = icmp eq ptr %87, null
  br i1 %88, label %92, label %89

89:                                               ; preds = %86
  %90 = add nsw i32 %34, 1
  %91 = getelementptr inbounds i8, ptr %36, i64 8
  store ptr %87, ptr %91, align 8
  br label %105

92:                                               ; preds = %86
  %93 = sext i32 %72 to i64
  %94 = getelementptr inbounds ptr, ptr %3, i64 %93
  %95 = load ptr, ptr %94, align 8
  %96 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %95, ptr noundef nonnull dereferenceable(8) @.str.21) #26
  %97 = icmp eq i32 %96, 0
  br i1 %97, label %105, label %98

98:                                               ; preds = %92
  %99 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %95, ptr noundef nonnull dereferenceable(7) @.str.22) #26
  %100 = icmp eq i32 %99, 0
  br i1 %100, label %105, label %101

101:                                              ; preds = %98
  %102 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %95, ptr noundef nonnull dereferenceable(3) @.str.23) #26
  %103 = icmp eq i32 %102, 0
  br i1 %103, label %105, label %104

104:                                              ; preds = %101
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.24, ptr noundef %95, ptr noundef %22)
  tail call fastcc void @report(ptr noundef %22)
  br label %105

105:                                              ; preds = %89, %92, %101, %98, %104
  %106 = phi i32 [ %34, %104 ], [ %90, %89 ], [ %34, %92 ], [ %34, %101 ], [ %34, %98 ]
  %107 = phi i1 [ %33, %104 ], [ %33, %89 ], [ %33, %92 ], [ true, %101 ], [ true, %98 ]
  %108 = phi i1 [ %32, %104 ], [ %32, %89 ], [ true, %92 ], [ %32, %101 ], [ %32, %98 ]
  %109 = phi i1 [ false, %104 ], [ true, %89 ], [ true, %92 ], [ true, %101 ], [ true, %98 ]
  br i1 %109, label %26, label %110

110:                                              ; preds = %105, %26, %4
  %111 = phi i1 [ %25, %4 ], [ %30, %105 ], [ %28, %26 ]
  %112 = phi i32 [ 0, %4 ], [ %106, %26 ], [ %106, %105 ]
  %113 = phi i1 [ false, %4 ], [ %107, %26 ], [ %107, %105 ]
  %114 = phi i1 [ false, %4 ], [ %108, %26 ], [ %108, %105 ]
  br i1 %111, label %937, label %115

115:                                              ; preds = %110
  %116 = icmp sgt i32 %112, 0
  br i1 %116, label %117, label %119

117:                                              ; preds = %115
  %118 = zext nneg i32 %112 to i64
  br label %123

119:                                              ; preds = %140, %115
  %120 = phi ptr [ %1, %115 ], [ %141, %140 ]
  %121 = tail call ptr @getenv(ptr noundef nonnull @.str.25) #24
  %122 = icmp eq ptr %121, null
  br i1 %122, label %157, label %144

123:                                              ; preds = %117, %140
  %124 = phi i64 [ 0, %117 ], [ %142, %140 ]
  %125 = phi ptr [ %1, %117 ], [ %141, %140 ]
  %126 = getelementptr inbounds %struct.anon.4, ptr %24, i64 %124
  %127 = load ptr, ptr %126, align 8
  %128 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %127, ptr noundef nonnull dereferenceable(5) @.str.18) #26
  %129 = icmp eq i32 %128, 0
  br i1 %129, label %130, label %133

130:                                              ; preds = %123
  %131 = getelementptr inbounds i8, ptr %126, i64 8
  %132 = load ptr, ptr %131, align 8
  br label %140

133:                                              ; preds = %123
  %134 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %127, ptr noundef nonnull dereferenceable(9) @.str.19) #26
  %135 = icmp eq i32 %134, 0
  br i1 %135, label %136, label %140

136:                                              ; preds = %133
  %137 = getelementptr inbounds i8, ptr %126, i64 8
  %138 = load ptr, ptr %137, align 8
  %139 = tail call i32 @setenv(ptr noundef nonnull @.str.25, ptr noundef %138, i32 noundef 1) #24
  store ptr @.str.19, ptr getelementptr inbounds (i8, ptr @device, i64 56), align 8
  br label %140

140:                                              ; preds = %130, %136, %133
  %141 = phi ptr [ %125, %133 ], [ %125, %136 ], [ %132, %130 ]
  %142 = add nuw nsw i64 %124, 1
  %143 = icmp eq i64 %142, %118
  br i1 %143, label %119, label %123, !llvm.loop !38

144:                                              ; preds = %119
  %145 = load i8, ptr %121, align 1
  %146 = icmp eq i8 %145, 0
  br i1 %146, label %157, label %147

147:                                              ; preds = %144
  %148 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %121, ptr noundef nonnull dereferenceable(4) @.str.6) #26
  %149 = icmp eq i32 %148, 0
  br i1 %149, label %157, label %150

150:                                              ; preds = %147
  %151 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %121, ptr noundef nonnull dereferenceable(5) @.str.5) #26
  %152 = icmp eq i32 %151, 0
  br i1 %152, label %157, label %153

153:                                              ; preds = %150
  %154 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %121, ptr noundef nonnull dereferenceable(5) @.str.26) #26
  %155 = icmp eq i32 %154, 0
  br i1 %155, label %157, label %156

156:                                              ; preds = %153
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.27, ptr noundef nonnull %121)
  tail call fastcc void @report(ptr noundef %22)
  br label %937

157:                                              ; preds = %153, %150, %147, %144, %119
  %158 = getelementptr inbounds i8, ptr %0, i64 8
  %159 = load i32, ptr %158, align 8
  %160 = icmp sgt i32 %159, 0
  br i1 %160, label %161, label %176

161:                                              ; preds = %157
  %162 = getelementptr inbounds i8, ptr %0, i64 24
  %163 = load ptr, ptr %162, align 8
  %164 = zext nneg i32 %159 to i64
  br label %168

165:                                              ; preds = %168
  %166 = add nuw nsw i64 %169, 1
  %167 = icmp eq i64 %166, %164
  br i1 %167, label %176, label %168, !llvm.loop !39

168:                                              ; preds = %165, %161
  %169 = phi i64 [ 0, %161 ], [ %166, %165 ]
  %170 = getelementptr inbounds %struct.descend_function, ptr %163, i64 %169
  %171 = load ptr, ptr %170, align 8
  %172 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %171, ptr noundef nonnull readonly dereferenceable(1) %120) #26
  %173 = icmp eq i32 %172, 0
  br i1 %173, label %174, label %165

174:                                              ; preds = %168
  %175 = getelementptr inbounds %struct.descend_function, ptr %163, i64 %169
  br label %176

176:                                              ; preds = %165, %174, %157
  %177 = phi ptr [ null, %157 ], [ %175, %174 ], [ null, %165 ]
  %178 = icmp eq ptr %177, null
  br i1 %178, label %179, label %214

179:                                              ; preds = %176
  br i1 %160, label %180, label %212

180:                                              ; preds = %179
  %181 = getelementptr inbounds i8, ptr %0, i64 24
  br label %185

182:                                              ; preds = %206
  %183 = icmp eq i64 %207, 0
  %184 = select i1 %183, ptr @.str.164, ptr @functions_of.out
  br label %212

185:                                              ; preds = %206, %180
  %186 = phi i64 [ 0, %180 ], [ %208, %206 ]
  %187 = phi i64 [ 0, %180 ], [ %207, %206 ]
  %188 = load ptr, ptr %181, align 8
  %189 = getelementptr inbounds %struct.descend_function, ptr %188, i64 %186
  %190 = load ptr, ptr %189, align 8
  %191 = tail call ptr @strstr(ptr noundef nonnull dereferenceable(1) %190, ptr noundef nonnull dereferenceable(1) @.str.162) #26
  %192 = icmp eq ptr %191, null
  br i1 %192, label %193, label %206

193:                                              ; preds = %185
  %194 = tail call i64 @strlen(ptr noundef nonnull dereferenceable(1) %190) #26
  %195 = add i64 %187, 3
  %196 = add i64 %195, %194
  %197 = icmp ult i64 %196, 1000
  br i1 %197, label %198, label %206

198:                                              ; preds = %193
  %199 = getelementptr inbounds i8, ptr @functions_of.out, i64 %187
  %200 = sub i64 1000, %187
  %201 = icmp eq i64 %187, 0
  %202 = select i1 %201, ptr @.str.15, ptr @.str.163
  %203 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %199, i64 noundef %200, ptr noundef nonnull @.str.115, ptr noundef nonnull %202, ptr noundef %190) #24
  %204 = sext i32 %203 to i64
  %205 = add i64 %187, %204
  br label %206

206:                                              ; preds = %198, %193, %185
  %207 = phi i64 [ %187, %185 ], [ %205, %198 ], [ %187, %193 ]
  %208 = add nuw nsw i64 %186, 1
  %209 = load i32, ptr %158, align 8
  %210 = sext i32 %209 to i64
  %211 = icmp slt i64 %208, %210
  br i1 %211, label %185, label %182, !llvm.loop !40

212:                                              ; preds = %179, %182
  %213 = phi ptr [ @.str.164, %179 ], [ %184, %182 ]
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.28, ptr noundef %120, ptr noundef nonnull %213)
  tail call fastcc void @report(ptr noundef %22)
  br label %937

214:                                              ; preds = %176
  br i1 %113, label %215, label %277

215:                                              ; preds = %214
  %216 = load ptr, ptr %177, align 8
  %217 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.165, ptr noundef %22, ptr noundef %216)
  %218 = getelementptr inbounds i8, ptr %177, i64 8
  %219 = load i32, ptr %218, align 8
  %220 = icmp sgt i32 %219, 0
  br i1 %220, label %221, label %223

221:                                              ; preds = %215
  %222 = getelementptr inbounds i8, ptr %177, i64 24
  br label %258

223:                                              ; preds = %258, %215
  %224 = load i32, ptr %158, align 8
  %225 = icmp sgt i32 %224, 0
  br i1 %225, label %226, label %274

226:                                              ; preds = %223
  %227 = getelementptr inbounds i8, ptr %0, i64 24
  br label %231

228:                                              ; preds = %252
  %229 = icmp eq i64 %253, 0
  %230 = select i1 %229, ptr @.str.164, ptr @functions_of.out
  br label %274

231:                                              ; preds = %252, %226
  %232 = phi i64 [ 0, %226 ], [ %254, %252 ]
  %233 = phi i64 [ 0, %226 ], [ %253, %252 ]
  %234 = load ptr, ptr %227, align 8
  %235 = getelementptr inbounds %struct.descend_function, ptr %234, i64 %232
  %236 = load ptr, ptr %235, align 8
  %237 = tail call ptr @strstr(ptr noundef nonnull dereferenceable(1) %236, ptr noundef nonnull dereferenceable(1) @.str.162) #26
  %238 = icmp eq ptr %237, null
  br i1 %238, label %239, label %252

239:                                              ; preds = %231
  %240 = tail call i64 @strlen(ptr noundef nonnull dereferenceable(1) %236) #26
  %241 = add i64 %233, 3
  %242 = add i64 %241, %240
  %243 = icmp ult i64 %242, 1000
  br i1 %243, label %244, label %252

244:                                              ; preds = %239
  %245 = getelementptr inbounds i8, ptr @functions_of.out, i64 %233
  %246 = sub i64 1000, %233
  %247 = icmp eq i64 %233, 0
  %248 = select i1 %247, ptr @.str.15, ptr @.str.163
  %249 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %245, i64 noundef %246, ptr noundef nonnull @.str.115, ptr noundef nonnull %248, ptr noundef %236) #24
  %250 = sext i32 %249 to i64
  %251 = add i64 %233, %250
  br label %252

252:                                              ; preds = %244, %239, %231
  %253 = phi i64 [ %233, %231 ], [ %251, %244 ], [ %233, %239 ]
  %254 = add nuw nsw i64 %232, 1
  %255 = load i32, ptr %158, align 8
  %256 = sext i32 %255 to i64
  %257 = icmp slt i64 %254, %256
  br i1 %257, label %231, label %228, !llvm.loop !40

258:                                              ; preds = %258, %221
  %259 = phi i64 [ 0, %221 ], [ %270, %258 ]
  %260 = load ptr, ptr %222, align 8
  %261 = getelementptr inbounds %struct.descend_param, ptr %260, i64 %259
  %262 = load ptr, ptr %261, align 8
  %263 = getelementptr inbounds i8, ptr %261, i64 29
  %264 = load i8, ptr %263, align 1, !range !4, !noundef !5
  %265 = trunc nuw i8 %264 to i1
  %266 = select i1 %265, ptr @.str.167, ptr @.str.15
  %267 = getelementptr inbounds i8, ptr %261, i64 8
  %268 = load ptr, ptr %267, align 8
  %269 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.166, ptr noundef %262, ptr noundef nonnull %266, ptr noundef %268)
  %270 = add nuw nsw i64 %259, 1
  %271 = load i32, ptr %218, align 8
  %272 = sext i32 %271 to i64
  %273 = icmp slt i64 %270, %272
  br i1 %273, label %258, label %223, !llvm.loop !41

274:                                              ; preds = %223, %228
  %275 = phi ptr [ @.str.164, %223 ], [ %230, %228 ]
  %276 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.168, ptr noundef nonnull %275)
  br label %937

277:                                              ; preds = %214
  %278 = tail call ptr @getenv(ptr noundef nonnull @.str.29) #24
  %279 = icmp eq ptr %278, null
  %280 = zext i1 %279 to i8
  store i8 %280, ptr getelementptr inbounds (i8, ptr @device, i64 2), align 2
  %281 = tail call ptr @getenv(ptr noundef nonnull @.str.169) #24
  %282 = icmp eq ptr %281, null
  br i1 %282, label %305, label %283

283:                                              ; preds = %277
  %284 = load i8, ptr %281, align 1
  %285 = icmp eq i8 %284, 0
  br i1 %285, label %305, label %286

286:                                              ; preds = %283
  %287 = tail call i32 (ptr, i32, ...) @open(ptr noundef nonnull %281, i32 noundef 524290) #24
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %16) #24
  %288 = icmp sgt i32 %287, -1
  br i1 %288, label %289, label %302

289:                                              ; preds = %286
  %290 = call i32 @fstat(i32 noundef %287, ptr noundef nonnull %16) #24
  %291 = icmp eq i32 %290, 0
  %292 = getelementptr inbounds i8, ptr %16, i64 48
  %293 = load i64, ptr %292, align 8
  %294 = icmp sgt i64 %293, 4047
  %295 = select i1 %291, i1 %294, i1 false
  br i1 %295, label %296, label %300

296:                                              ; preds = %289
  %297 = tail call ptr @mmap(ptr noundef null, i64 noundef 4048, i32 noundef 3, i32 noundef 1, i32 noundef %287, i64 noundef 0) #24
  %298 = icmp eq ptr %297, inttoptr (i64 -1 to ptr)
  %299 = select i1 %298, ptr null, ptr %297
  store ptr %299, ptr @monitor, align 8
  br label %300

300:                                              ; preds = %296, %289
  %301 = tail call i32 @close(i32 noundef %287) #24
  br label %302

302:                                              ; preds = %300, %286
  %303 = load ptr, ptr @stdout, align 8
  %304 = tail call i32 @setvbuf(ptr noundef %303, ptr noundef null, i32 noundef 1, i64 noundef 0) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %16) #24
  br label %305

305:                                              ; preds = %277, %283, %302
  call void @llvm.lifetime.start.p0(i64 40, ptr nonnull %17) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(40) %17, i8 0, i64 40, i1 false)
  store ptr %177, ptr %17, align 8
  %306 = getelementptr inbounds i8, ptr %17, i64 32
  %307 = zext i1 %114 to i8
  store i8 %307, ptr %306, align 8
  %308 = getelementptr inbounds i8, ptr %177, i64 8
  %309 = load i32, ptr %308, align 8
  %310 = sext i32 %309 to i64
  %311 = add nsw i64 %310, 1
  %312 = tail call noalias ptr @calloc(i64 noundef %311, i64 noundef 544) #32
  %313 = getelementptr inbounds i8, ptr %17, i64 8
  store ptr %312, ptr %313, align 8
  %314 = getelementptr inbounds i8, ptr %177, i64 16
  %315 = load i32, ptr %314, align 8
  %316 = sext i32 %315 to i64
  %317 = add nsw i64 %316, 1
  %318 = tail call noalias ptr @calloc(i64 noundef %317, i64 noundef 8) #32
  %319 = getelementptr inbounds i8, ptr %17, i64 16
  store ptr %318, ptr %319, align 8
  %320 = tail call noalias ptr @calloc(i64 noundef %317, i64 noundef 1) #32
  %321 = getelementptr inbounds i8, ptr %17, i64 24
  store ptr %320, ptr %321, align 8
  %322 = icmp ne ptr %312, null
  %323 = icmp ne ptr %318, null
  %324 = and i1 %322, %323
  %325 = icmp ne ptr %320, null
  %326 = and i1 %324, %325
  br i1 %326, label %327, label %334

327:                                              ; preds = %305
  %328 = icmp sgt i32 %112, 0
  br i1 %328, label %329, label %580

329:                                              ; preds = %327
  %330 = getelementptr inbounds i8, ptr %177, i64 24
  %331 = getelementptr inbounds i8, ptr %177, i64 24
  %332 = zext nneg i32 %112 to i64
  %333 = zext nneg i32 %112 to i64
  br label %335

334:                                              ; preds = %305
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.8)
  br label %933

335:                                              ; preds = %329, %576
  %336 = phi i64 [ 0, %329 ], [ %577, %576 ]
  %337 = phi i1 [ %328, %329 ], [ %578, %576 ]
  %338 = getelementptr inbounds %struct.anon.4, ptr %24, i64 %336
  %339 = load ptr, ptr %338, align 8
  %340 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %339, ptr noundef nonnull dereferenceable(5) @.str.18) #26
  %341 = icmp eq i32 %340, 0
  br i1 %341, label %576, label %342

342:                                              ; preds = %335
  %343 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %339, ptr noundef nonnull dereferenceable(9) @.str.19) #26
  %344 = icmp eq i32 %343, 0
  br i1 %344, label %576, label %345

345:                                              ; preds = %342
  %346 = getelementptr inbounds i8, ptr %338, i64 8
  %347 = load ptr, ptr %346, align 8
  %348 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %339, ptr noundef nonnull dereferenceable(3) @.str.20) #26
  %349 = icmp eq i32 %348, 0
  br i1 %349, label %350, label %456

350:                                              ; preds = %345
  %351 = load i32, ptr %314, align 8
  %352 = icmp sgt i32 %351, 0
  br i1 %352, label %358, label %420

353:                                              ; preds = %418
  %354 = add nuw nsw i64 %359, 1
  %355 = load i32, ptr %314, align 8
  %356 = sext i32 %355 to i64
  %357 = icmp slt i64 %354, %356
  br i1 %357, label %358, label %420, !llvm.loop !42

358:                                              ; preds = %350, %353
  %359 = phi i64 [ %354, %353 ], [ 0, %350 ]
  %360 = phi i1 [ %419, %353 ], [ undef, %350 ]
  %361 = load i32, ptr %308, align 8
  %362 = icmp sgt i32 %361, 0
  tail call void @llvm.assume(i1 %362)
  %363 = load ptr, ptr %331, align 8
  %364 = zext nneg i32 %361 to i64
  %365 = trunc nuw nsw i64 %359 to i32
  br label %366

366:                                              ; preds = %376, %358
  %367 = phi i64 [ 0, %358 ], [ %378, %376 ]
  %368 = phi i32 [ %365, %358 ], [ %377, %376 ]
  %369 = getelementptr inbounds %struct.descend_param, ptr %363, i64 %367
  %370 = getelementptr inbounds i8, ptr %369, i64 24
  %371 = load i32, ptr %370, align 8
  %372 = icmp eq i32 %371, 3
  br i1 %372, label %373, label %376

373:                                              ; preds = %366
  %374 = add nsw i32 %368, -1
  %375 = icmp eq i32 %368, 0
  br i1 %375, label %380, label %376

376:                                              ; preds = %373, %366
  %377 = phi i32 [ %374, %373 ], [ %368, %366 ]
  %378 = add nuw nsw i64 %367, 1
  %379 = icmp ne i64 %378, %364
  tail call void @llvm.assume(i1 %379)
  br label %366

380:                                              ; preds = %373
  %381 = load ptr, ptr %369, align 8
  %382 = tail call i64 @strlen(ptr noundef nonnull readonly dereferenceable(1) %381) #26
  %383 = tail call i32 @strncmp(ptr noundef readonly %347, ptr noundef readonly %381, i64 noundef %382) #26
  %384 = icmp eq i32 %383, 0
  br i1 %384, label %385, label %391

385:                                              ; preds = %380
  %386 = getelementptr inbounds i8, ptr %347, i64 %382
  %387 = load i8, ptr %386, align 1
  %388 = icmp eq i8 %387, 61
  %389 = getelementptr inbounds i8, ptr %386, i64 1
  %390 = select i1 %388, ptr %389, ptr null
  br label %391

391:                                              ; preds = %385, %380
  %392 = phi ptr [ null, %380 ], [ %390, %385 ]
  call void @llvm.lifetime.start.p0(i64 1, ptr nonnull %14) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %15) #24
  %393 = icmp eq ptr %392, null
  br i1 %393, label %418, label %394

394:                                              ; preds = %391
  %395 = call fastcc i1 @parse_integer(ptr noundef nonnull %392, ptr noundef nonnull %14, ptr noundef nonnull %15)
  br i1 %395, label %396, label %406

396:                                              ; preds = %394
  %397 = load i8, ptr %14, align 4, !range !4, !noundef !5
  %398 = trunc nuw i8 %397 to i1
  br i1 %398, label %399, label %407

399:                                              ; preds = %396
  %400 = load i64, ptr %15, align 8
  %401 = icmp eq i64 %400, 0
  br i1 %401, label %402, label %406

402:                                              ; preds = %399
  %403 = tail call ptr @__errno_location() #30
  %404 = load i32, ptr %403, align 4
  %405 = icmp eq i32 %404, 0
  br i1 %405, label %407, label %406

406:                                              ; preds = %402, %399, %394
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.170, ptr noundef %347)
  br label %418

407:                                              ; preds = %402, %396
  %408 = tail call ptr @__errno_location() #30
  %409 = load i32, ptr %408, align 4
  %410 = icmp ne i32 %409, 0
  %411 = load i64, ptr %15, align 8
  %412 = icmp slt i64 %411, 0
  %413 = select i1 %410, i1 true, i1 %412
  br i1 %413, label %414, label %415

414:                                              ; preds = %407
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.171, ptr noundef %347)
  br label %418

415:                                              ; preds = %407
  %416 = getelementptr inbounds i64, ptr %318, i64 %359
  store i64 %411, ptr %416, align 8
  %417 = getelementptr inbounds i8, ptr %320, i64 %359
  store i8 1, ptr %417, align 1
  br label %418

418:                                              ; preds = %415, %414, %406, %391
  %419 = phi i1 [ false, %406 ], [ false, %414 ], [ true, %415 ], [ %360, %391 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %15) #24
  call void @llvm.lifetime.end.p0(i64 1, ptr nonnull %14) #24
  br i1 %393, label %353, label %574

420:                                              ; preds = %350, %353
  %421 = load ptr, ptr %177, align 8
  store i8 0, ptr @names_of.out, align 4
  %422 = load i32, ptr %308, align 8
  %423 = icmp sgt i32 %422, 0
  br i1 %423, label %424, label %452

424:                                              ; preds = %420
  %425 = getelementptr inbounds i8, ptr %177, i64 24
  br label %426

426:                                              ; preds = %447, %424
  %427 = phi i64 [ 0, %424 ], [ %448, %447 ]
  %428 = load ptr, ptr %425, align 8
  %429 = getelementptr inbounds %struct.descend_param, ptr %428, i64 %427
  %430 = getelementptr inbounds i8, ptr %429, i64 24
  %431 = load i32, ptr %430, align 8
  %432 = icmp eq i32 %431, 3
  br i1 %432, label %433, label %447

433:                                              ; preds = %426
  %434 = tail call i64 @strlen(ptr noundef nonnull dereferenceable(1) @names_of.out) #26
  %435 = load ptr, ptr %429, align 8
  %436 = tail call i64 @strlen(ptr noundef nonnull dereferenceable(1) %435) #26
  %437 = add i64 %434, 4
  %438 = add i64 %437, %436
  %439 = icmp ult i64 %438, 1000
  br i1 %439, label %440, label %447

440:                                              ; preds = %433
  %441 = getelementptr inbounds i8, ptr @names_of.out, i64 %434
  %442 = sub i64 1000, %434
  %443 = load i8, ptr @names_of.out, align 4
  %444 = icmp eq i8 %443, 0
  %445 = select i1 %444, ptr @.str.15, ptr @.str.163
  %446 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %441, i64 noundef %442, ptr noundef nonnull @.str.115, ptr noundef nonnull %445, ptr noundef %435) #24
  br label %447

447:                                              ; preds = %440, %433, %426
  %448 = add nuw nsw i64 %427, 1
  %449 = load i32, ptr %308, align 8
  %450 = sext i32 %449 to i64
  %451 = icmp slt i64 %448, %450
  br i1 %451, label %426, label %452, !llvm.loop !43

452:                                              ; preds = %447, %420
  %453 = load i8, ptr @names_of.out, align 4
  %454 = icmp eq i8 %453, 0
  %455 = select i1 %454, ptr @.str.164, ptr @names_of.out
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.172, ptr noundef %347, ptr noundef %421, ptr noundef nonnull %455)
  br label %575

456:                                              ; preds = %345
  %457 = load i32, ptr %308, align 8
  %458 = icmp sgt i32 %457, 0
  br i1 %458, label %459, label %491

459:                                              ; preds = %456
  %460 = load ptr, ptr %330, align 8
  %461 = zext nneg i32 %457 to i64
  br label %462

462:                                              ; preds = %482, %459
  %463 = phi i64 [ 0, %459 ], [ %483, %482 ]
  %464 = getelementptr inbounds %struct.descend_param, ptr %460, i64 %463
  %465 = getelementptr inbounds i8, ptr %464, i64 24
  %466 = load i32, ptr %465, align 8
  %467 = icmp eq i32 %466, 3
  br i1 %467, label %482, label %468

468:                                              ; preds = %462
  %469 = load ptr, ptr %464, align 8
  %470 = tail call i64 @strlen(ptr noundef nonnull readonly dereferenceable(1) %469) #26
  %471 = tail call i32 @strncmp(ptr noundef readonly %347, ptr noundef readonly %469, i64 noundef %470) #26
  %472 = icmp eq i32 %471, 0
  br i1 %472, label %473, label %479

473:                                              ; preds = %468
  %474 = getelementptr inbounds i8, ptr %347, i64 %470
  %475 = load i8, ptr %474, align 1
  %476 = icmp eq i8 %475, 61
  %477 = getelementptr inbounds i8, ptr %474, i64 1
  %478 = select i1 %476, ptr %477, ptr null
  br label %479

479:                                              ; preds = %473, %468
  %480 = phi ptr [ null, %468 ], [ %478, %473 ]
  %481 = icmp eq ptr %480, null
  br i1 %481, label %482, label %485

482:                                              ; preds = %479, %462
  %483 = add nuw nsw i64 %463, 1
  %484 = icmp eq i64 %483, %461
  br i1 %484, label %487, label %462, !llvm.loop !44

485:                                              ; preds = %479
  %486 = trunc i64 %463 to i32
  br label %487

487:                                              ; preds = %482, %485
  %488 = phi i32 [ %486, %485 ], [ %457, %482 ]
  %489 = phi ptr [ %464, %485 ], [ null, %482 ]
  %490 = sext i32 %488 to i64
  br label %491

491:                                              ; preds = %487, %456
  %492 = phi i64 [ 0, %456 ], [ %490, %487 ]
  %493 = phi ptr [ null, %456 ], [ %489, %487 ]
  %494 = icmp eq ptr %493, null
  br i1 %494, label %495, label %529

495:                                              ; preds = %491
  %496 = load ptr, ptr %177, align 8
  store i8 0, ptr @names_of.out, align 4
  br i1 %458, label %497, label %525

497:                                              ; preds = %495
  %498 = getelementptr inbounds i8, ptr %177, i64 24
  br label %499

499:                                              ; preds = %520, %497
  %500 = phi i64 [ 0, %497 ], [ %521, %520 ]
  %501 = load ptr, ptr %498, align 8
  %502 = getelementptr inbounds %struct.descend_param, ptr %501, i64 %500
  %503 = getelementptr inbounds i8, ptr %502, i64 24
  %504 = load i32, ptr %503, align 8
  %505 = icmp eq i32 %504, 3
  br i1 %505, label %520, label %506

506:                                              ; preds = %499
  %507 = tail call i64 @strlen(ptr noundef nonnull dereferenceable(1) @names_of.out) #26
  %508 = load ptr, ptr %502, align 8
  %509 = tail call i64 @strlen(ptr noundef nonnull dereferenceable(1) %508) #26
  %510 = add i64 %507, 4
  %511 = add i64 %510, %509
  %512 = icmp ult i64 %511, 1000
  br i1 %512, label %513, label %520

513:                                              ; preds = %506
  %514 = getelementptr inbounds i8, ptr @names_of.out, i64 %507
  %515 = sub i64 1000, %507
  %516 = load i8, ptr @names_of.out, align 4
  %517 = icmp eq i8 %516, 0
  %518 = select i1 %517, ptr @.str.15, ptr @.str.163
  %519 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %514, i64 noundef %515, ptr noundef nonnull @.str.115, ptr noundef nonnull %518, ptr noundef %508) #24
  br label %520

520:                                              ; preds = %513, %506, %499
  %521 = add nuw nsw i64 %500, 1
  %522 = load i32, ptr %308, align 8
  %523 = sext i32 %522 to i64
  %524 = icmp slt i64 %521, %523
  br i1 %524, label %499, label %525, !llvm.loop !43

525:                                              ; preds = %520, %495
  %526 = load i8, ptr @names_of.out, align 4
  %527 = icmp eq i8 %526, 0
  %528 = select i1 %527, ptr @.str.164, ptr @names_of.out
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.173, ptr noundef %339, ptr noundef %347, ptr noundef %496, ptr noundef nonnull %528)
  br label %575

529:                                              ; preds = %491
  %530 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %339, ptr noundef nonnull dereferenceable(6) @.str.17) #26
  %531 = icmp eq i32 %530, 0
  br i1 %531, label %532, label %554

532:                                              ; preds = %529
  %533 = getelementptr inbounds i8, ptr %493, i64 24
  %534 = load i32, ptr %533, align 8
  %535 = icmp eq i32 %534, 1
  br i1 %535, label %539, label %536

536:                                              ; preds = %532
  %537 = getelementptr inbounds i8, ptr %493, i64 8
  %538 = load ptr, ptr %537, align 8
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.174, ptr noundef %347, ptr noundef %538)
  br label %575

539:                                              ; preds = %532
  %540 = load ptr, ptr %493, align 8
  %541 = tail call i64 @strlen(ptr noundef nonnull readonly dereferenceable(1) %540) #26
  %542 = tail call i32 @strncmp(ptr noundef readonly %347, ptr noundef readonly %540, i64 noundef %541) #26
  %543 = icmp eq i32 %542, 0
  tail call void @llvm.assume(i1 %543)
  %544 = getelementptr inbounds i8, ptr %347, i64 %541
  %545 = load i8, ptr %544, align 1
  %546 = icmp eq i8 %545, 61
  %547 = getelementptr inbounds i8, ptr %544, i64 1
  %548 = select i1 %546, ptr %547, ptr null
  %549 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %548, ptr noundef nonnull dereferenceable(2) @.str.175) #26
  %550 = icmp eq i32 %549, 0
  br i1 %550, label %551, label %552

551:                                              ; preds = %539
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.176, ptr noundef %347)
  br label %575

552:                                              ; preds = %539
  %553 = getelementptr inbounds %struct.argument, ptr %312, i64 %492, i32 4
  br label %556

554:                                              ; preds = %529
  %555 = getelementptr inbounds %struct.argument, ptr %312, i64 %492, i32 3
  br label %556

556:                                              ; preds = %554, %552
  %557 = phi ptr [ %553, %552 ], [ %555, %554 ]
  %558 = load ptr, ptr %557, align 8
  %559 = icmp eq ptr %558, null
  %560 = load ptr, ptr %493, align 8
  br i1 %559, label %562, label %561

561:                                              ; preds = %556
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.177, ptr noundef %339, ptr noundef %560)
  br label %575

562:                                              ; preds = %556
  %563 = tail call i64 @strlen(ptr noundef nonnull readonly dereferenceable(1) %560) #26
  %564 = tail call i32 @strncmp(ptr noundef readonly %347, ptr noundef readonly %560, i64 noundef %563) #26
  %565 = icmp eq i32 %564, 0
  br i1 %565, label %566, label %572

566:                                              ; preds = %562
  %567 = getelementptr inbounds i8, ptr %347, i64 %563
  %568 = load i8, ptr %567, align 1
  %569 = icmp eq i8 %568, 61
  %570 = getelementptr inbounds i8, ptr %567, i64 1
  %571 = select i1 %569, ptr %570, ptr null
  br label %572

572:                                              ; preds = %566, %562
  %573 = phi ptr [ null, %562 ], [ %571, %566 ]
  store ptr %573, ptr %557, align 8
  br label %576

574:                                              ; preds = %418
  br i1 %419, label %576, label %575

575:                                              ; preds = %574, %452, %525, %536, %551, %561
  tail call fastcc void @report(ptr noundef %22)
  br label %580

576:                                              ; preds = %572, %335, %342, %574
  %577 = add nuw nsw i64 %336, 1
  %578 = icmp ult i64 %577, %332
  %579 = icmp eq i64 %577, %333
  br i1 %579, label %580, label %335, !llvm.loop !45

580:                                              ; preds = %576, %327, %575
  %581 = phi i1 [ %337, %575 ], [ %328, %327 ], [ %578, %576 ]
  br i1 %581, label %935, label %582

582:                                              ; preds = %580
  %583 = load i32, ptr %308, align 8
  %584 = icmp slt i32 %583, 1
  br i1 %584, label %702, label %585

585:                                              ; preds = %582
  %586 = getelementptr inbounds i8, ptr %177, i64 24
  %587 = getelementptr inbounds i8, ptr %12, i64 16
  %588 = getelementptr inbounds i8, ptr %12, i64 8
  %589 = getelementptr inbounds i8, ptr %13, i64 8
  %590 = getelementptr inbounds i8, ptr %10, i64 16
  %591 = getelementptr inbounds i8, ptr %10, i64 8
  %592 = getelementptr inbounds i8, ptr %11, i64 8
  br label %593

593:                                              ; preds = %697, %585
  %594 = phi i64 [ 0, %585 ], [ %698, %697 ]
  %595 = phi i1 [ false, %585 ], [ %701, %697 ]
  %596 = load i32, ptr %308, align 8
  %597 = icmp sgt i32 %596, 0
  br i1 %597, label %598, label %697

598:                                              ; preds = %593
  %599 = getelementptr inbounds %struct.argument, ptr %312, i64 %594, i32 4
  br label %600

600:                                              ; preds = %598, %692
  %601 = phi i64 [ %693, %692 ], [ 0, %598 ]
  %602 = load ptr, ptr %599, align 8
  %603 = icmp eq ptr %602, null
  br i1 %603, label %697, label %604

604:                                              ; preds = %600
  %605 = getelementptr inbounds %struct.argument, ptr %312, i64 %601
  %606 = getelementptr inbounds i8, ptr %605, i64 528
  %607 = load ptr, ptr %606, align 8
  %608 = icmp eq ptr %607, null
  br i1 %608, label %652, label %609

609:                                              ; preds = %604
  %610 = load ptr, ptr %586, align 8
  %611 = getelementptr inbounds %struct.descend_param, ptr %610, i64 %601
  %612 = getelementptr inbounds i8, ptr %611, i64 24
  %613 = load i32, ptr %612, align 8
  %614 = add i32 %613, -1
  %615 = icmp ult i32 %614, 2
  br i1 %615, label %616, label %652

616:                                              ; preds = %609
  %617 = tail call fastcc i1 @is_generator(ptr noundef nonnull %607)
  br i1 %617, label %652, label %618

618:                                              ; preds = %616
  %619 = tail call fastcc i1 @is_list(ptr noundef readonly %611, ptr noundef nonnull %607)
  br i1 %619, label %652, label %620

620:                                              ; preds = %618
  %621 = load ptr, ptr %599, align 8
  %622 = load ptr, ptr %606, align 8
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %12) #24
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %13) #24
  %623 = call i32 @stat(ptr noundef readonly %621, ptr noundef nonnull %12) #24
  %624 = icmp eq i32 %623, 0
  br i1 %624, label %625, label %628

625:                                              ; preds = %620
  %626 = call i32 @stat(ptr noundef readonly %622, ptr noundef nonnull %13) #24
  %627 = icmp eq i32 %626, 0
  br i1 %627, label %631, label %628

628:                                              ; preds = %625, %620
  %629 = tail call i32 @strcmp(ptr noundef nonnull readonly dereferenceable(1) %621, ptr noundef nonnull readonly dereferenceable(1) %622) #26
  %630 = icmp eq i32 %629, 0
  br label %643

631:                                              ; preds = %625
  %632 = load i32, ptr %587, align 8
  %633 = and i32 %632, 61440
  %634 = icmp eq i32 %633, 32768
  br i1 %634, label %635, label %651

635:                                              ; preds = %631
  %636 = load i64, ptr %12, align 8
  %637 = load i64, ptr %13, align 8
  %638 = icmp eq i64 %636, %637
  br i1 %638, label %639, label %651

639:                                              ; preds = %635
  %640 = load i64, ptr %588, align 8
  %641 = load i64, ptr %589, align 8
  %642 = icmp eq i64 %640, %641
  br label %643

643:                                              ; preds = %639, %628
  %644 = phi i1 [ %630, %628 ], [ %642, %639 ]
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %13) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %12) #24
  br i1 %644, label %645, label %652

645:                                              ; preds = %643
  %646 = load ptr, ptr %586, align 8
  %647 = getelementptr inbounds %struct.descend_param, ptr %646, i64 %594
  %648 = load ptr, ptr %647, align 8
  %649 = load ptr, ptr %599, align 8
  %650 = load ptr, ptr %606, align 8
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.178, ptr noundef %648, ptr noundef %649, ptr noundef %650)
  br label %702

651:                                              ; preds = %635, %631
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %13) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %12) #24
  br label %652

652:                                              ; preds = %651, %643, %618, %616, %609, %604
  %653 = icmp ult i64 %601, %594
  br i1 %653, label %654, label %692

654:                                              ; preds = %652
  %655 = getelementptr inbounds i8, ptr %605, i64 536
  %656 = load ptr, ptr %655, align 8
  %657 = icmp eq ptr %656, null
  br i1 %657, label %692, label %658

658:                                              ; preds = %654
  %659 = load ptr, ptr %599, align 8
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %10) #24
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %11) #24
  %660 = call i32 @stat(ptr noundef readonly %659, ptr noundef nonnull %10) #24
  %661 = icmp eq i32 %660, 0
  br i1 %661, label %662, label %665

662:                                              ; preds = %658
  %663 = call i32 @stat(ptr noundef nonnull readonly %656, ptr noundef nonnull %11) #24
  %664 = icmp eq i32 %663, 0
  br i1 %664, label %668, label %665

665:                                              ; preds = %662, %658
  %666 = tail call i32 @strcmp(ptr noundef nonnull readonly dereferenceable(1) %659, ptr noundef nonnull readonly dereferenceable(1) %656) #26
  %667 = icmp eq i32 %666, 0
  br label %680

668:                                              ; preds = %662
  %669 = load i32, ptr %590, align 8
  %670 = and i32 %669, 61440
  %671 = icmp eq i32 %670, 32768
  br i1 %671, label %672, label %691

672:                                              ; preds = %668
  %673 = load i64, ptr %10, align 8
  %674 = load i64, ptr %11, align 8
  %675 = icmp eq i64 %673, %674
  br i1 %675, label %676, label %691

676:                                              ; preds = %672
  %677 = load i64, ptr %591, align 8
  %678 = load i64, ptr %592, align 8
  %679 = icmp eq i64 %677, %678
  br label %680

680:                                              ; preds = %676, %665
  %681 = phi i1 [ %667, %665 ], [ %679, %676 ]
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %10) #24
  br i1 %681, label %682, label %692

682:                                              ; preds = %680
  %683 = getelementptr inbounds i8, ptr %605, i64 536
  %684 = load ptr, ptr %586, align 8
  %685 = getelementptr inbounds %struct.descend_param, ptr %684, i64 %601
  %686 = load ptr, ptr %685, align 8
  %687 = load ptr, ptr %683, align 8
  %688 = getelementptr inbounds %struct.descend_param, ptr %684, i64 %594
  %689 = load ptr, ptr %688, align 8
  %690 = load ptr, ptr %599, align 8
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.179, ptr noundef %686, ptr noundef %687, ptr noundef %689, ptr noundef %690)
  br label %702

691:                                              ; preds = %672, %668
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %10) #24
  br label %692

692:                                              ; preds = %691, %680, %654, %652
  %693 = add nuw nsw i64 %601, 1
  %694 = load i32, ptr %308, align 8
  %695 = sext i32 %694 to i64
  %696 = icmp slt i64 %693, %695
  br i1 %696, label %600, label %697, !llvm.loop !46

697:                                              ; preds = %692, %600, %593
  %698 = add nuw nsw i64 %594, 1
  %699 = load i32, ptr %308, align 8
  %700 = sext i32 %699 to i64
  %701 = icmp sge i64 %698, %700
  br i1 %701, label %702, label %593, !llvm.loop !47

702:                                              ; preds = %697, %582, %645, %682
  %703 = phi i1 [ %595, %645 ], [ %595, %682 ], [ %584, %582 ], [ %701, %697 ]
  br i1 %703, label %704, label %716

704:                                              ; preds = %702
  %705 = call fastcc i1 @bind_arguments(ptr noundef nonnull %17)
  br i1 %705, label %706, label %716

706:                                              ; preds = %704
  %707 = getelementptr inbounds i8, ptr %177, i64 20
  %708 = load i32, ptr %707, align 4
  %709 = icmp sgt i32 %708, 0
  br i1 %709, label %710, label %738

710:                                              ; preds = %706
  %711 = getelementptr inbounds i8, ptr %177, i64 40
  %712 = load ptr, ptr %711, align 8
  %713 = getelementptr inbounds i8, ptr %712, i64 8
  %714 = load ptr, ptr %713, align 8
  %715 = tail call i1 %714(ptr noundef nonnull %318) #24
  br i1 %715, label %719, label %730

716:                                              ; preds = %704, %702
  %717 = load i1, ptr @no_memory, align 1
  %718 = select i1 %717, i32 1, i32 2
  br label %933

719:                                              ; preds = %710, %725
  %720 = phi i64 [ %721, %725 ], [ 0, %710 ]
  %721 = add nuw nsw i64 %720, 1
  %722 = load i32, ptr %707, align 4
  %723 = sext i32 %722 to i64
  %724 = icmp slt i64 %721, %723
  br i1 %724, label %725, label %738, !llvm.loop !48

725:                                              ; preds = %719
  %726 = load ptr, ptr %711, align 8
  %727 = getelementptr inbounds %struct.descend_clause, ptr %726, i64 %721, i32 1
  %728 = load ptr, ptr %727, align 8
  %729 = tail call i1 %728(ptr noundef nonnull %318) #24
  br i1 %729, label %719, label %730, !llvm.loop !48

730:                                              ; preds = %725, %710
  %731 = phi i64 [ 0, %710 ], [ %721, %725 ]
  %732 = phi i1 [ %709, %710 ], [ %724, %725 ]
  %733 = getelementptr inbounds i8, ptr %177, i64 40
  %734 = load ptr, ptr %177, align 8
  %735 = load ptr, ptr %733, align 8
  %736 = getelementptr inbounds %struct.descend_clause, ptr %735, i64 %731
  %737 = load ptr, ptr %736, align 8
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.30, ptr noundef %734, ptr noundef %737)
  tail call fastcc void @report(ptr noundef %22)
  br label %738

738:                                              ; preds = %719, %706, %730
  %739 = phi i1 [ %732, %730 ], [ %709, %706 ], [ %724, %719 ]
  %740 = phi i32 [ 1, %730 ], [ 2, %706 ], [ 2, %719 ]
  br i1 %739, label %935, label %741

741:                                              ; preds = %738
  %742 = call fastcc i1 @run(ptr noundef nonnull %17)
  br i1 %742, label %743, label %760

743:                                              ; preds = %741
  %744 = load i32, ptr %308, align 8
  %745 = icmp sgt i32 %744, 0
  br i1 %745, label %746, label %922

746:                                              ; preds = %743
  %747 = load ptr, ptr %313, align 8
  %748 = getelementptr inbounds i8, ptr %177, i64 24
  %749 = getelementptr inbounds i8, ptr %5, i64 16
  %750 = getelementptr inbounds i8, ptr %5, i64 20
  %751 = getelementptr inbounds i8, ptr %9, i64 1
  %752 = getelementptr inbounds i8, ptr %9, i64 2
  %753 = getelementptr inbounds i8, ptr %9, i64 3
  %754 = getelementptr inbounds i8, ptr %9, i64 4
  %755 = getelementptr inbounds i8, ptr %9, i64 5
  %756 = getelementptr inbounds i8, ptr %9, i64 6
  %757 = getelementptr inbounds i8, ptr %9, i64 7
  %758 = getelementptr inbounds i8, ptr %9, i64 8
  %759 = getelementptr inbounds i8, ptr %9, i64 9
  br label %764

760:                                              ; preds = %741
  %761 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 3), align 1, !range !4, !noundef !5
  %762 = trunc nuw i8 %761 to i1
  %763 = select i1 %762, i32 3, i32 1
  br label %933

764:                                              ; preds = %746, %917
  %765 = phi i64 [ 0, %746 ], [ %918, %917 ]
  %766 = phi i1 [ %745, %746 ], [ %921, %917 ]
  %767 = getelementptr inbounds %struct.argument, ptr %747, i64 %765
  %768 = getelementptr inbounds i8, ptr %767, i64 536
  %769 = load ptr, ptr %768, align 8
  %770 = icmp eq ptr %769, null
  br i1 %770, label %917, label %771

771:                                              ; preds = %764
  %772 = load ptr, ptr %748, align 8
  %773 = getelementptr inbounds %struct.descend_param, ptr %772, i64 %765
  %774 = getelementptr inbounds i8, ptr %767, i64 8
  %775 = load ptr, ptr %767, align 8
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %5) #24
  %776 = call i32 @stat(ptr noundef nonnull %769, ptr noundef nonnull %5) #24
  %777 = icmp eq i32 %776, 0
  br i1 %777, label %778, label %785

778:                                              ; preds = %771
  %779 = load i32, ptr %749, align 8
  %780 = and i32 %779, 61440
  %781 = icmp ne i32 %780, 32768
  %782 = load i32, ptr %750, align 4
  %783 = icmp eq i32 %782, 0
  %784 = select i1 %781, i1 true, i1 %783
  br label %785

785:                                              ; preds = %778, %771
  %786 = phi i1 [ false, %771 ], [ %784, %778 ]
  call void @llvm.lifetime.start.p0(i64 4096, ptr nonnull %6) #24
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 400, ptr nonnull %8) #24
  %787 = select i1 %786, ptr @.str.14, ptr @.str.290
  %788 = call i32 @getpid() #24
  %789 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %6, i64 noundef 4096, ptr noundef nonnull %787, ptr noundef nonnull %769, i32 noundef %788) #24
  %790 = icmp sgt i32 %789, 4095
  br i1 %790, label %791, label %792

791:                                              ; preds = %785
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.291, ptr noundef nonnull %769)
  call void @llvm.lifetime.end.p0(i64 400, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %7) #24
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %6) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %5) #24
  br label %915

792:                                              ; preds = %785
  %793 = getelementptr inbounds i8, ptr %773, i64 56
  %794 = load ptr, ptr %793, align 8
  %795 = icmp ne ptr %794, null
  %796 = getelementptr inbounds i8, ptr %773, i64 40
  %797 = load i32, ptr %796, align 8
  %798 = sext i1 %795 to i32
  %799 = add nsw i32 %797, %798
  store i16 40, ptr %8, align 4
  %800 = icmp sgt i32 %799, 0
  br i1 %800, label %801, label %803

801:                                              ; preds = %792
  %802 = zext nneg i32 %799 to i64
  br label %806

803:                                              ; preds = %806, %792
  %804 = phi i64 [ 1, %792 ], [ %817, %806 ]
  %805 = phi i1 [ true, %792 ], [ %820, %806 ]
  br i1 %805, label %822, label %828

806:                                              ; preds = %806, %801
  %807 = phi i64 [ 0, %801 ], [ %818, %806 ]
  %808 = phi i64 [ 1, %801 ], [ %817, %806 ]
  %809 = getelementptr inbounds i8, ptr %8, i64 %808
  %810 = sub nsw i64 400, %808
  %811 = icmp eq i64 %807, 0
  %812 = select i1 %811, ptr @.str.15, ptr @.str.163
  %813 = getelementptr inbounds i64, ptr %774, i64 %807
  %814 = load i64, ptr %813, align 8
  %815 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %809, i64 noundef %810, ptr noundef nonnull @.str.252, ptr noundef nonnull %812, i64 noundef %814) #24
  %816 = sext i32 %815 to i64
  %817 = add nsw i64 %808, %816
  %818 = add nuw nsw i64 %807, 1
  %819 = icmp ult i64 %818, %802
  %820 = icmp ult i64 %817, 400
  %821 = select i1 %819, i1 %820, i1 false
  br i1 %821, label %806, label %803, !llvm.loop !49

822:                                              ; preds = %803
  %823 = getelementptr inbounds i8, ptr %8, i64 %804
  %824 = sub nsw i64 400, %804
  %825 = icmp eq i32 %799, 1
  %826 = select i1 %825, ptr @.str.253, ptr @.str.60
  %827 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %823, i64 noundef %824, ptr noundef nonnull @.str.14, ptr noundef nonnull %826) #24
  br label %828

828:                                              ; preds = %822, %803
  %829 = load ptr, ptr %793, align 8
  %830 = icmp eq ptr %829, null
  br i1 %830, label %831, label %846

831:                                              ; preds = %828
  %832 = getelementptr inbounds i8, ptr %773, i64 16
  %833 = load ptr, ptr %832, align 8
  br label %837

834:                                              ; preds = %837
  %835 = add nuw nsw i64 %838, 1
  %836 = icmp eq i64 %835, 12
  br i1 %836, label %846, label %837, !llvm.loop !50

837:                                              ; preds = %834, %831
  %838 = phi i64 [ 0, %831 ], [ %835, %834 ]
  %839 = getelementptr inbounds [12 x [2 x ptr]], ptr @npy_descr.table, i64 0, i64 %838
  %840 = load ptr, ptr %839, align 8
  %841 = call i32 @strcmp(ptr noundef nonnull readonly dereferenceable(1) %833, ptr noundef nonnull dereferenceable(1) %840) #26
  %842 = icmp eq i32 %841, 0
  br i1 %842, label %843, label %834

843:                                              ; preds = %837
  %844 = getelementptr inbounds i8, ptr %839, i64 8
  %845 = load ptr, ptr %844, align 8
  br label %846

846:                                              ; preds = %834, %843, %828
  %847 = phi ptr [ %829, %828 ], [ %845, %843 ], [ @.str.254, %834 ]
  %848 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %7, i64 noundef 512, ptr noundef nonnull @.str.292, ptr noundef %847, ptr noundef nonnull %8) #24
  %849 = add nsw i32 %848, 74
  %850 = sdiv i32 %849, 64
  %851 = shl nsw i32 %850, 6
  %852 = add nsw i32 %851, -10
  call void @llvm.lifetime.start.p0(i64 10, ptr nonnull %9) #24
  store i8 -109, ptr %9, align 4
  store i8 78, ptr %751, align 1
  store i8 85, ptr %752, align 2
  store i8 77, ptr %753, align 1
  store i8 80, ptr %754, align 4
  store i8 89, ptr %755, align 1
  store i8 1, ptr %756, align 2
  store i8 0, ptr %757, align 1
  %853 = trunc i32 %852 to i8
  store i8 %853, ptr %758, align 4
  %854 = lshr i32 %852, 8
  %855 = trunc i32 %854 to i8
  store i8 %855, ptr %759, align 1
  %856 = getelementptr inbounds i8, ptr %773, i64 32
  %857 = load i32, ptr %856, align 8
  %858 = sext i32 %857 to i64
  %859 = getelementptr inbounds i8, ptr %773, i64 40
  %860 = load i32, ptr %859, align 8
  %861 = icmp sgt i32 %860, 0
  br i1 %861, label %862, label %864

862:                                              ; preds = %846
  %863 = zext nneg i32 %860 to i64
  br label %868

864:                                              ; preds = %868, %846
  %865 = phi i64 [ %858, %846 ], [ %873, %868 ]
  %866 = call noalias ptr @fopen(ptr noundef nonnull %6, ptr noundef nonnull @.str.293)
  %867 = icmp eq ptr %866, null
  br i1 %867, label %887, label %876

868:                                              ; preds = %868, %862
  %869 = phi i64 [ 0, %862 ], [ %874, %868 ]
  %870 = phi i64 [ %858, %862 ], [ %873, %868 ]
  %871 = getelementptr inbounds i64, ptr %774, i64 %869
  %872 = load i64, ptr %871, align 8
  %873 = mul i64 %872, %870
  %874 = add nuw nsw i64 %869, 1
  %875 = icmp eq i64 %874, %863
  br i1 %875, label %864, label %868, !llvm.loop !51

876:                                              ; preds = %864
  %877 = call i64 @fwrite(ptr noundef nonnull %9, i64 noundef 1, i64 noundef 10, ptr noundef nonnull %866)
  %878 = icmp eq i64 %877, 10
  br i1 %878, label %879, label %887

879:                                              ; preds = %876
  %880 = xor i32 %848, -1
  %881 = add i32 %852, %880
  %882 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef nonnull %866, ptr noundef nonnull @.str.294, ptr noundef nonnull %7, i32 noundef %881, ptr noundef nonnull @.str.15) #24
  %883 = icmp sgt i32 %882, 0
  br i1 %883, label %884, label %887

884:                                              ; preds = %879
  %885 = call i64 @fwrite(ptr noundef %775, i64 noundef 1, i64 noundef %865, ptr noundef nonnull %866)
  %886 = icmp eq i64 %885, %865
  br label %887

887:                                              ; preds = %884, %879, %876, %864
  %888 = phi i1 [ false, %879 ], [ false, %876 ], [ false, %864 ], [ %886, %884 ]
  %889 = tail call ptr @__errno_location() #30
  %890 = load i32, ptr %889, align 4
  br i1 %867, label %896, label %891

891:                                              ; preds = %887
  %892 = call i32 @fclose(ptr noundef nonnull %866)
  %893 = icmp eq i32 %892, 0
  br i1 %893, label %896, label %894

894:                                              ; preds = %891
  %895 = load i32, ptr %889, align 4
  br label %896

896:                                              ; preds = %894, %891, %887
  %897 = phi i1 [ false, %894 ], [ %888, %891 ], [ %888, %887 ]
  %898 = phi i32 [ %895, %894 ], [ %890, %891 ], [ %890, %887 ]
  %899 = xor i1 %897, true
  %900 = select i1 %899, i1 true, i1 %786
  br i1 %900, label %906, label %901

901:                                              ; preds = %896
  %902 = call i32 @rename(ptr noundef nonnull %6, ptr noundef nonnull %769) #24
  %903 = icmp eq i32 %902, 0
  br i1 %903, label %906, label %904

904:                                              ; preds = %901
  %905 = load i32, ptr %889, align 4
  br label %906

906:                                              ; preds = %904, %901, %896
  %907 = phi i1 [ false, %904 ], [ %897, %901 ], [ %897, %896 ]
  %908 = phi i32 [ %905, %904 ], [ %898, %901 ], [ %898, %896 ]
  br i1 %907, label %916, label %909

909:                                              ; preds = %906
  %910 = select i1 %867, i1 true, i1 %786
  br i1 %910, label %913, label %911

911:                                              ; preds = %909
  %912 = call i32 @unlink(ptr noundef nonnull %6) #24
  br label %913

913:                                              ; preds = %911, %909
  %914 = call ptr @strerror(i32 noundef %908) #24
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.295, ptr noundef nonnull %769, ptr noundef %914)
  call void @llvm.lifetime.end.p0(i64 10, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 400, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %7) #24
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %6) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %5) #24
  br i1 %907, label %917, label %915

915:                                              ; preds = %913, %791
  call fastcc void @report(ptr noundef %22)
  br label %922

916:                                              ; preds = %906
  call void @llvm.lifetime.end.p0(i64 10, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 400, ptr nonnull %8) #24
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %7) #24
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %6) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %5) #24
  br label %917

917:                                              ; preds = %916, %764, %913
  %918 = add nuw nsw i64 %765, 1
  %919 = load i32, ptr %308, align 8
  %920 = sext i32 %919 to i64
  %921 = icmp slt i64 %918, %920
  br i1 %921, label %764, label %922, !llvm.loop !52

922:                                              ; preds = %917, %743, %915
  %923 = phi i1 [ %766, %915 ], [ %745, %743 ], [ %921, %917 ]
  %924 = phi i32 [ 2, %915 ], [ %740, %743 ], [ %740, %917 ]
  br i1 %923, label %935, label %925

925:                                              ; preds = %922
  %926 = load ptr, ptr @stdout, align 8
  %927 = call i32 @fflush(ptr noundef %926)
  %928 = icmp eq i32 %927, 0
  br i1 %928, label %935, label %929

929:                                              ; preds = %925
  %930 = tail call ptr @__errno_location() #30
  %931 = load i32, ptr %930, align 4
  %932 = call ptr @strerror(i32 noundef %931) #24
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.31, ptr noundef %932)
  br label %933

933:                                              ; preds = %334, %716, %760, %929
  %934 = phi i32 [ 1, %334 ], [ %718, %716 ], [ %763, %760 ], [ 2, %929 ]
  call fastcc void @report(ptr noundef %22)
  br label %935

935:                                              ; preds = %933, %925, %922, %738, %580
  %936 = phi i32 [ %924, %922 ], [ %740, %738 ], [ 2, %580 ], [ 0, %925 ], [ %934, %933 ]
  call void @llvm.lifetime.end.p0(i64 40, ptr nonnull %17) #24
  br label %937

937:                                              ; preds = %156, %935, %274, %212, %110
  %938 = phi i32 [ 2, %110 ], [ 2, %156 ], [ 0, %274 ], [ %936, %935 ], [ 2, %212 ]
  ret i32 %938
}

; Function Attrs: mustprogress nofree nounwind willreturn memory(argmem: read)
declare ptr @strrchr(ptr noundef, i32 noundef) local_unnamed_addr #11

; Function Attrs: mustprogress nofree nounwind willreturn memory(argmem: read)
declare i32 @strcmp(ptr nocapture noundef, ptr nocapture noundef) local_unnamed_addr #11

; Function Attrs: mustprogress nofree nounwind willreturn memory(argmem: read)
declare i32 @strncmp(ptr nocapture noundef, ptr nocapture noundef, i64 noundef) local_unnamed_addr #11

; Function Attrs: nounwind
define internal fastcc void @report(ptr noundef %0) unnamed_addr #0 {
  %2 = tail call ptr @getenv(ptr noundef nonnull @.str.29) #24
  %3 = icmp eq ptr %2, null
  br i1 %3, label %9, label %4

4:                                                ; preds = %1
  %5 = load i8, ptr %2, align 1
  %6 = icmp eq i8 %5, 0
  br i1 %6, label %9, label %7

7:                                                ; preds = %4
  %8 = tail call noalias ptr @fopen(ptr noundef nonnull %2, ptr noundef nonnull @.str.159)
  br label %9

9:                                                ; preds = %1, %4, %7
  %10 = phi ptr [ %8, %7 ], [ null, %4 ], [ null, %1 ]
  %11 = icmp eq ptr %10, null
  br i1 %11, label %70, label %12

12:                                               ; preds = %9
  %13 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %14 = load ptr, ptr %13, align 8
  %15 = icmp eq ptr %14, null
  %16 = select i1 %15, ptr @.str.15, ptr %14
  br label %17

17:                                               ; preds = %22, %12
  %18 = phi ptr [ %16, %12 ], [ %25, %22 ]
  %19 = load i8, ptr %18, align 1
  switch i8 %19, label %20 [
    i8 0, label %26
    i8 10, label %22
  ]

20:                                               ; preds = %17
  %21 = zext i8 %19 to i32
  br label %22

22:                                               ; preds = %20, %17
  %23 = phi i32 [ %21, %20 ], [ 32, %17 ]
  %24 = tail call i32 @fputc(i32 noundef %23, ptr noundef nonnull %10)
  %25 = getelementptr inbounds i8, ptr %18, i64 1
  br label %17, !llvm.loop !53

26:                                               ; preds = %17
  %27 = tail call i32 @fputc(i32 noundef 10, ptr noundef nonnull %10)
  %28 = getelementptr inbounds i8, ptr %13, i64 8
  %29 = load i32, ptr %28, align 8
  %30 = getelementptr inbounds i8, ptr %13, i64 12
  %31 = load i32, ptr %30, align 4
  %32 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef nonnull %10, ptr noundef nonnull @.str.160, i32 noundef %29, i32 noundef %31) #24
  %33 = getelementptr inbounds i8, ptr %13, i64 16
  br label %34

34:                                               ; preds = %39, %26
  %35 = phi ptr [ %33, %26 ], [ %42, %39 ]
  %36 = load i8, ptr %35, align 1
  switch i8 %36, label %37 [
    i8 0, label %43
    i8 10, label %39
  ]

37:                                               ; preds = %34
  %38 = zext i8 %36 to i32
  br label %39

39:                                               ; preds = %37, %34
  %40 = phi i32 [ %38, %37 ], [ 32, %34 ]
  %41 = tail call i32 @fputc(i32 noundef %40, ptr noundef nonnull %10)
  %42 = getelementptr inbounds i8, ptr %35, i64 1
  br label %34, !llvm.loop !53

43:                                               ; preds = %34
  %44 = tail call i32 @fputc(i32 noundef 10, ptr noundef nonnull %10)
  %45 = getelementptr inbounds i8, ptr %13, i64 1040
  br label %46

46:                                               ; preds = %51, %43
  %47 = phi ptr [ %45, %43 ], [ %54, %51 ]
  %48 = load i8, ptr %47, align 1
  switch i8 %48, label %49 [
    i8 0, label %55
    i8 10, label %51
  ]

49:                                               ; preds = %46
  %50 = zext i8 %48 to i32
  br label %51

51:                                               ; preds = %49, %46
  %52 = phi i32 [ %50, %49 ], [ 32, %46 ]
  %53 = tail call i32 @fputc(i32 noundef %52, ptr noundef nonnull %10)
  %54 = getelementptr inbounds i8, ptr %47, i64 1
  br label %46, !llvm.loop !53

55:                                               ; preds = %46
  %56 = tail call i32 @fputc(i32 noundef 10, ptr noundef nonnull %10)
  %57 = getelementptr inbounds i8, ptr %13, i64 1296
  br label %58

58:                                               ; preds = %63, %55
  %59 = phi ptr [ %57, %55 ], [ %66, %63 ]
  %60 = load i8, ptr %59, align 1
  switch i8 %60, label %61 [
    i8 0, label %67
    i8 10, label %63
  ]

61:                                               ; preds = %58
  %62 = zext i8 %60 to i32
  br label %63

63:                                               ; preds = %61, %58
  %64 = phi i32 [ %62, %61 ], [ 32, %58 ]
  %65 = tail call i32 @fputc(i32 noundef %64, ptr noundef nonnull %10)
  %66 = getelementptr inbounds i8, ptr %59, i64 1
  br label %58, !llvm.loop !53

67:                                               ; preds = %58
  %68 = tail call i32 @fputc(i32 noundef 10, ptr noundef nonnull %10)
  %69 = tail call i32 @fclose(ptr noundef nonnull %10)
  br label %76

70:                                               ; preds = %9
  %71 = load ptr, ptr @stdout, align 8
  %72 = tail call i32 @fflush(ptr noundef %71)
  %73 = load ptr, ptr @stderr, align 8
  %74 = tail call ptr @descend_error()
  %75 = tail call i32 (ptr, ptr, ...) @fprintf(ptr noundef %73, ptr noundef nonnull @.str.161, ptr noundef %0, ptr noundef %74) #27
  br label %76

76:                                               ; preds = %70, %67
  ret void
}

; Function Attrs: nounwind
declare i32 @setenv(ptr noundef, ptr noundef, i32 noundef) local_unnamed_addr #0

; Function Attrs: nofree nounwind memory(read)
declare noundef ptr @getenv(ptr nocapture noundef) local_unnamed_addr #12

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @calloc(i64 noundef, i64 noundef) local_unnamed_addr #13

; Function Attrs: nounwind
define internal fastcc noundef i1 @bind_arguments(ptr nocapture noundef readonly %0) unnamed_addr #0 {
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca double, align 8
  %5 = alloca float, align 4
  %6 = alloca half, align 2
  %7 = alloca i64, align 8
  %8 = alloca i64, align 8
  %9 = alloca i64, align 8
  %10 = alloca [12 x i8], align 1
  %11 = alloca %struct.stat, align 8
  %12 = alloca [200 x i8], align 4
  %13 = alloca %struct.list, align 8
  %14 = alloca %struct.npy_header, align 8
  %15 = load ptr, ptr %0, align 8
  %16 = getelementptr inbounds i8, ptr %15, i64 8
  %17 = load i32, ptr %16, align 8
  %18 = icmp sgt i32 %17, 0
  br i1 %18, label %19, label %586

19:                                               ; preds = %1
  %20 = getelementptr inbounds i8, ptr %15, i64 24
  %21 = getelementptr inbounds i8, ptr %0, i64 8
  %22 = getelementptr inbounds i8, ptr %11, i64 16
  %23 = getelementptr inbounds i8, ptr %10, i64 6
  %24 = getelementptr inbounds i8, ptr %10, i64 8
  %25 = getelementptr inbounds i8, ptr %10, i64 9
  %26 = getelementptr inbounds i8, ptr %10, i64 10
  %27 = getelementptr inbounds i8, ptr %10, i64 11
  %28 = getelementptr inbounds i8, ptr %14, i64 24
  %29 = getelementptr inbounds i8, ptr %14, i64 20
  %30 = getelementptr inbounds i8, ptr %14, i64 32
  %31 = getelementptr inbounds i8, ptr %14, i64 16
  %32 = getelementptr inbounds i8, ptr %14, i64 32
  %33 = getelementptr inbounds i8, ptr %14, i64 20
  %34 = getelementptr inbounds i8, ptr %14, i64 32
  %35 = getelementptr inbounds i8, ptr %14, i64 16
  %36 = getelementptr inbounds i8, ptr %11, i64 16
  %37 = getelementptr inbounds i8, ptr %11, i64 48
  %38 = getelementptr inbounds i8, ptr %14, i64 32
  %39 = getelementptr inbounds i8, ptr %13, i64 8
  %40 = getelementptr inbounds i8, ptr %13, i64 16
  %41 = getelementptr inbounds i8, ptr %13, i64 24
  br label %42

42:                                               ; preds = %19, %581
  %43 = phi i64 [ 0, %19 ], [ %582, %581 ]
  %44 = load ptr, ptr %20, align 8
  %45 = getelementptr inbounds %struct.descend_param, ptr %44, i64 %43
  %46 = load ptr, ptr %21, align 8
  %47 = getelementptr inbounds %struct.argument, ptr %46, i64 %43
  %48 = getelementptr inbounds i8, ptr %45, i64 24
  %49 = load i32, ptr %48, align 8
  %50 = icmp eq i32 %49, 3
  br i1 %50, label %579, label %51

51:                                               ; preds = %42
  %52 = getelementptr inbounds i8, ptr %47, i64 528
  %53 = load ptr, ptr %52, align 8
  %54 = icmp eq ptr %53, null
  br i1 %54, label %55, label %62

55:                                               ; preds = %51
  %56 = load ptr, ptr %45, align 8
  %57 = getelementptr inbounds i8, ptr %45, i64 8
  %58 = load ptr, ptr %57, align 8
  %59 = add i32 %49, -1
  %60 = icmp ult i32 %59, 2
  %61 = select i1 %60, ptr @.str.197, ptr @.str.198
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.196, ptr noundef %56, ptr noundef %58, ptr noundef %56, ptr noundef nonnull %61)
  br label %579

62:                                               ; preds = %51
  %63 = add i32 %49, -1
  %64 = icmp ult i32 %63, 2
  br i1 %64, label %67, label %65

65:                                               ; preds = %62
  %66 = call fastcc ptr @parse_scalar(ptr noundef %45, ptr noundef %47)
  br label %67

67:                                               ; preds = %62, %65
  %68 = phi ptr [ %66, %65 ], [ null, %62 ]
  %69 = icmp eq ptr %68, null
  br i1 %69, label %75, label %70

70:                                               ; preds = %67
  %71 = load ptr, ptr %45, align 8
  %72 = load ptr, ptr %52, align 8
  %73 = getelementptr inbounds i8, ptr %45, i64 16
  %74 = load ptr, ptr %73, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.199, ptr noundef %71, ptr noundef %72, ptr noundef nonnull %68, ptr noundef %74)
  br label %579

75:                                               ; preds = %67
  call void @llvm.lifetime.start.p0(i64 544, ptr nonnull %14) #24
  %76 = load i32, ptr %48, align 8
  %77 = add i32 %76, -1
  %78 = icmp ult i32 %77, 2
  br i1 %78, label %79, label %150

79:                                               ; preds = %75
  %80 = load ptr, ptr %52, align 8
  %81 = call fastcc i1 @is_list(ptr noundef %45, ptr noundef %80)
  br i1 %81, label %82, label %150

82:                                               ; preds = %79
  %83 = load ptr, ptr %52, align 8
  %84 = call i64 @strlen(ptr noundef nonnull dereferenceable(1) %83) #26
  %85 = add i64 %84, 3
  %86 = call noalias ptr @malloc(i64 noundef %85) #33
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %13) #24
  store ptr %45, ptr %13, align 8
  store ptr %47, ptr %39, align 8
  store ptr %86, ptr %40, align 8
  %87 = add i64 %84, 1
  %88 = getelementptr inbounds i8, ptr %45, i64 32
  %89 = load i32, ptr %88, align 8
  %90 = sext i32 %89 to i64
  %91 = mul i64 %87, %90
  %92 = icmp ugt i64 %91, 9223372036854775679
  br i1 %92, label %97, label %93

93:                                               ; preds = %82
  %94 = add nuw nsw i64 %91, 127
  %95 = and i64 %94, 9223372036854775744
  %96 = call noalias align 64 ptr @aligned_alloc(i64 noundef 64, i64 noundef %95) #29
  br label %97

97:                                               ; preds = %93, %82
  %98 = phi ptr [ %96, %93 ], [ null, %82 ]
  store ptr %98, ptr %47, align 8
  store ptr %98, ptr %41, align 8
  %99 = icmp eq ptr %86, null
  %100 = icmp eq ptr %98, null
  %101 = or i1 %99, %100
  br i1 %101, label %108, label %102

102:                                              ; preds = %97
  %103 = getelementptr inbounds i8, ptr %45, i64 40
  %104 = load i32, ptr %103, align 8
  %105 = icmp sgt i32 %104, 0
  br i1 %105, label %106, label %110

106:                                              ; preds = %102
  %107 = getelementptr inbounds i8, ptr %47, i64 8
  br label %113

108:                                              ; preds = %97
  call void @free(ptr noundef %86) #24
  %109 = load ptr, ptr %45, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.203, ptr noundef %109)
  store i1 true, ptr @no_memory, align 1
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %13) #24
  br label %577

110:                                              ; preds = %113, %102
  %111 = phi i32 [ %104, %102 ], [ %117, %113 ]
  %112 = icmp eq i32 %111, 0
  br i1 %112, label %127, label %120

113:                                              ; preds = %113, %106
  %114 = phi i64 [ 0, %106 ], [ %116, %113 ]
  %115 = getelementptr inbounds [64 x i64], ptr %107, i64 0, i64 %114
  store i64 -1, ptr %115, align 8
  %116 = add nuw nsw i64 %114, 1
  %117 = load i32, ptr %103, align 8
  %118 = sext i32 %117 to i64
  %119 = icmp slt i64 %116, %118
  br i1 %119, label %113, label %110, !llvm.loop !54

120:                                              ; preds = %110
  %121 = load ptr, ptr %52, align 8
  %122 = call i64 @strspn(ptr noundef readonly %121, ptr noundef nonnull @.str.206) #26
  %123 = getelementptr inbounds i8, ptr %121, i64 %122
  %124 = load i8, ptr %123, align 1
  %125 = icmp eq i8 %124, 91
  %126 = select i1 %125, ptr @.str.14, ptr @.str.204
  br label %127

127:                                              ; preds = %120, %110
  %128 = phi ptr [ @.str.14, %110 ], [ %126, %120 ]
  %129 = load ptr, ptr %52, align 8
  %130 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %86, i64 noundef %85, ptr noundef nonnull %128, ptr noundef %129) #24
  %131 = call i64 @strspn(ptr noundef readonly %86, ptr noundef nonnull @.str.206) #26
  %132 = getelementptr inbounds i8, ptr %86, i64 %131
  store ptr %132, ptr %40, align 8
  %133 = load i32, ptr %103, align 8
  %134 = icmp eq i32 %133, 0
  br i1 %134, label %135, label %138

135:                                              ; preds = %127
  %136 = load i8, ptr %132, align 1
  %137 = icmp eq i8 %136, 91
  br i1 %137, label %138, label %140

138:                                              ; preds = %135, %127
  %139 = call fastcc i1 @read_dimension(ptr noundef nonnull %13, i32 noundef 0)
  br label %142

140:                                              ; preds = %135
  %141 = call fastcc i1 @read_element(ptr noundef nonnull %13)
  br label %142

142:                                              ; preds = %140, %138
  %143 = phi i1 [ %139, %138 ], [ %141, %140 ]
  br i1 %143, label %144, label %576

144:                                              ; preds = %142
  %145 = load ptr, ptr %40, align 8
  %146 = load i8, ptr %145, align 1
  %147 = icmp eq i8 %146, 0
  br i1 %147, label %149, label %148

148:                                              ; preds = %144
  call void (ptr, ptr, ...) @wrong_list(ptr noundef nonnull readonly %13, ptr noundef nonnull @.str.221, ptr noundef nonnull @.str.205, ptr noundef nonnull %145)
  br label %576

149:                                              ; preds = %144
  call void @free(ptr noundef %86) #24
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %13) #24
  br label %577

150:                                              ; preds = %79, %75
  %151 = load ptr, ptr %52, align 8
  %152 = load i32, ptr %48, align 8
  %153 = add i32 %152, -1
  %154 = icmp ult i32 %153, 2
  br i1 %154, label %155, label %577

155:                                              ; preds = %150
  %156 = call fastcc i1 @is_generator(ptr noundef %151)
  br i1 %156, label %577, label %157

157:                                              ; preds = %155
  %158 = call fastcc i1 @is_list(ptr noundef readonly %45, ptr noundef %151)
  br i1 %158, label %577, label %159

159:                                              ; preds = %157
  %160 = load ptr, ptr %52, align 8
  %161 = call i32 @access(ptr noundef %160, i32 noundef 0) #24
  %162 = icmp eq i32 %161, 0
  br i1 %162, label %170, label %163

163:                                              ; preds = %159
  %164 = tail call ptr @__errno_location() #30
  %165 = load i32, ptr %164, align 4
  %166 = icmp eq i32 %165, 2
  br i1 %166, label %167, label %170

167:                                              ; preds = %163
  %168 = load ptr, ptr %45, align 8
  %169 = load ptr, ptr %52, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.200, ptr noundef %168, ptr noundef %169)
  br label %577

170:                                              ; preds = %163, %159
  %171 = load ptr, ptr %52, align 8
  %172 = call noalias ptr @fopen(ptr noundef %171, ptr noundef nonnull @.str.223)
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %11) #24
  %173 = icmp eq ptr %172, null
  br i1 %173, label %174, label %178

174:                                              ; preds = %170
  %175 = tail call ptr @__errno_location() #30
  %176 = load i32, ptr %175, align 4
  %177 = call ptr @strerror(i32 noundef %176) #24
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.110, ptr noundef %171, ptr noundef %177)
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #24
  br label %577

178:                                              ; preds = %170
  store ptr null, ptr %47, align 8
  %179 = call i32 @fileno(ptr noundef nonnull %172) #24
  %180 = call i32 @fstat(i32 noundef %179, ptr noundef nonnull %11) #24
  %181 = icmp eq i32 %180, 0
  br i1 %181, label %182, label %187

182:                                              ; preds = %178
  %183 = load i32, ptr %22, align 8
  %184 = and i32 %183, 61440
  %185 = icmp eq i32 %184, 16384
  br i1 %185, label %186, label %187

186:                                              ; preds = %182
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.224, ptr noundef %171)
  br label %570

187:                                              ; preds = %182, %178
  call void @llvm.lifetime.start.p0(i64 12, ptr nonnull %10) #24
  %188 = call i64 @fread(ptr noundef nonnull %10, i64 noundef 1, i64 noundef 8, ptr noundef nonnull %172)
  %189 = icmp ult i64 %188, 6
  br i1 %189, label %193, label %190

190:                                              ; preds = %187
  %191 = call i32 @bcmp(ptr noundef nonnull dereferenceable(6) %10, ptr noundef nonnull dereferenceable(6) @.str.234, i64 6)
  %192 = icmp eq i32 %191, 0
  br i1 %192, label %196, label %193

193:                                              ; preds = %190, %187
  %194 = icmp eq i64 %188, 0
  %195 = select i1 %194, ptr @.str.237, ptr @.str.236
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.235, ptr noundef %171, ptr noundef nonnull %195)
  br label %568

196:                                              ; preds = %190
  %197 = load i8, ptr %23, align 1
  %198 = icmp eq i8 %197, 1
  %199 = icmp ult i64 %188, 8
  br i1 %199, label %204, label %200

200:                                              ; preds = %196
  %201 = select i1 %198, i64 2, i64 4
  %202 = call i64 @fread(ptr noundef nonnull %24, i64 noundef 1, i64 noundef %201, ptr noundef nonnull %172)
  %203 = icmp eq i64 %202, %201
  br i1 %203, label %205, label %204

204:                                              ; preds = %200, %196
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.238, ptr noundef %171)
  br label %568

205:                                              ; preds = %200
  %206 = load i8, ptr %23, align 1
  %207 = add i8 %206, -4
  %208 = icmp ult i8 %207, -3
  br i1 %208, label %209, label %211

209:                                              ; preds = %205
  %210 = zext i8 %206 to i32
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.239, ptr noundef %171, i32 noundef %210)
  br label %568

211:                                              ; preds = %205
  %212 = load i8, ptr %24, align 1
  %213 = zext i8 %212 to i64
  %214 = load i8, ptr %25, align 1
  %215 = zext i8 %214 to i64
  %216 = shl nuw nsw i64 %215, 8
  %217 = or disjoint i64 %216, %213
  br i1 %198, label %227, label %218

218:                                              ; preds = %211
  %219 = load i8, ptr %26, align 1
  %220 = zext i8 %219 to i64
  %221 = shl nuw nsw i64 %220, 16
  %222 = load i8, ptr %27, align 1
  %223 = zext i8 %222 to i64
  %224 = shl nuw nsw i64 %223, 24
  %225 = or disjoint i64 %221, %224
  %226 = or disjoint i64 %225, %217
  br label %227

227:                                              ; preds = %218, %211
  %228 = phi i64 [ %226, %218 ], [ %217, %211 ]
  %229 = icmp ugt i64 %228, 1048576
  br i1 %229, label %230, label %231

230:                                              ; preds = %227
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.240, ptr noundef %171, i64 noundef %228)
  br label %568

231:                                              ; preds = %227
  %232 = add nuw nsw i64 %228, 1
  %233 = call noalias ptr @malloc(i64 noundef %232) #33
  %234 = icmp eq ptr %233, null
  br i1 %234, label %238, label %235

235:                                              ; preds = %231
  %236 = call i64 @fread(ptr noundef nonnull %233, i64 noundef 1, i64 noundef %228, ptr noundef nonnull %172)
  %237 = icmp eq i64 %236, %228
  br i1 %237, label %239, label %238

238:                                              ; preds = %235, %231
  call void @free(ptr noundef %233) #24
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.238, ptr noundef %171)
  br label %568

239:                                              ; preds = %235
  %240 = getelementptr inbounds i8, ptr %233, i64 %228
  store i8 0, ptr %240, align 1
  %241 = call fastcc i1 @npy_parse(ptr noundef nonnull %233, ptr noundef nonnull %14)
  %242 = call fastcc ptr @npy_value(ptr noundef nonnull %233, ptr noundef nonnull @.str.241)
  br i1 %241, label %253, label %243

243:                                              ; preds = %239
  %244 = icmp eq ptr %242, null
  br i1 %244, label %251, label %245

245:                                              ; preds = %243
  %246 = load i8, ptr %242, align 1
  %247 = icmp eq i8 %246, 91
  br i1 %247, label %251, label %248

248:                                              ; preds = %245
  %249 = icmp eq i8 %246, 40
  %250 = select i1 %249, ptr @.str.242, ptr @.str.243
  br label %251

251:                                              ; preds = %248, %245, %243
  %252 = phi ptr [ @.str.243, %243 ], [ @.str.242, %245 ], [ %250, %248 ]
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull %252, ptr noundef %171)
  call void @free(ptr noundef %233) #24
  call void @llvm.lifetime.end.p0(i64 12, ptr nonnull %10) #24
  br i1 %241, label %254, label %570

253:                                              ; preds = %239
  call void @free(ptr noundef %233) #24
  call void @llvm.lifetime.end.p0(i64 12, ptr nonnull %10) #24
  br label %254

254:                                              ; preds = %253, %251
  call void @llvm.lifetime.start.p0(i64 200, ptr nonnull %12) #24
  %255 = load i8, ptr %14, align 8
  %256 = icmp eq i8 %255, 62
  br i1 %256, label %257, label %262

257:                                              ; preds = %254
  %258 = getelementptr inbounds i8, ptr %45, i64 32
  %259 = load i32, ptr %258, align 8
  %260 = icmp sgt i32 %259, 1
  %261 = select i1 %260, i32 %259, i32 0
  br label %262

262:                                              ; preds = %257, %254
  %263 = phi i32 [ 0, %254 ], [ %261, %257 ]
  store i32 %263, ptr %28, align 8
  %264 = getelementptr inbounds i8, ptr %45, i64 56
  %265 = load ptr, ptr %264, align 8
  %266 = icmp eq ptr %265, null
  %267 = load i32, ptr %29, align 4
  %268 = icmp eq i32 %267, 64
  %269 = select i1 %266, i1 true, i1 %268
  br i1 %269, label %325, label %270

270:                                              ; preds = %262
  %271 = icmp eq i8 %255, 0
  br i1 %271, label %277, label %272

272:                                              ; preds = %270
  %273 = zext i8 %255 to i32
  %274 = call ptr @memchr(ptr noundef nonnull dereferenceable(1) @.str.256, i32 %273, i64 5)
  %275 = icmp ne ptr %274, null
  %276 = zext i1 %275 to i64
  br label %277

277:                                              ; preds = %272, %270
  %278 = phi i64 [ 0, %270 ], [ %276, %272 ]
  %279 = getelementptr inbounds i8, ptr %14, i64 %278
  %280 = call i32 @strcmp(ptr noundef nonnull readonly dereferenceable(1) %279, ptr noundef nonnull dereferenceable(2) @.str.254) #26
  %281 = icmp eq i32 %280, 0
  %282 = select i1 %281, ptr @.str.255, ptr %279
  %283 = getelementptr inbounds i8, ptr %265, i64 1
  %284 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %282, ptr noundef nonnull readonly dereferenceable(1) %283) #26
  %285 = icmp eq i32 %284, 0
  br i1 %285, label %286, label %325

286:                                              ; preds = %277
  br i1 %256, label %287, label %292

287:                                              ; preds = %286
  %288 = getelementptr inbounds i8, ptr %265, i64 2
  %289 = call i64 @strtol(ptr nocapture noundef nonnull %288, ptr noundef null, i32 noundef 10) #24
  %290 = trunc i64 %289 to i32
  %291 = sdiv i32 %290, 2
  br label %292

292:                                              ; preds = %287, %286
  %293 = phi i32 [ %291, %287 ], [ 0, %286 ]
  store i32 %293, ptr %28, align 8
  %294 = load i32, ptr %29, align 4
  %295 = icmp sgt i32 %294, 0
  br i1 %295, label %296, label %300

296:                                              ; preds = %292
  %297 = zext nneg i32 %294 to i64
  br label %315

298:                                              ; preds = %315
  %299 = icmp ugt i32 %322, 1
  br label %300

300:                                              ; preds = %298, %292
  %301 = phi i1 [ false, %292 ], [ %299, %298 ]
  %302 = load i8, ptr %31, align 8, !range !4, !noundef !5
  %303 = trunc nuw i8 %302 to i1
  %304 = select i1 %303, i1 %301, i1 false
  %305 = zext i1 %304 to i8
  store i8 %305, ptr %31, align 8
  %306 = load ptr, ptr %264, align 8
  %307 = getelementptr inbounds i8, ptr %306, i64 2
  %308 = call i64 @strtol(ptr nocapture noundef nonnull %307, ptr noundef null, i32 noundef 10) #24
  %309 = shl i64 %308, 32
  %310 = ashr exact i64 %309, 32
  %311 = load i32, ptr %29, align 4
  %312 = add nsw i32 %311, 1
  store i32 %312, ptr %29, align 4
  %313 = sext i32 %311 to i64
  %314 = getelementptr inbounds [64 x i64], ptr %32, i64 0, i64 %313
  store i64 %310, ptr %314, align 8
  store i32 3241340, ptr %14, align 8
  br label %325

315:                                              ; preds = %315, %296
  %316 = phi i64 [ 0, %296 ], [ %323, %315 ]
  %317 = phi i32 [ 0, %296 ], [ %322, %315 ]
  %318 = getelementptr inbounds [64 x i64], ptr %30, i64 0, i64 %316
  %319 = load i64, ptr %318, align 8
  %320 = icmp ne i64 %319, 1
  %321 = zext i1 %320 to i32
  %322 = add nuw nsw i32 %317, %321
  %323 = add nuw nsw i64 %316, 1
  %324 = icmp eq i64 %323, %297
  br i1 %324, label %298, label %315, !llvm.loop !55

325:                                              ; preds = %300, %277, %262
  %326 = load i32, ptr %33, align 4
  store i16 40, ptr %12, align 4
  %327 = icmp sgt i32 %326, 0
  br i1 %327, label %328, label %330

328:                                              ; preds = %325
  %329 = zext nneg i32 %326 to i64
  br label %333

330:                                              ; preds = %333, %325
  %331 = phi i64 [ 1, %325 ], [ %344, %333 ]
  %332 = phi i1 [ true, %325 ], [ %347, %333 ]
  br i1 %332, label %349, label %355

333:                                              ; preds = %333, %328
  %334 = phi i64 [ 0, %328 ], [ %345, %333 ]
  %335 = phi i64 [ 1, %328 ], [ %344, %333 ]
  %336 = getelementptr inbounds i8, ptr %12, i64 %335
  %337 = sub nsw i64 200, %335
  %338 = icmp eq i64 %334, 0
  %339 = select i1 %338, ptr @.str.15, ptr @.str.163
  %340 = getelementptr inbounds i64, ptr %34, i64 %334
  %341 = load i64, ptr %340, align 8
  %342 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %336, i64 noundef %337, ptr noundef nonnull @.str.252, ptr noundef nonnull %339, i64 noundef %341) #24
  %343 = sext i32 %342 to i64
  %344 = add nsw i64 %335, %343
  %345 = add nuw nsw i64 %334, 1
  %346 = icmp ult i64 %345, %329
  %347 = icmp ult i64 %344, 200
  %348 = select i1 %346, i1 %347, i1 false
  br i1 %348, label %333, label %330, !llvm.loop !49

349:                                              ; preds = %330
  %350 = getelementptr inbounds i8, ptr %12, i64 %331
  %351 = sub nsw i64 200, %331
  %352 = icmp eq i32 %326, 1
  %353 = select i1 %352, ptr @.str.253, ptr @.str.60
  %354 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %350, i64 noundef %351, ptr noundef nonnull @.str.14, ptr noundef nonnull %353) #24
  br label %355

355:                                              ; preds = %349, %330
  %356 = load i32, ptr %33, align 4
  %357 = icmp sgt i32 %356, 0
  br i1 %357, label %358, label %360

358:                                              ; preds = %355
  %359 = zext nneg i32 %356 to i64
  br label %364

360:                                              ; preds = %376, %355
  %361 = phi i64 [ 1, %355 ], [ %377, %376 ]
  %362 = phi i1 [ true, %355 ], [ %378, %376 ]
  %363 = phi i32 [ 0, %355 ], [ %383, %376 ]
  br i1 %362, label %386, label %394

364:                                              ; preds = %376, %358
  %365 = phi i64 [ 0, %358 ], [ %384, %376 ]
  %366 = phi i32 [ 0, %358 ], [ %383, %376 ]
  %367 = phi i1 [ true, %358 ], [ %378, %376 ]
  %368 = phi i64 [ 1, %358 ], [ %377, %376 ]
  br i1 %367, label %369, label %376

369:                                              ; preds = %364
  %370 = getelementptr inbounds [64 x i64], ptr %34, i64 0, i64 %365
  %371 = load i64, ptr %370, align 8
  %372 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %368, i64 %371)
  %373 = extractvalue { i64, i1 } %372, 1
  %374 = extractvalue { i64, i1 } %372, 0
  %375 = xor i1 %373, true
  br label %376

376:                                              ; preds = %369, %364
  %377 = phi i64 [ %374, %369 ], [ %368, %364 ]
  %378 = phi i1 [ %375, %369 ], [ false, %364 ]
  %379 = getelementptr inbounds [64 x i64], ptr %34, i64 0, i64 %365
  %380 = load i64, ptr %379, align 8
  %381 = icmp ne i64 %380, 1
  %382 = zext i1 %381 to i32
  %383 = add nuw nsw i32 %366, %382
  %384 = add nuw nsw i64 %365, 1
  %385 = icmp eq i64 %384, %359
  br i1 %385, label %360, label %364, !llvm.loop !56

386:                                              ; preds = %360
  %387 = getelementptr inbounds i8, ptr %45, i64 32
  %388 = load i32, ptr %387, align 8
  %389 = sext i32 %388 to i64
  %390 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %361, i64 %389)
  %391 = extractvalue { i64, i1 } %390, 1
  %392 = extractvalue { i64, i1 } %390, 0
  %393 = xor i1 %391, true
  br label %394

394:                                              ; preds = %386, %360
  %395 = phi i64 [ %392, %386 ], [ 0, %360 ]
  %396 = phi i1 [ %393, %386 ], [ false, %360 ]
  %397 = getelementptr inbounds i8, ptr %45, i64 16
  %398 = load ptr, ptr %397, align 8
  br label %402

399:                                              ; preds = %402
  %400 = add nuw nsw i64 %403, 1
  %401 = icmp eq i64 %400, 12
  br i1 %401, label %411, label %402, !llvm.loop !50

402:                                              ; preds = %399, %394
  %403 = phi i64 [ 0, %394 ], [ %400, %399 ]
  %404 = getelementptr inbounds [12 x [2 x ptr]], ptr @npy_descr.table, i64 0, i64 %403
  %405 = load ptr, ptr %404, align 8
  %406 = call i32 @strcmp(ptr noundef nonnull readonly dereferenceable(1) %398, ptr noundef nonnull dereferenceable(1) %405) #26
  %407 = icmp eq i32 %406, 0
  br i1 %407, label %408, label %399

408:                                              ; preds = %402
  %409 = getelementptr inbounds i8, ptr %404, i64 8
  %410 = load ptr, ptr %409, align 8
  br label %411

411:                                              ; preds = %399, %408
  %412 = phi ptr [ %410, %408 ], [ @.str.254, %399 ]
  %413 = load i8, ptr %14, align 8
  %414 = icmp eq i8 %413, 0
  br i1 %414, label %420, label %415

415:                                              ; preds = %411
  %416 = zext i8 %413 to i32
  %417 = call ptr @memchr(ptr noundef nonnull dereferenceable(1) @.str.256, i32 %416, i64 5)
  %418 = icmp ne ptr %417, null
  %419 = zext i1 %418 to i64
  br label %420

420:                                              ; preds = %415, %411
  %421 = phi i64 [ 0, %411 ], [ %419, %415 ]
  %422 = getelementptr inbounds i8, ptr %14, i64 %421
  %423 = call i32 @strcmp(ptr noundef nonnull readonly dereferenceable(1) %422, ptr noundef nonnull dereferenceable(2) @.str.254) #26
  %424 = icmp eq i32 %423, 0
  %425 = select i1 %424, ptr @.str.255, ptr %422
  %426 = getelementptr inbounds i8, ptr %412, i64 1
  %427 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %425, ptr noundef nonnull readonly dereferenceable(1) %426) #26
  %428 = icmp eq i32 %427, 0
  br i1 %428, label %513, label %429

429:                                              ; preds = %420
  %430 = getelementptr inbounds i8, ptr %45, i64 8
  %431 = load ptr, ptr %430, align 8
  br label %435

432:                                              ; preds = %435
  %433 = add nuw nsw i64 %436, 1
  %434 = icmp eq i64 %433, 12
  br i1 %434, label %444, label %435, !llvm.loop !50

435:                                              ; preds = %432, %429
  %436 = phi i64 [ 0, %429 ], [ %433, %432 ]
  %437 = getelementptr inbounds [12 x [2 x ptr]], ptr @npy_descr.table, i64 0, i64 %436
  %438 = load ptr, ptr %437, align 8
  %439 = call i32 @strcmp(ptr noundef nonnull readonly dereferenceable(1) %398, ptr noundef nonnull dereferenceable(1) %438) #26
  %440 = icmp eq i32 %439, 0
  br i1 %440, label %441, label %432

441:                                              ; preds = %435
  %442 = getelementptr inbounds i8, ptr %437, i64 8
  %443 = load ptr, ptr %442, align 8
  br label %444

444:                                              ; preds = %432, %441
  %445 = phi ptr [ %443, %441 ], [ @.str.254, %432 ]
  br i1 %414, label %451, label %446

446:                                              ; preds = %444
  %447 = zext i8 %413 to i32
  %448 = call ptr @memchr(ptr noundef nonnull dereferenceable(1) @.str.256, i32 %447, i64 5)
  %449 = icmp ne ptr %448, null
  %450 = zext i1 %449 to i64
  br label %451

451:                                              ; preds = %446, %444
  %452 = phi i64 [ 0, %444 ], [ %450, %446 ]
  %453 = getelementptr inbounds i8, ptr %14, i64 %452
  %454 = load ptr, ptr %264, align 8
  %455 = icmp eq ptr %454, null
  br i1 %455, label %459, label %468

456:                                              ; preds = %459
  %457 = add nuw nsw i64 %460, 1
  %458 = icmp eq i64 %457, 12
  br i1 %458, label %468, label %459, !llvm.loop !50

459:                                              ; preds = %451, %456
  %460 = phi i64 [ %457, %456 ], [ 0, %451 ]
  %461 = getelementptr inbounds [12 x [2 x ptr]], ptr @npy_descr.table, i64 0, i64 %460
  %462 = load ptr, ptr %461, align 8
  %463 = call i32 @strcmp(ptr noundef nonnull readonly dereferenceable(1) %398, ptr noundef nonnull dereferenceable(1) %462) #26
  %464 = icmp eq i32 %463, 0
  br i1 %464, label %465, label %456

465:                                              ; preds = %459
  %466 = getelementptr inbounds i8, ptr %461, i64 8
  %467 = load ptr, ptr %466, align 8
  br label %468

468:                                              ; preds = %456, %465, %451
  %469 = phi ptr [ %454, %451 ], [ %467, %465 ], [ @.str.254, %456 ]
  %470 = load i8, ptr %469, align 1
  %471 = icmp eq i8 %470, 0
  br i1 %471, label %477, label %472

472:                                              ; preds = %468
  %473 = zext i8 %470 to i32
  %474 = call ptr @memchr(ptr noundef nonnull dereferenceable(1) @.str.256, i32 %473, i64 5)
  %475 = icmp ne ptr %474, null
  %476 = zext i1 %475 to i64
  br label %477

477:                                              ; preds = %472, %468
  %478 = phi i64 [ 0, %468 ], [ %476, %472 ]
  %479 = getelementptr inbounds i8, ptr %469, i64 %478
  %480 = load i8, ptr %479, align 1
  switch i8 %480, label %481 [
    i8 102, label %486
    i8 105, label %484
    i8 117, label %485
  ]

481:                                              ; preds = %477
  %482 = icmp eq i8 %480, 99
  %483 = select i1 %482, ptr @.str.279, ptr @.str.187
  br label %486

484:                                              ; preds = %477
  br label %486

485:                                              ; preds = %477
  br label %486

486:                                              ; preds = %485, %484, %481, %477
  %487 = phi ptr [ @.str.276, %477 ], [ %483, %481 ], [ @.str.277, %484 ], [ @.str.278, %485 ]
  br i1 %455, label %488, label %494

488:                                              ; preds = %486
  %489 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %398, ptr noundef nonnull dereferenceable(3) @.str.260) #26
  %490 = icmp eq i32 %489, 0
  br i1 %490, label %491, label %494

491:                                              ; preds = %488
  %492 = call ptr @strstr(ptr noundef nonnull dereferenceable(1) %431, ptr noundef nonnull dereferenceable(1) @.str.260) #26
  %493 = icmp eq ptr %492, null
  br i1 %493, label %511, label %494

494:                                              ; preds = %491, %488, %486
  %495 = load i8, ptr %453, align 1
  %496 = icmp eq i8 %495, 0
  br i1 %496, label %511, label %497

497:                                              ; preds = %494
  %498 = select i1 %455, ptr @.str.281, ptr @.str.280
  %499 = zext i8 %495 to i32
  %500 = call ptr @strchr(ptr noundef nonnull dereferenceable(1) %498, i32 noundef %499) #26
  %501 = icmp eq ptr %500, null
  br i1 %501, label %511, label %502

502:                                              ; preds = %497
  %503 = icmp eq i8 %480, 98
  br i1 %503, label %504, label %505

504:                                              ; preds = %502
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 1 dereferenceable(37) @conversion.out, ptr noundef nonnull align 1 dereferenceable(37) @.str.282, i64 37, i1 false)
  br label %511

505:                                              ; preds = %502
  %506 = getelementptr inbounds i8, ptr %479, i64 1
  %507 = call i64 @strtol(ptr nocapture noundef nonnull %506, ptr noundef null, i32 noundef 10) #24
  %508 = trunc i64 %507 to i32
  %509 = shl nsw i32 %508, 3
  %510 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) @conversion.out, i64 noundef 80, ptr noundef nonnull @.str.283, ptr noundef nonnull %487, i32 noundef %509) #24
  br label %511

511:                                              ; preds = %505, %504, %497, %494, %491
  %512 = phi ptr [ @.str.15, %497 ], [ @.str.15, %494 ], [ @.str.15, %491 ], [ @conversion.out, %505 ], [ @conversion.out, %504 ]
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.225, ptr noundef %171, ptr noundef nonnull %14, ptr noundef %431, ptr noundef %445, ptr noundef nonnull %512)
  br label %569

513:                                              ; preds = %420
  %514 = getelementptr inbounds i8, ptr %45, i64 40
  %515 = load i32, ptr %514, align 8
  %516 = icmp eq i32 %356, %515
  br i1 %516, label %522, label %517

517:                                              ; preds = %513
  %518 = getelementptr inbounds i8, ptr %45, i64 8
  %519 = load ptr, ptr %518, align 8
  %520 = icmp eq i32 %515, 1
  %521 = select i1 %520, ptr @.str.15, ptr @.str.208
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.226, ptr noundef %171, ptr noundef nonnull %12, ptr noundef %519, i32 noundef %515, ptr noundef nonnull %521)
  br label %569

522:                                              ; preds = %513
  %523 = load i8, ptr %35, align 8, !range !4, !noundef !5
  %524 = trunc nuw i8 %523 to i1
  %525 = icmp ugt i32 %363, 1
  %526 = select i1 %524, i1 %525, i1 false
  %527 = icmp sgt i64 %361, 0
  %528 = select i1 %526, i1 %527, i1 false
  br i1 %528, label %529, label %530

529:                                              ; preds = %522
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.227, ptr noundef %171)
  br label %569

530:                                              ; preds = %522
  br i1 %396, label %532, label %531

531:                                              ; preds = %530
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.228, ptr noundef %171, ptr noundef nonnull %12)
  br label %569

532:                                              ; preds = %530
  %533 = load i32, ptr %36, align 8
  %534 = and i32 %533, 61440
  %535 = icmp eq i32 %534, 32768
  br i1 %535, label %536, label %549

536:                                              ; preds = %532
  %537 = load i64, ptr %37, align 8
  %538 = call i64 @ftell(ptr noundef nonnull %172)
  %539 = sub nsw i64 %537, %538
  %540 = icmp eq i64 %539, %395
  br i1 %540, label %549, label %541

541:                                              ; preds = %536
  %542 = call i64 @ftell(ptr noundef nonnull %172)
  %543 = sub nsw i64 %537, %542
  %544 = icmp slt i64 %543, %395
  %545 = select i1 %544, ptr @.str.230, ptr @.str.231
  %546 = call i64 @ftell(ptr noundef nonnull %172)
  %547 = sub nsw i64 %537, %546
  %548 = load ptr, ptr %397, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.229, ptr noundef %171, ptr noundef nonnull %545, i64 noundef %547, ptr noundef nonnull %12, ptr noundef %548, i64 noundef %395)
  br label %569

549:                                              ; preds = %536, %532
  %550 = icmp ugt i64 %395, 9223372036854775679
  br i1 %550, label %555, label %551

551:                                              ; preds = %549
  %552 = add nuw nsw i64 %395, 127
  %553 = and i64 %552, 9223372036854775744
  %554 = call noalias align 64 ptr @aligned_alloc(i64 noundef 64, i64 noundef %553) #29
  br label %555

555:                                              ; preds = %551, %549
  %556 = phi ptr [ %554, %551 ], [ null, %549 ]
  store ptr %556, ptr %47, align 8
  %557 = icmp eq ptr %556, null
  br i1 %557, label %558, label %559

558:                                              ; preds = %555
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.232, ptr noundef %171, i64 noundef %395)
  store i1 true, ptr @no_memory, align 1
  br label %569

559:                                              ; preds = %555
  %560 = call i64 @fread(ptr noundef nonnull %556, i64 noundef 1, i64 noundef %395, ptr noundef nonnull %172)
  %561 = icmp eq i64 %560, %395
  br i1 %561, label %564, label %562

562:                                              ; preds = %559
  %563 = load ptr, ptr %397, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.233, ptr noundef %171, ptr noundef nonnull %12, ptr noundef %563, i64 noundef %395)
  br label %569

564:                                              ; preds = %559
  %565 = load ptr, ptr %47, align 8
  %566 = call fastcc i1 @npy_finish(ptr noundef %171, ptr noundef readonly %45, ptr noundef nonnull %14, ptr noundef %565, i64 noundef %395)
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %12) #24
  %567 = call i32 @fclose(ptr noundef nonnull %172)
  br i1 %566, label %574, label %572

568:                                              ; preds = %238, %230, %209, %204, %193
  call void @llvm.lifetime.end.p0(i64 12, ptr nonnull %10) #24
  br label %570

569:                                              ; preds = %511, %531, %558, %562, %541, %529, %517
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %12) #24
  br label %570

570:                                              ; preds = %251, %186, %568, %569
  %571 = call i32 @fclose(ptr noundef nonnull %172)
  br label %572

572:                                              ; preds = %570, %564
  %573 = load ptr, ptr %47, align 8
  call void @free(ptr noundef %573) #24
  store ptr null, ptr %47, align 8
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #24
  br label %577

574:                                              ; preds = %564
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %11) #24
  %575 = getelementptr inbounds i8, ptr %47, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(512) %575, ptr noundef nonnull align 8 dereferenceable(512) %38, i64 512, i1 false)
  br label %577

576:                                              ; preds = %148, %142
  call void @free(ptr noundef %86) #24
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %13) #24
  br label %577

577:                                              ; preds = %574, %157, %150, %155, %149, %572, %576, %174, %108, %167
  %578 = phi i32 [ 1, %167 ], [ 1, %572 ], [ 1, %108 ], [ 1, %174 ], [ 1, %576 ], [ 0, %149 ], [ 0, %155 ], [ 0, %150 ], [ 0, %157 ], [ 0, %574 ]
  call void @llvm.lifetime.end.p0(i64 544, ptr nonnull %14) #24
  br label %579

579:                                              ; preds = %70, %577, %42, %55
  %580 = phi i32 [ 1, %55 ], [ 4, %42 ], [ 1, %70 ], [ %578, %577 ]
  switch i32 %580, label %1194 [
    i32 0, label %581
    i32 4, label %581
  ]

581:                                              ; preds = %579, %579
  %582 = add nuw nsw i64 %43, 1
  %583 = load i32, ptr %16, align 8
  %584 = sext i32 %583 to i64
  %585 = icmp slt i64 %582, %584
  br i1 %585, label %42, label %586, !llvm.loop !57

586:                                              ; preds = %581, %1
  %587 = getelementptr inbounds i8, ptr %15, i64 8
  %588 = load ptr, ptr %0, align 8
  %589 = getelementptr inbounds i8, ptr %588, i64 8
  %590 = getelementptr inbounds i8, ptr %588, i64 24
  %591 = getelementptr inbounds i8, ptr %0, i64 8
  %592 = getelementptr inbounds i8, ptr %0, i64 16
  %593 = getelementptr inbounds i8, ptr %0, i64 24
  br label %594

594:                                              ; preds = %717, %586
  %595 = phi i1 [ true, %586 ], [ %719, %717 ]
  br i1 %595, label %596, label %721

596:                                              ; preds = %594
  %597 = load i32, ptr %589, align 8
  %598 = icmp sgt i32 %597, 0
  br i1 %598, label %604, label %717

599:                                              ; preds = %714
  %600 = add nuw nsw i64 %605, 1
  %601 = load i32, ptr %589, align 8
  %602 = sext i32 %601 to i64
  %603 = icmp slt i64 %600, %602
  br i1 %603, label %604, label %717, !llvm.loop !58

604:                                              ; preds = %596, %599
  %605 = phi i64 [ %600, %599 ], [ 0, %596 ]
  %606 = phi i1 [ %603, %599 ], [ %598, %596 ]
  %607 = phi i1 [ %715, %599 ], [ false, %596 ]
  %608 = load ptr, ptr %591, align 8
  %609 = getelementptr inbounds %struct.argument, ptr %608, i64 %605
  %610 = load ptr, ptr %609, align 8
  %611 = icmp eq ptr %610, null
  br i1 %611, label %714, label %612

612:                                              ; preds = %604, %707
  %613 = phi i64 [ %709, %707 ], [ 0, %604 ]
  %614 = phi ptr [ %710, %707 ], [ %608, %604 ]
  %615 = phi i1 [ %708, %707 ], [ %607, %604 ]
  %616 = load ptr, ptr %590, align 8
  %617 = getelementptr inbounds %struct.descend_param, ptr %616, i64 %605
  %618 = getelementptr inbounds i8, ptr %617, i64 40
  %619 = load i32, ptr %618, align 8
  %620 = sext i32 %619 to i64
  %621 = icmp slt i64 %613, %620
  br i1 %621, label %622, label %714

622:                                              ; preds = %612
  %623 = getelementptr inbounds %struct.argument, ptr %614, i64 %605, i32 1, i64 %613
  %624 = load i64, ptr %623, align 8
  %625 = icmp slt i64 %624, 0
  br i1 %625, label %707, label %626

626:                                              ; preds = %622
  %627 = getelementptr inbounds i8, ptr %617, i64 48
  %628 = load ptr, ptr %627, align 8
  %629 = getelementptr inbounds ptr, ptr %628, i64 %613
  %630 = load ptr, ptr %629, align 8
  %631 = call fastcc i32 @sole_unknown(ptr noundef nonnull readonly %0, ptr noundef %630)
  %632 = icmp slt i32 %631, 0
  br i1 %632, label %704, label %633

633:                                              ; preds = %626
  %634 = load ptr, ptr %590, align 8
  %635 = getelementptr inbounds %struct.descend_param, ptr %634, i64 %605, i32 9
  %636 = load ptr, ptr %635, align 8
  %637 = getelementptr inbounds ptr, ptr %636, i64 %613
  %638 = load ptr, ptr %637, align 8
  %639 = load ptr, ptr %591, align 8
  %640 = getelementptr inbounds %struct.argument, ptr %639, i64 %605, i32 1, i64 %613
  %641 = load i64, ptr %640, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  %642 = zext nneg i32 %631 to i64
  br label %643

643:                                              ; preds = %660, %633
  %644 = phi i64 [ 0, %633 ], [ %662, %660 ]
  %645 = phi i64 [ 4611686018427387904, %633 ], [ %661, %660 ]
  %646 = sub nsw i64 %645, %644
  %647 = sdiv i64 %646, 2
  %648 = add nsw i64 %647, %644
  %649 = load ptr, ptr %592, align 8
  %650 = getelementptr inbounds i64, ptr %649, i64 %642
  store i64 %648, ptr %650, align 8
  %651 = load ptr, ptr %592, align 8
  %652 = call i1 %638(ptr noundef %651, ptr noundef nonnull %8) #24
  br i1 %652, label %653, label %656

653:                                              ; preds = %643
  %654 = load i64, ptr %8, align 8
  %655 = icmp slt i64 %654, %641
  br i1 %655, label %658, label %660

656:                                              ; preds = %643
  %657 = icmp slt i64 %648, %641
  br i1 %657, label %658, label %660

658:                                              ; preds = %656, %653
  %659 = add nsw i64 %648, 1
  br label %660

660:                                              ; preds = %658, %656, %653
  %661 = phi i64 [ %645, %658 ], [ %648, %656 ], [ %648, %653 ]
  %662 = phi i64 [ %659, %658 ], [ %644, %656 ], [ %644, %653 ]
  %663 = icmp slt i64 %662, %661
  br i1 %663, label %643, label %664, !llvm.loop !59

664:                                              ; preds = %660
  %665 = load ptr, ptr %592, align 8
  %666 = getelementptr inbounds i64, ptr %665, i64 %642
  store i64 %662, ptr %666, align 8
  %667 = load ptr, ptr %592, align 8
  %668 = call i1 %638(ptr noundef %667, ptr noundef nonnull %8) #24
  %669 = load i64, ptr %8, align 8
  %670 = icmp eq i64 %669, %641
  %671 = select i1 %668, i1 %670, i1 false
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  br i1 %671, label %701, label %672

672:                                              ; preds = %664
  %673 = load ptr, ptr %591, align 8
  %674 = getelementptr inbounds %struct.argument, ptr %673, i64 %605, i32 3
  %675 = load ptr, ptr %674, align 8
  %676 = load i32, ptr %589, align 8
  %677 = icmp sgt i32 %676, 0
  call void @llvm.assume(i1 %677)
  %678 = load ptr, ptr %590, align 8
  %679 = zext nneg i32 %676 to i64
  br label %680

680:                                              ; preds = %690, %672
  %681 = phi i64 [ 0, %672 ], [ %692, %690 ]
  %682 = phi i32 [ %631, %672 ], [ %691, %690 ]
  %683 = getelementptr inbounds %struct.descend_param, ptr %678, i64 %681
  %684 = getelementptr inbounds i8, ptr %683, i64 24
  %685 = load i32, ptr %684, align 8
  %686 = icmp eq i32 %685, 3
  br i1 %686, label %687, label %690

687:                                              ; preds = %680
  %688 = add nsw i32 %682, -1
  %689 = icmp eq i32 %682, 0
  br i1 %689, label %694, label %690

690:                                              ; preds = %687, %680
  %691 = phi i32 [ %688, %687 ], [ %682, %680 ]
  %692 = add nuw nsw i64 %681, 1
  %693 = icmp ne i64 %692, %679
  call void @llvm.assume(i1 %693)
  br label %680

694:                                              ; preds = %687
  %695 = load ptr, ptr %683, align 8
  %696 = getelementptr inbounds %struct.argument, ptr %673, i64 %605, i32 1, i64 %613
  %697 = load i64, ptr %696, align 8
  %698 = getelementptr inbounds %struct.descend_param, ptr %678, i64 %605, i32 1
  %699 = load ptr, ptr %698, align 8
  %700 = trunc nuw nsw i64 %613 to i32
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.285, ptr noundef %675, ptr noundef %695, i32 noundef %700, i64 noundef %697, ptr noundef %699)
  br label %704

701:                                              ; preds = %664
  %702 = load ptr, ptr %593, align 8
  %703 = getelementptr inbounds i8, ptr %702, i64 %642
  store i8 1, ptr %703, align 1
  br label %704

704:                                              ; preds = %701, %694, %626
  %705 = phi i1 [ true, %701 ], [ %615, %694 ], [ %615, %626 ]
  %706 = phi i32 [ 0, %701 ], [ 1, %694 ], [ 9, %626 ]
  switch i32 %706, label %714 [
    i32 0, label %707
    i32 9, label %707
  ]

707:                                              ; preds = %704, %704, %622
  %708 = phi i1 [ %615, %622 ], [ %705, %704 ], [ %705, %704 ]
  %709 = add nuw nsw i64 %613, 1
  %710 = load ptr, ptr %591, align 8
  %711 = getelementptr inbounds %struct.argument, ptr %710, i64 %605
  %712 = load ptr, ptr %711, align 8
  %713 = icmp eq ptr %712, null
  br i1 %713, label %714, label %612, !llvm.loop !60

714:                                              ; preds = %707, %704, %612, %604
  %715 = phi i1 [ %607, %604 ], [ %705, %704 ], [ %708, %707 ], [ %615, %612 ]
  %716 = phi i1 [ true, %604 ], [ false, %704 ], [ true, %707 ], [ true, %612 ]
  br i1 %716, label %599, label %717

717:                                              ; preds = %714, %599, %596
  %718 = phi i1 [ %598, %596 ], [ %606, %714 ], [ %603, %599 ]
  %719 = phi i1 [ false, %596 ], [ %715, %599 ], [ %715, %714 ]
  br i1 %718, label %720, label %594, !llvm.loop !61

720:                                              ; preds = %717
  br i1 %595, label %1194, label %721

721:                                              ; preds = %594, %720
  %722 = getelementptr inbounds i8, ptr %588, i64 16
  %723 = load i32, ptr %722, align 8
  %724 = icmp sgt i32 %723, 0
  br i1 %724, label %725, label %728

725:                                              ; preds = %721
  %726 = load ptr, ptr %593, align 8
  %727 = zext nneg i32 %723 to i64
  br label %731

728:                                              ; preds = %775, %721
  %729 = load i32, ptr %589, align 8
  %730 = icmp slt i32 %729, 1
  br i1 %730, label %830, label %778

731:                                              ; preds = %775, %725
  %732 = phi i64 [ 0, %725 ], [ %776, %775 ]
  %733 = getelementptr inbounds i8, ptr %726, i64 %732
  %734 = load i8, ptr %733, align 1, !range !4, !noundef !5
  %735 = trunc nuw i8 %734 to i1
  br i1 %735, label %775, label %736

736:                                              ; preds = %731
  %737 = trunc nuw nsw i64 %732 to i32
  %738 = load i32, ptr %589, align 8
  %739 = icmp sgt i32 %738, 0
  call void @llvm.assume(i1 %739)
  %740 = load ptr, ptr %590, align 8
  %741 = zext nneg i32 %738 to i64
  br label %742

742:                                              ; preds = %752, %736
  %743 = phi i64 [ 0, %736 ], [ %754, %752 ]
  %744 = phi i32 [ %737, %736 ], [ %753, %752 ]
  %745 = getelementptr inbounds %struct.descend_param, ptr %740, i64 %743
  %746 = getelementptr inbounds i8, ptr %745, i64 24
  %747 = load i32, ptr %746, align 8
  %748 = icmp eq i32 %747, 3
  br i1 %748, label %749, label %752

749:                                              ; preds = %742
  %750 = add nsw i32 %744, -1
  %751 = icmp eq i32 %744, 0
  br i1 %751, label %756, label %752

752:                                              ; preds = %749, %742
  %753 = phi i32 [ %750, %749 ], [ %744, %742 ]
  %754 = add nuw nsw i64 %743, 1
  %755 = icmp ne i64 %754, %741
  call void @llvm.assume(i1 %755)
  br label %742

756:                                              ; preds = %749
  %757 = load ptr, ptr %745, align 8
  %758 = load ptr, ptr %588, align 8
  br label %759

759:                                              ; preds = %769, %756
  %760 = phi i64 [ 0, %756 ], [ %771, %769 ]
  %761 = phi i32 [ %737, %756 ], [ %770, %769 ]
  %762 = getelementptr inbounds %struct.descend_param, ptr %740, i64 %760
  %763 = getelementptr inbounds i8, ptr %762, i64 24
  %764 = load i32, ptr %763, align 8
  %765 = icmp eq i32 %764, 3
  br i1 %765, label %766, label %769

766:                                              ; preds = %759
  %767 = add nsw i32 %761, -1
  %768 = icmp eq i32 %761, 0
  br i1 %768, label %773, label %769

769:                                              ; preds = %766, %759
  %770 = phi i32 [ %767, %766 ], [ %761, %759 ]
  %771 = add nuw nsw i64 %760, 1
  %772 = icmp ne i64 %771, %741
  call void @llvm.assume(i1 %772)
  br label %759

773:                                              ; preds = %766
  %774 = load ptr, ptr %762, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.286, ptr noundef %757, ptr noundef %758, ptr noundef %774)
  br label %1194

775:                                              ; preds = %731
  %776 = add nuw nsw i64 %732, 1
  %777 = icmp eq i64 %776, %727
  br i1 %777, label %728, label %731, !llvm.loop !62

778:                                              ; preds = %728, %825
  %779 = phi i64 [ %826, %825 ], [ 0, %728 ]
  %780 = phi i1 [ %829, %825 ], [ false, %728 ]
  %781 = load ptr, ptr %591, align 8
  %782 = getelementptr inbounds %struct.argument, ptr %781, i64 %779
  %783 = load ptr, ptr %782, align 8
  %784 = icmp eq ptr %783, null
  br i1 %784, label %825, label %785

785:                                              ; preds = %778, %820
  %786 = phi i64 [ %821, %820 ], [ 0, %778 ]
  %787 = load ptr, ptr %590, align 8
  %788 = getelementptr inbounds %struct.descend_param, ptr %787, i64 %779, i32 8
  %789 = load i32, ptr %788, align 8
  %790 = sext i32 %789 to i64
  %791 = icmp slt i64 %786, %790
  br i1 %791, label %792, label %825

792:                                              ; preds = %785
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #24
  %793 = getelementptr inbounds %struct.descend_param, ptr %787, i64 %779, i32 9
  %794 = load ptr, ptr %793, align 8
  %795 = getelementptr inbounds ptr, ptr %794, i64 %786
  %796 = load ptr, ptr %795, align 8
  %797 = load ptr, ptr %592, align 8
  %798 = call i1 %796(ptr noundef %797, ptr noundef nonnull %9) #24
  br i1 %798, label %799, label %807

799:                                              ; preds = %792
  %800 = load i64, ptr %9, align 8
  %801 = load ptr, ptr %591, align 8
  %802 = getelementptr inbounds %struct.argument, ptr %801, i64 %779, i32 1, i64 %786
  %803 = load i64, ptr %802, align 8
  %804 = icmp ne i64 %800, %803
  %805 = icmp sgt i64 %803, -1
  %806 = and i1 %804, %805
  br i1 %806, label %807, label %820

807:                                              ; preds = %799, %792
  %808 = trunc nuw nsw i64 %786 to i32
  %809 = load ptr, ptr %591, align 8
  %810 = getelementptr inbounds %struct.argument, ptr %809, i64 %779
  %811 = getelementptr inbounds i8, ptr %810, i64 528
  %812 = load ptr, ptr %811, align 8
  %813 = getelementptr inbounds i8, ptr %810, i64 8
  %814 = getelementptr inbounds [64 x i64], ptr %813, i64 0, i64 %786
  %815 = load i64, ptr %814, align 8
  %816 = load ptr, ptr %590, align 8
  %817 = getelementptr inbounds %struct.descend_param, ptr %816, i64 %779, i32 1
  %818 = load ptr, ptr %817, align 8
  %819 = load i64, ptr %9, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.287, ptr noundef %812, i32 noundef %808, i64 noundef %815, ptr noundef %818, i64 noundef %819)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #24
  br label %830

820:                                              ; preds = %799
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #24
  %821 = add nuw nsw i64 %786, 1
  %822 = getelementptr inbounds %struct.argument, ptr %801, i64 %779
  %823 = load ptr, ptr %822, align 8
  %824 = icmp eq ptr %823, null
  br i1 %824, label %825, label %785, !llvm.loop !63

825:                                              ; preds = %820, %785, %778
  %826 = add nuw nsw i64 %779, 1
  %827 = load i32, ptr %589, align 8
  %828 = sext i32 %827 to i64
  %829 = icmp sge i64 %826, %828
  br i1 %829, label %830, label %778, !llvm.loop !64

830:                                              ; preds = %825, %728, %807
  %831 = phi i1 [ %780, %807 ], [ %730, %728 ], [ %829, %825 ]
  br i1 %831, label %832, label %1194

832:                                              ; preds = %830
  %833 = load i32, ptr %587, align 8
  %834 = icmp slt i32 %833, 1
  br i1 %834, label %1194, label %835

835:                                              ; preds = %832
  %836 = getelementptr inbounds i8, ptr %15, i64 24
  br label %837

837:                                              ; preds = %835, %1189
  %838 = phi i64 [ 0, %835 ], [ %1190, %1189 ]
  %839 = phi i1 [ %834, %835 ], [ %1193, %1189 ]
  %840 = load ptr, ptr %836, align 8
  %841 = getelementptr inbounds %struct.descend_param, ptr %840, i64 %838
  %842 = load ptr, ptr %591, align 8
  %843 = getelementptr inbounds %struct.argument, ptr %842, i64 %838
  %844 = getelementptr inbounds i8, ptr %841, i64 40
  %845 = load ptr, ptr %843, align 8
  %846 = icmp ne ptr %845, null
  br i1 %846, label %847, label %857

847:                                              ; preds = %837
  %848 = getelementptr inbounds i8, ptr %843, i64 8
  %849 = getelementptr inbounds i8, ptr %841, i64 48
  %850 = load i32, ptr %844, align 8
  %851 = icmp sgt i32 %850, 0
  br i1 %851, label %864, label %857

852:                                              ; preds = %875
  %853 = add nuw nsw i64 %865, 1
  %854 = load i32, ptr %844, align 8
  %855 = sext i32 %854 to i64
  %856 = icmp slt i64 %853, %855
  br i1 %856, label %864, label %857, !llvm.loop !65

857:                                              ; preds = %875, %852, %847, %837
  %858 = phi i1 [ %846, %837 ], [ %846, %847 ], [ %877, %852 ], [ %877, %875 ]
  %859 = getelementptr inbounds i8, ptr %841, i64 24
  %860 = load i32, ptr %859, align 8
  %861 = add i32 %860, -3
  %862 = icmp ult i32 %861, -2
  %863 = or i1 %858, %862
  br i1 %863, label %1187, label %878

864:                                              ; preds = %847, %852
  %865 = phi i64 [ %853, %852 ], [ 0, %847 ]
  %866 = getelementptr inbounds [64 x i64], ptr %848, i64 0, i64 %865
  %867 = load i64, ptr %866, align 8
  %868 = icmp slt i64 %867, 0
  br i1 %868, label %869, label %875

869:                                              ; preds = %864
  %870 = load ptr, ptr %849, align 8
  %871 = getelementptr inbounds ptr, ptr %870, i64 %865
  %872 = load ptr, ptr %871, align 8
  %873 = load ptr, ptr %592, align 8
  %874 = call i1 %872(ptr noundef %873, ptr noundef nonnull %866) #24
  br label %875

875:                                              ; preds = %864, %869
  %876 = load ptr, ptr %843, align 8
  %877 = icmp ne ptr %876, null
  br i1 %877, label %852, label %857, !llvm.loop !65

878:                                              ; preds = %857
  %879 = load ptr, ptr %592, align 8
  %880 = getelementptr inbounds i8, ptr %841, i64 40
  %881 = load i32, ptr %880, align 8
  %882 = icmp sgt i32 %881, 0
  br i1 %882, label %883, label %906

883:                                              ; preds = %878
  %884 = getelementptr inbounds i8, ptr %841, i64 48
  br label %885

885:                                              ; preds = %899, %883
  %886 = phi i64 [ 1, %883 ], [ %898, %899 ]
  %887 = phi i64 [ 0, %883 ], [ %900, %899 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7) #24
  %888 = load ptr, ptr %884, align 8
  %889 = getelementptr inbounds ptr, ptr %888, i64 %887
  %890 = load ptr, ptr %889, align 8
  %891 = call i1 %890(ptr noundef %879, ptr noundef nonnull %7) #24
  %892 = load i64, ptr %7, align 8
  %893 = icmp sgt i64 %892, -1
  %894 = select i1 %891, i1 %893, i1 false
  br i1 %894, label %895, label %904

895:                                              ; preds = %885
  %896 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %886, i64 %892)
  %897 = extractvalue { i64, i1 } %896, 1
  %898 = extractvalue { i64, i1 } %896, 0
  br i1 %897, label %904, label %899

899:                                              ; preds = %895
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7) #24
  %900 = add nuw nsw i64 %887, 1
  %901 = load i32, ptr %880, align 8
  %902 = sext i32 %901 to i64
  %903 = icmp slt i64 %900, %902
  br i1 %903, label %885, label %906, !llvm.loop !27

904:                                              ; preds = %895, %885
  %905 = phi i64 [ %898, %895 ], [ %886, %885 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7) #24
  br label %914

906:                                              ; preds = %899, %878
  %907 = phi i64 [ 1, %878 ], [ %898, %899 ]
  %908 = getelementptr inbounds i8, ptr %841, i64 32
  %909 = load i32, ptr %908, align 8
  %910 = sext i32 %909 to i64
  %911 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %907, i64 %910)
  %912 = extractvalue { i64, i1 } %911, 1
  %913 = xor i1 %912, true
  br label %914

914:                                              ; preds = %904, %906
  %915 = phi i64 [ %905, %904 ], [ %907, %906 ]
  %916 = phi i1 [ false, %904 ], [ %913, %906 ]
  br i1 %916, label %923, label %917

917:                                              ; preds = %914
  %918 = load ptr, ptr %841, align 8
  %919 = getelementptr inbounds i8, ptr %843, i64 528
  %920 = load ptr, ptr %919, align 8
  %921 = getelementptr inbounds i8, ptr %841, i64 8
  %922 = load ptr, ptr %921, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.201, ptr noundef %918, ptr noundef %920, ptr noundef %922)
  br label %1187

923:                                              ; preds = %914
  %924 = getelementptr inbounds i8, ptr %841, i64 32
  %925 = load i32, ptr %924, align 8
  %926 = sext i32 %925 to i64
  %927 = mul nsw i64 %915, %926
  %928 = icmp ugt i64 %927, 9223372036854775679
  br i1 %928, label %933, label %929

929:                                              ; preds = %923
  %930 = add nuw nsw i64 %927, 127
  %931 = and i64 %930, 9223372036854775744
  %932 = call noalias align 64 ptr @aligned_alloc(i64 noundef 64, i64 noundef %931) #29
  br label %933

933:                                              ; preds = %923, %929
  %934 = phi ptr [ %932, %929 ], [ null, %923 ]
  store ptr %934, ptr %843, align 8
  %935 = icmp eq ptr %934, null
  br i1 %935, label %942, label %936

936:                                              ; preds = %933
  %937 = load i32, ptr %880, align 8
  %938 = icmp sgt i32 %937, 0
  br i1 %938, label %939, label %949

939:                                              ; preds = %936
  %940 = getelementptr inbounds i8, ptr %841, i64 48
  %941 = getelementptr inbounds i8, ptr %843, i64 8
  br label %1175

942:                                              ; preds = %933
  %943 = load ptr, ptr %841, align 8
  %944 = getelementptr inbounds i8, ptr %843, i64 528
  %945 = load ptr, ptr %944, align 8
  %946 = load i32, ptr %924, align 8
  %947 = sext i32 %946 to i64
  %948 = mul nsw i64 %915, %947
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.202, ptr noundef %943, ptr noundef %945, i64 noundef %948)
  store i1 true, ptr @no_memory, align 1
  br label %1187

949:                                              ; preds = %1175, %936
  %950 = getelementptr inbounds i8, ptr %843, i64 528
  %951 = load ptr, ptr %950, align 8
  %952 = load ptr, ptr %843, align 8
  %953 = load i32, ptr %924, align 8
  %954 = shl nsw i32 %953, 3
  %955 = getelementptr inbounds i8, ptr %841, i64 16
  %956 = load ptr, ptr %955, align 8
  %957 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %956, ptr noundef nonnull dereferenceable(4) @.str.220) #26
  %958 = icmp eq i32 %957, 0
  br i1 %958, label %959, label %964

959:                                              ; preds = %949
  %960 = getelementptr inbounds i8, ptr %841, i64 8
  %961 = load ptr, ptr %960, align 8
  %962 = call ptr @strstr(ptr noundef nonnull dereferenceable(1) %961, ptr noundef nonnull dereferenceable(1) @.str.216) #26
  %963 = icmp ne ptr %962, null
  br label %964

964:                                              ; preds = %959, %949
  %965 = phi i1 [ false, %949 ], [ %963, %959 ]
  %966 = load i8, ptr %956, align 1
  %967 = icmp eq i8 %966, 102
  %968 = select i1 %967, i1 true, i1 %965
  %969 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %956, ptr noundef nonnull dereferenceable(5) @.str.187) #26
  %970 = icmp eq i32 %969, 0
  %971 = icmp eq i8 %966, 105
  br i1 %970, label %987, label %972

972:                                              ; preds = %964
  br i1 %968, label %973, label %983

973:                                              ; preds = %972
  br i1 %965, label %979, label %974

974:                                              ; preds = %973
  %975 = icmp eq i32 %953, 2
  br i1 %975, label %979, label %976

976:                                              ; preds = %974
  %977 = icmp eq i32 %953, 4
  %978 = select i1 %977, i64 24, i64 53
  br label %979

979:                                              ; preds = %976, %974, %973
  %980 = phi i64 [ 8, %973 ], [ %978, %976 ], [ 11, %974 ]
  %981 = shl nsw i64 -1, %980
  %982 = xor i64 %981, -1
  br label %987

983:                                              ; preds = %972
  %984 = sub nsw i32 64, %954
  %985 = zext nneg i32 %984 to i64
  %986 = lshr i64 -1, %985
  br label %987

987:                                              ; preds = %983, %979, %964
  %988 = phi i64 [ 1, %964 ], [ %982, %979 ], [ %986, %983 ]
  %989 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %951, ptr noundef nonnull dereferenceable(7) @.str.183) #26
  %990 = icmp eq i32 %989, 0
  br i1 %990, label %1010, label %991

991:                                              ; preds = %987
  %992 = call i32 @strncmp(ptr noundef nonnull dereferenceable(1) %951, ptr noundef nonnull dereferenceable(8) @.str.184, i64 noundef 7) #26
  %993 = icmp eq i32 %992, 0
  br i1 %993, label %994, label %1010

994:                                              ; preds = %991
  %995 = getelementptr inbounds i8, ptr %951, i64 7
  %996 = load i8, ptr %995, align 1
  %997 = add i8 %996, -58
  %998 = icmp ult i8 %997, -10
  br i1 %998, label %1010, label %999

999:                                              ; preds = %994
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #24
  %1000 = tail call ptr @__errno_location() #30
  store i32 0, ptr %1000, align 4
  %1001 = call i64 @strtoull(ptr noundef nonnull %995, ptr noundef nonnull %2, i32 noundef 10) #24
  %1002 = load ptr, ptr %2, align 8
  %1003 = load i8, ptr %1002, align 1
  %1004 = icmp eq i8 %1003, 0
  br i1 %1004, label %1005, label %1008

1005:                                             ; preds = %999
  %1006 = load i32, ptr %1000, align 4
  %1007 = icmp eq i32 %1006, 0
  br label %1008

1008:                                             ; preds = %1005, %999
  %1009 = phi i1 [ false, %999 ], [ %1007, %1005 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #24
  br label %1010

1010:                                             ; preds = %1008, %994, %991, %987
  %1011 = phi i64 [ 0, %987 ], [ 0, %994 ], [ %1001, %1008 ], [ 0, %991 ]
  %1012 = phi i1 [ true, %987 ], [ false, %994 ], [ %1009, %1008 ], [ false, %991 ]
  %1013 = icmp sgt i64 %915, 0
  br i1 %1013, label %1014, label %1187

1014:                                             ; preds = %1010
  %1015 = zext i64 %1011 to i128
  %1016 = shl nuw i128 %1015, 64
  %1017 = or disjoint i128 %1016, 28259043934301796
  %1018 = and i1 %970, %1012
  %1019 = select i1 %1012, i1 %968, i1 false
  %1020 = add i64 %988, 1
  %1021 = call range(i64 0, 65) i64 @llvm.ctpop.i64(i64 %1020)
  %1022 = icmp ult i64 %1021, 2
  %1023 = zext i64 %1020 to i128
  %1024 = xor i64 %988, -1
  %1025 = uitofp i64 %1020 to double
  %1026 = xor i1 %968, true
  %1027 = select i1 %1026, i1 true, i1 %965
  %1028 = icmp eq i32 %953, 2
  %1029 = icmp eq i32 %953, 4
  %1030 = select i1 %1029, ptr %5, ptr %4
  %1031 = select i1 %1028, ptr %6, ptr %1030
  %1032 = select i1 %1027, ptr %3, ptr %1031
  br label %1033

1033:                                             ; preds = %1167, %1014
  %1034 = phi ptr [ %952, %1014 ], [ %1173, %1167 ]
  %1035 = phi i64 [ 0, %1014 ], [ %1170, %1167 ]
  %1036 = phi i128 [ %1017, %1014 ], [ %1156, %1167 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #24
  %1037 = load i8, ptr %951, align 1
  %1038 = icmp eq i8 %1037, 122
  %1039 = icmp eq i8 %1037, 111
  %1040 = and i64 %1035, %988
  %1041 = select i1 %1039, i64 1, i64 %1040
  %1042 = select i1 %1038, i64 0, i64 %1041
  store i64 %1042, ptr %3, align 8
  br i1 %1018, label %1043, label %1057

1043:                                             ; preds = %1033
  %1044 = mul i128 %1036, 47026247687942121848144207491837523525
  %1045 = add i128 %1044, 117397592171526113268558934119004209487
  %1046 = lshr i128 %1045, 64
  %1047 = trunc nuw i128 %1046 to i64
  %1048 = trunc i128 %1045 to i64
  %1049 = lshr i64 %1047, 32
  %1050 = xor i64 %1049, %1047
  %1051 = mul i64 %1050, -2696494805208442699
  %1052 = lshr i64 %1051, 48
  %1053 = xor i64 %1052, %1051
  %1054 = or i64 %1048, 1
  %1055 = mul i64 %1053, %1054
  %1056 = lshr i64 %1055, 63
  store i64 %1056, ptr %3, align 8
  br label %1155

1057:                                             ; preds = %1033
  br i1 %1019, label %1058, label %1104

1058:                                             ; preds = %1057
  br i1 %1022, label %1059, label %1073

1059:                                             ; preds = %1058
  %1060 = mul i128 %1036, 47026247687942121848144207491837523525
  %1061 = add i128 %1060, 117397592171526113268558934119004209487
  %1062 = lshr i128 %1061, 64
  %1063 = trunc nuw i128 %1062 to i64
  %1064 = trunc i128 %1061 to i64
  %1065 = lshr i64 %1063, 32
  %1066 = xor i64 %1065, %1063
  %1067 = mul i64 %1066, -2696494805208442699
  %1068 = lshr i64 %1067, 48
  %1069 = xor i64 %1068, %1067
  %1070 = or i64 %1064, 1
  %1071 = mul i64 %1069, %1070
  %1072 = and i64 %1071, %988
  br label %1101

1073:                                             ; preds = %1058, %1098
  %1074 = phi i128 [ %1077, %1098 ], [ %1036, %1058 ]
  %1075 = phi i64 [ %1099, %1098 ], [ undef, %1058 ]
  %1076 = mul i128 %1074, 47026247687942121848144207491837523525
  %1077 = add i128 %1076, 117397592171526113268558934119004209487
  %1078 = lshr i128 %1077, 64
  %1079 = trunc nuw i128 %1078 to i64
  %1080 = trunc i128 %1077 to i64
  %1081 = lshr i64 %1079, 32
  %1082 = xor i64 %1081, %1079
  %1083 = mul i64 %1082, -2696494805208442699
  %1084 = lshr i64 %1083, 48
  %1085 = xor i64 %1084, %1083
  %1086 = or i64 %1080, 1
  %1087 = mul i64 %1085, %1086
  %1088 = zext i64 %1087 to i128
  %1089 = mul nuw i128 %1088, %1023
  %1090 = trunc i128 %1089 to i64
  %1091 = icmp ugt i64 %1020, %1090
  br i1 %1091, label %1092, label %1095

1092:                                             ; preds = %1073
  %1093 = urem i64 %1024, %1020
  %1094 = icmp ugt i64 %1093, %1090
  br i1 %1094, label %1098, label %1095

1095:                                             ; preds = %1092, %1073
  %1096 = lshr i128 %1089, 64
  %1097 = trunc nuw i128 %1096 to i64
  br label %1098

1098:                                             ; preds = %1095, %1092
  %1099 = phi i64 [ %1097, %1095 ], [ %1075, %1092 ]
  %1100 = phi i1 [ false, %1095 ], [ true, %1092 ]
  br i1 %1100, label %1073, label %1101

1101:                                             ; preds = %1098, %1059
  %1102 = phi i128 [ %1061, %1059 ], [ %1077, %1098 ]
  %1103 = phi i64 [ %1072, %1059 ], [ %1099, %1098 ]
  store i64 %1103, ptr %3, align 8
  br label %1155

1104:                                             ; preds = %1057
  br i1 %1012, label %1105, label %1155

1105:                                             ; preds = %1104
  br i1 %971, label %1106, label %1130

1106:                                             ; preds = %1105, %1106
  %1107 = phi i128 [ %1110, %1106 ], [ %1036, %1105 ]
  %1108 = phi i64 [ %1127, %1106 ], [ undef, %1105 ]
  %1109 = mul i128 %1107, 47026247687942121848144207491837523525
  %1110 = add i128 %1109, 117397592171526113268558934119004209487
  %1111 = lshr i128 %1110, 64
  %1112 = trunc nuw i128 %1111 to i64
  %1113 = trunc i128 %1110 to i64
  %1114 = lshr i64 %1112, 32
  %1115 = xor i64 %1114, %1112
  %1116 = mul i64 %1115, -2696494805208442699
  %1117 = lshr i64 %1116, 48
  %1118 = xor i64 %1117, %1116
  %1119 = or i64 %1113, 1
  %1120 = mul i64 %1118, %1119
  %1121 = zext i64 %1120 to i128
  %1122 = mul nuw nsw i128 %1121, 200
  %1123 = and i128 %1122, 18446744073709551600
  %1124 = icmp eq i128 %1123, 0
  %1125 = lshr i128 %1122, 64
  %1126 = trunc nuw nsw i128 %1125 to i64
  %1127 = select i1 %1124, i64 %1108, i64 %1126
  br i1 %1124, label %1106, label %1128

1128:                                             ; preds = %1106
  %1129 = add i64 %1127, -100
  br label %1152

1130:                                             ; preds = %1105, %1130
  %1131 = phi i128 [ %1134, %1130 ], [ %1036, %1105 ]
  %1132 = phi i64 [ %1151, %1130 ], [ undef, %1105 ]
  %1133 = mul i128 %1131, 47026247687942121848144207491837523525
  %1134 = add i128 %1133, 117397592171526113268558934119004209487
  %1135 = lshr i128 %1134, 64
  %1136 = trunc nuw i128 %1135 to i64
  %1137 = trunc i128 %1134 to i64
  %1138 = lshr i64 %1136, 32
  %1139 = xor i64 %1138, %1136
  %1140 = mul i64 %1139, -2696494805208442699
  %1141 = lshr i64 %1140, 48
  %1142 = xor i64 %1141, %1140
  %1143 = or i64 %1137, 1
  %1144 = mul i64 %1142, %1143
  %1145 = zext i64 %1144 to i128
  %1146 = mul nuw nsw i128 %1145, 100
  %1147 = and i128 %1146, 18446744073709551600
  %1148 = icmp eq i128 %1147, 0
  %1149 = lshr i128 %1146, 64
  %1150 = trunc nuw nsw i128 %1149 to i64
  %1151 = select i1 %1148, i64 %1132, i64 %1150
  br i1 %1148, label %1130, label %1152

1152:                                             ; preds = %1130, %1128
  %1153 = phi i128 [ %1110, %1128 ], [ %1134, %1130 ]
  %1154 = phi i64 [ %1129, %1128 ], [ %1151, %1130 ]
  store i64 %1154, ptr %3, align 8
  br label %1155

1155:                                             ; preds = %1152, %1104, %1101, %1043
  %1156 = phi i128 [ %1153, %1152 ], [ %1036, %1104 ], [ %1102, %1101 ], [ %1045, %1043 ]
  %1157 = phi double [ 1.000000e+00, %1152 ], [ 1.000000e+00, %1104 ], [ %1025, %1101 ], [ 1.000000e+00, %1043 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #24
  %1158 = load i64, ptr %3, align 8
  %1159 = uitofp i64 %1158 to double
  %1160 = fdiv double %1159, %1157
  store double %1160, ptr %4, align 8
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %5) #24
  %1161 = fptrunc double %1160 to float
  store float %1161, ptr %5, align 4
  call void @llvm.lifetime.start.p0(i64 2, ptr nonnull %6) #24
  %1162 = fptrunc double %1160 to half
  store half %1162, ptr %6, align 2
  br i1 %965, label %1163, label %1167

1163:                                             ; preds = %1155
  %1164 = load i32, ptr %5, align 4
  %1165 = lshr i32 %1164, 16
  %1166 = zext nneg i32 %1165 to i64
  store i64 %1166, ptr %3, align 8
  br label %1167

1167:                                             ; preds = %1163, %1155
  %1168 = load i32, ptr %924, align 8
  %1169 = sext i32 %1168 to i64
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %1034, ptr nonnull align 2 %1032, i64 %1169, i1 false)
  call void @llvm.lifetime.end.p0(i64 2, ptr nonnull %6) #24
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %5) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #24
  %1170 = add nuw nsw i64 %1035, 1
  %1171 = load i32, ptr %924, align 8
  %1172 = sext i32 %1171 to i64
  %1173 = getelementptr inbounds i8, ptr %1034, i64 %1172
  %1174 = icmp eq i64 %1170, %915
  br i1 %1174, label %1187, label %1033, !llvm.loop !66

1175:                                             ; preds = %939, %1175
  %1176 = phi i64 [ 0, %939 ], [ %1183, %1175 ]
  %1177 = load ptr, ptr %940, align 8
  %1178 = getelementptr inbounds ptr, ptr %1177, i64 %1176
  %1179 = load ptr, ptr %1178, align 8
  %1180 = load ptr, ptr %592, align 8
  %1181 = getelementptr inbounds [64 x i64], ptr %941, i64 0, i64 %1176
  %1182 = call i1 %1179(ptr noundef %1180, ptr noundef nonnull %1181) #24
  %1183 = add nuw nsw i64 %1176, 1
  %1184 = load i32, ptr %880, align 8
  %1185 = sext i32 %1184 to i64
  %1186 = icmp slt i64 %1183, %1185
  br i1 %1186, label %1175, label %949, !llvm.loop !67

1187:                                             ; preds = %1167, %917, %942, %1010, %857
  %1188 = phi i32 [ 7, %857 ], [ 1, %942 ], [ 1, %917 ], [ 0, %1010 ], [ 0, %1167 ]
  switch i32 %1188, label %1194 [
    i32 0, label %1189
    i32 7, label %1189
  ]

1189:                                             ; preds = %1187, %1187
  %1190 = add nuw nsw i64 %838, 1
  %1191 = load i32, ptr %587, align 8
  %1192 = sext i32 %1191 to i64
  %1193 = icmp sge i64 %1190, %1192
  br i1 %1193, label %1194, label %837, !llvm.loop !68

1194:                                             ; preds = %579, %1189, %1187, %832, %773, %720, %830
  %1195 = phi i1 [ false, %830 ], [ false, %720 ], [ false, %773 ], [ %834, %832 ], [ %839, %1187 ], [ %1193, %1189 ], [ false, %579 ]
  ret i1 %1195
}

; Function Attrs: nounwind
define internal fastcc noundef i1 @run(ptr nocapture noundef readonly %0) unnamed_addr #0 {
  %2 = alloca i64, align 8
  %3 = alloca i64, align 8
  %4 = alloca %struct.timespec, align 8
  %5 = alloca %struct.timespec, align 8
  %6 = alloca i64, align 8
  %7 = load ptr, ptr %0, align 8
  %8 = getelementptr inbounds i8, ptr %7, i64 8
  %9 = load i32, ptr %8, align 8
  %10 = getelementptr inbounds i8, ptr %7, i64 12
  %11 = load i32, ptr %10, align 4
  %12 = add i32 %11, 1
  %13 = add i32 %12, %9
  %14 = zext i32 %13 to i64
  %15 = alloca ptr, i64 %14, align 8
  %16 = alloca ptr, i64 %14, align 8
  %17 = add nsw i32 %11, 1
  %18 = zext i32 %17 to i64
  %19 = alloca i64, i64 %18, align 8
  %20 = load i32, ptr %8, align 8
  %21 = icmp sgt i32 %20, 0
  br i1 %21, label %22, label %27

22:                                               ; preds = %1
  %23 = getelementptr inbounds i8, ptr %7, i64 24
  %24 = getelementptr inbounds i8, ptr %0, i64 8
  %25 = getelementptr inbounds i8, ptr %0, i64 16
  %26 = getelementptr inbounds i8, ptr %0, i64 16
  br label %33

27:                                               ; preds = %122, %1
  %28 = phi i1 [ true, %1 ], [ %123, %122 ]
  %29 = load i32, ptr %10, align 4
  %30 = icmp sgt i32 %29, 0
  br i1 %30, label %31, label %128

31:                                               ; preds = %27
  %32 = getelementptr inbounds i8, ptr %7, i64 32
  br label %136

33:                                               ; preds = %22, %122
  %34 = phi i64 [ 0, %22 ], [ %124, %122 ]
  %35 = phi i32 [ 0, %22 ], [ %57, %122 ]
  %36 = phi i1 [ true, %22 ], [ %123, %122 ]
  %37 = load ptr, ptr %23, align 8
  %38 = getelementptr inbounds %struct.descend_param, ptr %37, i64 %34
  %39 = load ptr, ptr %24, align 8
  %40 = getelementptr inbounds %struct.argument, ptr %39, i64 %34
  %41 = load ptr, ptr %40, align 8
  %42 = getelementptr inbounds ptr, ptr %15, i64 %34
  store ptr %41, ptr %42, align 8
  %43 = getelementptr inbounds i8, ptr %38, i64 24
  %44 = load i32, ptr %43, align 8
  %45 = icmp eq i32 %44, 3
  br i1 %45, label %46, label %51

46:                                               ; preds = %33
  %47 = load ptr, ptr %25, align 8
  %48 = add nsw i32 %35, 1
  %49 = sext i32 %35 to i64
  %50 = getelementptr inbounds i64, ptr %47, i64 %49
  br label %56

51:                                               ; preds = %33
  %52 = add i32 %44, -1
  %53 = icmp ult i32 %52, 2
  %54 = getelementptr inbounds i8, ptr %40, i64 520
  %55 = select i1 %53, ptr %42, ptr %54
  br label %56

56:                                               ; preds = %51, %46
  %57 = phi i32 [ %48, %46 ], [ %35, %51 ]
  %58 = phi ptr [ %50, %46 ], [ %55, %51 ]
  %59 = getelementptr inbounds ptr, ptr %16, i64 %34
  store ptr %58, ptr %59, align 8
  br i1 %36, label %60, label %122

60:                                               ; preds = %56
  %61 = load i32, ptr %43, align 8
  %62 = add i32 %61, -1
  %63 = icmp ult i32 %62, 2
  br i1 %63, label %64, label %122

64:                                               ; preds = %60
  %65 = getelementptr inbounds i8, ptr %38, i64 28
  %66 = load i8, ptr %65, align 4, !range !4, !noundef !5
  %67 = trunc nuw i8 %66 to i1
  br i1 %67, label %68, label %122

68:                                               ; preds = %64
  %69 = load ptr, ptr %26, align 8
  %70 = getelementptr inbounds i8, ptr %38, i64 40
  %71 = load i32, ptr %70, align 8
  %72 = icmp sgt i32 %71, 0
  br i1 %72, label %73, label %96

73:                                               ; preds = %68
  %74 = getelementptr inbounds i8, ptr %38, i64 48
  br label %75

75:                                               ; preds = %89, %73
  %76 = phi i64 [ 1, %73 ], [ %88, %89 ]
  %77 = phi i64 [ 0, %73 ], [ %90, %89 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6) #24
  %78 = load ptr, ptr %74, align 8
  %79 = getelementptr inbounds ptr, ptr %78, i64 %77
  %80 = load ptr, ptr %79, align 8
  %81 = call i1 %80(ptr noundef %69, ptr noundef nonnull %6) #24
  %82 = load i64, ptr %6, align 8
  %83 = icmp sgt i64 %82, -1
  %84 = select i1 %81, i1 %83, i1 false
  br i1 %84, label %85, label %94

85:                                               ; preds = %75
  %86 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %76, i64 %82)
  %87 = extractvalue { i64, i1 } %86, 1
  %88 = extractvalue { i64, i1 } %86, 0
  br i1 %87, label %94, label %89

89:                                               ; preds = %85
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #24
  %90 = add nuw nsw i64 %77, 1
  %91 = load i32, ptr %70, align 8
  %92 = sext i32 %91 to i64
  %93 = icmp slt i64 %90, %92
  br i1 %93, label %75, label %96, !llvm.loop !27

94:                                               ; preds = %85, %75
  %95 = phi i64 [ %88, %85 ], [ %76, %75 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #24
  br label %104

96:                                               ; preds = %89, %68
  %97 = phi i64 [ 1, %68 ], [ %88, %89 ]
  %98 = getelementptr inbounds i8, ptr %38, i64 32
  %99 = load i32, ptr %98, align 8
  %100 = sext i32 %99 to i64
  %101 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %97, i64 %100)
  %102 = extractvalue { i64, i1 } %101, 1
  %103 = xor i1 %102, true
  br label %104

104:                                              ; preds = %94, %96
  %105 = phi i64 [ %95, %94 ], [ %97, %96 ]
  %106 = phi i1 [ false, %94 ], [ %103, %96 ]
  br i1 %106, label %107, label %122

107:                                              ; preds = %104
  %108 = getelementptr inbounds i8, ptr %38, i64 32
  %109 = load i32, ptr %108, align 8
  %110 = sext i32 %109 to i64
  %111 = mul nsw i64 %105, %110
  %112 = call i32 @descend_alloc(ptr noundef nonnull %42, i64 noundef %111)
  %113 = icmp eq i32 %112, 0
  br i1 %113, label %114, label %122

114:                                              ; preds = %107
  %115 = load ptr, ptr %42, align 8
  %116 = load ptr, ptr %40, align 8
  %117 = load i32, ptr %108, align 8
  %118 = sext i32 %117 to i64
  %119 = mul nsw i64 %105, %118
  %120 = call i32 @descend_copy_to_device(ptr noundef %115, ptr noundef %116, i64 noundef %119)
  %121 = icmp eq i32 %120, 0
  br label %122

122:                                              ; preds = %104, %107, %114, %64, %60, %56
  %123 = phi i1 [ %36, %64 ], [ %36, %60 ], [ %36, %56 ], [ false, %107 ], [ false, %104 ], [ %121, %114 ]
  %124 = add nuw nsw i64 %34, 1
  %125 = load i32, ptr %8, align 8
  %126 = sext i32 %125 to i64
  %127 = icmp slt i64 %124, %126
  br i1 %127, label %33, label %27, !llvm.loop !69

128:                                              ; preds = %151, %27
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %5) #24
  %129 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %5) #24
  %130 = load i64, ptr %5, align 8
  %131 = sitofp i64 %130 to double
  %132 = getelementptr inbounds i8, ptr %5, i64 8
  %133 = load i64, ptr %132, align 8
  %134 = sitofp i64 %133 to double
  %135 = call double @llvm.fmuladd.f64(double %134, double 1.000000e-09, double %131)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %5) #24
  br i1 %28, label %162, label %165

136:                                              ; preds = %31, %151
  %137 = phi i64 [ 0, %31 ], [ %158, %151 ]
  %138 = load ptr, ptr %32, align 8
  %139 = getelementptr inbounds %struct.descend_param, ptr %138, i64 %137, i32 3
  %140 = load i32, ptr %139, align 8
  %141 = add i32 %140, -1
  %142 = icmp ult i32 %141, 2
  br i1 %142, label %143, label %149

143:                                              ; preds = %136
  %144 = load i32, ptr %8, align 8
  %145 = trunc nuw nsw i64 %137 to i32
  %146 = add nsw i32 %144, %145
  %147 = sext i32 %146 to i64
  %148 = getelementptr inbounds ptr, ptr %15, i64 %147
  br label %151

149:                                              ; preds = %136
  %150 = getelementptr inbounds i64, ptr %19, i64 %137
  br label %151

151:                                              ; preds = %149, %143
  %152 = phi ptr [ %148, %143 ], [ %150, %149 ]
  %153 = load i32, ptr %8, align 8
  %154 = trunc nuw nsw i64 %137 to i32
  %155 = add nsw i32 %153, %154
  %156 = sext i32 %155 to i64
  %157 = getelementptr inbounds ptr, ptr %16, i64 %156
  store ptr %152, ptr %157, align 8
  %158 = add nuw nsw i64 %137, 1
  %159 = load i32, ptr %10, align 4
  %160 = sext i32 %159 to i64
  %161 = icmp slt i64 %158, %160
  br i1 %161, label %136, label %128, !llvm.loop !70

162:                                              ; preds = %128
  %163 = call i32 @descend_invoke(ptr noundef %7, ptr noundef nonnull %16)
  %164 = icmp eq i32 %163, 0
  br label %165

165:                                              ; preds = %162, %128
  %166 = phi i1 [ false, %128 ], [ %164, %162 ]
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4) #24
  %167 = call i32 @clock_gettime(i32 noundef 1, ptr noundef nonnull %4) #24
  %168 = load i64, ptr %4, align 8
  %169 = sitofp i64 %168 to double
  %170 = getelementptr inbounds i8, ptr %4, i64 8
  %171 = load i64, ptr %170, align 8
  %172 = sitofp i64 %171 to double
  %173 = call double @llvm.fmuladd.f64(double %172, double 1.000000e-09, double %169)
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4) #24
  %174 = load i32, ptr %8, align 8
  %175 = icmp sgt i32 %174, 0
  %176 = select i1 %175, i1 %166, i1 false
  br i1 %176, label %177, label %181

177:                                              ; preds = %165
  %178 = getelementptr inbounds i8, ptr %7, i64 24
  %179 = getelementptr inbounds i8, ptr %0, i64 16
  %180 = getelementptr inbounds i8, ptr %0, i64 8
  br label %188

181:                                              ; preds = %258, %165
  %182 = phi i1 [ %166, %165 ], [ %259, %258 ]
  br i1 %182, label %183, label %336

183:                                              ; preds = %181
  %184 = load i32, ptr %10, align 4
  %185 = icmp sgt i32 %184, 0
  br i1 %185, label %186, label %265

186:                                              ; preds = %183
  %187 = getelementptr inbounds i8, ptr %7, i64 32
  br label %269

188:                                              ; preds = %177, %258
  %189 = phi i64 [ 0, %177 ], [ %260, %258 ]
  %190 = phi i1 [ %166, %177 ], [ %259, %258 ]
  %191 = load ptr, ptr %178, align 8
  %192 = getelementptr inbounds %struct.descend_param, ptr %191, i64 %189
  %193 = getelementptr inbounds i8, ptr %192, i64 24
  %194 = load i32, ptr %193, align 8
  %195 = add i32 %194, -1
  %196 = icmp ult i32 %195, 2
  br i1 %196, label %197, label %258

197:                                              ; preds = %188
  %198 = getelementptr inbounds i8, ptr %192, i64 28
  %199 = load i8, ptr %198, align 4, !range !4, !noundef !5
  %200 = trunc nuw i8 %199 to i1
  %201 = icmp eq i32 %194, 1
  %202 = and i1 %201, %200
  br i1 %202, label %203, label %258

203:                                              ; preds = %197
  %204 = load ptr, ptr %179, align 8
  %205 = getelementptr inbounds i8, ptr %192, i64 40
  %206 = load i32, ptr %205, align 8
  %207 = icmp sgt i32 %206, 0
  br i1 %207, label %208, label %231

208:                                              ; preds = %203
  %209 = getelementptr inbounds i8, ptr %192, i64 48
  br label %210

210:                                              ; preds = %224, %208
  %211 = phi i64 [ 1, %208 ], [ %223, %224 ]
  %212 = phi i64 [ 0, %208 ], [ %225, %224 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #24
  %213 = load ptr, ptr %209, align 8
  %214 = getelementptr inbounds ptr, ptr %213, i64 %212
  %215 = load ptr, ptr %214, align 8
  %216 = call i1 %215(ptr noundef %204, ptr noundef nonnull %3) #24
  %217 = load i64, ptr %3, align 8
  %218 = icmp sgt i64 %217, -1
  %219 = select i1 %216, i1 %218, i1 false
  br i1 %219, label %220, label %229

220:                                              ; preds = %210
  %221 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %211, i64 %217)
  %222 = extractvalue { i64, i1 } %221, 1
  %223 = extractvalue { i64, i1 } %221, 0
  br i1 %222, label %229, label %224

224:                                              ; preds = %220
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #24
  %225 = add nuw nsw i64 %212, 1
  %226 = load i32, ptr %205, align 8
  %227 = sext i32 %226 to i64
  %228 = icmp slt i64 %225, %227
  br i1 %228, label %210, label %231, !llvm.loop !27

229:                                              ; preds = %220, %210
  %230 = phi i64 [ %223, %220 ], [ %211, %210 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #24
  br label %239

231:                                              ; preds = %224, %203
  %232 = phi i64 [ 1, %203 ], [ %223, %224 ]
  %233 = getelementptr inbounds i8, ptr %192, i64 32
  %234 = load i32, ptr %233, align 8
  %235 = sext i32 %234 to i64
  %236 = call { i64, i1 } @llvm.smul.with.overflow.i64(i64 %232, i64 %235)
  %237 = extractvalue { i64, i1 } %236, 1
  %238 = xor i1 %237, true
  br label %239

239:                                              ; preds = %229, %231
  %240 = phi i64 [ %230, %229 ], [ %232, %231 ]
  %241 = phi i1 [ false, %229 ], [ %238, %231 ]
  br i1 %241, label %242, label %258

242:                                              ; preds = %239
  %243 = load ptr, ptr %180, align 8
  %244 = getelementptr inbounds %struct.argument, ptr %243, i64 %189
  %245 = load ptr, ptr %244, align 8
  %246 = getelementptr inbounds ptr, ptr %15, i64 %189
  %247 = load ptr, ptr %246, align 8
  %248 = getelementptr inbounds i8, ptr %192, i64 32
  %249 = load i32, ptr %248, align 8
  %250 = sext i32 %249 to i64
  %251 = mul nsw i64 %240, %250
  %252 = call i32 @descend_copy_to_host(ptr noundef %245, ptr noundef %247, i64 noundef %251)
  %253 = icmp eq i32 %252, 0
  br i1 %253, label %254, label %258

254:                                              ; preds = %242
  %255 = load ptr, ptr %246, align 8
  %256 = call i32 @descend_free(ptr noundef %255)
  %257 = icmp eq i32 %256, 0
  br label %258

258:                                              ; preds = %239, %242, %254, %197, %188
  %259 = phi i1 [ %190, %197 ], [ %190, %188 ], [ false, %242 ], [ false, %239 ], [ %257, %254 ]
  %260 = add nuw nsw i64 %189, 1
  %261 = load i32, ptr %8, align 8
  %262 = sext i32 %261 to i64
  %263 = icmp slt i64 %260, %262
  %264 = select i1 %263, i1 %259, i1 false
  br i1 %264, label %188, label %181, !llvm.loop !71

265:                                              ; preds = %311, %183
  %266 = getelementptr inbounds i8, ptr %0, i64 32
  %267 = load i8, ptr %266, align 8, !range !4, !noundef !5
  %268 = trunc nuw i8 %267 to i1
  br i1 %268, label %316, label %336

269:                                              ; preds = %186, %311
  %270 = phi i64 [ 0, %186 ], [ %312, %311 ]
  %271 = load ptr, ptr %187, align 8
  %272 = getelementptr inbounds %struct.descend_param, ptr %271, i64 %270
  %273 = getelementptr inbounds i8, ptr %272, i64 24
  %274 = load i32, ptr %273, align 8
  %275 = add i32 %274, -1
  %276 = icmp ult i32 %275, 2
  br i1 %276, label %311, label %277

277:                                              ; preds = %269
  %278 = getelementptr inbounds i64, ptr %19, i64 %270
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2)
  store i64 0, ptr %2, align 8
  %279 = getelementptr inbounds i8, ptr %272, i64 32
  %280 = load i32, ptr %279, align 8
  %281 = sext i32 %280 to i64
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %2, ptr nonnull readonly align 8 %278, i64 %281, i1 false)
  %282 = shl nsw i32 %280, 3
  %283 = sub nsw i32 64, %282
  %284 = getelementptr inbounds i8, ptr %272, i64 16
  %285 = load ptr, ptr %284, align 8
  %286 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %285, ptr noundef nonnull dereferenceable(5) @.str.187) #26
  %287 = icmp eq i32 %286, 0
  br i1 %287, label %288, label %290

288:                                              ; preds = %277
  %289 = load i64, ptr %2, align 8
  call void @descend_print_bool(i64 noundef %289)
  br label %308

290:                                              ; preds = %277
  %291 = load i8, ptr %285, align 1
  switch i8 %291, label %299 [
    i8 105, label %292
    i8 117, label %297
  ]

292:                                              ; preds = %290
  %293 = load i64, ptr %2, align 8
  %294 = zext i32 %283 to i64
  %295 = shl i64 %293, %294
  %296 = ashr exact i64 %295, %294
  call void @descend_print_i64(i64 noundef %296)
  br label %308

297:                                              ; preds = %290
  %298 = load i64, ptr %2, align 8
  call void @descend_print_u64(i64 noundef %298)
  br label %308

299:                                              ; preds = %290
  switch i32 %280, label %306 [
    i32 2, label %300
    i32 4, label %303
  ]

300:                                              ; preds = %299
  %301 = load half, ptr %278, align 8
  %302 = fpext half %301 to double
  call void @descend_print_f16(double noundef %302)
  br label %308

303:                                              ; preds = %299
  %304 = load float, ptr %278, align 8
  %305 = fpext float %304 to double
  call void @descend_print_f32(double noundef %305)
  br label %308

306:                                              ; preds = %299
  %307 = load double, ptr %278, align 8
  call void @descend_print_f64(double noundef %307)
  br label %308

308:                                              ; preds = %288, %292, %297, %300, %303, %306
  %309 = load ptr, ptr @stdout, align 8
  %310 = call i32 @putc(i32 noundef 10, ptr noundef %309)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2)
  br label %311

311:                                              ; preds = %269, %308
  %312 = add nuw nsw i64 %270, 1
  %313 = load i32, ptr %10, align 4
  %314 = sext i32 %313 to i64
  %315 = icmp slt i64 %312, %314
  br i1 %315, label %269, label %265, !llvm.loop !72

316:                                              ; preds = %265
  %317 = load ptr, ptr @stderr, align 8
  %318 = load i8, ptr getelementptr inbounds (i8, ptr @device, i64 1), align 1, !range !4, !noundef !5
  %319 = trunc nuw i8 %318 to i1
  %320 = select i1 %319, ptr @.str.5, ptr @.str.6
  %321 = load i64, ptr @stats.0, align 8
  %322 = icmp eq i64 %321, 1
  %323 = select i1 %322, ptr @.str.15, ptr @.str.289
  %324 = load i64, ptr @stats.1, align 8
  %325 = icmp eq i64 %324, 1
  %326 = select i1 %325, ptr @.str.15, ptr @.str.208
  %327 = load i64, ptr @stats.2, align 8
  %328 = icmp eq i64 %327, 1
  %329 = select i1 %328, ptr @.str.15, ptr @.str.208
  %330 = load i64, ptr @stats.3, align 8
  %331 = icmp eq i64 %330, 1
  %332 = select i1 %331, ptr @.str.15, ptr @.str.208
  %333 = load double, ptr @stats.4, align 8
  %334 = fsub double %173, %135
  %335 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %317, ptr noundef nonnull @.str.288, ptr noundef nonnull %320, i64 noundef %321, ptr noundef nonnull %323, i64 noundef %324, ptr noundef nonnull %326, i64 noundef %327, ptr noundef nonnull %329, i64 noundef %330, ptr noundef nonnull %332, double noundef %333, double noundef %334) #27
  br label %336

336:                                              ; preds = %265, %316, %181
  ret i1 %182
}

; Function Attrs: nounwind
declare ptr @strerror(i32 noundef) local_unnamed_addr #0

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare ptr @__errno_location() local_unnamed_addr #14

; Function Attrs: nofree nounwind
declare noundef i32 @fprintf(ptr nocapture noundef, ptr nocapture noundef readonly, ...) local_unnamed_addr #1

; Function Attrs: noreturn nounwind
declare void @abort() local_unnamed_addr #3

; Function Attrs: noreturn nounwind
declare void @longjmp(ptr noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: nofree nounwind
declare noundef i32 @vsnprintf(ptr nocapture noundef, i64 noundef, ptr nocapture noundef readonly, ptr noundef) local_unnamed_addr #1

; Function Attrs: nofree nounwind
define internal fastcc noundef i1 @cpu_open(ptr noundef %0) unnamed_addr #1 {
  %2 = alloca ptr, align 8
  %3 = tail call ptr @getenv(ptr noundef nonnull @.str.61) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #24
  %4 = icmp eq ptr %3, null
  br i1 %4, label %10, label %5

5:                                                ; preds = %1
  %6 = load i8, ptr %3, align 1
  %7 = icmp eq i8 %6, 0
  br i1 %7, label %10, label %8

8:                                                ; preds = %5
  %9 = call i64 @strtol(ptr noundef nonnull %3, ptr noundef nonnull %2, i32 noundef 10) #24
  br label %10

10:                                               ; preds = %1, %5, %8
  %11 = phi i64 [ %9, %8 ], [ 1, %5 ], [ 1, %1 ]
  br i1 %4, label %23, label %12

12:                                               ; preds = %10
  %13 = load i8, ptr %3, align 1
  %14 = icmp eq i8 %13, 0
  br i1 %14, label %23, label %15

15:                                               ; preds = %12
  %16 = load ptr, ptr %2, align 8
  %17 = load i8, ptr %16, align 1
  %18 = icmp ne i8 %17, 0
  %19 = add i64 %11, -17
  %20 = icmp ult i64 %19, -16
  %21 = select i1 %18, i1 true, i1 %20
  br i1 %21, label %22, label %23

22:                                               ; preds = %15
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %0, ptr noundef nonnull @.str.62, i32 noundef 16, ptr noundef nonnull %3)
  br label %25

23:                                               ; preds = %15, %12, %10
  %24 = trunc i64 %11 to i32
  store i32 %24, ptr getelementptr inbounds (i8, ptr @device, i64 4), align 4
  br label %25

25:                                               ; preds = %23, %22
  %26 = phi i1 [ false, %22 ], [ true, %23 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #24
  ret i1 %26
}

; Function Attrs: mustprogress nofree nounwind willreturn
declare i64 @strtol(ptr noundef readonly, ptr nocapture noundef, i32 noundef) local_unnamed_addr #15

; Function Attrs: nounwind
declare ptr @dlopen(ptr noundef, i32 noundef) local_unnamed_addr #0

; Function Attrs: nounwind
declare ptr @dlsym(ptr noundef, ptr noundef) local_unnamed_addr #0

; Function Attrs: nounwind
define internal fastcc noundef i1 @open_gpu(i32 noundef %0, ptr nocapture noundef writeonly %1) unnamed_addr #0 {
  %3 = alloca ptr, align 8
  %4 = alloca ptr, align 8
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  %7 = alloca [200 x i8], align 1
  %8 = sext i32 %0 to i64
  %9 = getelementptr inbounds [16 x %struct.gpu], ptr getelementptr inbounds (i8, ptr @cuda, i64 16), i64 0, i64 %8
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %5) #24
  store i32 0, ptr %5, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull %6) #24
  store i32 0, ptr %6, align 4
  %10 = load i32, ptr getelementptr inbounds (i8, ptr @cuda, i64 8), align 8
  %11 = add nsw i32 %10, %0
  call void @llvm.lifetime.start.p0(i64 200, ptr nonnull %7) #24
  %12 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76288), align 8
  %13 = getelementptr inbounds i8, ptr %9, i64 16
  %14 = tail call i32 %12(ptr noundef nonnull %13, i32 noundef %11) #24
  %15 = icmp eq i32 %14, 0
  br i1 %15, label %16, label %21

16:                                               ; preds = %2
  %17 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76296), align 8
  %18 = getelementptr inbounds i8, ptr %9, i64 20
  %19 = load i32, ptr %13, align 8
  %20 = tail call i32 %17(ptr noundef nonnull %18, i32 noundef 100, i32 noundef %19) #24
  br label %21

21:                                               ; preds = %16, %2
  %22 = phi i32 [ %14, %2 ], [ %20, %16 ]
  %23 = icmp eq i32 %22, 0
  br i1 %23, label %24, label %28

24:                                               ; preds = %21
  %25 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76304), align 8
  %26 = load i32, ptr %13, align 8
  %27 = call i32 %25(ptr noundef nonnull %5, i32 noundef 75, i32 noundef %26) #24
  br label %28

28:                                               ; preds = %24, %21
  %29 = phi i32 [ %22, %21 ], [ %27, %24 ]
  %30 = icmp eq i32 %29, 0
  br i1 %30, label %31, label %35

31:                                               ; preds = %28
  %32 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76304), align 8
  %33 = load i32, ptr %13, align 8
  %34 = call i32 %32(ptr noundef nonnull %6, i32 noundef 76, i32 noundef %33) #24
  br label %35

35:                                               ; preds = %31, %28
  %36 = phi i32 [ %29, %28 ], [ %34, %31 ]
  %37 = load i32, ptr %5, align 4
  %38 = mul nsw i32 %37, 10
  %39 = load i32, ptr %6, align 4
  %40 = add nsw i32 %38, %39
  %41 = getelementptr inbounds i8, ptr %9, i64 120
  store i32 %40, ptr %41, align 8
  %42 = icmp ne i32 %36, 0
  %43 = load ptr, ptr @programs, align 8
  %44 = icmp eq ptr %43, null
  %45 = select i1 %44, i1 true, i1 %42
  br i1 %45, label %84, label %46

46:                                               ; preds = %35, %79
  %47 = phi ptr [ %81, %79 ], [ %43, %35 ]
  %48 = getelementptr inbounds i8, ptr %47, i64 12
  %49 = load i32, ptr %48, align 4
  %50 = icmp sgt i32 %49, 0
  br i1 %50, label %51, label %79

51:                                               ; preds = %46
  %52 = getelementptr inbounds i8, ptr %47, i64 32
  %53 = load ptr, ptr %52, align 8
  %54 = zext nneg i32 %49 to i64
  br label %55

55:                                               ; preds = %67, %51
  %56 = phi i64 [ 0, %51 ], [ %69, %67 ]
  %57 = phi ptr [ null, %51 ], [ %68, %67 ]
  %58 = getelementptr inbounds %struct.descend_image, ptr %53, i64 %56
  %59 = load i32, ptr %58, align 8
  %60 = icmp sgt i32 %59, %40
  br i1 %60, label %67, label %61

61:                                               ; preds = %55
  %62 = icmp eq ptr %57, null
  br i1 %62, label %66, label %63

63:                                               ; preds = %61
  %64 = load i32, ptr %57, align 8
  %65 = icmp sgt i32 %59, %64
  br i1 %65, label %66, label %67

66:                                               ; preds = %63, %61
  br label %67

67:                                               ; preds = %66, %63, %55
  %68 = phi ptr [ %58, %66 ], [ %57, %63 ], [ %57, %55 ]
  %69 = add nuw nsw i64 %56, 1
  %70 = icmp eq i64 %69, %54
  br i1 %70, label %71, label %55, !llvm.loop !73

71:                                               ; preds = %67
  %72 = icmp eq ptr %68, null
  br i1 %72, label %73, label %79

73:                                               ; preds = %71
  %74 = getelementptr inbounds i8, ptr %47, i64 32
  %75 = load ptr, ptr %74, align 8
  %76 = load i32, ptr %75, align 8
  %77 = getelementptr inbounds i8, ptr %9, i64 20
  %78 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %1, i64 noundef 512, ptr noundef nonnull @.str.103, i32 noundef %76, ptr noundef nonnull %77, i32 noundef %40) #24
  br label %118

79:                                               ; preds = %46, %71
  %80 = getelementptr inbounds i8, ptr %47, i64 184
  %81 = load ptr, ptr %80, align 8
  %82 = icmp eq ptr %81, null
  %83 = select i1 %82, i1 true, i1 %42
  br i1 %83, label %84, label %46, !llvm.loop !74

84:                                               ; preds = %79, %35
  br i1 %42, label %90, label %85

85:                                               ; preds = %84
  %86 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76312), align 8
  %87 = getelementptr inbounds i8, ptr %9, i64 8
  %88 = load i32, ptr %13, align 8
  %89 = call i32 %86(ptr noundef nonnull %87, i32 noundef %88) #24
  br label %90

90:                                               ; preds = %85, %84
  %91 = phi i32 [ %36, %84 ], [ %89, %85 ]
  %92 = icmp eq i32 %91, 0
  br i1 %92, label %117, label %93

93:                                               ; preds = %90
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #24
  store ptr null, ptr %3, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #24
  store ptr null, ptr %4, align 8
  %94 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76472), align 8
  %95 = icmp eq ptr %94, null
  br i1 %95, label %98, label %96

96:                                               ; preds = %93
  %97 = call i32 %94(i32 noundef %91, ptr noundef nonnull %3) #24
  br label %98

98:                                               ; preds = %96, %93
  %99 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76480), align 8
  %100 = icmp eq ptr %99, null
  br i1 %100, label %103, label %101

101:                                              ; preds = %98
  %102 = call i32 %99(i32 noundef %91, ptr noundef nonnull %4) #24
  br label %103

103:                                              ; preds = %101, %98
  %104 = load ptr, ptr %3, align 8
  %105 = icmp eq ptr %104, null
  %106 = select i1 %105, ptr @.str.100, ptr %104
  %107 = load ptr, ptr %4, align 8
  %108 = icmp eq ptr %107, null
  %109 = select i1 %108, ptr @.str.101, ptr %107
  %110 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %7, i64 noundef 200, ptr noundef nonnull @.str.99, ptr noundef nonnull %106, ptr noundef nonnull %109) #24
  %111 = load ptr, ptr %3, align 8
  %112 = icmp eq ptr %111, null
  br i1 %112, label %113, label %115

113:                                              ; preds = %103
  %114 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %7, i64 noundef 200, ptr noundef nonnull @.str.102, i32 noundef %91) #24
  br label %115

115:                                              ; preds = %103, %113
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #24
  %116 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %1, i64 noundef 512, ptr noundef nonnull @.str.104, i32 noundef %11, ptr noundef nonnull %7) #24
  br label %118

117:                                              ; preds = %90
  store atomic i8 1, ptr %9 release, align 8
  br label %118

118:                                              ; preds = %73, %117, %115
  %119 = phi i1 [ false, %115 ], [ true, %117 ], [ false, %73 ]
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %7) #24
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %6) #24
  call void @llvm.lifetime.end.p0(i64 4, ptr nonnull %5) #24
  ret i1 %119
}

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized,aligned") allocsize(1) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @aligned_alloc(i64 allocalign noundef, i64 noundef) local_unnamed_addr #16

; Function Attrs: mustprogress nounwind willreturn allockind("realloc") allocsize(1) memory(argmem: readwrite, inaccessiblemem: readwrite)
declare noalias noundef ptr @realloc(ptr allocptr nocapture noundef, i64 noundef) local_unnamed_addr #17

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @cuda_enter(ptr noundef %0, ptr noundef %1) unnamed_addr #0 {
  %3 = alloca [512 x i8], align 1
  %4 = load atomic i8, ptr %0 acquire, align 8
  %5 = trunc i8 %4 to i1
  br i1 %5, label %21, label %6

6:                                                ; preds = %2
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %3) #24
  %7 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull getelementptr inbounds (i8, ptr @cuda, i64 76176)) #24
  %8 = load i8, ptr %0, align 8, !range !4, !noundef !5
  %9 = trunc nuw i8 %8 to i1
  br i1 %9, label %18, label %10

10:                                               ; preds = %6
  %11 = ptrtoint ptr %0 to i64
  %12 = sub i64 %11, ptrtoint (ptr getelementptr inbounds (i8, ptr @cuda, i64 16) to i64)
  %13 = sdiv exact i64 %12, 4760
  %14 = trunc i64 %13 to i32
  %15 = call fastcc i1 @open_gpu(i32 noundef %14, ptr noundef nonnull %3)
  %16 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull getelementptr inbounds (i8, ptr @cuda, i64 76176)) #24
  br i1 %15, label %20, label %17

17:                                               ; preds = %10
  call void (ptr, ptr, ...) @set_error(ptr noundef %1, ptr noundef nonnull @.str.14, ptr noundef nonnull %3)
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %3) #24
  br label %28

18:                                               ; preds = %6
  %19 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull getelementptr inbounds (i8, ptr @cuda, i64 76176)) #24
  br label %20

20:                                               ; preds = %18, %10
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %3) #24
  br label %21

21:                                               ; preds = %20, %2
  %22 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76320), align 8
  %23 = getelementptr inbounds i8, ptr %0, i64 8
  %24 = load ptr, ptr %23, align 8
  %25 = tail call i32 %22(ptr noundef %24) #24
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %28, label %27

27:                                               ; preds = %21
  tail call fastcc void @cuda_failed(ptr noundef nonnull %0, i32 noundef %25, ptr noundef nonnull @.str.109, ptr noundef %1)
  br label %28

28:                                               ; preds = %17, %27, %21
  %29 = phi i32 [ 1, %17 ], [ 1, %27 ], [ 0, %21 ]
  ret i32 %29
}

; Function Attrs: nounwind
define internal fastcc void @cuda_failed(ptr nocapture noundef readonly %0, i32 noundef %1, ptr noundef %2, ptr noundef %3) unnamed_addr #0 {
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca [200 x i8], align 1
  call void @llvm.lifetime.start.p0(i64 200, ptr nonnull %7) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #24
  store ptr null, ptr %5, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6) #24
  store ptr null, ptr %6, align 8
  %8 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76472), align 8
  %9 = icmp eq ptr %8, null
  br i1 %9, label %12, label %10

10:                                               ; preds = %4
  %11 = call i32 %8(i32 noundef %1, ptr noundef nonnull %5) #24
  br label %12

12:                                               ; preds = %10, %4
  %13 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76480), align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %17, label %15

15:                                               ; preds = %12
  %16 = call i32 %13(i32 noundef %1, ptr noundef nonnull %6) #24
  br label %17

17:                                               ; preds = %15, %12
  %18 = load ptr, ptr %5, align 8
  %19 = icmp eq ptr %18, null
  %20 = select i1 %19, ptr @.str.100, ptr %18
  %21 = load ptr, ptr %6, align 8
  %22 = icmp eq ptr %21, null
  %23 = select i1 %22, ptr @.str.101, ptr %21
  %24 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %7, i64 noundef 200, ptr noundef nonnull @.str.99, ptr noundef nonnull %20, ptr noundef nonnull %23) #24
  %25 = load ptr, ptr %5, align 8
  %26 = icmp eq ptr %25, null
  br i1 %26, label %27, label %29

27:                                               ; preds = %17
  %28 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %7, i64 noundef 200, ptr noundef nonnull @.str.102, i32 noundef %1) #24
  br label %29

29:                                               ; preds = %17, %27
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #24
  call void (ptr, ptr, ...) @set_error(ptr noundef %3, ptr noundef nonnull @.str.110, ptr noundef %2, ptr noundef nonnull %7)
  %30 = getelementptr inbounds i8, ptr %0, i64 124
  %31 = load i8, ptr %30, align 4, !range !4, !noundef !5
  %32 = trunc nuw i8 %31 to i1
  br i1 %32, label %33, label %36

33:                                               ; preds = %29
  %34 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %35 = getelementptr inbounds i8, ptr %34, i64 1296
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(56) %35, ptr noundef nonnull align 1 dereferenceable(56) @.str.111, i64 56, i1 false)
  br label %36

36:                                               ; preds = %33, %29
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %7) #24
  ret void
}

; Function Attrs: nounwind
define internal fastcc void @kernel_failed(ptr noundef %0, i32 noundef %1, ptr noundef %2) unnamed_addr #0 {
  %4 = alloca ptr, align 8
  %5 = alloca ptr, align 8
  %6 = alloca ptr, align 8
  %7 = alloca ptr, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca ptr, align 8
  %11 = alloca [6 x i32], align 4
  %12 = alloca [256 x i8], align 4
  %13 = alloca [200 x i8], align 1
  %14 = alloca [200 x i8], align 1
  %15 = getelementptr inbounds i8, ptr %0, i64 4744
  %16 = load ptr, ptr %15, align 8
  %17 = getelementptr inbounds i8, ptr %0, i64 4224
  %18 = load i32, ptr %17, align 8
  %19 = icmp slt i32 %18, 1
  br i1 %19, label %25, label %20

20:                                               ; preds = %3
  %21 = getelementptr inbounds i8, ptr %0, i64 136
  %22 = load ptr, ptr %21, align 8
  %23 = getelementptr inbounds i8, ptr %22, i64 40
  %24 = load ptr, ptr %23, align 8
  br label %25

25:                                               ; preds = %3, %20
  %26 = phi ptr [ %24, %20 ], [ null, %3 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #24
  store ptr null, ptr %10, align 8
  %27 = icmp eq ptr %16, null
  br i1 %27, label %72, label %28

28:                                               ; preds = %25
  %29 = load i32, ptr %16, align 4
  %30 = icmp ne i32 %29, 0
  %31 = icmp ne ptr %26, null
  %32 = select i1 %30, i1 %31, i1 false
  br i1 %32, label %33, label %72

33:                                               ; preds = %28
  %34 = getelementptr inbounds i8, ptr %16, i64 36
  %35 = load i32, ptr %34, align 4
  %36 = icmp eq i32 %35, 0
  br i1 %36, label %72, label %37

37:                                               ; preds = %33
  %38 = getelementptr inbounds i8, ptr %26, i64 16
  %39 = load i32, ptr %38, align 8
  %40 = icmp ugt i32 %35, %39
  br i1 %40, label %72, label %41

41:                                               ; preds = %37
  %42 = getelementptr inbounds i8, ptr %16, i64 40
  %43 = load i64, ptr %42, align 4
  %44 = getelementptr inbounds i8, ptr %16, i64 48
  %45 = load i64, ptr %44, align 4
  %46 = getelementptr inbounds i8, ptr %26, i64 40
  %47 = load ptr, ptr %46, align 8
  %48 = add i32 %35, -1
  %49 = zext i32 %48 to i64
  %50 = getelementptr inbounds %struct.descend_check, ptr %47, i64 %49
  tail call fastcc void @set_check(ptr noundef %50, i64 noundef %43, i64 noundef %45)
  call void @llvm.lifetime.start.p0(i64 24, ptr nonnull %11) #24
  %51 = getelementptr inbounds i8, ptr %16, i64 12
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(24) %11, ptr noundef nonnull align 4 dereferenceable(24) %51, i64 24, i1 false)
  %52 = getelementptr inbounds i8, ptr %26, i64 48
  %53 = load ptr, ptr %52, align 8
  %54 = load i32, ptr %34, align 4
  %55 = add i32 %54, -1
  %56 = zext i32 %55 to i64
  %57 = getelementptr inbounds ptr, ptr %53, i64 %56
  %58 = load ptr, ptr %57, align 8
  call fastcc void @note_launches(ptr noundef %0, ptr noundef %58, ptr noundef nonnull %10)
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %12) #24
  %59 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %60 = getelementptr inbounds i8, ptr %59, i64 1296
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(256) %12, ptr noundef nonnull align 8 dereferenceable(256) %60, i64 256, i1 false)
  %61 = load ptr, ptr %10, align 8
  %62 = icmp eq ptr %61, null
  %63 = getelementptr inbounds i8, ptr %0, i64 144
  %64 = select i1 %62, ptr %63, ptr %61
  call fastcc void @note_place(ptr noundef nonnull %11, ptr noundef nonnull %64)
  %65 = tail call i64 @strlen(ptr noundef nonnull dereferenceable(1) %60) #26
  %66 = getelementptr inbounds i8, ptr %60, i64 %65
  %67 = sub i64 256, %65
  %68 = load i8, ptr %12, align 4
  %69 = icmp eq i8 %68, 0
  %70 = select i1 %69, ptr @.str.15, ptr @.str.35
  %71 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %66, i64 noundef %67, ptr noundef nonnull @.str.115, ptr noundef nonnull %70, ptr noundef nonnull %12) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %12) #24
  call void @llvm.lifetime.end.p0(i64 24, ptr nonnull %11) #24
  br label %187

72:                                               ; preds = %37, %33, %28, %25
  %73 = icmp eq i32 %18, 1
  br i1 %73, label %74, label %104

74:                                               ; preds = %72
  call void @llvm.lifetime.start.p0(i64 200, ptr nonnull %13) #24
  %75 = getelementptr inbounds i8, ptr %0, i64 128
  %76 = load ptr, ptr %75, align 8
  %77 = icmp eq ptr %76, null
  %78 = select i1 %77, ptr %2, ptr %76
  %79 = getelementptr inbounds i8, ptr %0, i64 136
  %80 = load ptr, ptr %79, align 8
  %81 = load ptr, ptr %80, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  store ptr null, ptr %8, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #24
  store ptr null, ptr %9, align 8
  %82 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76472), align 8
  %83 = icmp eq ptr %82, null
  br i1 %83, label %86, label %84

84:                                               ; preds = %74
  %85 = call i32 %82(i32 noundef %1, ptr noundef nonnull %8) #24
  br label %86

86:                                               ; preds = %84, %74
  %87 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76480), align 8
  %88 = icmp eq ptr %87, null
  br i1 %88, label %91, label %89

89:                                               ; preds = %86
  %90 = call i32 %87(i32 noundef %1, ptr noundef nonnull %9) #24
  br label %91

91:                                               ; preds = %89, %86
  %92 = load ptr, ptr %8, align 8
  %93 = icmp eq ptr %92, null
  %94 = select i1 %93, ptr @.str.100, ptr %92
  %95 = load ptr, ptr %9, align 8
  %96 = icmp eq ptr %95, null
  %97 = select i1 %96, ptr @.str.101, ptr %95
  %98 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %13, i64 noundef 200, ptr noundef nonnull @.str.99, ptr noundef nonnull %94, ptr noundef nonnull %97) #24
  %99 = load ptr, ptr %8, align 8
  %100 = icmp eq ptr %99, null
  br i1 %100, label %101, label %103

101:                                              ; preds = %91
  %102 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %13, i64 noundef 200, ptr noundef nonnull @.str.102, i32 noundef %1) #24
  br label %103

103:                                              ; preds = %91, %101
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void (ptr, ptr, ...) @set_error(ptr noundef %78, ptr noundef nonnull @.str.116, ptr noundef %81, ptr noundef nonnull %13)
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %13) #24
  br label %187

104:                                              ; preds = %72
  call void @llvm.lifetime.start.p0(i64 200, ptr nonnull %14) #24
  %105 = icmp sgt i32 %18, 1
  br i1 %105, label %106, label %113

106:                                              ; preds = %104
  %107 = getelementptr inbounds i8, ptr %0, i64 128
  %108 = getelementptr inbounds i8, ptr %0, i64 136
  %109 = add nsw i32 %18, -2
  %110 = tail call i32 @llvm.umin.i32(i32 %109, i32 62)
  %111 = add nuw nsw i32 %110, 2
  %112 = zext nneg i32 %111 to i64
  br label %117

113:                                              ; preds = %125, %104
  %114 = phi i1 [ true, %104 ], [ %126, %125 ]
  %115 = icmp ne ptr %2, null
  %116 = or i1 %115, %19
  br i1 %116, label %132, label %129

117:                                              ; preds = %106, %125
  %118 = phi i64 [ 1, %106 ], [ %127, %125 ]
  %119 = phi i1 [ true, %106 ], [ %126, %125 ]
  br i1 %119, label %120, label %125

120:                                              ; preds = %117
  %121 = getelementptr inbounds [64 x %struct.queued], ptr %107, i64 0, i64 %118, i32 1
  %122 = load ptr, ptr %121, align 8
  %123 = load ptr, ptr %108, align 8
  %124 = icmp eq ptr %122, %123
  br label %125

125:                                              ; preds = %120, %117
  %126 = phi i1 [ false, %117 ], [ %124, %120 ]
  %127 = add nuw nsw i64 %118, 1
  %128 = icmp eq i64 %127, %112
  br i1 %128, label %113, label %117, !llvm.loop !75

129:                                              ; preds = %113
  %130 = getelementptr inbounds i8, ptr %0, i64 128
  %131 = load ptr, ptr %130, align 8
  br label %132

132:                                              ; preds = %113, %129
  %133 = phi ptr [ %131, %129 ], [ %2, %113 ]
  %134 = icmp ne ptr %26, null
  %135 = select i1 %114, i1 %134, i1 false
  %136 = select i1 %135, ptr @.str.118, ptr @.str.119
  br i1 %135, label %137, label %163

137:                                              ; preds = %132
  %138 = getelementptr inbounds i8, ptr %0, i64 136
  %139 = load ptr, ptr %138, align 8
  %140 = load ptr, ptr %139, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6) #24
  store ptr null, ptr %6, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7) #24
  store ptr null, ptr %7, align 8
  %141 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76472), align 8
  %142 = icmp eq ptr %141, null
  br i1 %142, label %145, label %143

143:                                              ; preds = %137
  %144 = call i32 %141(i32 noundef %1, ptr noundef nonnull %6) #24
  br label %145

145:                                              ; preds = %143, %137
  %146 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76480), align 8
  %147 = icmp eq ptr %146, null
  br i1 %147, label %150, label %148

148:                                              ; preds = %145
  %149 = call i32 %146(i32 noundef %1, ptr noundef nonnull %7) #24
  br label %150

150:                                              ; preds = %148, %145
  %151 = load ptr, ptr %6, align 8
  %152 = icmp eq ptr %151, null
  %153 = select i1 %152, ptr @.str.100, ptr %151
  %154 = load ptr, ptr %7, align 8
  %155 = icmp eq ptr %154, null
  %156 = select i1 %155, ptr @.str.101, ptr %154
  %157 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %14, i64 noundef 200, ptr noundef nonnull @.str.99, ptr noundef nonnull %153, ptr noundef nonnull %156) #24
  %158 = load ptr, ptr %6, align 8
  %159 = icmp eq ptr %158, null
  br i1 %159, label %160, label %162

160:                                              ; preds = %150
  %161 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %14, i64 noundef 200, ptr noundef nonnull @.str.102, i32 noundef %1) #24
  br label %162

162:                                              ; preds = %150, %160
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #24
  call void (ptr, ptr, ...) @set_error(ptr noundef %133, ptr noundef nonnull @.str.117, ptr noundef nonnull %136, ptr noundef %140, ptr noundef nonnull %14)
  call fastcc void @note_launches(ptr noundef %0, ptr noundef null, ptr noundef nonnull %10)
  br label %186

163:                                              ; preds = %132
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #24
  store ptr null, ptr %4, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #24
  store ptr null, ptr %5, align 8
  %164 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76472), align 8
  %165 = icmp eq ptr %164, null
  br i1 %165, label %168, label %166

166:                                              ; preds = %163
  %167 = call i32 %164(i32 noundef %1, ptr noundef nonnull %4) #24
  br label %168

168:                                              ; preds = %166, %163
  %169 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76480), align 8
  %170 = icmp eq ptr %169, null
  br i1 %170, label %173, label %171

171:                                              ; preds = %168
  %172 = call i32 %169(i32 noundef %1, ptr noundef nonnull %5) #24
  br label %173

173:                                              ; preds = %171, %168
  %174 = load ptr, ptr %4, align 8
  %175 = icmp eq ptr %174, null
  %176 = select i1 %175, ptr @.str.100, ptr %174
  %177 = load ptr, ptr %5, align 8
  %178 = icmp eq ptr %177, null
  %179 = select i1 %178, ptr @.str.101, ptr %177
  %180 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %14, i64 noundef 200, ptr noundef nonnull @.str.99, ptr noundef nonnull %176, ptr noundef nonnull %179) #24
  %181 = load ptr, ptr %4, align 8
  %182 = icmp eq ptr %181, null
  br i1 %182, label %183, label %185

183:                                              ; preds = %173
  %184 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %14, i64 noundef 200, ptr noundef nonnull @.str.102, i32 noundef %1) #24
  br label %185

185:                                              ; preds = %173, %183
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #24
  call void (ptr, ptr, ...) @set_error(ptr noundef %133, ptr noundef nonnull @.str.117, ptr noundef nonnull %136, ptr noundef nonnull @.str.15, ptr noundef nonnull %14)
  br label %186

186:                                              ; preds = %185, %162
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %14) #24
  br label %187

187:                                              ; preds = %103, %186, %41
  %188 = getelementptr inbounds i8, ptr %0, i64 124
  store i8 1, ptr %188, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #24
  ret void
}

; Function Attrs: nofree nounwind
define internal fastcc void @note_launches(ptr noundef %0, ptr noundef %1, ptr nocapture noundef %2) unnamed_addr #1 {
  %4 = alloca [256 x i8], align 1
  %5 = alloca [4 x ptr], align 8
  call void @llvm.lifetime.start.p0(i64 256, ptr nonnull %4) #24
  %6 = getelementptr inbounds i8, ptr %0, i64 4224
  %7 = load i32, ptr %6, align 8
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %5) #24
  %8 = icmp sgt i32 %7, 0
  br i1 %8, label %9, label %87

9:                                                ; preds = %3
  %10 = tail call i32 @llvm.smin.i32(i32 %7, i32 64)
  %11 = getelementptr inbounds i8, ptr %0, i64 128
  %12 = icmp eq ptr %1, null
  %13 = zext nneg i32 %10 to i64
  br label %14

14:                                               ; preds = %9, %79
  %15 = phi i64 [ %13, %9 ], [ %18, %79 ]
  %16 = phi i32 [ 0, %9 ], [ %78, %79 ]
  %17 = phi i64 [ 0, %9 ], [ %77, %79 ]
  %18 = add nsw i64 %15, -1
  %19 = and i64 %18, 4294967295
  %20 = getelementptr inbounds [64 x %struct.queued], ptr %11, i64 0, i64 %19
  br i1 %12, label %27, label %21

21:                                               ; preds = %14
  %22 = getelementptr inbounds i8, ptr %20, i64 8
  %23 = load ptr, ptr %22, align 8
  %24 = load ptr, ptr %23, align 8
  %25 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %24, ptr noundef nonnull dereferenceable(1) %1) #26
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %27, label %75

27:                                               ; preds = %21, %14
  %28 = load ptr, ptr %2, align 8
  %29 = icmp eq ptr %28, null
  %30 = getelementptr inbounds i8, ptr %20, i64 16
  %31 = select i1 %29, ptr %30, ptr %28
  store ptr %31, ptr %2, align 8
  %32 = load ptr, ptr %20, align 8
  %33 = icmp ne ptr %32, null
  %34 = icmp sgt i32 %16, 0
  br i1 %34, label %35, label %37

35:                                               ; preds = %27
  %36 = zext nneg i32 %16 to i64
  br label %39

37:                                               ; preds = %47, %27
  %38 = phi i1 [ %33, %27 ], [ %48, %47 ]
  br i1 %38, label %51, label %75

39:                                               ; preds = %35, %47
  %40 = phi i64 [ 0, %35 ], [ %49, %47 ]
  %41 = phi i1 [ %33, %35 ], [ %48, %47 ]
  br i1 %41, label %42, label %47

42:                                               ; preds = %39
  %43 = getelementptr inbounds [4 x ptr], ptr %5, i64 0, i64 %40
  %44 = load ptr, ptr %43, align 8
  %45 = tail call i32 @bcmp(ptr noundef nonnull dereferenceable(16) %44, ptr noundef nonnull dereferenceable(16) %32, i64 16)
  %46 = icmp ne i32 %45, 0
  br label %47

47:                                               ; preds = %42, %39
  %48 = phi i1 [ false, %39 ], [ %46, %42 ]
  %49 = add nuw nsw i64 %40, 1
  %50 = icmp eq i64 %49, %36
  br i1 %50, label %37, label %39, !llvm.loop !76

51:                                               ; preds = %37
  %52 = icmp eq i32 %16, 3
  br i1 %52, label %75, label %53

53:                                               ; preds = %51
  %54 = load i32, ptr %6, align 8
  %55 = icmp sgt i32 %54, 64
  br i1 %55, label %75, label %56

56:                                               ; preds = %53
  %57 = getelementptr inbounds i8, ptr %4, i64 %17
  %58 = sub i64 256, %17
  %59 = icmp eq i32 %16, 0
  %60 = select i1 %59, ptr @.str.15, ptr @.str.121
  %61 = load ptr, ptr %32, align 8
  %62 = getelementptr inbounds i8, ptr %32, i64 8
  %63 = load i32, ptr %62, align 8
  %64 = getelementptr inbounds i8, ptr %32, i64 12
  %65 = load i32, ptr %64, align 4
  %66 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %57, i64 noundef %58, ptr noundef nonnull @.str.120, ptr noundef nonnull %60, ptr noundef %61, i32 noundef %63, i32 noundef %65) #24
  %67 = sext i32 %66 to i64
  %68 = add i64 %17, %67
  %69 = load ptr, ptr %20, align 8
  %70 = add nsw i32 %16, 1
  %71 = sext i32 %16 to i64
  %72 = getelementptr inbounds [4 x ptr], ptr %5, i64 0, i64 %71
  store ptr %69, ptr %72, align 8
  %73 = icmp ugt i64 %68, 255
  %74 = select i1 %73, i32 2, i32 0
  br label %75

75:                                               ; preds = %37, %53, %51, %56, %21
  %76 = phi i32 [ 4, %21 ], [ 4, %37 ], [ 2, %53 ], [ 2, %51 ], [ %74, %56 ]
  %77 = phi i64 [ %17, %21 ], [ %17, %37 ], [ %17, %53 ], [ %17, %51 ], [ %68, %56 ]
  %78 = phi i32 [ %16, %21 ], [ %16, %37 ], [ 4, %53 ], [ 4, %51 ], [ %70, %56 ]
  switch i32 %76, label %82 [
    i32 0, label %79
    i32 4, label %79
  ]

79:                                               ; preds = %75, %75
  %80 = trunc nuw i64 %15 to i32
  %81 = icmp sgt i32 %80, 1
  br i1 %81, label %14, label %82, !llvm.loop !77

82:                                               ; preds = %79, %75
  %83 = add i32 %78, -1
  %84 = icmp ult i32 %83, 3
  %85 = icmp ult i64 %77, 256
  %86 = select i1 %84, i1 %85, i1 false
  br label %87

87:                                               ; preds = %82, %3
  %88 = phi i1 [ false, %3 ], [ %86, %82 ]
  %89 = tail call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  %90 = getelementptr inbounds i8, ptr %89, i64 1296
  %91 = tail call i64 @strlen(ptr noundef nonnull dereferenceable(1) %90) #26
  br i1 %88, label %92, label %105

92:                                               ; preds = %87
  %93 = getelementptr inbounds i8, ptr %90, i64 %91
  %94 = sub i64 256, %91
  %95 = icmp eq i64 %91, 0
  %96 = select i1 %95, ptr @.str.15, ptr @.str.35
  %97 = icmp eq ptr %1, null
  br i1 %97, label %98, label %102

98:                                               ; preds = %92
  %99 = getelementptr inbounds i8, ptr %0, i64 136
  %100 = load ptr, ptr %99, align 8
  %101 = load ptr, ptr %100, align 8
  br label %102

102:                                              ; preds = %92, %98
  %103 = phi ptr [ %101, %98 ], [ %1, %92 ]
  %104 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %93, i64 noundef %94, ptr noundef nonnull @.str.122, ptr noundef nonnull %96, ptr noundef %103, ptr noundef nonnull %4) #24
  br label %113

105:                                              ; preds = %87
  %106 = icmp eq ptr %1, null
  br i1 %106, label %113, label %107

107:                                              ; preds = %105
  %108 = getelementptr inbounds i8, ptr %90, i64 %91
  %109 = sub i64 256, %91
  %110 = icmp eq i64 %91, 0
  %111 = select i1 %110, ptr @.str.15, ptr @.str.35
  %112 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull %108, i64 noundef %109, ptr noundef nonnull @.str.123, ptr noundef nonnull %111, ptr noundef nonnull %1) #24
  br label %113

113:                                              ; preds = %105, %107, %102
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %5) #24
  call void @llvm.lifetime.end.p0(i64 256, ptr nonnull %4) #24
  ret void
}

; Function Attrs: mustprogress nofree nounwind willreturn memory(argmem: read)
declare i64 @strlen(ptr nocapture noundef) local_unnamed_addr #11

; Function Attrs: mustprogress nofree nounwind willreturn memory(argmem: read)
declare ptr @strchr(ptr noundef, i32 noundef) local_unnamed_addr #11

; Function Attrs: mustprogress nofree nounwind willreturn
declare double @strtod(ptr noundef readonly, ptr nocapture noundef) local_unnamed_addr #15

; Function Attrs: mustprogress nofree nounwind willreturn
declare float @strtof(ptr noundef readonly, ptr nocapture noundef) local_unnamed_addr #15

; Function Attrs: nofree nounwind
declare noundef i32 @vfprintf(ptr nocapture noundef, ptr nocapture noundef readonly, ptr noundef) local_unnamed_addr #1

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @cuda_launch(ptr noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2, ptr noundef %3, i32 noundef %4, ptr noundef %5) unnamed_addr #0 {
  %7 = alloca %struct.queued, align 8
  %8 = alloca ptr, align 8
  %9 = alloca ptr, align 8
  %10 = alloca [4096 x i8], align 1
  %11 = alloca [2 x i32], align 8
  %12 = alloca [2 x ptr], align 8
  %13 = alloca ptr, align 8
  %14 = alloca [200 x i8], align 1
  %15 = alloca i64, align 8
  %16 = alloca i64, align 8
  %17 = alloca ptr, align 8
  %18 = alloca [300 x i8], align 1
  %19 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull getelementptr inbounds (i8, ptr @cuda, i64 76224)) #24
  %20 = zext nneg i32 %4 to i64
  %21 = getelementptr inbounds [16 x %struct.gpu], ptr getelementptr inbounds (i8, ptr @cuda, i64 16), i64 0, i64 %20
  %22 = getelementptr inbounds i8, ptr %0, i64 40
  %23 = load ptr, ptr %22, align 8
  %24 = getelementptr inbounds i8, ptr %23, i64 56
  %25 = getelementptr inbounds [16 x ptr], ptr %24, i64 0, i64 %20
  %26 = tail call fastcc i32 @cuda_enter(ptr noundef nonnull %21, ptr noundef %5)
  %27 = icmp eq i32 %26, 0
  br i1 %27, label %28, label %251

28:                                               ; preds = %6
  %29 = load ptr, ptr %25, align 8
  %30 = icmp eq ptr %29, null
  br i1 %30, label %31, label %135

31:                                               ; preds = %28
  %32 = load ptr, ptr %22, align 8
  %33 = getelementptr inbounds i8, ptr %32, i64 12
  %34 = load i32, ptr %33, align 4
  %35 = icmp sgt i32 %34, 0
  br i1 %35, label %36, label %58

36:                                               ; preds = %31
  %37 = getelementptr inbounds i8, ptr %32, i64 32
  %38 = load ptr, ptr %37, align 8
  %39 = getelementptr inbounds i8, ptr %21, i64 120
  %40 = load i32, ptr %39, align 8
  %41 = zext nneg i32 %34 to i64
  br label %42

42:                                               ; preds = %54, %36
  %43 = phi i64 [ 0, %36 ], [ %56, %54 ]
  %44 = phi ptr [ null, %36 ], [ %55, %54 ]
  %45 = getelementptr inbounds %struct.descend_image, ptr %38, i64 %43
  %46 = load i32, ptr %45, align 8
  %47 = icmp sgt i32 %46, %40
  br i1 %47, label %54, label %48

48:                                               ; preds = %42
  %49 = icmp eq ptr %44, null
  br i1 %49, label %53, label %50

50:                                               ; preds = %48
  %51 = load i32, ptr %44, align 8
  %52 = icmp sgt i32 %46, %51
  br i1 %52, label %53, label %54

53:                                               ; preds = %50, %48
  br label %54

54:                                               ; preds = %53, %50, %42
  %55 = phi ptr [ %45, %53 ], [ %44, %50 ], [ %44, %42 ]
  %56 = add nuw nsw i64 %43, 1
  %57 = icmp eq i64 %56, %41
  br i1 %57, label %58, label %42, !llvm.loop !73

58:                                               ; preds = %54, %31
  %59 = phi ptr [ null, %31 ], [ %55, %54 ]
  %60 = icmp eq ptr %59, null
  br i1 %60, label %61, label %65

61:                                               ; preds = %58
  %62 = getelementptr inbounds i8, ptr %21, i64 20
  %63 = getelementptr inbounds i8, ptr %21, i64 120
  %64 = load i32, ptr %63, align 8
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %5, ptr noundef nonnull @.str.140, ptr noundef nonnull %62, i32 noundef %64)
  br label %251

65:                                               ; preds = %58
  call void @llvm.lifetime.start.p0(i64 4096, ptr nonnull %10) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 1 dereferenceable(4096) %10, i8 0, i64 4096, i1 false)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %11) #24
  store i64 25769803781, ptr %11, align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %12) #24
  store ptr %10, ptr %12, align 8
  %66 = getelementptr inbounds i8, ptr %12, i64 8
  store ptr inttoptr (i64 4096 to ptr), ptr %66, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %13) #24
  store ptr null, ptr %13, align 8
  %67 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76336), align 8
  %68 = getelementptr inbounds i8, ptr %59, i64 8
  %69 = load ptr, ptr %68, align 8
  %70 = call i32 %67(ptr noundef nonnull %13, ptr noundef %69, i32 noundef 2, ptr noundef nonnull %11, ptr noundef nonnull %12) #24
  %71 = icmp eq i32 %70, 0
  br i1 %71, label %96, label %72

72:                                               ; preds = %65
  call void @llvm.lifetime.start.p0(i64 200, ptr nonnull %14) #24
  %73 = load i32, ptr %59, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #24
  store ptr null, ptr %8, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %9) #24
  store ptr null, ptr %9, align 8
  %74 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76472), align 8
  %75 = icmp eq ptr %74, null
  br i1 %75, label %78, label %76

76:                                               ; preds = %72
  %77 = call i32 %74(i32 noundef %70, ptr noundef nonnull %8) #24
  br label %78

78:                                               ; preds = %76, %72
  %79 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76480), align 8
  %80 = icmp eq ptr %79, null
  br i1 %80, label %83, label %81

81:                                               ; preds = %78
  %82 = call i32 %79(i32 noundef %70, ptr noundef nonnull %9) #24
  br label %83

83:                                               ; preds = %81, %78
  %84 = load ptr, ptr %8, align 8
  %85 = icmp eq ptr %84, null
  %86 = select i1 %85, ptr @.str.100, ptr %84
  %87 = load ptr, ptr %9, align 8
  %88 = icmp eq ptr %87, null
  %89 = select i1 %88, ptr @.str.101, ptr %87
  %90 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %14, i64 noundef 200, ptr noundef nonnull @.str.99, ptr noundef nonnull %86, ptr noundef nonnull %89) #24
  %91 = load ptr, ptr %8, align 8
  %92 = icmp eq ptr %91, null
  br i1 %92, label %93, label %95

93:                                               ; preds = %83
  %94 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %14, i64 noundef 200, ptr noundef nonnull @.str.102, i32 noundef %70) #24
  br label %95

95:                                               ; preds = %93, %83
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %9) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #24
  call void (ptr, ptr, ...) @set_error(ptr noundef %5, ptr noundef nonnull @.str.141, i32 noundef %73, ptr noundef nonnull %14, ptr noundef nonnull %10)
  call void @llvm.lifetime.end.p0(i64 200, ptr nonnull %14) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %13) #24
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %12) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #24
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %10) #24
  br label %251

96:                                               ; preds = %65
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %15) #24
  store i64 0, ptr %15, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %16) #24
  store i64 0, ptr %16, align 8
  %97 = getelementptr inbounds i8, ptr %32, i64 16
  %98 = load i32, ptr %97, align 8
  %99 = icmp sgt i32 %98, 0
  br i1 %99, label %100, label %129

100:                                              ; preds = %96
  %101 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76352), align 8
  %102 = load ptr, ptr %13, align 8
  %103 = call i32 %101(ptr noundef nonnull %15, ptr noundef nonnull %16, ptr noundef %102, ptr noundef nonnull @.str.142) #24
  %104 = icmp eq i32 %103, 0
  br i1 %104, label %105, label %129

105:                                              ; preds = %100
  %106 = getelementptr inbounds i8, ptr %21, i64 4744
  %107 = load ptr, ptr %106, align 8
  %108 = icmp eq ptr %107, null
  br i1 %108, label %109, label %123

109:                                              ; preds = %105
  %110 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76424), align 8
  %111 = call i32 %110(ptr noundef nonnull %106, i64 noundef 64, i32 noundef 3) #24
  %112 = icmp eq i32 %111, 0
  br i1 %112, label %113, label %118

113:                                              ; preds = %109
  %114 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76432), align 8
  %115 = getelementptr inbounds i8, ptr %21, i64 4752
  %116 = load ptr, ptr %106, align 8
  %117 = call i32 %114(ptr noundef nonnull %115, ptr noundef %116, i32 noundef 0) #24
  br label %118

118:                                              ; preds = %113, %109
  %119 = phi i32 [ %111, %109 ], [ %117, %113 ]
  %120 = icmp eq i32 %119, 0
  br i1 %120, label %121, label %133

121:                                              ; preds = %118
  %122 = load ptr, ptr %106, align 8
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 4 dereferenceable(64) %122, i8 0, i64 64, i1 false)
  br label %123

123:                                              ; preds = %121, %105
  %124 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76376), align 8
  %125 = load i64, ptr %15, align 8
  %126 = getelementptr inbounds i8, ptr %21, i64 4752
  %127 = call i32 %124(i64 noundef %125, ptr noundef nonnull %126, i64 noundef 8) #24
  %128 = icmp eq i32 %127, 0
  br i1 %128, label %129, label %133

129:                                              ; preds = %123, %100, %96
  %130 = load ptr, ptr %13, align 8
  %131 = getelementptr inbounds i8, ptr %32, i64 56
  %132 = getelementptr inbounds [16 x ptr], ptr %131, i64 0, i64 %20
  store ptr %130, ptr %132, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %16) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %15) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %13) #24
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %12) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #24
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %10) #24
  br label %135

133:                                              ; preds = %123, %118
  %134 = phi i32 [ %119, %118 ], [ %127, %123 ]
  call fastcc void @cuda_failed(ptr noundef nonnull %21, i32 noundef %134, ptr noundef nonnull @.str.143, ptr noundef %5)
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %16) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %15) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %13) #24
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %12) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #24
  call void @llvm.lifetime.end.p0(i64 4096, ptr nonnull %10) #24
  br label %251

135:                                              ; preds = %129, %28
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %17) #24
  store ptr null, ptr %17, align 8
  %136 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76344), align 8
  %137 = load ptr, ptr %25, align 8
  %138 = getelementptr inbounds i8, ptr %0, i64 8
  %139 = load ptr, ptr %138, align 8
  %140 = call i32 %136(ptr noundef nonnull %17, ptr noundef %137, ptr noundef %139) #24
  %141 = icmp eq i32 %140, 0
  %142 = icmp ugt i64 %2, 49152
  %143 = and i1 %142, %141
  br i1 %143, label %144, label %149

144:                                              ; preds = %135
  %145 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76440), align 8
  %146 = load ptr, ptr %17, align 8
  %147 = trunc nuw nsw i64 %2 to i32
  %148 = call i32 %145(ptr noundef %146, i32 noundef 8, i32 noundef %147) #24
  br label %149

149:                                              ; preds = %144, %135
  %150 = phi i32 [ %148, %144 ], [ %140, %135 ]
  %151 = icmp eq i32 %150, 0
  br i1 %151, label %152, label %212

152:                                              ; preds = %149
  %153 = getelementptr inbounds i8, ptr %21, i64 125
  store i8 1, ptr %153, align 1
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %7) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(64) %7, i8 0, i64 64, i1 false)
  store ptr %5, ptr %7, align 8
  %154 = getelementptr inbounds i8, ptr %7, i64 8
  store ptr %0, ptr %154, align 8
  %155 = getelementptr inbounds i8, ptr %7, i64 16
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(48) %155, ptr noundef nonnull readonly align 8 dereferenceable(48) %1, i64 48, i1 false)
  %156 = getelementptr inbounds i8, ptr %21, i64 4224
  %157 = load i32, ptr %156, align 8
  %158 = call i32 @llvm.smin.i32(i32 %157, i32 64)
  %159 = getelementptr inbounds i8, ptr %21, i64 128
  %160 = icmp sgt i32 %157, 0
  br i1 %160, label %161, label %173

161:                                              ; preds = %152
  %162 = zext nneg i32 %158 to i64
  br label %163

163:                                              ; preds = %168, %161
  %164 = phi i64 [ 0, %161 ], [ %169, %168 ]
  %165 = getelementptr inbounds [64 x %struct.queued], ptr %159, i64 0, i64 %164
  %166 = call i32 @bcmp(ptr noundef nonnull dereferenceable(64) %165, ptr noundef nonnull dereferenceable(64) %7, i64 64)
  %167 = icmp eq i32 %166, 0
  br i1 %167, label %171, label %168

168:                                              ; preds = %163
  %169 = add nuw nsw i64 %164, 1
  %170 = icmp eq i64 %169, %162
  br i1 %170, label %173, label %163, !llvm.loop !78

171:                                              ; preds = %163
  %172 = trunc nuw nsw i64 %164 to i32
  br label %173

173:                                              ; preds = %168, %171, %152
  %174 = phi i32 [ 0, %152 ], [ %172, %171 ], [ %158, %168 ]
  %175 = icmp eq i32 %174, %158
  br i1 %175, label %176, label %179

176:                                              ; preds = %173
  %177 = add nsw i32 %157, 1
  store i32 %177, ptr %156, align 8
  %178 = call i32 @llvm.smin.i32(i32 %157, i32 63)
  br label %179

179:                                              ; preds = %176, %173
  %180 = phi i32 [ %178, %176 ], [ %174, %173 ]
  %181 = getelementptr inbounds i8, ptr %21, i64 192
  %182 = sext i32 %180 to i64
  %183 = shl nsw i64 %182, 6
  call void @llvm.memmove.p0.p0.i64(ptr nonnull align 8 %181, ptr nonnull align 8 %159, i64 %183, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(64) %159, ptr noundef nonnull align 8 dereferenceable(64) %7, i64 64, i1 false)
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %7) #24
  %184 = getelementptr inbounds i8, ptr %0, i64 25
  %185 = load i8, ptr %184, align 1, !range !4, !noundef !5
  %186 = trunc nuw i8 %185 to i1
  %187 = load ptr, ptr %17, align 8
  %188 = load i64, ptr %1, align 8
  %189 = trunc i64 %188 to i32
  %190 = getelementptr inbounds i8, ptr %1, i64 8
  %191 = load i64, ptr %190, align 8
  %192 = trunc i64 %191 to i32
  %193 = getelementptr inbounds i8, ptr %1, i64 16
  %194 = load i64, ptr %193, align 8
  %195 = trunc i64 %194 to i32
  %196 = getelementptr inbounds i8, ptr %1, i64 24
  %197 = load i64, ptr %196, align 8
  %198 = trunc i64 %197 to i32
  %199 = getelementptr inbounds i8, ptr %1, i64 32
  %200 = load i64, ptr %199, align 8
  %201 = trunc i64 %200 to i32
  %202 = getelementptr inbounds i8, ptr %1, i64 40
  %203 = load i64, ptr %202, align 8
  %204 = trunc i64 %203 to i32
  %205 = trunc nuw nsw i64 %2 to i32
  br i1 %186, label %206, label %209

206:                                              ; preds = %179
  %207 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76456), align 8
  %208 = call i32 %207(ptr noundef %187, i32 noundef %189, i32 noundef %192, i32 noundef %195, i32 noundef %198, i32 noundef %201, i32 noundef %204, i32 noundef %205, ptr noundef null, ptr noundef %3) #24
  br label %212

209:                                              ; preds = %179
  %210 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76448), align 8
  %211 = call i32 %210(ptr noundef %187, i32 noundef %189, i32 noundef %192, i32 noundef %195, i32 noundef %198, i32 noundef %201, i32 noundef %204, i32 noundef %205, ptr noundef null, ptr noundef %3, ptr noundef null) #24
  br label %212

212:                                              ; preds = %209, %206, %149
  %213 = phi i32 [ %150, %149 ], [ %208, %206 ], [ %211, %209 ]
  %214 = icmp eq i32 %213, 0
  br i1 %214, label %249, label %215

215:                                              ; preds = %212
  %216 = getelementptr inbounds i8, ptr %21, i64 4744
  %217 = load ptr, ptr %216, align 8
  %218 = icmp eq ptr %217, null
  br i1 %218, label %223, label %219

219:                                              ; preds = %215
  %220 = load i32, ptr %217, align 4
  %221 = icmp eq i32 %220, 0
  br i1 %221, label %223, label %222

222:                                              ; preds = %219
  call fastcc void @kernel_failed(ptr noundef nonnull %21, i32 noundef %213, ptr noundef %5)
  br label %249

223:                                              ; preds = %219, %215
  %224 = load ptr, ptr getelementptr inbounds (i8, ptr @cuda, i64 76328), align 8
  %225 = call i32 %224() #24
  %226 = icmp eq i32 %225, 0
  br i1 %226, label %232, label %227

227:                                              ; preds = %223
  %228 = getelementptr inbounds i8, ptr %21, i64 4224
  %229 = load i32, ptr %228, align 8
  %230 = icmp sgt i32 %229, 1
  br i1 %230, label %231, label %232

231:                                              ; preds = %227
  call fastcc void @kernel_failed(ptr noundef nonnull %21, i32 noundef %225, ptr noundef %5)
  br label %249

232:                                              ; preds = %227, %223
  call void @llvm.lifetime.start.p0(i64 300, ptr nonnull %18) #24
  %233 = icmp eq i32 %213, 720
  br i1 %233, label %234, label %245

234:                                              ; preds = %232
  %235 = load i64, ptr %1, align 8
  %236 = getelementptr inbounds i8, ptr %1, i64 8
  %237 = load i64, ptr %236, align 8
  %238 = mul i64 %237, %235
  %239 = getelementptr inbounds i8, ptr %1, i64 16
  %240 = load i64, ptr %239, align 8
  %241 = mul i64 %238, %240
  %242 = load ptr, ptr %0, align 8
  %243 = getelementptr inbounds i8, ptr %21, i64 20
  %244 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %18, i64 noundef 300, ptr noundef nonnull @.str.138, i64 noundef %241, ptr noundef %242, ptr noundef nonnull %243) #24
  br label %248

245:                                              ; preds = %232
  %246 = load ptr, ptr %0, align 8
  %247 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %18, i64 noundef 300, ptr noundef nonnull @.str.139, ptr noundef %246) #24
  br label %248

248:                                              ; preds = %245, %234
  call fastcc void @cuda_failed(ptr noundef nonnull %21, i32 noundef %213, ptr noundef nonnull %18, ptr noundef %5)
  call void @llvm.lifetime.end.p0(i64 300, ptr nonnull %18) #24
  br label %249

249:                                              ; preds = %248, %231, %222, %212
  %250 = phi i32 [ 1, %222 ], [ 0, %212 ], [ 1, %248 ], [ 1, %231 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %17) #24
  br label %251

251:                                              ; preds = %6, %61, %95, %133, %249
  %252 = phi i32 [ %250, %249 ], [ 1, %133 ], [ 1, %6 ], [ 1, %61 ], [ 1, %95 ]
  %253 = call i32 @pthread_mutex_unlock(ptr noundef nonnull getelementptr inbounds (i8, ptr @cuda, i64 76224)) #24
  ret i32 %252
}

; Function Attrs: nounwind
define internal fastcc range(i32 0, 2) i32 @cpu_launch(ptr noundef %0, ptr noundef %1, i64 noundef %2, ptr noundef %3, ptr noundef %4) unnamed_addr #0 {
  %6 = alloca %struct.__sigset_t, align 8
  %7 = alloca %struct.__sigset_t, align 8
  %8 = alloca %struct.cpu_set_t, align 8
  %9 = alloca %struct.__sigset_t, align 8
  %10 = alloca %struct.__sigset_t, align 8
  %11 = alloca i64, align 8
  %12 = getelementptr inbounds i8, ptr %0, i64 16
  %13 = load ptr, ptr %12, align 8
  %14 = icmp eq ptr %13, null
  br i1 %14, label %15, label %17

15:                                               ; preds = %5
  %16 = load ptr, ptr %0, align 8
  tail call void (ptr, ptr, ...) @set_error(ptr noundef %4, ptr noundef nonnull @.str.144, ptr noundef %16)
  br label %230

17:                                               ; preds = %5
  %18 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull @pool) #24
  %19 = getelementptr inbounds i8, ptr %1, i64 8
  %20 = getelementptr inbounds i8, ptr %1, i64 16
  %21 = load ptr, ptr @monitor, align 8
  %22 = icmp eq ptr %21, null
  br i1 %22, label %70, label %23

23:                                               ; preds = %17
  %24 = load i64, ptr %1, align 8
  %25 = load i64, ptr %19, align 8
  %26 = mul i64 %25, %24
  %27 = load i64, ptr %20, align 8
  %28 = mul i64 %26, %27
  %29 = atomicrmw add ptr %21, i64 1 seq_cst, align 8
  %30 = load ptr, ptr @monitor, align 8
  %31 = getelementptr inbounds i8, ptr %30, i64 8
  store atomic i64 0, ptr %31 seq_cst, align 8
  %32 = icmp ne ptr %0, null
  %33 = zext i1 %32 to i64
  %34 = load ptr, ptr @monitor, align 8
  %35 = getelementptr inbounds i8, ptr %34, i64 16
  %36 = load i64, ptr %35, align 8
  %37 = add i64 %36, %33
  store i64 %37, ptr %35, align 8
  %38 = getelementptr inbounds i8, ptr %34, i64 24
  store i64 %28, ptr %38, align 8
  %39 = icmp eq ptr %4, null
  br i1 %39, label %48, label %40

40:                                               ; preds = %23
  %41 = getelementptr inbounds i8, ptr %4, i64 8
  %42 = load i32, ptr %41, align 8
  %43 = sext i32 %42 to i64
  %44 = getelementptr inbounds i8, ptr %34, i64 32
  store i64 %43, ptr %44, align 8
  %45 = getelementptr inbounds i8, ptr %4, i64 12
  %46 = load i32, ptr %45, align 4
  %47 = sext i32 %46 to i64
  br label %50

48:                                               ; preds = %23
  %49 = getelementptr inbounds i8, ptr %34, i64 32
  store i64 0, ptr %49, align 8
  br label %50

50:                                               ; preds = %48, %40
  %51 = phi i64 [ %47, %40 ], [ 0, %48 ]
  %52 = getelementptr inbounds i8, ptr %34, i64 40
  store i64 %51, ptr %52, align 8
  %53 = getelementptr inbounds i8, ptr %34, i64 48
  br i1 %32, label %54, label %56

54:                                               ; preds = %50
  %55 = load ptr, ptr %0, align 8
  br label %56

56:                                               ; preds = %54, %50
  %57 = phi ptr [ %55, %54 ], [ @.str.15, %50 ]
  %58 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %53, i64 noundef 1000, ptr noundef nonnull @.str.14, ptr noundef %57) #24
  %59 = load ptr, ptr @monitor, align 8
  %60 = getelementptr inbounds i8, ptr %59, i64 1048
  br i1 %39, label %65, label %61

61:                                               ; preds = %56
  %62 = load ptr, ptr %4, align 8
  %63 = icmp eq ptr %62, null
  %64 = select i1 %63, ptr @.str.15, ptr %62
  br label %65

65:                                               ; preds = %61, %56
  %66 = phi ptr [ @.str.15, %56 ], [ %64, %61 ]
  %67 = tail call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %60, i64 noundef 3000, ptr noundef nonnull @.str.14, ptr noundef nonnull %66) #24
  %68 = load ptr, ptr @monitor, align 8
  %69 = atomicrmw add ptr %68, i64 1 seq_cst, align 8
  br label %70

70:                                               ; preds = %17, %65
  %71 = load i32, ptr getelementptr inbounds (i8, ptr @pool, i64 208), align 8
  %72 = tail call i32 @getpid() #24
  %73 = icmp eq i32 %71, %72
  br i1 %73, label %113, label %74

74:                                               ; preds = %70
  %75 = tail call i32 @getpid() #24
  store i32 %75, ptr getelementptr inbounds (i8, ptr @pool, i64 208), align 8
  store i32 0, ptr getelementptr inbounds (i8, ptr @pool, i64 192), align 8
  store i64 0, ptr getelementptr inbounds (i8, ptr @pool, i64 200), align 8
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %9) #24
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %10) #24
  %76 = call i32 @sigfillset(ptr noundef nonnull %9) #24
  %77 = call i32 @pthread_sigmask(i32 noundef 2, ptr noundef nonnull %9, ptr noundef nonnull %10) #24
  %78 = call ptr @getenv(ptr noundef nonnull @.str.145) #24
  %79 = icmp eq ptr %78, null
  br i1 %79, label %83, label %80

80:                                               ; preds = %74
  %81 = call i64 @strtol(ptr nocapture noundef nonnull %78, ptr noundef null, i32 noundef 10) #24
  %82 = trunc i64 %81 to i32
  br label %83

83:                                               ; preds = %80, %74
  %84 = phi i32 [ %82, %80 ], [ 0, %74 ]
  %85 = icmp slt i32 %84, 1
  br i1 %85, label %86, label %93

86:                                               ; preds = %83
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %8) #24
  %87 = call i32 @sched_getaffinity(i32 noundef 0, i64 noundef 128, ptr noundef nonnull %8) #24
  %88 = icmp eq i32 %87, 0
  br i1 %88, label %89, label %91

89:                                               ; preds = %86
  %90 = call i32 @__sched_cpucount(i64 noundef 128, ptr noundef nonnull %8) #24
  br label %91

91:                                               ; preds = %89, %86
  %92 = phi i32 [ %90, %89 ], [ 1, %86 ]
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %8) #24
  br label %93

93:                                               ; preds = %91, %83
  %94 = phi i32 [ %92, %91 ], [ %84, %83 ]
  %95 = icmp sgt i32 %94, 1
  br i1 %95, label %96, label %111

96:                                               ; preds = %93
  %97 = call i32 @llvm.smin.i32(i32 %94, i32 256)
  %98 = call i32 @llvm.smax.i32(i32 %97, i32 1)
  br label %99

99:                                               ; preds = %103, %96
  %100 = phi i32 [ %108, %103 ], [ %98, %96 ]
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %11) #24
  %101 = call i32 @pthread_create(ptr noundef nonnull %11, ptr noundef null, ptr noundef nonnull @worker, ptr noundef null) #24
  %102 = icmp eq i32 %101, 0
  br i1 %102, label %103, label %110

103:                                              ; preds = %99
  %104 = load i64, ptr %11, align 8
  %105 = call i32 @pthread_detach(i64 noundef %104) #24
  %106 = load i32, ptr getelementptr inbounds (i8, ptr @pool, i64 192), align 8
  %107 = add nsw i32 %106, 1
  store i32 %107, ptr getelementptr inbounds (i8, ptr @pool, i64 192), align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #24
  %108 = add nsw i32 %100, -1
  %109 = icmp sgt i32 %100, 2
  br i1 %109, label %99, label %111, !llvm.loop !79

110:                                              ; preds = %99
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #24
  br label %111

111:                                              ; preds = %103, %110, %93
  %112 = call i32 @pthread_sigmask(i32 noundef 2, ptr noundef nonnull %10, ptr noundef null) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %10) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %9) #24
  br label %113

113:                                              ; preds = %70, %111
  %114 = call i32 @pthread_mutex_lock(ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 48)) #24
  store ptr %0, ptr getelementptr inbounds (i8, ptr @pool, i64 216), align 8
  store ptr %3, ptr getelementptr inbounds (i8, ptr @pool, i64 224), align 8
  store ptr %1, ptr getelementptr inbounds (i8, ptr @pool, i64 232), align 8
  store ptr %4, ptr getelementptr inbounds (i8, ptr @pool, i64 240), align 8
  store i64 %2, ptr getelementptr inbounds (i8, ptr @pool, i64 248), align 8
  %115 = load i64, ptr %1, align 8
  %116 = load i64, ptr %19, align 8
  %117 = mul i64 %116, %115
  %118 = load i64, ptr %20, align 8
  %119 = mul i64 %117, %118
  store i64 %119, ptr getelementptr inbounds (i8, ptr @pool, i64 256), align 8
  %120 = load i32, ptr getelementptr inbounds (i8, ptr @pool, i64 192), align 8
  %121 = add nsw i32 %120, 1
  %122 = sext i32 %121 to i64
  %123 = shl nsw i64 %122, 4
  %124 = add i64 %119, -1
  %125 = add i64 %124, %123
  %126 = udiv i64 %125, %123
  store i64 %126, ptr getelementptr inbounds (i8, ptr @pool, i64 264), align 8
  store atomic i64 0, ptr getelementptr inbounds (i8, ptr @pool, i64 272) seq_cst, align 8
  store atomic i8 0, ptr getelementptr inbounds (i8, ptr @pool, i64 280) seq_cst, align 8
  %127 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 256), align 8
  %128 = icmp eq i64 %127, 1
  %129 = load i32, ptr getelementptr inbounds (i8, ptr @pool, i64 192), align 8
  %130 = icmp eq i32 %129, 0
  %131 = select i1 %128, i1 true, i1 %130
  br i1 %131, label %136, label %132

132:                                              ; preds = %113
  %133 = getelementptr inbounds i8, ptr %0, i64 25
  %134 = load i8, ptr %133, align 1, !range !4, !noundef !5
  %135 = trunc nuw i8 %134 to i1
  br label %136

136:                                              ; preds = %132, %113
  %137 = phi i1 [ true, %113 ], [ %135, %132 ]
  br i1 %137, label %142, label %138

138:                                              ; preds = %136
  store i32 %129, ptr getelementptr inbounds (i8, ptr @pool, i64 196), align 4
  %139 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 200), align 8
  %140 = add i64 %139, 1
  store i64 %140, ptr getelementptr inbounds (i8, ptr @pool, i64 200), align 8
  %141 = call i32 @pthread_cond_broadcast(ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 96)) #24
  br label %142

142:                                              ; preds = %138, %136
  %143 = call i32 @pthread_mutex_unlock(ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 48)) #24
  %144 = getelementptr inbounds i8, ptr %0, i64 25
  %145 = load i8, ptr %144, align 1, !range !4, !noundef !5
  %146 = trunc nuw i8 %145 to i1
  br i1 %146, label %147, label %198

147:                                              ; preds = %142
  %148 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 256), align 8
  %149 = icmp ugt i64 %148, 4096
  br i1 %149, label %150, label %157

150:                                              ; preds = %147
  %151 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 216), align 8
  %152 = load ptr, ptr %151, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef %4, ptr noundef nonnull @.str.146, ptr noundef %152, i64 noundef %148, i32 noundef 4096)
  %153 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @pool, i64 280), i8 1 seq_cst, align 8
  %154 = trunc i8 %153 to i1
  br i1 %154, label %199, label %155

155:                                              ; preds = %150
  %156 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(1552) getelementptr inbounds (i8, ptr @pool, i64 288), ptr noundef nonnull align 8 dereferenceable(1552) %156, i64 1552, i1 false)
  br label %199

157:                                              ; preds = %147
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %6) #24
  call void @llvm.lifetime.start.p0(i64 128, ptr nonnull %7) #24
  %158 = call i32 @sigfillset(ptr noundef nonnull %6) #24
  %159 = call i32 @pthread_sigmask(i32 noundef 2, ptr noundef nonnull %6, ptr noundef nonnull %7) #24
  store i64 0, ptr getelementptr inbounds (i8, ptr @grid, i64 96), align 8
  %160 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 256), align 8
  %161 = icmp eq i64 %160, 0
  br i1 %161, label %172, label %162

162:                                              ; preds = %157, %168
  %163 = phi i64 [ %169, %168 ], [ 0, %157 ]
  %164 = getelementptr inbounds [4096 x i64], ptr @run_grid.threads, i64 0, i64 %163
  %165 = inttoptr i64 %163 to ptr
  %166 = call i32 @pthread_create(ptr noundef nonnull %164, ptr noundef null, ptr noundef nonnull @run_grid_block, ptr noundef %165) #24
  %167 = icmp eq i32 %166, 0
  br i1 %167, label %168, label %172

168:                                              ; preds = %162
  %169 = add nuw i64 %163, 1
  %170 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 256), align 8
  %171 = icmp ult i64 %169, %170
  br i1 %171, label %162, label %172, !llvm.loop !80

172:                                              ; preds = %168, %162, %157
  %173 = phi i64 [ 0, %157 ], [ %163, %162 ], [ %169, %168 ]
  %174 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 256), align 8
  %175 = icmp ult i64 %173, %174
  br i1 %175, label %176, label %187

176:                                              ; preds = %172
  %177 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 216), align 8
  %178 = load ptr, ptr %177, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef %4, ptr noundef nonnull @.str.147, ptr noundef %178, i64 noundef %174, i64 noundef %173)
  %179 = call i32 @pthread_mutex_lock(ptr noundef nonnull @grid) #24
  %180 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @pool, i64 280), i8 1 seq_cst, align 8
  %181 = trunc i8 %180 to i1
  br i1 %181, label %184, label %182

182:                                              ; preds = %176
  %183 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(1552) getelementptr inbounds (i8, ptr @pool, i64 288), ptr noundef nonnull align 8 dereferenceable(1552) %183, i64 1552, i1 false)
  br label %184

184:                                              ; preds = %182, %176
  %185 = call i32 @pthread_cond_broadcast(ptr noundef nonnull getelementptr inbounds (i8, ptr @grid, i64 48)) #24
  %186 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @grid) #24
  br label %187

187:                                              ; preds = %184, %172
  %188 = icmp eq i64 %173, 0
  br i1 %188, label %189, label %191

189:                                              ; preds = %191, %187
  %190 = call i32 @pthread_sigmask(i32 noundef 2, ptr noundef nonnull %7, ptr noundef null) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %7) #24
  call void @llvm.lifetime.end.p0(i64 128, ptr nonnull %6) #24
  br label %199

191:                                              ; preds = %187, %191
  %192 = phi i64 [ %196, %191 ], [ 0, %187 ]
  %193 = getelementptr inbounds [4096 x i64], ptr @run_grid.threads, i64 0, i64 %192
  %194 = load i64, ptr %193, align 8
  %195 = call i32 @pthread_join(i64 noundef %194, ptr noundef null) #24
  %196 = add nuw i64 %192, 1
  %197 = icmp eq i64 %196, %173
  br i1 %197, label %189, label %191, !llvm.loop !81

198:                                              ; preds = %142
  call fastcc void @run_pieces()
  br label %199

199:                                              ; preds = %189, %155, %150, %198
  br i1 %137, label %210, label %200

200:                                              ; preds = %199
  %201 = call i32 @pthread_mutex_lock(ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 48)) #24
  %202 = load i32, ptr getelementptr inbounds (i8, ptr @pool, i64 196), align 4
  %203 = icmp sgt i32 %202, 0
  br i1 %203, label %204, label %208

204:                                              ; preds = %200, %204
  %205 = call i32 @pthread_cond_wait(ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 144), ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 48)) #24
  %206 = load i32, ptr getelementptr inbounds (i8, ptr @pool, i64 196), align 4
  %207 = icmp sgt i32 %206, 0
  br i1 %207, label %204, label %208, !llvm.loop !82

208:                                              ; preds = %204, %200
  %209 = call i32 @pthread_mutex_unlock(ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 48)) #24
  br label %210

210:                                              ; preds = %208, %199
  %211 = load ptr, ptr @monitor, align 8
  %212 = icmp eq ptr %211, null
  br i1 %212, label %221, label %213

213:                                              ; preds = %210
  %214 = atomicrmw add ptr %211, i64 1 seq_cst, align 8
  %215 = load ptr, ptr @monitor, align 8
  %216 = getelementptr inbounds i8, ptr %215, i64 8
  store atomic i64 0, ptr %216 seq_cst, align 8
  %217 = load ptr, ptr @monitor, align 8
  %218 = getelementptr inbounds i8, ptr %217, i64 24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(25) %218, i8 0, i64 25, i1 false)
  %219 = getelementptr inbounds i8, ptr %217, i64 1048
  store i8 0, ptr %219, align 1
  %220 = atomicrmw add ptr %217, i64 1 seq_cst, align 8
  br label %221

221:                                              ; preds = %210, %213
  %222 = load atomic i8, ptr getelementptr inbounds (i8, ptr @pool, i64 280) seq_cst, align 8
  %223 = trunc i8 %222 to i1
  %224 = and i8 %222, 1
  %225 = zext nneg i8 %224 to i32
  br i1 %223, label %226, label %228

226:                                              ; preds = %221
  %227 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(1552) %227, ptr noundef nonnull align 8 dereferenceable(1552) getelementptr inbounds (i8, ptr @pool, i64 288), i64 1552, i1 false)
  br label %228

228:                                              ; preds = %226, %221
  %229 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @pool) #24
  br label %230

230:                                              ; preds = %228, %15
  %231 = phi i32 [ %225, %228 ], [ 1, %15 ]
  ret i32 %231
}

; Function Attrs: nounwind
declare i32 @clock_gettime(i32 noundef, ptr noundef) local_unnamed_addr #0

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fmuladd.f64(double, double, double) #2

; Function Attrs: nounwind
define internal fastcc void @run_pieces() unnamed_addr #0 {
  %1 = alloca %union.pthread_attr_t, align 8
  %2 = alloca ptr, align 8
  %3 = alloca i64, align 8
  %4 = alloca %struct.descend_call, align 8
  %5 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @scratch_bytes)
  %6 = load i64, ptr %5, align 8
  %7 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 248), align 8
  %8 = icmp ult i64 %6, %7
  br i1 %8, label %9, label %28

9:                                                ; preds = %0
  %10 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @scratch)
  %11 = load ptr, ptr %10, align 8
  call void @free(ptr noundef %11) #24
  %12 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 248), align 8
  %13 = icmp ugt i64 %12, 9223372036854775679
  br i1 %13, label %18, label %14

14:                                               ; preds = %9
  %15 = add nuw nsw i64 %12, 127
  %16 = and i64 %15, 9223372036854775744
  %17 = call noalias align 64 ptr @aligned_alloc(i64 noundef 64, i64 noundef %16) #29
  br label %18

18:                                               ; preds = %9, %14
  %19 = phi ptr [ %17, %14 ], [ null, %9 ]
  store ptr %19, ptr %10, align 8
  %20 = icmp eq ptr %19, null
  %21 = select i1 %20, i64 0, i64 %12
  store i64 %21, ptr %5, align 8
  br i1 %20, label %22, label %28

22:                                               ; preds = %18
  %23 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 240), align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef %23, ptr noundef nonnull @.str.148, i64 noundef %12)
  %24 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @pool, i64 280), i8 1 seq_cst, align 8
  %25 = trunc i8 %24 to i1
  br i1 %25, label %151, label %26

26:                                               ; preds = %22
  %27 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(1552) getelementptr inbounds (i8, ptr @pool, i64 288), ptr noundef nonnull align 8 dereferenceable(1552) %27, i64 1552, i1 false)
  br label %151

28:                                               ; preds = %18, %0
  call void @llvm.lifetime.start.p0(i64 352, ptr nonnull %4) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(352) %4, i8 0, i64 352, i1 false)
  %29 = getelementptr inbounds i8, ptr %4, i64 312
  %30 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @current)
  %31 = load ptr, ptr %30, align 8
  store ptr %31, ptr %29, align 8
  %32 = getelementptr inbounds i8, ptr %4, i64 344
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %1) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #24
  %33 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @lowest_address.lowest)
  %34 = load ptr, ptr %33, align 8
  %35 = icmp eq ptr %34, null
  br i1 %35, label %36, label %52

36:                                               ; preds = %28
  %37 = call i64 @pthread_self() #30
  %38 = call i32 @pthread_getattr_np(i64 noundef %37, ptr noundef nonnull %1) #24
  %39 = icmp eq i32 %38, 0
  br i1 %39, label %40, label %52

40:                                               ; preds = %36
  %41 = call i32 @pthread_attr_getstack(ptr noundef nonnull %1, ptr noundef nonnull %2, ptr noundef nonnull %3) #24
  %42 = icmp eq i32 %41, 0
  br i1 %42, label %43, label %50

43:                                               ; preds = %40
  %44 = load ptr, ptr %2, align 8
  %45 = load i64, ptr %3, align 8
  %46 = icmp ult i64 %45, 1048576
  %47 = lshr i64 %45, 1
  %48 = select i1 %46, i64 %47, i64 262144
  %49 = getelementptr inbounds i8, ptr %44, i64 %48
  store ptr %49, ptr %33, align 8
  br label %50

50:                                               ; preds = %43, %40
  %51 = call i32 @pthread_attr_destroy(ptr noundef nonnull %1) #24
  br label %52

52:                                               ; preds = %28, %36, %50
  %53 = load ptr, ptr %33, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #24
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %1) #24
  store ptr %53, ptr %32, align 8
  store ptr %4, ptr %30, align 8
  %54 = call i32 @_setjmp(ptr noundef nonnull %4) #31
  %55 = icmp eq i32 %54, 0
  br i1 %55, label %56, label %141

56:                                               ; preds = %52
  %57 = load ptr, ptr @monitor, align 8
  %58 = icmp eq ptr %57, null
  br i1 %58, label %62, label %59

59:                                               ; preds = %56
  %60 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 256), align 8
  %61 = udiv i64 %60, 1000
  br label %62

62:                                               ; preds = %59, %56
  %63 = phi i64 [ %61, %59 ], [ 64, %56 ]
  %64 = icmp eq i64 %63, 0
  %65 = call i64 @llvm.umin.i64(i64 %63, i64 64)
  %66 = select i1 %64, i64 1, i64 %65
  %67 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 264), align 8
  %68 = atomicrmw add ptr getelementptr inbounds (i8, ptr @pool, i64 272), i64 %67 seq_cst, align 8
  %69 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 256), align 8
  %70 = icmp ult i64 %68, %69
  br i1 %70, label %71, label %147

71:                                               ; preds = %62
  %72 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @scratch)
  br label %78

73:                                               ; preds = %138, %78
  %74 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 264), align 8
  %75 = atomicrmw add ptr getelementptr inbounds (i8, ptr @pool, i64 272), i64 %74 seq_cst, align 8
  %76 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 256), align 8
  %77 = icmp ult i64 %75, %76
  br i1 %77, label %78, label %147, !llvm.loop !83

78:                                               ; preds = %73, %71
  %79 = phi i64 [ %69, %71 ], [ %76, %73 ]
  %80 = phi i64 [ %68, %71 ], [ %75, %73 ]
  %81 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 264), align 8
  %82 = add i64 %81, %80
  %83 = call i64 @llvm.umin.i64(i64 %82, i64 %79)
  %84 = icmp ult i64 %80, %83
  br i1 %84, label %85, label %73

85:                                               ; preds = %78, %138
  %86 = phi i64 [ %139, %138 ], [ %80, %78 ]
  %87 = load atomic i8, ptr getelementptr inbounds (i8, ptr @pool, i64 280) monotonic, align 8
  %88 = trunc i8 %87 to i1
  br i1 %88, label %147, label %89

89:                                               ; preds = %85
  %90 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 232), align 8
  %91 = load i64, ptr %90, align 8
  %92 = getelementptr inbounds i8, ptr %90, i64 8
  %93 = load i64, ptr %92, align 8
  %94 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 216), align 8
  %95 = getelementptr inbounds i8, ptr %94, i64 24
  %96 = load i8, ptr %95, align 8, !range !4, !noundef !5
  %97 = trunc nuw i8 %96 to i1
  %98 = call i64 @llvm.umin.i64(i64 %91, i64 16)
  %99 = select i1 %97, i64 %98, i64 %91
  %100 = mul i64 %93, %91
  %101 = freeze i64 %86
  %102 = freeze i64 %100
  %103 = udiv i64 %101, %102
  %104 = mul i64 %103, %102
  %105 = sub i64 %101, %104
  %106 = mul i64 %99, %93
  %107 = freeze i64 %106
  %108 = udiv i64 %105, %107
  %109 = mul i64 %108, %99
  %110 = sub i64 %91, %109
  %111 = icmp ugt i64 %99, %110
  %112 = mul i64 %109, %93
  %113 = sub i64 %105, %112
  %114 = mul i64 %108, %107
  %115 = sub i64 %105, %114
  %116 = select i1 %111, i64 %113, i64 %115
  %117 = select i1 %111, i64 %110, i64 %99
  %118 = freeze i64 %116
  %119 = freeze i64 %117
  %120 = udiv i64 %118, %119
  %121 = mul i64 %120, %119
  %122 = sub i64 %118, %121
  %123 = add i64 %122, %109
  %124 = sub i64 %117, %122
  %125 = sub i64 %83, %86
  %126 = call i64 @llvm.umin.i64(i64 %124, i64 %125)
  %127 = call i64 @llvm.umin.i64(i64 %126, i64 %66)
  %128 = getelementptr inbounds i8, ptr %94, i64 16
  %129 = load ptr, ptr %128, align 8
  %130 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 224), align 8
  %131 = add i64 %127, %123
  %132 = load ptr, ptr %72, align 8
  call void %129(ptr noundef %130, ptr noundef nonnull %90, i64 noundef %123, i64 noundef %131, i64 noundef %120, i64 noundef %103, ptr noundef %132) #24
  %133 = load ptr, ptr @monitor, align 8
  %134 = icmp eq ptr %133, null
  br i1 %134, label %138, label %135

135:                                              ; preds = %89
  %136 = getelementptr inbounds i8, ptr %133, i64 8
  %137 = atomicrmw add ptr %136, i64 %127 monotonic, align 8
  br label %138

138:                                              ; preds = %135, %89
  %139 = add i64 %127, %86
  %140 = icmp ult i64 %139, %83
  br i1 %140, label %85, label %73, !llvm.loop !84

141:                                              ; preds = %52
  %142 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @pool, i64 280), i8 1 seq_cst, align 8
  %143 = trunc i8 %142 to i1
  br i1 %143, label %146, label %144

144:                                              ; preds = %141
  %145 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(1552) getelementptr inbounds (i8, ptr @pool, i64 288), ptr noundef nonnull align 8 dereferenceable(1552) %145, i64 1552, i1 false)
  br label %146

146:                                              ; preds = %141, %144
  call fastcc void @free_blocks(ptr noundef nonnull %4)
  br label %147

147:                                              ; preds = %73, %85, %62, %146
  %148 = load ptr, ptr %29, align 8
  store ptr %148, ptr %30, align 8
  %149 = getelementptr inbounds i8, ptr %4, i64 320
  %150 = load ptr, ptr %149, align 8
  call void @free(ptr noundef %150) #24
  call void @llvm.lifetime.end.p0(i64 352, ptr nonnull %4) #24
  br label %151

151:                                              ; preds = %26, %22, %147
  ret void
}

; Function Attrs: nounwind
declare i32 @getpid() local_unnamed_addr #0

; Function Attrs: nounwind
declare i32 @sigfillset(ptr noundef) local_unnamed_addr #0

; Function Attrs: nounwind
declare i32 @pthread_sigmask(i32 noundef, ptr noundef, ptr noundef) local_unnamed_addr #0

; Function Attrs: nounwind
declare i32 @pthread_create(ptr noundef, ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #0

; Function Attrs: noreturn nounwind
define internal noalias noundef nonnull ptr @worker(ptr nocapture readnone %0) #3 {
  %2 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 48)) #24
  br label %3

3:                                                ; preds = %20, %1
  %4 = phi i64 [ 0, %1 ], [ %12, %20 ]
  %5 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 200), align 8
  %6 = icmp eq i64 %5, %4
  br i1 %6, label %7, label %11

7:                                                ; preds = %3, %7
  %8 = tail call i32 @pthread_cond_wait(ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 96), ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 48)) #24
  %9 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 200), align 8
  %10 = icmp eq i64 %9, %4
  br i1 %10, label %7, label %11, !llvm.loop !85

11:                                               ; preds = %7, %3
  %12 = phi i64 [ %5, %3 ], [ %9, %7 ]
  %13 = tail call i32 @pthread_mutex_unlock(ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 48)) #24
  tail call fastcc void @run_pieces()
  %14 = tail call i32 @pthread_mutex_lock(ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 48)) #24
  %15 = load i32, ptr getelementptr inbounds (i8, ptr @pool, i64 196), align 4
  %16 = add nsw i32 %15, -1
  store i32 %16, ptr getelementptr inbounds (i8, ptr @pool, i64 196), align 4
  %17 = icmp eq i32 %16, 0
  br i1 %17, label %18, label %20

18:                                               ; preds = %11
  %19 = tail call i32 @pthread_cond_signal(ptr noundef nonnull getelementptr inbounds (i8, ptr @pool, i64 144)) #24
  br label %20

20:                                               ; preds = %18, %11
  br label %3, !llvm.loop !86
}

; Function Attrs: nounwind
declare i32 @pthread_detach(i64 noundef) local_unnamed_addr #0

; Function Attrs: nounwind
declare i32 @sched_getaffinity(i32 noundef, i64 noundef, ptr noundef) local_unnamed_addr #0

; Function Attrs: nounwind
declare i32 @__sched_cpucount(i64 noundef, ptr noundef) local_unnamed_addr #0

; Function Attrs: nounwind
declare i32 @pthread_cond_signal(ptr noundef) local_unnamed_addr #0

; Function Attrs: nounwind
define internal noundef ptr @run_grid_block(ptr noundef %0) #0 {
  %2 = alloca %union.pthread_attr_t, align 8
  %3 = alloca ptr, align 8
  %4 = alloca i64, align 8
  %5 = alloca ptr, align 8
  %6 = alloca %struct.descend_call, align 8
  %7 = ptrtoint ptr %0 to i64
  %8 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 232), align 8
  %9 = load i64, ptr %8, align 8
  %10 = getelementptr inbounds i8, ptr %8, i64 8
  %11 = load i64, ptr %10, align 8
  %12 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 216), align 8
  %13 = getelementptr inbounds i8, ptr %12, i64 24
  %14 = load i8, ptr %13, align 8, !range !4, !noundef !5
  %15 = trunc nuw i8 %14 to i1
  %16 = call i64 @llvm.umin.i64(i64 %9, i64 16)
  %17 = select i1 %15, i64 %16, i64 %9
  %18 = mul i64 %11, %9
  %19 = freeze i64 %18
  %20 = udiv i64 %7, %19
  %21 = mul i64 %20, %19
  %22 = sub i64 %7, %21
  %23 = mul i64 %17, %11
  %24 = freeze i64 %23
  %25 = udiv i64 %22, %24
  %26 = mul i64 %25, %17
  %27 = sub i64 %9, %26
  %28 = icmp ugt i64 %17, %27
  %29 = mul i64 %26, %11
  %30 = sub i64 %22, %29
  %31 = mul i64 %25, %24
  %32 = sub i64 %22, %31
  %33 = select i1 %28, i64 %30, i64 %32
  %34 = select i1 %28, i64 %27, i64 %17
  %35 = freeze i64 %33
  %36 = freeze i64 %34
  %37 = udiv i64 %35, %36
  %38 = mul i64 %37, %36
  %39 = sub i64 %35, %38
  %40 = add i64 %39, %26
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5)
  %41 = load i64, ptr getelementptr inbounds (i8, ptr @pool, i64 248), align 8
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %64, label %43

43:                                               ; preds = %1
  %44 = icmp ugt i64 %41, 9223372036854775679
  br i1 %44, label %49, label %45

45:                                               ; preds = %43
  %46 = add nuw nsw i64 %41, 127
  %47 = and i64 %46, 9223372036854775744
  %48 = call noalias align 64 ptr @aligned_alloc(i64 noundef 64, i64 noundef %47) #29
  br label %49

49:                                               ; preds = %45, %43
  %50 = phi ptr [ %48, %45 ], [ null, %43 ]
  store volatile ptr %50, ptr %5, align 8
  br i1 %42, label %65, label %51

51:                                               ; preds = %49
  %52 = load volatile ptr, ptr %5, align 8
  %53 = icmp eq ptr %52, null
  br i1 %53, label %54, label %65

54:                                               ; preds = %51
  %55 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 240), align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef %55, ptr noundef nonnull @.str.148, i64 noundef %41)
  %56 = call i32 @pthread_mutex_lock(ptr noundef nonnull @grid) #24
  %57 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @pool, i64 280), i8 1 seq_cst, align 8
  %58 = trunc i8 %57 to i1
  br i1 %58, label %61, label %59

59:                                               ; preds = %54
  %60 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(1552) getelementptr inbounds (i8, ptr @pool, i64 288), ptr noundef nonnull align 8 dereferenceable(1552) %60, i64 1552, i1 false)
  br label %61

61:                                               ; preds = %54, %59
  %62 = call i32 @pthread_cond_broadcast(ptr noundef nonnull getelementptr inbounds (i8, ptr @grid, i64 48)) #24
  %63 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @grid) #24
  br label %117

64:                                               ; preds = %1
  store volatile ptr null, ptr %5, align 8
  br label %65

65:                                               ; preds = %64, %51, %49
  call void @llvm.lifetime.start.p0(i64 352, ptr nonnull %6) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(352) %6, i8 0, i64 352, i1 false)
  %66 = getelementptr inbounds i8, ptr %6, i64 344
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %2) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #24
  %67 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @lowest_address.lowest)
  %68 = load ptr, ptr %67, align 8
  %69 = icmp eq ptr %68, null
  br i1 %69, label %70, label %86

70:                                               ; preds = %65
  %71 = call i64 @pthread_self() #30
  %72 = call i32 @pthread_getattr_np(i64 noundef %71, ptr noundef nonnull %2) #24
  %73 = icmp eq i32 %72, 0
  br i1 %73, label %74, label %86

74:                                               ; preds = %70
  %75 = call i32 @pthread_attr_getstack(ptr noundef nonnull %2, ptr noundef nonnull %3, ptr noundef nonnull %4) #24
  %76 = icmp eq i32 %75, 0
  br i1 %76, label %77, label %84

77:                                               ; preds = %74
  %78 = load ptr, ptr %3, align 8
  %79 = load i64, ptr %4, align 8
  %80 = icmp ult i64 %79, 1048576
  %81 = lshr i64 %79, 1
  %82 = select i1 %80, i64 %81, i64 262144
  %83 = getelementptr inbounds i8, ptr %78, i64 %82
  store ptr %83, ptr %67, align 8
  br label %84

84:                                               ; preds = %77, %74
  %85 = call i32 @pthread_attr_destroy(ptr noundef nonnull %2) #24
  br label %86

86:                                               ; preds = %65, %70, %84
  %87 = load ptr, ptr %67, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #24
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %2) #24
  store ptr %87, ptr %66, align 8
  %88 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @current)
  store ptr %6, ptr %88, align 8
  %89 = call i32 @_setjmp(ptr noundef nonnull %6) #31
  %90 = icmp eq i32 %89, 0
  br i1 %90, label %91, label %104

91:                                               ; preds = %86
  %92 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 216), align 8
  %93 = getelementptr inbounds i8, ptr %92, i64 16
  %94 = load ptr, ptr %93, align 8
  %95 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 224), align 8
  %96 = load ptr, ptr getelementptr inbounds (i8, ptr @pool, i64 232), align 8
  %97 = add i64 %40, 1
  %98 = load volatile ptr, ptr %5, align 8
  call void %94(ptr noundef %95, ptr noundef %96, i64 noundef %40, i64 noundef %97, i64 noundef %37, i64 noundef %20, ptr noundef %98) #24
  %99 = load ptr, ptr @monitor, align 8
  %100 = icmp eq ptr %99, null
  br i1 %100, label %113, label %101

101:                                              ; preds = %91
  %102 = getelementptr inbounds i8, ptr %99, i64 8
  %103 = atomicrmw add ptr %102, i64 1 monotonic, align 8
  br label %113

104:                                              ; preds = %86
  %105 = call i32 @pthread_mutex_lock(ptr noundef nonnull @grid) #24
  %106 = atomicrmw xchg ptr getelementptr inbounds (i8, ptr @pool, i64 280), i8 1 seq_cst, align 8
  %107 = trunc i8 %106 to i1
  br i1 %107, label %110, label %108

108:                                              ; preds = %104
  %109 = call align 8 ptr @llvm.threadlocal.address.p0(ptr align 8 @last)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(1552) getelementptr inbounds (i8, ptr @pool, i64 288), ptr noundef nonnull align 8 dereferenceable(1552) %109, i64 1552, i1 false)
  br label %110

110:                                              ; preds = %104, %108
  %111 = call i32 @pthread_cond_broadcast(ptr noundef nonnull getelementptr inbounds (i8, ptr @grid, i64 48)) #24
  %112 = call i32 @pthread_mutex_unlock(ptr noundef nonnull @grid) #24
  call fastcc void @free_blocks(ptr noundef nonnull %6)
  br label %113

113:                                              ; preds = %101, %91, %110
  store ptr null, ptr %88, align 8
  %114 = getelementptr inbounds i8, ptr %6, i64 320
  %115 = load ptr, ptr %114, align 8
  call void @free(ptr noundef %115) #24
  %116 = load volatile ptr, ptr %5, align 8
  call void @free(ptr noundef %116) #24
  call void @llvm.lifetime.end.p0(i64 352, ptr nonnull %6) #24
  br label %117

117:                                              ; preds = %113, %61
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5)
  ret ptr null
}

declare i32 @pthread_join(i64 noundef, ptr noundef) local_unnamed_addr #7

; Function Attrs: nounwind
declare i32 @pthread_getattr_np(i64 noundef, ptr noundef) local_unnamed_addr #0

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare i64 @pthread_self() local_unnamed_addr #14

; Function Attrs: nounwind
declare i32 @pthread_attr_getstack(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #0

; Function Attrs: nounwind
declare i32 @pthread_attr_destroy(ptr noundef) local_unnamed_addr #0

; Function Attrs: nofree nounwind
define internal fastcc noundef i1 @check_enums(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, i64 noundef %3) unnamed_addr #1 {
  %5 = icmp slt i64 %3, 1
  br i1 %5, label %59, label %6

6:                                                ; preds = %4
  %7 = getelementptr inbounds i8, ptr %1, i64 68
  %8 = getelementptr inbounds i8, ptr %1, i64 72
  %9 = getelementptr inbounds i8, ptr %1, i64 24
  %10 = getelementptr inbounds i8, ptr %1, i64 64
  %11 = getelementptr inbounds i8, ptr %1, i64 64
  br label %12

12:                                               ; preds = %6, %54
  %13 = phi i1 [ %5, %6 ], [ %58, %54 ]
  %14 = phi i64 [ 0, %6 ], [ %57, %54 ]
  %15 = load i32, ptr %7, align 4
  %16 = icmp sgt i32 %15, 0
  br i1 %16, label %17, label %54

17:                                               ; preds = %12
  %18 = getelementptr inbounds i8, ptr %2, i64 %14
  br label %19

19:                                               ; preds = %17, %48
  %20 = phi i64 [ 0, %17 ], [ %49, %48 ]
  %21 = phi i1 [ %16, %17 ], [ %52, %48 ]
  %22 = load ptr, ptr %8, align 8
  %23 = getelementptr inbounds %struct.descend_enum, ptr %22, i64 %20
  %24 = load i32, ptr %23, align 8
  %25 = sext i32 %24 to i64
  %26 = getelementptr inbounds i8, ptr %18, i64 %25
  %27 = load i32, ptr %26, align 1
  %28 = getelementptr inbounds i8, ptr %23, i64 4
  %29 = load i32, ptr %28, align 4
  %30 = icmp ult i32 %27, %29
  br i1 %30, label %48, label %31

31:                                               ; preds = %19
  %32 = load i32, ptr %9, align 8
  %33 = add i32 %32, -1
  %34 = icmp ult i32 %33, 2
  %35 = load ptr, ptr %0, align 8
  br i1 %34, label %36, label %43

36:                                               ; preds = %31
  %37 = load i32, ptr %10, align 8
  %38 = sext i32 %37 to i64
  %39 = sdiv i64 %14, %38
  %40 = load ptr, ptr %1, align 8
  %41 = getelementptr inbounds %struct.descend_enum, ptr %22, i64 %20, i32 1
  %42 = load i32, ptr %41, align 4
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.155, ptr noundef %35, i64 noundef %39, ptr noundef %40, i32 noundef %27, i32 noundef %42)
  br label %47

43:                                               ; preds = %31
  %44 = load ptr, ptr %1, align 8
  %45 = getelementptr inbounds %struct.descend_enum, ptr %22, i64 %20, i32 1
  %46 = load i32, ptr %45, align 4
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.156, ptr noundef %35, ptr noundef %44, i32 noundef %27, i32 noundef %46)
  br label %47

47:                                               ; preds = %36, %43
  br i1 %30, label %48, label %53

48:                                               ; preds = %19, %47
  %49 = add nuw nsw i64 %20, 1
  %50 = load i32, ptr %7, align 4
  %51 = sext i32 %50 to i64
  %52 = icmp slt i64 %49, %51
  br i1 %52, label %19, label %54, !llvm.loop !87

53:                                               ; preds = %47
  br i1 %21, label %59, label %54

54:                                               ; preds = %48, %12, %53
  %55 = load i32, ptr %11, align 8
  %56 = sext i32 %55 to i64
  %57 = add nsw i64 %14, %56
  %58 = icmp sge i64 %57, %3
  br i1 %58, label %59, label %12, !llvm.loop !88

59:                                               ; preds = %53, %54, %4
  %60 = phi i1 [ %5, %4 ], [ %13, %53 ], [ %58, %54 ]
  ret i1 %60
}

; Function Attrs: nofree nounwind
declare noalias noundef ptr @fopen(ptr nocapture noundef readonly, ptr nocapture noundef readonly) local_unnamed_addr #1

; Function Attrs: nofree nounwind
declare noundef i32 @fclose(ptr nocapture noundef) local_unnamed_addr #1

; Function Attrs: nofree nounwind
declare noundef i32 @fputc(i32 noundef, ptr nocapture noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nofree nounwind willreturn memory(argmem: read)
declare ptr @strstr(ptr noundef, ptr nocapture noundef) local_unnamed_addr #11

; Function Attrs: nofree
declare noundef i32 @open(ptr nocapture noundef readonly, i32 noundef, ...) local_unnamed_addr #18

; Function Attrs: nofree nounwind
declare noundef i32 @fstat(i32 noundef, ptr nocapture noundef) local_unnamed_addr #1

; Function Attrs: nounwind
declare ptr @mmap(ptr noundef, i64 noundef, i32 noundef, i32 noundef, i32 noundef, i64 noundef) local_unnamed_addr #0

declare i32 @close(i32 noundef) local_unnamed_addr #7

; Function Attrs: nofree nounwind
declare noundef i32 @setvbuf(ptr nocapture noundef, ptr noundef, i32 noundef, i64 noundef) local_unnamed_addr #1

; Function Attrs: nofree nosync nounwind memory(readwrite, inaccessiblemem: none)
define internal fastcc i1 @parse_integer(ptr nocapture noundef readonly %0, ptr nocapture noundef writeonly %1, ptr nocapture noundef %2) unnamed_addr #19 {
  %4 = load i8, ptr %0, align 1
  %5 = icmp eq i8 %4, 45
  %6 = zext i1 %5 to i8
  store i8 %6, ptr %1, align 1
  %7 = load i8, ptr %0, align 1
  %8 = icmp eq i8 %7, 45
  %9 = icmp eq i8 %7, 43
  %10 = or i1 %8, %9
  %11 = zext i1 %10 to i64
  %12 = getelementptr inbounds i8, ptr %0, i64 %11
  %13 = load i8, ptr %12, align 1
  %14 = icmp eq i8 %13, 48
  br i1 %14, label %15, label %34

15:                                               ; preds = %3
  %16 = getelementptr inbounds i8, ptr %12, i64 1
  %17 = load i8, ptr %16, align 1
  %18 = icmp eq i8 %17, 0
  br i1 %18, label %34, label %19

19:                                               ; preds = %15
  %20 = getelementptr inbounds i8, ptr %12, i64 2
  %21 = load i8, ptr %20, align 1
  %22 = icmp eq i8 %21, 0
  br i1 %22, label %34, label %23

23:                                               ; preds = %19
  %24 = or i8 %17, 32
  switch i8 %24, label %25 [
    i8 120, label %29
    i8 111, label %28
  ]

25:                                               ; preds = %23
  %26 = icmp eq i8 %24, 98
  %27 = select i1 %26, i64 2, i64 10
  br label %29

28:                                               ; preds = %23
  br label %29

29:                                               ; preds = %23, %28, %25
  %30 = phi i64 [ 16, %23 ], [ %27, %25 ], [ 8, %28 ]
  %31 = icmp eq i64 %30, 10
  %32 = select i1 %31, i64 0, i64 2
  %33 = getelementptr inbounds i8, ptr %12, i64 %32
  br label %34

34:                                               ; preds = %29, %19, %15, %3
  %35 = phi i64 [ %30, %29 ], [ 10, %19 ], [ 10, %15 ], [ 10, %3 ]
  %36 = phi ptr [ %33, %29 ], [ %12, %19 ], [ %12, %15 ], [ %12, %3 ]
  %37 = icmp eq i64 %35, 10
  br i1 %37, label %38, label %41

38:                                               ; preds = %34
  %39 = load i8, ptr %36, align 1
  %40 = icmp eq i8 %39, 95
  br i1 %40, label %84, label %41

41:                                               ; preds = %38, %34
  %42 = tail call ptr @__errno_location() #30
  store i32 0, ptr %42, align 4
  store i64 0, ptr %2, align 8
  %43 = load i8, ptr %36, align 1
  %44 = icmp eq i8 %43, 0
  br i1 %44, label %84, label %45

45:                                               ; preds = %41, %79
  %46 = phi i8 [ %82, %79 ], [ %43, %41 ]
  %47 = phi i1 [ %80, %79 ], [ false, %41 ]
  %48 = phi ptr [ %81, %79 ], [ %36, %41 ]
  %49 = zext i8 %46 to i64
  %50 = icmp eq i8 %46, 95
  br i1 %50, label %79, label %51

51:                                               ; preds = %45
  %52 = add i8 %46, -48
  %53 = icmp ult i8 %52, 10
  br i1 %53, label %54, label %56

54:                                               ; preds = %51
  %55 = add nuw nsw i64 %49, 4294967248
  br label %63

56:                                               ; preds = %51
  %57 = or i8 %46, 32
  %58 = add i8 %57, -97
  %59 = icmp ult i8 %58, 6
  br i1 %59, label %60, label %63

60:                                               ; preds = %56
  %61 = zext nneg i8 %57 to i64
  %62 = add nuw nsw i64 %61, 4294967209
  br label %63

63:                                               ; preds = %60, %56, %54
  %64 = phi i64 [ %55, %54 ], [ %62, %60 ], [ 99, %56 ]
  %65 = and i64 %64, 4294967295
  %66 = icmp ult i64 %65, %35
  br i1 %66, label %67, label %77

67:                                               ; preds = %63
  %68 = load i64, ptr %2, align 8
  %69 = tail call { i64, i1 } @llvm.umul.with.overflow.i64(i64 %68, i64 %35)
  %70 = extractvalue { i64, i1 } %69, 1
  %71 = extractvalue { i64, i1 } %69, 0
  store i64 %71, ptr %2, align 8
  br i1 %70, label %76, label %72

72:                                               ; preds = %67
  %73 = tail call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %71, i64 %65)
  %74 = extractvalue { i64, i1 } %73, 1
  %75 = extractvalue { i64, i1 } %73, 0
  store i64 %75, ptr %2, align 8
  br i1 %74, label %76, label %77

76:                                               ; preds = %72, %67
  store i32 34, ptr %42, align 4
  br label %77

77:                                               ; preds = %72, %76, %63
  %78 = phi i1 [ %47, %63 ], [ true, %76 ], [ true, %72 ]
  br i1 %66, label %79, label %84

79:                                               ; preds = %77, %45
  %80 = phi i1 [ %47, %45 ], [ %78, %77 ]
  %81 = getelementptr inbounds i8, ptr %48, i64 1
  %82 = load i8, ptr %81, align 1
  %83 = icmp eq i8 %82, 0
  br i1 %83, label %84, label %45, !llvm.loop !89

84:                                               ; preds = %79, %77, %41, %38
  %85 = phi i1 [ false, %38 ], [ false, %41 ], [ false, %77 ], [ %80, %79 ]
  ret i1 %85
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.umul.with.overflow.i64(i64, i64) #2

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64) #2

; Function Attrs: mustprogress nofree nounwind willreturn
define internal fastcc i1 @is_generator(ptr noundef %0) unnamed_addr #15 {
  %2 = alloca ptr, align 8
  %3 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %0, ptr noundef nonnull dereferenceable(6) @.str.180) #26
  %4 = icmp eq i32 %3, 0
  br i1 %4, label %33, label %5

5:                                                ; preds = %1
  %6 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %0, ptr noundef nonnull dereferenceable(5) @.str.181) #26
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %33, label %8

8:                                                ; preds = %5
  %9 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %0, ptr noundef nonnull dereferenceable(5) @.str.182) #26
  %10 = icmp eq i32 %9, 0
  br i1 %10, label %33, label %11

11:                                               ; preds = %8
  %12 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %0, ptr noundef nonnull dereferenceable(7) @.str.183) #26
  %13 = icmp eq i32 %12, 0
  br i1 %13, label %33, label %14

14:                                               ; preds = %11
  %15 = tail call i32 @strncmp(ptr noundef nonnull dereferenceable(1) %0, ptr noundef nonnull dereferenceable(8) @.str.184, i64 noundef 7) #26
  %16 = icmp eq i32 %15, 0
  br i1 %16, label %17, label %33

17:                                               ; preds = %14
  %18 = getelementptr inbounds i8, ptr %0, i64 7
  %19 = load i8, ptr %18, align 1
  %20 = add i8 %19, -58
  %21 = icmp ult i8 %20, -10
  br i1 %21, label %33, label %22

22:                                               ; preds = %17
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %2) #24
  %23 = tail call ptr @__errno_location() #30
  store i32 0, ptr %23, align 4
  %24 = call i64 @strtoull(ptr noundef nonnull %18, ptr noundef nonnull %2, i32 noundef 10) #24
  %25 = load ptr, ptr %2, align 8
  %26 = load i8, ptr %25, align 1
  %27 = icmp eq i8 %26, 0
  br i1 %27, label %28, label %31

28:                                               ; preds = %22
  %29 = load i32, ptr %23, align 4
  %30 = icmp eq i32 %29, 0
  br label %31

31:                                               ; preds = %28, %22
  %32 = phi i1 [ false, %22 ], [ %30, %28 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %2) #24
  br label %33

33:                                               ; preds = %31, %17, %14, %11, %8, %5, %1
  %34 = phi i1 [ true, %8 ], [ true, %5 ], [ true, %1 ], [ %32, %31 ], [ true, %11 ], [ false, %17 ], [ false, %14 ]
  ret i1 %34
}

; Function Attrs: nofree nounwind
define internal fastcc i1 @is_list(ptr nocapture noundef readonly %0, ptr noundef %1) unnamed_addr #1 {
  %3 = alloca %struct.argument, align 8
  %4 = alloca i8, align 1
  %5 = alloca i64, align 8
  %6 = alloca ptr, align 8
  %7 = tail call i64 @strlen(ptr noundef nonnull dereferenceable(1) %1) #26
  %8 = icmp eq i64 %7, 0
  br i1 %8, label %45, label %9

9:                                                ; preds = %2
  %10 = tail call ptr @strchr(ptr noundef nonnull dereferenceable(1) %1, i32 noundef 47) #26
  %11 = icmp eq ptr %10, null
  br i1 %11, label %12, label %45

12:                                               ; preds = %9
  %13 = icmp ugt i64 %7, 3
  br i1 %13, label %14, label %19

14:                                               ; preds = %12
  %15 = getelementptr inbounds i8, ptr %1, i64 %7
  %16 = getelementptr inbounds i8, ptr %15, i64 -4
  %17 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %16, ptr noundef nonnull dereferenceable(5) @.str.185) #26
  %18 = icmp eq i32 %17, 0
  br i1 %18, label %45, label %19

19:                                               ; preds = %14, %12
  %20 = tail call fastcc i1 @is_generator(ptr noundef %1)
  br i1 %20, label %45, label %21

21:                                               ; preds = %19
  call void @llvm.lifetime.start.p0(i64 544, ptr nonnull %3) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(544) %3, i8 0, i64 544, i1 false)
  %22 = getelementptr inbounds i8, ptr %3, i64 528
  store ptr %1, ptr %22, align 8
  call void @llvm.lifetime.start.p0(i64 1, ptr nonnull %4) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %5) #24
  %23 = load i8, ptr %1, align 1
  %24 = icmp eq i8 %23, 91
  br i1 %24, label %43, label %25

25:                                               ; preds = %21
  %26 = tail call ptr @strchr(ptr noundef nonnull dereferenceable(1) %1, i32 noundef 44) #26
  %27 = icmp eq ptr %26, null
  br i1 %27, label %28, label %43

28:                                               ; preds = %25
  %29 = call fastcc ptr @parse_scalar(ptr noundef %0, ptr noundef nonnull %3)
  %30 = icmp eq ptr %29, null
  br i1 %30, label %43, label %31

31:                                               ; preds = %28
  %32 = call fastcc i1 @parse_integer(ptr noundef nonnull %1, ptr noundef nonnull %4, ptr noundef nonnull %5)
  br i1 %32, label %43, label %33

33:                                               ; preds = %31
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6) #24
  %34 = call double @strtod(ptr noundef nonnull %1, ptr noundef nonnull %6) #24
  %35 = load ptr, ptr %6, align 8
  %36 = load i8, ptr %35, align 1
  %37 = icmp eq i8 %36, 0
  br i1 %37, label %38, label %41

38:                                               ; preds = %33
  %39 = tail call ptr @strpbrk(ptr noundef nonnull %1, ptr noundef nonnull @.str.186) #26
  %40 = icmp ne ptr %39, null
  br label %41

41:                                               ; preds = %38, %33
  %42 = phi i1 [ false, %33 ], [ %40, %38 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #24
  br label %43

43:                                               ; preds = %21, %25, %28, %31, %41
  %44 = phi i1 [ %42, %41 ], [ true, %31 ], [ true, %28 ], [ true, %25 ], [ true, %21 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %5) #24
  call void @llvm.lifetime.end.p0(i64 1, ptr nonnull %4) #24
  call void @llvm.lifetime.end.p0(i64 544, ptr nonnull %3) #24
  br label %45

45:                                               ; preds = %2, %9, %14, %19, %43
  %46 = phi i1 [ %44, %43 ], [ false, %19 ], [ false, %14 ], [ false, %9 ], [ false, %2 ]
  ret i1 %46
}

; Function Attrs: mustprogress nofree nounwind willreturn
declare i64 @strtoull(ptr noundef readonly, ptr nocapture noundef, i32 noundef) local_unnamed_addr #15

; Function Attrs: nofree nounwind
define internal fastcc ptr @parse_scalar(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) unnamed_addr #1 {
  %3 = alloca i8, align 4
  %4 = alloca i64, align 8
  %5 = getelementptr inbounds i8, ptr %1, i64 528
  %6 = load ptr, ptr %5, align 8
  %7 = getelementptr inbounds i8, ptr %0, i64 68
  %8 = load i32, ptr %7, align 4
  %9 = icmp eq i32 %8, 0
  br i1 %9, label %38, label %10

10:                                               ; preds = %2
  %11 = getelementptr inbounds i8, ptr %0, i64 72
  %12 = load ptr, ptr %11, align 8
  %13 = getelementptr inbounds i8, ptr %12, i64 4
  %14 = load i32, ptr %13, align 4
  %15 = getelementptr inbounds i8, ptr %12, i64 8
  %16 = tail call i32 @llvm.smax.i32(i32 %14, i32 0)
  %17 = zext nneg i32 %16 to i64
  br label %18

18:                                               ; preds = %10, %36
  %19 = phi i64 [ 0, %10 ], [ %37, %36 ]
  %20 = icmp eq i64 %19, %17
  br i1 %20, label %38, label %21

21:                                               ; preds = %18
  %22 = load ptr, ptr %15, align 8
  %23 = getelementptr inbounds ptr, ptr %22, i64 %19
  %24 = load ptr, ptr %23, align 8
  %25 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %6, ptr noundef nonnull dereferenceable(1) %24) #26
  %26 = icmp eq i32 %25, 0
  br i1 %26, label %34, label %27

27:                                               ; preds = %21
  %28 = tail call ptr @strrchr(ptr noundef nonnull dereferenceable(1) %6, i32 noundef 58) #26
  %29 = icmp eq ptr %28, null
  br i1 %29, label %36, label %30

30:                                               ; preds = %27
  %31 = getelementptr inbounds i8, ptr %28, i64 1
  %32 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %31, ptr noundef nonnull dereferenceable(1) %24) #26
  %33 = icmp eq i32 %32, 0
  br i1 %33, label %34, label %36

34:                                               ; preds = %30, %21
  %35 = getelementptr inbounds i8, ptr %1, i64 520
  store i64 %19, ptr %35, align 8
  br label %90

36:                                               ; preds = %27, %30
  %37 = add nuw nsw i64 %19, 1
  br i1 %9, label %38, label %18, !llvm.loop !90

38:                                               ; preds = %18, %36, %2
  %39 = getelementptr inbounds i8, ptr %0, i64 16
  %40 = load ptr, ptr %39, align 8
  %41 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %40, ptr noundef nonnull dereferenceable(5) @.str.187) #26
  %42 = icmp eq i32 %41, 0
  br i1 %42, label %43, label %52

43:                                               ; preds = %38
  %44 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %6, ptr noundef nonnull dereferenceable(5) @.str.10) #26
  %45 = icmp eq i32 %44, 0
  %46 = zext i1 %45 to i64
  %47 = getelementptr inbounds i8, ptr %1, i64 520
  store i64 %46, ptr %47, align 8
  br i1 %45, label %90, label %48

48:                                               ; preds = %43
  %49 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %6, ptr noundef nonnull dereferenceable(6) @.str.11) #26
  %50 = icmp eq i32 %49, 0
  %51 = select i1 %50, ptr null, ptr @.str.188
  br label %90

52:                                               ; preds = %38
  %53 = load i8, ptr %40, align 1
  %54 = icmp eq i8 %53, 102
  br i1 %54, label %55, label %57

55:                                               ; preds = %52
  %56 = tail call fastcc ptr @parse_float(ptr noundef %0, ptr noundef %1)
  br label %90

57:                                               ; preds = %52
  call void @llvm.lifetime.start.p0(i64 1, ptr nonnull %3) #24
  %58 = icmp eq i8 %53, 105
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #24
  %59 = getelementptr inbounds i8, ptr %0, i64 32
  %60 = load i32, ptr %59, align 8
  %61 = select i1 %58, i32 65, i32 64
  %62 = shl i32 %60, 3
  %63 = sub i32 %61, %62
  %64 = zext nneg i32 %63 to i64
  %65 = lshr i64 -1, %64
  %66 = call fastcc i1 @parse_integer(ptr noundef %6, ptr noundef nonnull %3, ptr noundef nonnull %4)
  br i1 %66, label %67, label %88

67:                                               ; preds = %57
  %68 = tail call ptr @__errno_location() #30
  %69 = load i32, ptr %68, align 4
  %70 = icmp eq i32 %69, 0
  br i1 %70, label %71, label %88

71:                                               ; preds = %67
  %72 = load i8, ptr %3, align 4, !range !4, !noundef !5
  %73 = trunc nuw i8 %72 to i1
  %74 = load i64, ptr %4, align 8
  %75 = icmp eq i64 %74, 0
  %76 = xor i1 %73, true
  %77 = select i1 %76, i1 true, i1 %75
  %78 = or i1 %58, %77
  br i1 %78, label %79, label %88

79:                                               ; preds = %71
  %80 = and i1 %58, %73
  %81 = zext i1 %80 to i64
  %82 = add i64 %65, %81
  %83 = icmp ugt i64 %74, %82
  br i1 %83, label %88, label %84

84:                                               ; preds = %79
  %85 = sub i64 0, %74
  %86 = select i1 %73, i64 %85, i64 %74
  %87 = getelementptr inbounds i8, ptr %1, i64 520
  store i64 %86, ptr %87, align 8
  br label %88

88:                                               ; preds = %67, %79, %71, %57, %84
  %89 = phi ptr [ null, %84 ], [ @.str.189, %57 ], [ @.str.190, %71 ], [ @.str.190, %79 ], [ @.str.190, %67 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #24
  call void @llvm.lifetime.end.p0(i64 1, ptr nonnull %3) #24
  br label %90

90:                                               ; preds = %43, %48, %34, %88, %55
  %91 = phi ptr [ %56, %55 ], [ %89, %88 ], [ null, %34 ], [ null, %43 ], [ %51, %48 ]
  ret ptr %91
}

; Function Attrs: mustprogress nofree nounwind willreturn memory(argmem: read)
declare ptr @strpbrk(ptr noundef, ptr nocapture noundef) local_unnamed_addr #11

; Function Attrs: nofree nounwind
define internal fastcc ptr @parse_float(ptr nocapture noundef readonly %0, ptr nocapture noundef %1) unnamed_addr #1 {
  %3 = alloca [400 x i8], align 1
  %4 = alloca ptr, align 8
  call void @llvm.lifetime.start.p0(i64 400, ptr nonnull %3) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #24
  store ptr %3, ptr %4, align 8
  %5 = getelementptr inbounds i8, ptr %1, i64 528
  %6 = load ptr, ptr %5, align 8
  br label %7

7:                                                ; preds = %18, %2
  %8 = phi i64 [ 0, %2 ], [ %19, %18 ]
  %9 = phi ptr [ %6, %2 ], [ %20, %18 ]
  %10 = getelementptr inbounds i8, ptr %3, i64 %8
  %11 = load i8, ptr %9, align 1
  switch i8 %11, label %15 [
    i8 0, label %21
    i8 95, label %12
  ]

12:                                               ; preds = %7
  %13 = load ptr, ptr %5, align 8
  %14 = icmp eq ptr %9, %13
  br i1 %14, label %15, label %18

15:                                               ; preds = %7, %12
  %16 = add nsw i64 %8, 1
  store i8 %11, ptr %10, align 1
  %17 = icmp eq i64 %16, 399
  br i1 %17, label %50, label %18

18:                                               ; preds = %12, %15
  %19 = phi i64 [ %8, %12 ], [ %16, %15 ]
  %20 = getelementptr inbounds i8, ptr %9, i64 1
  br label %7, !llvm.loop !91

21:                                               ; preds = %7
  store ptr %10, ptr %4, align 8
  store i8 0, ptr %10, align 1
  %22 = call double @strtod(ptr noundef nonnull %3, ptr noundef nonnull %4) #24
  %23 = load ptr, ptr %4, align 8
  %24 = icmp eq ptr %23, %3
  br i1 %24, label %52, label %25

25:                                               ; preds = %21
  %26 = load i8, ptr %23, align 1
  %27 = icmp eq i8 %26, 0
  br i1 %27, label %28, label %52

28:                                               ; preds = %25
  %29 = call ptr @strpbrk(ptr noundef nonnull %3, ptr noundef nonnull @.str.192) #26
  %30 = icmp eq ptr %29, null
  br i1 %30, label %31, label %52

31:                                               ; preds = %28
  %32 = call ptr @strpbrk(ptr noundef nonnull %3, ptr noundef nonnull @.str.194) #26
  %33 = icmp eq ptr %32, null
  %34 = getelementptr inbounds i8, ptr %1, i64 520
  store i64 0, ptr %34, align 8
  %35 = getelementptr inbounds i8, ptr %0, i64 32
  %36 = load i32, ptr %35, align 8
  switch i32 %36, label %43 [
    i32 2, label %37
    i32 4, label %40
  ]

37:                                               ; preds = %31
  %38 = fptrunc double %22 to half
  store half %38, ptr %34, align 8
  %39 = fpext half %38 to double
  br label %44

40:                                               ; preds = %31
  %41 = call float @strtof(ptr noundef nonnull %3, ptr noundef nonnull %4) #24
  store float %41, ptr %34, align 8
  %42 = fpext float %41 to double
  br label %44

43:                                               ; preds = %31
  store double %22, ptr %34, align 8
  br label %44

44:                                               ; preds = %40, %43, %37
  %45 = phi double [ %39, %37 ], [ %42, %40 ], [ %22, %43 ]
  %46 = call double @llvm.fabs.f64(double %45)
  %47 = fcmp oeq double %46, 0x7FF0000000000000
  %48 = select i1 %47, i1 %33, i1 false
  %49 = select i1 %48, ptr @.str.195, ptr null
  br label %52

50:                                               ; preds = %15
  %51 = getelementptr inbounds i8, ptr %3, i64 %16
  store ptr %51, ptr %4, align 8
  br label %52

52:                                               ; preds = %50, %44, %28, %25, %21
  %53 = phi ptr [ %49, %44 ], [ @.str.193, %28 ], [ @.str.193, %25 ], [ @.str.193, %21 ], [ @.str.191, %50 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #24
  call void @llvm.lifetime.end.p0(i64 400, ptr nonnull %3) #24
  ret ptr %53
}

; Function Attrs: nofree nounwind
declare noundef i32 @stat(ptr nocapture noundef readonly, ptr nocapture noundef) local_unnamed_addr #1

; Function Attrs: nofree nounwind
declare noundef i32 @access(ptr nocapture noundef readonly, i32 noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr #20

; Function Attrs: nofree nounwind
define internal fastcc noundef i1 @read_dimension(ptr nocapture noundef %0, i32 noundef %1) unnamed_addr #1 {
  %3 = load ptr, ptr %0, align 8
  %4 = getelementptr inbounds i8, ptr %3, i64 40
  %5 = load i32, ptr %4, align 8
  %6 = icmp eq i32 %5, %1
  br i1 %6, label %7, label %12

7:                                                ; preds = %2
  %8 = getelementptr inbounds i8, ptr %3, i64 8
  %9 = load ptr, ptr %8, align 8
  %10 = icmp eq i32 %5, 1
  %11 = select i1 %10, ptr @.str.15, ptr @.str.208
  tail call void (ptr, ptr, ...) @wrong_list(ptr noundef nonnull %0, ptr noundef nonnull @.str.207, ptr noundef %9, i32 noundef %5, ptr noundef nonnull %11)
  br label %96

12:                                               ; preds = %2
  %13 = getelementptr inbounds i8, ptr %0, i64 16
  %14 = load ptr, ptr %13, align 8
  %15 = tail call i64 @strspn(ptr noundef readonly %14, ptr noundef nonnull @.str.206) #26
  %16 = getelementptr inbounds i8, ptr %14, i64 %15
  store ptr %16, ptr %13, align 8
  %17 = load i8, ptr %16, align 1
  %18 = icmp eq i8 %17, 91
  br i1 %18, label %19, label %36

19:                                               ; preds = %12
  %20 = getelementptr inbounds i8, ptr %16, i64 1
  %21 = tail call i64 @strspn(ptr noundef nonnull readonly %20, ptr noundef nonnull @.str.206) #26
  %22 = getelementptr inbounds i8, ptr %20, i64 %21
  store ptr %22, ptr %13, align 8
  %23 = getelementptr inbounds i8, ptr %0, i64 8
  %24 = load ptr, ptr %23, align 8
  %25 = getelementptr inbounds i8, ptr %24, i64 8
  %26 = sext i32 %1 to i64
  %27 = getelementptr inbounds [64 x i64], ptr %25, i64 0, i64 %26
  %28 = tail call i64 @strspn(ptr noundef nonnull readonly %22, ptr noundef nonnull @.str.206) #26
  %29 = getelementptr inbounds i8, ptr %22, i64 %28
  store ptr %29, ptr %13, align 8
  %30 = load i8, ptr %29, align 1
  %31 = icmp eq i8 %30, 93
  br i1 %31, label %39, label %32

32:                                               ; preds = %19
  %33 = add nsw i32 %5, -1
  %34 = icmp sgt i32 %33, %1
  %35 = add nsw i32 %1, 1
  br label %44

36:                                               ; preds = %12
  %37 = getelementptr inbounds i8, ptr %3, i64 8
  %38 = load ptr, ptr %37, align 8
  tail call void (ptr, ptr, ...) @wrong_list(ptr noundef nonnull %0, ptr noundef nonnull @.str.209, ptr noundef %38, i32 noundef %5)
  br label %96

39:                                               ; preds = %77, %19
  %40 = phi i64 [ %28, %19 ], [ %80, %77 ]
  %41 = phi ptr [ %22, %19 ], [ %79, %77 ]
  %42 = phi i64 [ 0, %19 ], [ %78, %77 ]
  %43 = getelementptr inbounds i8, ptr %41, i64 %40
  br label %84

44:                                               ; preds = %32, %77
  %45 = phi i64 [ 0, %32 ], [ %78, %77 ]
  %46 = icmp eq i64 %45, 0
  br i1 %46, label %68, label %47

47:                                               ; preds = %44
  %48 = load ptr, ptr %13, align 8
  %49 = tail call i64 @strspn(ptr noundef readonly %48, ptr noundef nonnull @.str.206) #26
  %50 = getelementptr inbounds i8, ptr %48, i64 %49
  store ptr %50, ptr %13, align 8
  %51 = load i8, ptr %50, align 1
  %52 = icmp eq i8 %51, 44
  br i1 %52, label %53, label %61

53:                                               ; preds = %47
  %54 = getelementptr inbounds i8, ptr %50, i64 1
  %55 = tail call i64 @strspn(ptr noundef nonnull readonly %54, ptr noundef nonnull @.str.206) #26
  %56 = getelementptr inbounds i8, ptr %54, i64 %55
  store ptr %56, ptr %13, align 8
  %57 = tail call i64 @strspn(ptr noundef nonnull readonly %56, ptr noundef nonnull @.str.206) #26
  %58 = getelementptr inbounds i8, ptr %56, i64 %57
  store ptr %58, ptr %13, align 8
  %59 = load i8, ptr %58, align 1
  %60 = icmp eq i8 %59, 93
  br i1 %60, label %66, label %68

61:                                               ; preds = %47
  %62 = load ptr, ptr %13, align 8
  %63 = load i8, ptr %62, align 1
  %64 = icmp eq i8 %63, 0
  %65 = select i1 %64, ptr @.str.222, ptr @.str.221
  tail call void (ptr, ptr, ...) @wrong_list(ptr noundef nonnull readonly %0, ptr noundef nonnull %65, ptr noundef nonnull @.str.210, ptr noundef nonnull %62)
  br label %96

66:                                               ; preds = %53
  %67 = getelementptr inbounds i8, ptr %56, i64 %57
  br label %84

68:                                               ; preds = %53, %44
  br i1 %34, label %73, label %69

69:                                               ; preds = %68
  %70 = load ptr, ptr %13, align 8
  %71 = load i8, ptr %70, align 1
  %72 = icmp eq i8 %71, 91
  br i1 %72, label %73, label %75

73:                                               ; preds = %69, %68
  %74 = tail call fastcc i1 @read_dimension(ptr noundef nonnull %0, i32 noundef %35)
  br i1 %74, label %77, label %96

75:                                               ; preds = %69
  %76 = tail call fastcc i1 @read_element(ptr noundef nonnull %0)
  br i1 %76, label %77, label %96

77:                                               ; preds = %73, %75
  %78 = add nuw nsw i64 %45, 1
  %79 = load ptr, ptr %13, align 8
  %80 = tail call i64 @strspn(ptr noundef readonly %79, ptr noundef nonnull @.str.206) #26
  %81 = getelementptr inbounds i8, ptr %79, i64 %80
  store ptr %81, ptr %13, align 8
  %82 = load i8, ptr %81, align 1
  %83 = icmp eq i8 %82, 93
  br i1 %83, label %39, label %44, !llvm.loop !92

84:                                               ; preds = %66, %39
  %85 = phi ptr [ %67, %66 ], [ %43, %39 ]
  %86 = phi i64 [ %45, %66 ], [ %42, %39 ]
  %87 = getelementptr inbounds i8, ptr %85, i64 1
  %88 = tail call i64 @strspn(ptr noundef nonnull readonly %87, ptr noundef nonnull @.str.206) #26
  %89 = getelementptr inbounds i8, ptr %87, i64 %88
  store ptr %89, ptr %13, align 8
  %90 = load i64, ptr %27, align 8
  %91 = icmp slt i64 %90, 0
  %92 = icmp eq i64 %90, %86
  %93 = select i1 %91, i1 true, i1 %92
  br i1 %93, label %95, label %94

94:                                               ; preds = %84
  tail call void (ptr, ptr, ...) @wrong_list(ptr noundef nonnull %0, ptr noundef nonnull @.str.211, i64 noundef %86, i64 noundef %90)
  br label %96

95:                                               ; preds = %84
  store i64 %86, ptr %27, align 8
  br label %96

96:                                               ; preds = %75, %73, %61, %94, %95, %36, %7
  %97 = phi i1 [ false, %7 ], [ false, %36 ], [ false, %94 ], [ true, %95 ], [ false, %61 ], [ false, %73 ], [ false, %75 ]
  ret i1 %97
}

; Function Attrs: nofree nounwind
define internal fastcc noundef i1 @read_element(ptr nocapture noundef %0) unnamed_addr #1 {
  %2 = alloca %struct.descend_param, align 8
  %3 = alloca [400 x i8], align 1
  %4 = alloca %struct.argument, align 8
  call void @llvm.lifetime.start.p0(i64 400, ptr nonnull %3) #24
  %5 = getelementptr inbounds i8, ptr %0, i64 16
  %6 = load ptr, ptr %5, align 8
  %7 = tail call i64 @strcspn(ptr noundef %6, ptr noundef nonnull @.str.213) #26
  %8 = getelementptr i8, ptr %6, i64 -1
  %9 = icmp eq i64 %7, 0
  br i1 %9, label %18, label %10

10:                                               ; preds = %1, %15
  %11 = phi i64 [ %16, %15 ], [ %7, %1 ]
  %12 = getelementptr i8, ptr %8, i64 %11
  %13 = load i8, ptr %12, align 1
  %14 = icmp eq i8 %13, 32
  br i1 %14, label %15, label %18

15:                                               ; preds = %10
  %16 = add i64 %11, -1
  %17 = icmp eq i64 %16, 0
  br i1 %17, label %18, label %10, !llvm.loop !93

18:                                               ; preds = %10, %15, %1
  %19 = phi i64 [ %7, %1 ], [ %11, %10 ], [ 0, %15 ]
  %20 = icmp ugt i64 %19, 399
  br i1 %20, label %21, label %22

21:                                               ; preds = %18
  tail call void (ptr, ptr, ...) @wrong_list(ptr noundef %0, ptr noundef nonnull @.str.214)
  br label %131

22:                                               ; preds = %18
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 1 %3, ptr align 1 %6, i64 %19, i1 false)
  %23 = getelementptr inbounds [400 x i8], ptr %3, i64 0, i64 %19
  store i8 0, ptr %23, align 1
  call void @llvm.lifetime.start.p0(i64 544, ptr nonnull %4) #24
  call void @llvm.memset.p0.i64(ptr noundef nonnull align 8 dereferenceable(544) %4, i8 0, i64 544, i1 false)
  %24 = getelementptr inbounds i8, ptr %4, i64 528
  store ptr %3, ptr %24, align 8
  %25 = load ptr, ptr %0, align 8
  %26 = getelementptr inbounds i8, ptr %25, i64 16
  %27 = load ptr, ptr %26, align 8
  %28 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %27, ptr noundef nonnull dereferenceable(4) @.str.220) #26
  %29 = icmp eq i32 %28, 0
  br i1 %29, label %30, label %35

30:                                               ; preds = %22
  %31 = getelementptr inbounds i8, ptr %25, i64 8
  %32 = load ptr, ptr %31, align 8
  %33 = call ptr @strstr(ptr noundef nonnull dereferenceable(1) %32, ptr noundef nonnull dereferenceable(1) @.str.216) #26
  %34 = icmp eq ptr %33, null
  br i1 %34, label %35, label %37

35:                                               ; preds = %30, %22
  %36 = call fastcc ptr @parse_scalar(ptr noundef readonly %25, ptr noundef nonnull %4)
  br label %78

37:                                               ; preds = %30
  call void @llvm.lifetime.start.p0(i64 80, ptr nonnull %2) #24
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(80) %2, ptr noundef nonnull readonly align 8 dereferenceable(80) %25, i64 80, i1 false)
  %38 = getelementptr inbounds i8, ptr %2, i64 16
  store ptr @.str.219, ptr %38, align 8
  %39 = getelementptr inbounds i8, ptr %2, i64 32
  store i32 8, ptr %39, align 8
  %40 = call fastcc ptr @parse_float(ptr noundef nonnull %2, ptr noundef nonnull %4)
  %41 = icmp eq ptr %40, null
  br i1 %41, label %42, label %76

42:                                               ; preds = %37
  %43 = getelementptr inbounds i8, ptr %4, i64 520
  %44 = load double, ptr %43, align 8
  %45 = call double @llvm.fabs.f64(double %44)
  %46 = fcmp une double %45, 0x7FF0000000000000
  %47 = fptrunc double %44 to float
  %48 = bitcast float %47 to i32
  %49 = fcmp uno double %44, 0.000000e+00
  br i1 %49, label %50, label %53

50:                                               ; preds = %42
  %51 = lshr i32 %48, 16
  %52 = or i32 %51, 64
  br label %69

53:                                               ; preds = %42
  %54 = fpext float %47 to double
  %55 = fcmp une double %44, %54
  br i1 %55, label %56, label %62

56:                                               ; preds = %53
  %57 = call double @llvm.fabs.f64(double %54)
  %58 = fcmp ogt double %57, %45
  %59 = sext i1 %58 to i32
  %60 = add i32 %59, %48
  %61 = or i32 %60, 1
  br label %62

62:                                               ; preds = %56, %53
  %63 = phi i32 [ %61, %56 ], [ %48, %53 ]
  %64 = add i32 %63, 32767
  %65 = lshr i32 %63, 16
  %66 = and i32 %65, 1
  %67 = add i32 %64, %66
  %68 = lshr i32 %67, 16
  br label %69

69:                                               ; preds = %62, %50
  %70 = phi i32 [ %52, %50 ], [ %68, %62 ]
  %71 = zext nneg i32 %70 to i64
  store i64 %71, ptr %43, align 8
  %72 = and i64 %71, 32767
  %73 = icmp eq i64 %72, 32640
  %74 = and i1 %46, %73
  %75 = select i1 %74, ptr @.str.195, ptr null
  br label %76

76:                                               ; preds = %69, %37
  %77 = phi ptr [ %75, %69 ], [ %40, %37 ]
  call void @llvm.lifetime.end.p0(i64 80, ptr nonnull %2) #24
  br label %78

78:                                               ; preds = %35, %76
  %79 = phi ptr [ %77, %76 ], [ %36, %35 ]
  %80 = icmp eq ptr %79, null
  %81 = load ptr, ptr %0, align 8
  br i1 %80, label %95, label %82

82:                                               ; preds = %78
  %83 = getelementptr inbounds i8, ptr %81, i64 16
  %84 = load ptr, ptr %83, align 8
  %85 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %84, ptr noundef nonnull dereferenceable(4) @.str.220) #26
  %86 = icmp eq i32 %85, 0
  br i1 %86, label %87, label %93

87:                                               ; preds = %82
  %88 = getelementptr inbounds i8, ptr %81, i64 8
  %89 = load ptr, ptr %88, align 8
  %90 = call ptr @strstr(ptr noundef nonnull dereferenceable(1) %89, ptr noundef nonnull dereferenceable(1) @.str.216) #26
  %91 = icmp eq ptr %90, null
  %92 = select i1 %91, ptr %84, ptr @.str.216
  br label %93

93:                                               ; preds = %82, %87
  %94 = phi ptr [ %84, %82 ], [ %92, %87 ]
  call void (ptr, ptr, ...) @wrong_list(ptr noundef nonnull %0, ptr noundef nonnull @.str.215, ptr noundef nonnull %3, ptr noundef nonnull %79, ptr noundef %94)
  br label %129

95:                                               ; preds = %78
  %96 = getelementptr inbounds i8, ptr %81, i64 68
  %97 = load i32, ptr %96, align 4
  %98 = icmp eq i32 %97, 0
  br i1 %98, label %114, label %99

99:                                               ; preds = %95
  %100 = getelementptr inbounds i8, ptr %81, i64 16
  %101 = load ptr, ptr %100, align 8
  %102 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %101, ptr noundef nonnull dereferenceable(4) @.str.217) #26
  %103 = icmp eq i32 %102, 0
  br i1 %103, label %104, label %114

104:                                              ; preds = %99
  %105 = getelementptr inbounds i8, ptr %4, i64 520
  %106 = load i64, ptr %105, align 8
  %107 = getelementptr inbounds i8, ptr %81, i64 72
  %108 = load ptr, ptr %107, align 8
  %109 = getelementptr inbounds i8, ptr %108, i64 4
  %110 = load i32, ptr %109, align 4
  %111 = sext i32 %110 to i64
  %112 = icmp ult i64 %106, %111
  br i1 %112, label %114, label %113

113:                                              ; preds = %104
  call void (ptr, ptr, ...) @wrong_list(ptr noundef nonnull %0, ptr noundef nonnull @.str.218, ptr noundef nonnull %3)
  br label %129

114:                                              ; preds = %104, %99, %95
  %115 = getelementptr inbounds i8, ptr %0, i64 24
  %116 = load ptr, ptr %115, align 8
  %117 = getelementptr inbounds i8, ptr %4, i64 520
  %118 = getelementptr inbounds i8, ptr %81, i64 32
  %119 = load i32, ptr %118, align 8
  %120 = sext i32 %119 to i64
  call void @llvm.memcpy.p0.p0.i64(ptr align 1 %116, ptr nonnull align 8 %117, i64 %120, i1 false)
  %121 = load ptr, ptr %0, align 8
  %122 = getelementptr inbounds i8, ptr %121, i64 32
  %123 = load i32, ptr %122, align 8
  %124 = load ptr, ptr %115, align 8
  %125 = sext i32 %123 to i64
  %126 = getelementptr inbounds i8, ptr %124, i64 %125
  store ptr %126, ptr %115, align 8
  %127 = load ptr, ptr %5, align 8
  %128 = getelementptr inbounds i8, ptr %127, i64 %7
  store ptr %128, ptr %5, align 8
  br label %129

129:                                              ; preds = %114, %113, %93
  %130 = phi i1 [ false, %93 ], [ true, %114 ], [ false, %113 ]
  call void @llvm.lifetime.end.p0(i64 544, ptr nonnull %4) #24
  br label %131

131:                                              ; preds = %129, %21
  %132 = phi i1 [ false, %21 ], [ %130, %129 ]
  call void @llvm.lifetime.end.p0(i64 400, ptr nonnull %3) #24
  ret i1 %132
}

; Function Attrs: mustprogress nofree nounwind willreturn memory(argmem: read)
declare i64 @strspn(ptr nocapture noundef, ptr nocapture noundef) local_unnamed_addr #11

; Function Attrs: nofree nounwind
define internal void @wrong_list(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1, ...) unnamed_addr #1 {
  %3 = alloca [600 x i8], align 1
  %4 = alloca %struct.__va_list, align 8
  %5 = alloca %struct.__va_list, align 8
  call void @llvm.lifetime.start.p0(i64 600, ptr nonnull %3) #24
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %4) #24
  call void @llvm.va_start.p0(ptr nonnull %4)
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %5) #24
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %5, ptr noundef nonnull align 8 dereferenceable(32) %4, i64 32, i1 false)
  %6 = call i32 @vsnprintf(ptr noundef nonnull %3, i64 noundef 600, ptr noundef %1, ptr noundef nonnull %5) #24
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %5) #24
  call void @llvm.va_end.p0(ptr %4)
  %7 = load ptr, ptr %0, align 8
  %8 = load ptr, ptr %7, align 8
  %9 = getelementptr inbounds i8, ptr %0, i64 8
  %10 = load ptr, ptr %9, align 8
  %11 = getelementptr inbounds i8, ptr %10, i64 528
  %12 = load ptr, ptr %11, align 8
  call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.212, ptr noundef %8, ptr noundef %12, ptr noundef nonnull %3)
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %4) #24
  call void @llvm.lifetime.end.p0(i64 600, ptr nonnull %3) #24
  ret void
}

; Function Attrs: mustprogress nofree nounwind willreturn memory(argmem: read)
declare i64 @strcspn(ptr nocapture noundef, ptr nocapture noundef) local_unnamed_addr #11

; Function Attrs: mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.fabs.f64(double) #2

; Function Attrs: nofree nounwind
declare noundef i32 @fileno(ptr nocapture noundef) local_unnamed_addr #1

; Function Attrs: nofree nounwind
declare noundef i64 @ftell(ptr nocapture noundef) local_unnamed_addr #1

; Function Attrs: nofree nounwind
declare noundef i64 @fread(ptr nocapture noundef, i64 noundef, i64 noundef, ptr nocapture noundef) local_unnamed_addr #1

; Function Attrs: nofree nounwind
define internal fastcc noundef i1 @npy_finish(ptr noundef %0, ptr nocapture noundef readonly %1, ptr nocapture noundef readonly %2, ptr nocapture noundef %3, i64 noundef %4) unnamed_addr #1 {
  %6 = getelementptr inbounds i8, ptr %2, i64 24
  %7 = load i32, ptr %6, align 8
  %8 = icmp ne i32 %7, 0
  %9 = icmp sgt i64 %4, 0
  %10 = and i1 %8, %9
  br i1 %10, label %11, label %19

11:                                               ; preds = %5, %29
  %12 = phi i32 [ %30, %29 ], [ %7, %5 ]
  %13 = phi i64 [ %32, %29 ], [ 0, %5 ]
  %14 = icmp sgt i32 %12, 1
  br i1 %14, label %15, label %29

15:                                               ; preds = %11
  %16 = getelementptr i8, ptr %3, i64 %13
  %17 = zext nneg i32 %12 to i64
  %18 = add nsw i64 %17, -1
  br label %36

19:                                               ; preds = %29, %5
  %20 = getelementptr inbounds i8, ptr %1, i64 16
  %21 = load ptr, ptr %20, align 8
  %22 = tail call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %21, ptr noundef nonnull dereferenceable(5) @.str.187) #26
  %23 = icmp ne i32 %22, 0
  %24 = icmp slt i64 %4, 1
  %25 = or i1 %23, %24
  br i1 %25, label %60, label %26

26:                                               ; preds = %19
  %27 = load i8, ptr %3, align 1
  %28 = icmp ugt i8 %27, 1
  br i1 %28, label %50, label %55

29:                                               ; preds = %36, %11
  %30 = load i32, ptr %6, align 8
  %31 = sext i32 %30 to i64
  %32 = add nsw i64 %13, %31
  %33 = icmp ne i32 %30, 0
  %34 = icmp slt i64 %32, %4
  %35 = select i1 %33, i1 %34, i1 false
  br i1 %35, label %11, label %19, !llvm.loop !94

36:                                               ; preds = %15, %36
  %37 = phi i64 [ 0, %15 ], [ %43, %36 ]
  %38 = phi i64 [ %18, %15 ], [ %44, %36 ]
  %39 = getelementptr i8, ptr %16, i64 %37
  %40 = load i8, ptr %39, align 1
  %41 = getelementptr i8, ptr %16, i64 %38
  %42 = load i8, ptr %41, align 1
  store i8 %42, ptr %39, align 1
  store i8 %40, ptr %41, align 1
  %43 = add nuw nsw i64 %37, 1
  %44 = add nsw i64 %38, -1
  %45 = icmp slt i64 %43, %44
  br i1 %45, label %36, label %29, !llvm.loop !95

46:                                               ; preds = %55
  %47 = getelementptr inbounds i8, ptr %3, i64 %57
  %48 = load i8, ptr %47, align 1
  %49 = icmp ugt i8 %48, 1
  br i1 %49, label %50, label %55, !llvm.loop !96

50:                                               ; preds = %46, %26
  %51 = phi i1 [ %25, %26 ], [ %59, %46 ]
  %52 = phi i64 [ 0, %26 ], [ %57, %46 ]
  %53 = phi i8 [ %27, %26 ], [ %48, %46 ]
  %54 = zext i8 %53 to i32
  tail call void (ptr, ptr, ...) @set_error(ptr noundef null, ptr noundef nonnull @.str.284, ptr noundef %0, i64 noundef %52, i32 noundef %54)
  br label %60

55:                                               ; preds = %26, %46
  %56 = phi i64 [ %57, %46 ], [ 0, %26 ]
  %57 = add nuw nsw i64 %56, 1
  %58 = icmp sge i64 %57, %4
  %59 = select i1 %23, i1 true, i1 %58
  br i1 %59, label %60, label %46, !llvm.loop !96

60:                                               ; preds = %55, %19, %50
  %61 = phi i1 [ %51, %50 ], [ %25, %19 ], [ %59, %55 ]
  ret i1 %61
}

; Function Attrs: nofree nounwind
define internal fastcc noundef i1 @npy_parse(ptr noundef %0, ptr nocapture noundef %1) unnamed_addr #1 {
  %3 = alloca ptr, align 8
  %4 = tail call fastcc ptr @npy_value(ptr noundef %0, ptr noundef nonnull @.str.241)
  %5 = tail call fastcc ptr @npy_value(ptr noundef %0, ptr noundef nonnull @.str.244)
  %6 = tail call fastcc ptr @npy_value(ptr noundef %0, ptr noundef nonnull @.str.245)
  %7 = icmp ne ptr %4, null
  %8 = icmp ne ptr %5, null
  %9 = select i1 %7, i1 %8, i1 false
  %10 = icmp ne ptr %6, null
  %11 = select i1 %9, i1 %10, i1 false
  br i1 %11, label %12, label %81

12:                                               ; preds = %2
  %13 = load i8, ptr %4, align 1
  %14 = zext i8 %13 to i32
  %15 = zext nneg i8 %13 to i64
  %16 = icmp ugt i8 %13, 63
  %17 = shl nuw i64 1, %15
  %18 = and i64 %17, 566935683073
  %19 = icmp eq i64 %18, 0
  %20 = select i1 %16, i1 true, i1 %19
  br i1 %20, label %81, label %21

21:                                               ; preds = %12
  %22 = load i8, ptr %6, align 1
  %23 = icmp eq i8 %22, 40
  br i1 %23, label %24, label %81

24:                                               ; preds = %21
  %25 = getelementptr inbounds i8, ptr %4, i64 1
  %26 = tail call ptr @strchr(ptr noundef nonnull dereferenceable(1) %25, i32 noundef %14) #26
  %27 = icmp eq ptr %26, null
  br i1 %27, label %81, label %28

28:                                               ; preds = %24
  %29 = ptrtoint ptr %26 to i64
  %30 = ptrtoint ptr %4 to i64
  %31 = sub i64 %29, %30
  %32 = icmp ugt i64 %31, 16
  br i1 %32, label %81, label %33

33:                                               ; preds = %28
  %34 = add nsw i64 %31, -1
  tail call void @llvm.memcpy.p0.p0.i64(ptr align 8 %1, ptr nonnull align 1 %25, i64 %34, i1 false)
  %35 = getelementptr inbounds [16 x i8], ptr %1, i64 0, i64 %34
  store i8 0, ptr %35, align 1
  %36 = tail call i32 @strncmp(ptr noundef nonnull dereferenceable(1) %5, ptr noundef nonnull dereferenceable(5) @.str.247, i64 noundef 4) #26
  %37 = icmp eq i32 %36, 0
  %38 = getelementptr inbounds i8, ptr %1, i64 16
  %39 = zext i1 %37 to i8
  store i8 %39, ptr %38, align 8
  br i1 %37, label %43, label %40

40:                                               ; preds = %33
  %41 = tail call i32 @strncmp(ptr noundef nonnull dereferenceable(1) %5, ptr noundef nonnull dereferenceable(6) @.str.248, i64 noundef 5) #26
  %42 = icmp eq i32 %41, 0
  br i1 %42, label %43, label %81

43:                                               ; preds = %40, %33
  %44 = getelementptr inbounds i8, ptr %1, i64 20
  store i32 0, ptr %44, align 4
  %45 = getelementptr inbounds i8, ptr %6, i64 1
  %46 = tail call i64 @strspn(ptr noundef nonnull readonly %45, ptr noundef nonnull @.str.206) #26
  %47 = getelementptr inbounds i8, ptr %45, i64 %46
  %48 = getelementptr inbounds i8, ptr %1, i64 32
  br label %49

49:                                               ; preds = %78, %43
  %50 = phi ptr [ %47, %43 ], [ %80, %78 ]
  %51 = load i8, ptr %50, align 1
  %52 = icmp eq i8 %51, 41
  br i1 %52, label %81, label %53

53:                                               ; preds = %49
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #24
  %54 = tail call ptr @__errno_location() #30
  store i32 0, ptr %54, align 4
  %55 = call i64 @strtoll(ptr noundef nonnull %50, ptr noundef nonnull %3, i32 noundef 10) #24
  %56 = load ptr, ptr %3, align 8
  %57 = icmp eq ptr %56, %50
  br i1 %57, label %78, label %58

58:                                               ; preds = %53
  %59 = load i32, ptr %54, align 4
  %60 = icmp ne i32 %59, 0
  %61 = icmp slt i64 %55, 0
  %62 = select i1 %60, i1 true, i1 %61
  br i1 %62, label %78, label %63

63:                                               ; preds = %58
  %64 = load i32, ptr %44, align 4
  %65 = icmp eq i32 %64, 64
  br i1 %65, label %78, label %66

66:                                               ; preds = %63
  %67 = add nsw i32 %64, 1
  store i32 %67, ptr %44, align 4
  %68 = sext i32 %64 to i64
  %69 = getelementptr inbounds [64 x i64], ptr %48, i64 0, i64 %68
  store i64 %55, ptr %69, align 8
  %70 = tail call i64 @strspn(ptr noundef readonly %56, ptr noundef nonnull @.str.206) #26
  %71 = getelementptr inbounds i8, ptr %56, i64 %70
  %72 = load i8, ptr %71, align 1
  switch i8 %72, label %78 [
    i8 44, label %73
    i8 41, label %77
  ]

73:                                               ; preds = %66
  %74 = getelementptr inbounds i8, ptr %71, i64 1
  %75 = tail call i64 @strspn(ptr noundef nonnull readonly %74, ptr noundef nonnull @.str.206) #26
  %76 = getelementptr inbounds i8, ptr %74, i64 %75
  br label %78

77:                                               ; preds = %66
  br label %78

78:                                               ; preds = %73, %66, %53, %58, %63, %77
  %79 = phi i1 [ false, %63 ], [ false, %58 ], [ false, %53 ], [ false, %66 ], [ true, %73 ], [ true, %77 ]
  %80 = phi ptr [ %50, %63 ], [ %50, %58 ], [ %50, %53 ], [ %71, %66 ], [ %76, %73 ], [ %71, %77 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #24
  br i1 %79, label %49, label %81, !llvm.loop !97

81:                                               ; preds = %78, %49, %28, %24, %40, %2, %12, %21
  %82 = phi i1 [ false, %21 ], [ false, %12 ], [ false, %2 ], [ false, %28 ], [ false, %24 ], [ false, %40 ], [ %52, %49 ], [ %52, %78 ]
  ret i1 %82
}

; Function Attrs: nofree nounwind
define internal fastcc ptr @npy_value(ptr noundef readonly %0, ptr noundef %1) unnamed_addr #1 {
  %3 = alloca [32 x i8], align 1
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %3) #24
  br label %9

4:                                                ; preds = %28
  %5 = add nuw nsw i64 %11, 1
  %6 = getelementptr inbounds i8, ptr @.str.246, i64 %5
  %7 = load i8, ptr %6, align 1
  %8 = icmp eq i64 %5, 2
  br i1 %8, label %31, label %9, !llvm.loop !98

9:                                                ; preds = %2, %4
  %10 = phi i8 [ 39, %2 ], [ %7, %4 ]
  %11 = phi i64 [ 0, %2 ], [ %5, %4 ]
  %12 = phi ptr [ undef, %2 ], [ %29, %4 ]
  %13 = zext i8 %10 to i32
  %14 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %3, i64 noundef 32, ptr noundef nonnull @.str.249, i32 noundef %13, ptr noundef %1, i32 noundef %13) #24
  %15 = call ptr @strstr(ptr noundef nonnull dereferenceable(1) %0, ptr noundef nonnull dereferenceable(1) %3) #26
  %16 = icmp eq ptr %15, null
  br i1 %16, label %28, label %17

17:                                               ; preds = %9
  %18 = call i64 @strlen(ptr noundef nonnull dereferenceable(1) %3) #26
  %19 = getelementptr inbounds i8, ptr %15, i64 %18
  %20 = tail call i64 @strspn(ptr noundef nonnull readonly %19, ptr noundef nonnull @.str.206) #26
  %21 = getelementptr inbounds i8, ptr %19, i64 %20
  %22 = load i8, ptr %21, align 1
  %23 = icmp eq i8 %22, 58
  br i1 %23, label %24, label %28

24:                                               ; preds = %17
  %25 = getelementptr inbounds i8, ptr %21, i64 1
  %26 = tail call i64 @strspn(ptr noundef nonnull readonly %25, ptr noundef nonnull @.str.206) #26
  %27 = getelementptr inbounds i8, ptr %25, i64 %26
  br label %28

28:                                               ; preds = %9, %17, %24
  %29 = phi ptr [ %27, %24 ], [ %12, %17 ], [ %12, %9 ]
  %30 = phi i1 [ false, %24 ], [ true, %17 ], [ true, %9 ]
  br i1 %30, label %4, label %31

31:                                               ; preds = %4, %28
  %32 = phi ptr [ %29, %28 ], [ null, %4 ]
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %3) #24
  ret ptr %32
}

; Function Attrs: mustprogress nofree nounwind willreturn
declare i64 @strtoll(ptr noundef readonly, ptr nocapture noundef, i32 noundef) local_unnamed_addr #15

; Function Attrs: nounwind
define internal fastcc i32 @sole_unknown(ptr nocapture noundef readonly %0, ptr nocapture noundef readonly %1) unnamed_addr #0 {
  %3 = alloca i64, align 8
  %4 = alloca i64, align 8
  %5 = load ptr, ptr %0, align 8
  %6 = getelementptr inbounds i8, ptr %5, i64 16
  %7 = load i32, ptr %6, align 8
  %8 = add nsw i32 %7, 1
  %9 = zext i32 %8 to i64
  %10 = alloca i64, i64 %9, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #24
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %4) #24
  %11 = load ptr, ptr %0, align 8
  %12 = getelementptr inbounds i8, ptr %11, i64 16
  %13 = load i32, ptr %12, align 8
  %14 = icmp sgt i32 %13, 0
  br i1 %14, label %15, label %89

15:                                               ; preds = %2
  %16 = getelementptr inbounds i8, ptr %0, i64 24
  %17 = getelementptr inbounds i8, ptr %0, i64 16
  br label %18

18:                                               ; preds = %15, %81
  %19 = phi i64 [ 0, %15 ], [ %83, %81 ]
  %20 = phi i32 [ -1, %15 ], [ %82, %81 ]
  %21 = load ptr, ptr %16, align 8
  %22 = getelementptr inbounds i8, ptr %21, i64 %19
  %23 = load i8, ptr %22, align 1, !range !4, !noundef !5
  %24 = trunc nuw i8 %23 to i1
  br i1 %24, label %81, label %25

25:                                               ; preds = %18
  %26 = getelementptr inbounds i64, ptr %10, i64 %19
  br label %27

27:                                               ; preds = %25, %44
  %28 = phi i64 [ 1, %25 ], [ %46, %44 ]
  %29 = phi i1 [ false, %25 ], [ %45, %44 ]
  br i1 %29, label %44, label %36

30:                                               ; preds = %44
  %31 = icmp eq i32 %20, -1
  %32 = trunc nuw nsw i64 %19 to i32
  %33 = select i1 %31, i32 %32, i32 -2
  %34 = select i1 %45, i32 %33, i32 %20
  %35 = icmp eq i32 %34, -2
  br i1 %35, label %89, label %81

36:                                               ; preds = %27, %74
  %37 = phi i64 [ %78, %74 ], [ 0, %27 ]
  %38 = load ptr, ptr %0, align 8
  %39 = getelementptr inbounds i8, ptr %38, i64 16
  %40 = load i32, ptr %39, align 8
  %41 = icmp sgt i32 %40, 0
  br i1 %41, label %42, label %49

42:                                               ; preds = %36
  %43 = load ptr, ptr %16, align 8
  br label %53

44:                                               ; preds = %74, %27
  %45 = phi i1 [ %29, %27 ], [ %75, %74 ]
  %46 = shl nuw nsw i64 %28, 10
  %47 = icmp ugt i64 %28, 1024
  %48 = select i1 %47, i1 true, i1 %45
  br i1 %48, label %30, label %27, !llvm.loop !99

49:                                               ; preds = %62, %36
  %50 = call i1 %1(ptr noundef nonnull %10, ptr noundef nonnull %3) #24
  store i64 %37, ptr %26, align 8
  %51 = call i1 %1(ptr noundef nonnull %10, ptr noundef nonnull %4) #24
  %52 = xor i1 %50, %51
  br i1 %52, label %74, label %69

53:                                               ; preds = %42, %62
  %54 = phi i64 [ 0, %42 ], [ %65, %62 ]
  %55 = getelementptr inbounds i8, ptr %43, i64 %54
  %56 = load i8, ptr %55, align 1, !range !4, !noundef !5
  %57 = trunc nuw i8 %56 to i1
  br i1 %57, label %58, label %62

58:                                               ; preds = %53
  %59 = load ptr, ptr %17, align 8
  %60 = getelementptr inbounds i64, ptr %59, i64 %54
  %61 = load i64, ptr %60, align 8
  br label %62

62:                                               ; preds = %53, %58
  %63 = phi i64 [ %61, %58 ], [ %28, %53 ]
  %64 = getelementptr inbounds i64, ptr %10, i64 %54
  store i64 %63, ptr %64, align 8
  %65 = add nuw nsw i64 %54, 1
  %66 = load i32, ptr %39, align 8
  %67 = sext i32 %66 to i64
  %68 = icmp slt i64 %65, %67
  br i1 %68, label %53, label %49, !llvm.loop !100

69:                                               ; preds = %49
  %70 = load i64, ptr %3, align 8
  %71 = load i64, ptr %4, align 8
  %72 = icmp ne i64 %70, %71
  %73 = select i1 %50, i1 %72, i1 false
  br label %74

74:                                               ; preds = %69, %49
  %75 = phi i1 [ true, %49 ], [ %73, %69 ]
  %76 = icmp eq i64 %37, 0
  %77 = shl nsw i64 %37, 1
  %78 = select i1 %76, i64 1, i64 %77
  %79 = icmp sgt i64 %78, 1048576
  %80 = select i1 %79, i1 true, i1 %75
  br i1 %80, label %44, label %36, !llvm.loop !101

81:                                               ; preds = %30, %18
  %82 = phi i32 [ %20, %18 ], [ %34, %30 ]
  %83 = add nuw nsw i64 %19, 1
  %84 = load ptr, ptr %0, align 8
  %85 = getelementptr inbounds i8, ptr %84, i64 16
  %86 = load i32, ptr %85, align 8
  %87 = sext i32 %86 to i64
  %88 = icmp slt i64 %83, %87
  br i1 %88, label %18, label %89, !llvm.loop !102

89:                                               ; preds = %30, %81, %2
  %90 = phi i32 [ -1, %2 ], [ -2, %30 ], [ %82, %81 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %4) #24
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #24
  ret i32 %90
}

; Function Attrs: nofree nounwind
declare noundef i32 @putc(i32 noundef, ptr nocapture noundef) local_unnamed_addr #1

; Function Attrs: nofree nounwind
declare noundef i64 @fwrite(ptr nocapture noundef, i64 noundef, i64 noundef, ptr nocapture noundef) local_unnamed_addr #1

; Function Attrs: nofree nounwind
declare noundef i32 @rename(ptr nocapture noundef readonly, ptr nocapture noundef readonly) local_unnamed_addr #1

; Function Attrs: nofree nounwind
declare noundef i32 @unlink(ptr nocapture noundef readonly) local_unnamed_addr #1

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smin.i64(i64, i64) #21

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.smax.i64(i64, i64) #21

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smin.i32(i32, i32) #21

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umax.i64(i64, i64) #21

; Function Attrs: nofree nounwind willreturn memory(argmem: read)
declare i32 @bcmp(ptr nocapture, ptr nocapture, i64) local_unnamed_addr #22

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.smax.i32(i32, i32) #21

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.umin.i64(i64, i64) #21

; Function Attrs: nofree nounwind willreturn memory(argmem: read)
declare ptr @memchr(ptr, i32, i64) local_unnamed_addr #22

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i64 @llvm.ctpop.i64(i64) #21

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32) #21

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write)
declare void @llvm.assume(i1 noundef) #23

attributes #0 = { nounwind "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #1 = { nofree nounwind "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #2 = { mustprogress nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { noreturn nounwind "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #8 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: write) }
attributes #9 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #10 = { nounwind returns_twice "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #11 = { mustprogress nofree nounwind willreturn memory(argmem: read) "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #12 = { nofree nounwind memory(read) "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #13 = { mustprogress nofree nounwind willreturn allockind("alloc,zeroed") allocsize(0,1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #14 = { mustprogress nofree nosync nounwind willreturn memory(none) "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #15 = { mustprogress nofree nounwind willreturn "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #16 = { mustprogress nofree nounwind willreturn allockind("alloc,uninitialized,aligned") allocsize(1) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #17 = { mustprogress nounwind willreturn allockind("realloc") allocsize(1) memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #18 = { nofree "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #19 = { nofree nosync nounwind memory(readwrite, inaccessiblemem: none) "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #20 = { mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #21 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #22 = { nofree nounwind willreturn memory(argmem: read) }
attributes #23 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #24 = { nounwind }
attributes #25 = { noreturn }
attributes #26 = { nounwind willreturn memory(read) }
attributes #27 = { cold nounwind }
attributes #28 = { noreturn nounwind }
attributes #29 = { nounwind allocsize(1) }
attributes #30 = { nounwind willreturn memory(none) }
attributes #31 = { nounwind returns_twice }
attributes #32 = { nounwind allocsize(0,1) }
attributes #33 = { nounwind allocsize(0) }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"frame-pointer", i32 1}
!4 = !{i8 0, i8 2}
!5 = !{}
!6 = distinct !{!6, !7, !8}
!7 = !{!"llvm.loop.mustprogress"}
!8 = !{!"llvm.loop.unroll.disable"}
!9 = distinct !{!9, !7, !8}
!10 = distinct !{!10, !7, !8}
!11 = distinct !{!11, !7, !8}
!12 = distinct !{!12, !7, !8}
!13 = distinct !{!13, !7, !8}
!14 = distinct !{!14, !7, !8}
!15 = distinct !{!15, !7, !8}
!16 = distinct !{!16, !7, !8}
!17 = distinct !{!17, !7, !8}
!18 = distinct !{!18, !7, !8}
!19 = !{!20}
!20 = distinct !{!20, !21, !"vprintf: argument 0"}
!21 = distinct !{!21, !"vprintf"}
!22 = distinct !{!22, !7, !8}
!23 = distinct !{!23, !7, !8}
!24 = distinct !{!24, !7, !8}
!25 = distinct !{!25, !7, !8}
!26 = distinct !{!26, !7, !8}
!27 = distinct !{!27, !7, !8}
!28 = distinct !{!28, !7, !8}
!29 = distinct !{!29, !7, !8}
!30 = distinct !{!30, !7, !8}
!31 = distinct !{!31, !7, !8}
!32 = distinct !{!32, !7, !8}
!33 = distinct !{!33, !7, !8}
!34 = distinct !{!34, !7, !8}
!35 = distinct !{!35, !7, !8}
!36 = distinct !{!36, !7, !8}
!37 = distinct !{!37, !7, !8}
!38 = distinct !{!38, !7, !8}
!39 = distinct !{!39, !7, !8}
!40 = distinct !{!40, !7, !8}
!41 = distinct !{!41, !7, !8}
!42 = distinct !{!42, !7, !8}
!43 = distinct !{!43, !7, !8}
!44 = distinct !{!44, !7, !8}
!45 = distinct !{!45, !7, !8}
!46 = distinct !{!46, !7, !8}
!47 = distinct !{!47, !7, !8}
!48 = distinct !{!48, !7, !8}
!49 = distinct !{!49, !7, !8}
!50 = distinct !{!50, !7, !8}
!51 = distinct !{!51, !7, !8}
!52 = distinct !{!52, !7, !8}
!53 = distinct !{!53, !7, !8}
!54 = distinct !{!54, !7, !8}
!55 = distinct !{!55, !7, !8}
!56 = distinct !{!56, !7, !8}
!57 = distinct !{!57, !7, !8}
!58 = distinct !{!58, !7, !8}
!59 = distinct !{!59, !7, !8}
!60 = distinct !{!60, !7, !8}
!61 = distinct !{!61, !7, !8}
!62 = distinct !{!62, !7, !8}
!63 = distinct !{!63, !7, !8}
!64 = distinct !{!64, !7, !8}
!65 = distinct !{!65, !7, !8}
!66 = distinct !{!66, !7, !8}
!67 = distinct !{!67, !7, !8}
!68 = distinct !{!68, !7, !8}
!69 = distinct !{!69, !7, !8}
!70 = distinct !{!70, !7, !8}
!71 = distinct !{!71, !7, !8}
!72 = distinct !{!72, !7, !8}
!73 = distinct !{!73, !7, !8}
!74 = distinct !{!74, !7, !8}
!75 = distinct !{!75, !7, !8}
!76 = distinct !{!76, !7, !8}
!77 = distinct !{!77, !7, !8}
!78 = distinct !{!78, !7, !8}
!79 = distinct !{!79, !7, !8}
!80 = distinct !{!80, !7, !8}
!81 = distinct !{!81, !7, !8}
!82 = distinct !{!82, !7, !8}
!83 = distinct !{!83, !8}
!84 = distinct !{!84, !7, !8}
!85 = distinct !{!85, !7, !8}
!86 = distinct !{!86, !8}
!87 = distinct !{!87, !7, !8}
!88 = distinct !{!88, !7, !8}
!89 = distinct !{!89, !7, !8}
!90 = distinct !{!90, !7, !8}
!91 = distinct !{!91, !7, !8}
!92 = distinct !{!92, !7, !8}
!93 = distinct !{!93, !7, !8}
!94 = distinct !{!94, !7, !8}
!95 = distinct !{!95, !7, !8}
!96 = distinct !{!96, !7, !8}
!97 = distinct !{!97, !7, !8}
!98 = distinct !{!98, !7, !8}
!99 = distinct !{!99, !7, !8}
!100 = distinct !{!100, !7, !8}
!101 = distinct !{!101, !7, !8}
!102 = distinct !{!102, !7, !8}
