; Made by `go generate ./backend/libllvm/worker` of sources with the sum 325ef0d385997d3d.
source_filename = "worker.c"
target datalayout = "e-m:e-i8:8:32-i16:16:32-i64:64-i128:128-n32:64-S128-Fn32"
target triple = "aarch64-unknown-linux-gnu"

%struct.anon = type { ptr, i32, i32, [3 x ptr] }
%struct.backend = type { ptr, ptr }
%struct.job = type { i32, i32, i32 }
%struct.pollfd = type { i32, i16, i16 }
%struct.__va_list = type { ptr, ptr, ptr, i32, i32 }
%struct.answer = type { i32, i32, i64 }

@.str = private unnamed_addr constant [13 x i8] c"descend-llvm\00", align 1
@.str.1 = private unnamed_addr constant [38 x i8] c"descend-llvm is started by a compiler\00", align 1
@.str.2 = private unnamed_addr constant [11 x i8] c"error: %s\0A\00", align 1
@library = internal unnamed_addr global ptr null, align 8
@.str.3 = private unnamed_addr constant [18 x i8] c"LLVMContextCreate\00", align 1
@LLVMContextCreate = internal unnamed_addr global ptr null, align 8
@.str.4 = private unnamed_addr constant [30 x i8] c"error: %s has no function %s\0A\00", align 1
@.str.5 = private unnamed_addr constant [19 x i8] c"LLVMContextDispose\00", align 1
@LLVMContextDispose = internal unnamed_addr global ptr null, align 8
@.str.6 = private unnamed_addr constant [38 x i8] c"LLVMCreateMemoryBufferWithMemoryRange\00", align 1
@LLVMCreateMemoryBufferWithMemoryRange = internal unnamed_addr global ptr null, align 8
@.str.7 = private unnamed_addr constant [19 x i8] c"LLVMGetBufferStart\00", align 1
@LLVMGetBufferStart = internal unnamed_addr global ptr null, align 8
@.str.8 = private unnamed_addr constant [18 x i8] c"LLVMGetBufferSize\00", align 1
@LLVMGetBufferSize = internal unnamed_addr global ptr null, align 8
@.str.9 = private unnamed_addr constant [24 x i8] c"LLVMDisposeMemoryBuffer\00", align 1
@LLVMDisposeMemoryBuffer = internal unnamed_addr global ptr null, align 8
@.str.10 = private unnamed_addr constant [21 x i8] c"LLVMParseIRInContext\00", align 1
@LLVMParseIRInContext = internal unnamed_addr global ptr null, align 8
@.str.11 = private unnamed_addr constant [14 x i8] c"LLVMSetTarget\00", align 1
@LLVMSetTarget = internal unnamed_addr global ptr null, align 8
@.str.12 = private unnamed_addr constant [24 x i8] c"LLVMSetModuleDataLayout\00", align 1
@LLVMSetModuleDataLayout = internal unnamed_addr global ptr null, align 8
@.str.13 = private unnamed_addr constant [24 x i8] c"LLVMGetTargetFromTriple\00", align 1
@LLVMGetTargetFromTriple = internal unnamed_addr global ptr null, align 8
@.str.14 = private unnamed_addr constant [24 x i8] c"LLVMCreateTargetMachine\00", align 1
@LLVMCreateTargetMachine = internal unnamed_addr global ptr null, align 8
@.str.15 = private unnamed_addr constant [25 x i8] c"LLVMDisposeTargetMachine\00", align 1
@LLVMDisposeTargetMachine = internal unnamed_addr global ptr null, align 8
@.str.16 = private unnamed_addr constant [33 x i8] c"LLVMSetTargetMachineAsmVerbosity\00", align 1
@LLVMSetTargetMachineAsmVerbosity = internal unnamed_addr global ptr null, align 8
@.str.17 = private unnamed_addr constant [27 x i8] c"LLVMCreateTargetDataLayout\00", align 1
@LLVMCreateTargetDataLayout = internal unnamed_addr global ptr null, align 8
@.str.18 = private unnamed_addr constant [22 x i8] c"LLVMDisposeTargetData\00", align 1
@LLVMDisposeTargetData = internal unnamed_addr global ptr null, align 8
@.str.19 = private unnamed_addr constant [27 x i8] c"LLVMGetDefaultTargetTriple\00", align 1
@LLVMGetDefaultTargetTriple = internal unnamed_addr global ptr null, align 8
@.str.20 = private unnamed_addr constant [19 x i8] c"LLVMGetHostCPUName\00", align 1
@LLVMGetHostCPUName = internal unnamed_addr global ptr null, align 8
@.str.21 = private unnamed_addr constant [23 x i8] c"LLVMGetHostCPUFeatures\00", align 1
@LLVMGetHostCPUFeatures = internal unnamed_addr global ptr null, align 8
@.str.22 = private unnamed_addr constant [29 x i8] c"LLVMCreatePassBuilderOptions\00", align 1
@LLVMCreatePassBuilderOptions = internal unnamed_addr global ptr null, align 8
@.str.23 = private unnamed_addr constant [42 x i8] c"LLVMPassBuilderOptionsSetSLPVectorization\00", align 1
@LLVMPassBuilderOptionsSetSLPVectorization = internal unnamed_addr global ptr null, align 8
@.str.24 = private unnamed_addr constant [43 x i8] c"LLVMPassBuilderOptionsSetLoopVectorization\00", align 1
@LLVMPassBuilderOptionsSetLoopVectorization = internal unnamed_addr global ptr null, align 8
@.str.25 = private unnamed_addr constant [42 x i8] c"LLVMPassBuilderOptionsSetLoopInterleaving\00", align 1
@LLVMPassBuilderOptionsSetLoopInterleaving = internal unnamed_addr global ptr null, align 8
@.str.26 = private unnamed_addr constant [39 x i8] c"LLVMPassBuilderOptionsSetLoopUnrolling\00", align 1
@LLVMPassBuilderOptionsSetLoopUnrolling = internal unnamed_addr global ptr null, align 8
@.str.27 = private unnamed_addr constant [30 x i8] c"LLVMDisposePassBuilderOptions\00", align 1
@LLVMDisposePassBuilderOptions = internal unnamed_addr global ptr null, align 8
@.str.28 = private unnamed_addr constant [14 x i8] c"LLVMRunPasses\00", align 1
@LLVMRunPasses = internal unnamed_addr global ptr null, align 8
@.str.29 = private unnamed_addr constant [20 x i8] c"LLVMGetErrorMessage\00", align 1
@LLVMGetErrorMessage = internal unnamed_addr global ptr null, align 8
@.str.30 = private unnamed_addr constant [36 x i8] c"LLVMTargetMachineEmitToMemoryBuffer\00", align 1
@LLVMTargetMachineEmitToMemoryBuffer = internal unnamed_addr global ptr null, align 8
@.str.31 = private unnamed_addr constant [28 x i8] c"LLVMParseCommandLineOptions\00", align 1
@LLVMParseCommandLineOptions = internal unnamed_addr global ptr null, align 8
@warm_up.module = internal constant [359 x i8] c"define void @warm(ptr %a, i64 %n) {\0Aentry:\0A  br label %loop\0Aloop:\0A  %i = phi i64 [ 0, %entry ], [ %next, %loop ]\0A  %p = getelementptr inbounds float, ptr %a, i64 %i\0A  %x = load float, ptr %p\0A  %y = fadd float %x, 1.0\0A  store float %y, ptr %p\0A  %next = add i64 %i, 1\0A  %more = icmp ult i64 %next, %n\0A  br i1 %more, label %loop, label %done\0Adone:\0A  ret void\0A}\0A\00", align 1
@.str.32 = private unnamed_addr constant [6 x i8] c"nvptx\00", align 1
@warming = internal unnamed_addr global i1 false, align 4
@.str.33 = private unnamed_addr constant [8 x i8] c"<stdin>\00", align 1
@stopped = internal constant [8 x i8] c"stopped\00", align 1
@machine_of.last = internal unnamed_addr global %struct.anon zeroinitializer, align 8
@machine_of.host = internal unnamed_addr global ptr null, align 8
@.str.34 = private unnamed_addr constant [3 x i8] c"%s\00", align 1
@.str.35 = private unnamed_addr constant [7 x i8] c"native\00", align 1
@new_machine.host_cpu = internal unnamed_addr global ptr null, align 8
@new_machine.host_features = internal unnamed_addr global ptr null, align 8
@.str.36 = private unnamed_addr constant [27 x i8] c"unable to create target %s\00", align 1
@initialize.backends = internal unnamed_addr constant [3 x %struct.backend] [%struct.backend { ptr @.str.37, ptr @.str.38 }, %struct.backend { ptr @.str.39, ptr @.str.40 }, %struct.backend { ptr @.str.41, ptr @.str.42 }], align 8
@.str.37 = private unnamed_addr constant [8 x i8] c"nvptx64\00", align 1
@.str.38 = private unnamed_addr constant [6 x i8] c"NVPTX\00", align 1
@.str.39 = private unnamed_addr constant [7 x i8] c"x86_64\00", align 1
@.str.40 = private unnamed_addr constant [4 x i8] c"X86\00", align 1
@.str.41 = private unnamed_addr constant [8 x i8] c"aarch64\00", align 1
@.str.42 = private unnamed_addr constant [8 x i8] c"AArch64\00", align 1
@initialize.ready = internal unnamed_addr global [3 x i32] zeroinitializer, align 4
@initialize.parts = internal unnamed_addr constant [5 x ptr] [ptr @.str.43, ptr @.str.44, ptr @.str.45, ptr @.str.46, ptr @.str.47], align 8
@.str.43 = private unnamed_addr constant [11 x i8] c"TargetInfo\00", align 1
@.str.44 = private unnamed_addr constant [7 x i8] c"Target\00", align 1
@.str.45 = private unnamed_addr constant [9 x i8] c"TargetMC\00", align 1
@.str.46 = private unnamed_addr constant [11 x i8] c"AsmPrinter\00", align 1
@.str.47 = private unnamed_addr constant [10 x i8] c"AsmParser\00", align 1
@.str.48 = private unnamed_addr constant [2 x i8] c"-\00", align 1
@.str.49 = private unnamed_addr constant [19 x i8] c"LLVMInitialize%s%s\00", align 1
@.str.50 = private unnamed_addr constant [58 x i8] c"unable to create target: the library was built without %s\00", align 1
@.str.51 = private unnamed_addr constant [10 x i8] c"no memory\00", align 1
@__const.optimize.passes = private unnamed_addr constant [12 x i8] c"default<O0>\00", align 1
@.str.52 = private unnamed_addr constant [15 x i8] c"this is no job\00", align 1
@set_options.set = internal unnamed_addr global i1 false, align 4
@.str.53 = private unnamed_addr constant [9 x i8] c"descendc\00", align 1
@.str.54 = private unnamed_addr constant [1 x i8] zeroinitializer, align 1

; Function Attrs: noreturn nounwind
define hidden noundef i32 @main(i32 noundef %0, ptr nocapture noundef readonly %1) local_unnamed_addr #0 {
  %3 = alloca %struct.job, align 4
  %4 = alloca [64 x i64], align 8
  %5 = alloca [64 x ptr], align 8
  %6 = alloca [64 x ptr], align 8
  %7 = alloca ptr, align 8
  %8 = alloca %struct.pollfd, align 8
  %9 = alloca %struct.job, align 4
  %10 = alloca ptr, align 8
  %11 = alloca [3 x ptr], align 8
  %12 = tail call i32 (i32, ...) @prctl(i32 noundef 15, ptr noundef nonnull @.str) #13
  %13 = icmp slt i32 %0, 2
  br i1 %13, label %14, label %15

14:                                               ; preds = %2
  tail call fastcc void @fail(ptr noundef nonnull @.str.1) #14
  unreachable

15:                                               ; preds = %2
  %16 = getelementptr inbounds i8, ptr %1, i64 8
  %17 = load ptr, ptr %16, align 8
  %18 = tail call ptr @dlopen(ptr noundef %17, i32 noundef 1) #13
  store ptr %18, ptr @library, align 8
  %19 = icmp eq ptr %18, null
  br i1 %19, label %20, label %22

20:                                               ; preds = %15
  %21 = tail call ptr @dlerror() #13
  tail call fastcc void @fail(ptr noundef %21) #14
  unreachable

22:                                               ; preds = %15
  %23 = tail call ptr @dlsym(ptr noundef nonnull %18, ptr noundef nonnull @.str.3) #13
  store ptr %23, ptr @LLVMContextCreate, align 8
  %24 = icmp eq ptr %23, null
  br i1 %24, label %25, label %27

25:                                               ; preds = %22
  %26 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.3) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

27:                                               ; preds = %22
  %28 = load ptr, ptr @library, align 8
  %29 = tail call ptr @dlsym(ptr noundef %28, ptr noundef nonnull @.str.5) #13
  store ptr %29, ptr @LLVMContextDispose, align 8
  %30 = icmp eq ptr %29, null
  br i1 %30, label %31, label %33

31:                                               ; preds = %27
  %32 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.5) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

33:                                               ; preds = %27
  %34 = load ptr, ptr @library, align 8
  %35 = tail call ptr @dlsym(ptr noundef %34, ptr noundef nonnull @.str.6) #13
  store ptr %35, ptr @LLVMCreateMemoryBufferWithMemoryRange, align 8
  %36 = icmp eq ptr %35, null
  br i1 %36, label %37, label %39

37:                                               ; preds = %33
  %38 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.6) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

39:                                               ; preds = %33
  %40 = load ptr, ptr @library, align 8
  %41 = tail call ptr @dlsym(ptr noundef %40, ptr noundef nonnull @.str.7) #13
  store ptr %41, ptr @LLVMGetBufferStart, align 8
  %42 = icmp eq ptr %41, null
  br i1 %42, label %43, label %45

43:                                               ; preds = %39
  %44 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.7) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

45:                                               ; preds = %39
  %46 = load ptr, ptr @library, align 8
  %47 = tail call ptr @dlsym(ptr noundef %46, ptr noundef nonnull @.str.8) #13
  store ptr %47, ptr @LLVMGetBufferSize, align 8
  %48 = icmp eq ptr %47, null
  br i1 %48, label %49, label %51

49:                                               ; preds = %45
  %50 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.8) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

51:                                               ; preds = %45
  %52 = load ptr, ptr @library, align 8
  %53 = tail call ptr @dlsym(ptr noundef %52, ptr noundef nonnull @.str.9) #13
  store ptr %53, ptr @LLVMDisposeMemoryBuffer, align 8
  %54 = icmp eq ptr %53, null
  br i1 %54, label %55, label %57

55:                                               ; preds = %51
  %56 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.9) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

57:                                               ; preds = %51
  %58 = load ptr, ptr @library, align 8
  %59 = tail call ptr @dlsym(ptr noundef %58, ptr noundef nonnull @.str.10) #13
  store ptr %59, ptr @LLVMParseIRInContext, align 8
  %60 = icmp eq ptr %59, null
  br i1 %60, label %61, label %63

61:                                               ; preds = %57
  %62 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.10) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

63:                                               ; preds = %57
  %64 = load ptr, ptr @library, align 8
  %65 = tail call ptr @dlsym(ptr noundef %64, ptr noundef nonnull @.str.11) #13
  store ptr %65, ptr @LLVMSetTarget, align 8
  %66 = icmp eq ptr %65, null
  br i1 %66, label %67, label %69

67:                                               ; preds = %63
  %68 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.11) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

69:                                               ; preds = %63
  %70 = load ptr, ptr @library, align 8
  %71 = tail call ptr @dlsym(ptr noundef %70, ptr noundef nonnull @.str.12) #13
  store ptr %71, ptr @LLVMSetModuleDataLayout, align 8
  %72 = icmp eq ptr %71, null
  br i1 %72, label %73, label %75

73:                                               ; preds = %69
  %74 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.12) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

75:                                               ; preds = %69
  %76 = load ptr, ptr @library, align 8
  %77 = tail call ptr @dlsym(ptr noundef %76, ptr noundef nonnull @.str.13) #13
  store ptr %77, ptr @LLVMGetTargetFromTriple, align 8
  %78 = icmp eq ptr %77, null
  br i1 %78, label %79, label %81

79:                                               ; preds = %75
  %80 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.13) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

81:                                               ; preds = %75
  %82 = load ptr, ptr @library, align 8
  %83 = tail call ptr @dlsym(ptr noundef %82, ptr noundef nonnull @.str.14) #13
  store ptr %83, ptr @LLVMCreateTargetMachine, align 8
  %84 = icmp eq ptr %83, null
  br i1 %84, label %85, label %87

85:                                               ; preds = %81
  %86 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.14) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

87:                                               ; preds = %81
  %88 = load ptr, ptr @library, align 8
  %89 = tail call ptr @dlsym(ptr noundef %88, ptr noundef nonnull @.str.15) #13
  store ptr %89, ptr @LLVMDisposeTargetMachine, align 8
  %90 = icmp eq ptr %89, null
  br i1 %90, label %91, label %93

91:                                               ; preds = %87
  %92 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.15) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

93:                                               ; preds = %87
  %94 = load ptr, ptr @library, align 8
  %95 = tail call ptr @dlsym(ptr noundef %94, ptr noundef nonnull @.str.16) #13
  store ptr %95, ptr @LLVMSetTargetMachineAsmVerbosity, align 8
  %96 = icmp eq ptr %95, null
  br i1 %96, label %97, label %99

97:                                               ; preds = %93
  %98 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.16) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

99:                                               ; preds = %93
  %100 = load ptr, ptr @library, align 8
  %101 = tail call ptr @dlsym(ptr noundef %100, ptr noundef nonnull @.str.17) #13
  store ptr %101, ptr @LLVMCreateTargetDataLayout, align 8
  %102 = icmp eq ptr %101, null
  br i1 %102, label %103, label %105

103:                                              ; preds = %99
  %104 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.17) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

105:                                              ; preds = %99
  %106 = load ptr, ptr @library, align 8
  %107 = tail call ptr @dlsym(ptr noundef %106, ptr noundef nonnull @.str.18) #13
  store ptr %107, ptr @LLVMDisposeTargetData, align 8
  %108 = icmp eq ptr %107, null
  br i1 %108, label %109, label %111

109:                                              ; preds = %105
  %110 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.18) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

111:                                              ; preds = %105
  %112 = load ptr, ptr @library, align 8
  %113 = tail call ptr @dlsym(ptr noundef %112, ptr noundef nonnull @.str.19) #13
  store ptr %113, ptr @LLVMGetDefaultTargetTriple, align 8
  %114 = icmp eq ptr %113, null
  br i1 %114, label %115, label %117

115:                                              ; preds = %111
  %116 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.19) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

117:                                              ; preds = %111
  %118 = load ptr, ptr @library, align 8
  %119 = tail call ptr @dlsym(ptr noundef %118, ptr noundef nonnull @.str.20) #13
  store ptr %119, ptr @LLVMGetHostCPUName, align 8
  %120 = icmp eq ptr %119, null
  br i1 %120, label %121, label %123

121:                                              ; preds = %117
  %122 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.20) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

123:                                              ; preds = %117
  %124 = load ptr, ptr @library, align 8
  %125 = tail call ptr @dlsym(ptr noundef %124, ptr noundef nonnull @.str.21) #13
  store ptr %125, ptr @LLVMGetHostCPUFeatures, align 8
  %126 = icmp eq ptr %125, null
  br i1 %126, label %127, label %129

127:                                              ; preds = %123
  %128 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.21) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

129:                                              ; preds = %123
  %130 = load ptr, ptr @library, align 8
  %131 = tail call ptr @dlsym(ptr noundef %130, ptr noundef nonnull @.str.22) #13
  store ptr %131, ptr @LLVMCreatePassBuilderOptions, align 8
  %132 = icmp eq ptr %131, null
  br i1 %132, label %133, label %135

133:                                              ; preds = %129
  %134 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.22) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

135:                                              ; preds = %129
  %136 = load ptr, ptr @library, align 8
  %137 = tail call ptr @dlsym(ptr noundef %136, ptr noundef nonnull @.str.23) #13
  store ptr %137, ptr @LLVMPassBuilderOptionsSetSLPVectorization, align 8
  %138 = icmp eq ptr %137, null
  br i1 %138, label %139, label %141

139:                                              ; preds = %135
  %140 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.23) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

141:                                              ; preds = %135
  %142 = load ptr, ptr @library, align 8
  %143 = tail call ptr @dlsym(ptr noundef %142, ptr noundef nonnull @.str.24) #13
  store ptr %143, ptr @LLVMPassBuilderOptionsSetLoopVectorization, align 8
  %144 = icmp eq ptr %143, null
  br i1 %144, label %145, label %147

145:                                              ; preds = %141
  %146 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.24) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

147:                                              ; preds = %141
  %148 = load ptr, ptr @library, align 8
  %149 = tail call ptr @dlsym(ptr noundef %148, ptr noundef nonnull @.str.25) #13
  store ptr %149, ptr @LLVMPassBuilderOptionsSetLoopInterleaving, align 8
  %150 = icmp eq ptr %149, null
  br i1 %150, label %151, label %153

151:                                              ; preds = %147
  %152 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.25) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

153:                                              ; preds = %147
  %154 = load ptr, ptr @library, align 8
  %155 = tail call ptr @dlsym(ptr noundef %154, ptr noundef nonnull @.str.26) #13
  store ptr %155, ptr @LLVMPassBuilderOptionsSetLoopUnrolling, align 8
  %156 = icmp eq ptr %155, null
  br i1 %156, label %157, label %159

157:                                              ; preds = %153
  %158 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.26) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

159:                                              ; preds = %153
  %160 = load ptr, ptr @library, align 8
  %161 = tail call ptr @dlsym(ptr noundef %160, ptr noundef nonnull @.str.27) #13
  store ptr %161, ptr @LLVMDisposePassBuilderOptions, align 8
  %162 = icmp eq ptr %161, null
  br i1 %162, label %163, label %165

163:                                              ; preds = %159
  %164 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.27) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

165:                                              ; preds = %159
  %166 = load ptr, ptr @library, align 8
  %167 = tail call ptr @dlsym(ptr noundef %166, ptr noundef nonnull @.str.28) #13
  store ptr %167, ptr @LLVMRunPasses, align 8
  %168 = icmp eq ptr %167, null
  br i1 %168, label %169, label %171

169:                                              ; preds = %165
  %170 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.28) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

171:                                              ; preds = %165
  %172 = load ptr, ptr @library, align 8
  %173 = tail call ptr @dlsym(ptr noundef %172, ptr noundef nonnull @.str.29) #13
  store ptr %173, ptr @LLVMGetErrorMessage, align 8
  %174 = icmp eq ptr %173, null
  br i1 %174, label %175, label %177

175:                                              ; preds = %171
  %176 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.29) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

177:                                              ; preds = %171
  %178 = load ptr, ptr @library, align 8
  %179 = tail call ptr @dlsym(ptr noundef %178, ptr noundef nonnull @.str.30) #13
  store ptr %179, ptr @LLVMTargetMachineEmitToMemoryBuffer, align 8
  %180 = icmp eq ptr %179, null
  br i1 %180, label %181, label %183

181:                                              ; preds = %177
  %182 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.30) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

183:                                              ; preds = %177
  %184 = load ptr, ptr @library, align 8
  %185 = tail call ptr @dlsym(ptr noundef %184, ptr noundef nonnull @.str.31) #13
  store ptr %185, ptr @LLVMParseCommandLineOptions, align 8
  %186 = icmp eq ptr %185, null
  br i1 %186, label %187, label %189

187:                                              ; preds = %183
  %188 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.4, ptr noundef %17, ptr noundef nonnull @.str.31) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable

189:                                              ; preds = %183
  %190 = icmp sgt i32 %0, 4
  br i1 %190, label %191, label %214

191:                                              ; preds = %189
  %192 = getelementptr inbounds i8, ptr %1, i64 16
  %193 = load ptr, ptr %192, align 8
  store ptr %193, ptr %11, align 8
  %194 = getelementptr inbounds i8, ptr %11, i64 8
  %195 = getelementptr inbounds i8, ptr %1, i64 24
  %196 = load ptr, ptr %195, align 8
  store ptr %196, ptr %194, align 8
  %197 = getelementptr inbounds i8, ptr %11, i64 16
  %198 = getelementptr inbounds i8, ptr %1, i64 32
  %199 = load ptr, ptr %198, align 8
  store ptr %199, ptr %197, align 8
  call void @llvm.lifetime.start.p0(i64 12, ptr nonnull %9) #13
  store i32 3, ptr %9, align 4
  %200 = getelementptr inbounds i8, ptr %9, i64 4
  %201 = tail call i32 @strncmp(ptr noundef nonnull dereferenceable(1) %193, ptr noundef nonnull dereferenceable(6) @.str.32, i64 noundef 5) #16
  %202 = icmp eq i32 %201, 0
  %203 = select i1 %202, i32 0, i32 2
  store i32 %203, ptr %200, align 4
  %204 = getelementptr inbounds i8, ptr %9, i64 8
  store i32 0, ptr %204, align 4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #13
  store i1 true, ptr @warming, align 4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #13
  store i64 4294967296, ptr %8, align 8
  %205 = call i32 @poll(ptr noundef nonnull %8, i64 noundef 1, i32 noundef 0) #13
  %206 = icmp eq i32 %205, 0
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #13
  br i1 %206, label %207, label %213

207:                                              ; preds = %191
  %208 = call fastcc ptr @compile(ptr noundef nonnull %9, ptr noundef nonnull %11, ptr noundef nonnull @warm_up.module, i64 noundef 358, ptr noundef nonnull %10)
  %209 = icmp eq ptr %208, null
  br i1 %209, label %210, label %213

210:                                              ; preds = %207
  %211 = load ptr, ptr @LLVMDisposeMemoryBuffer, align 8
  %212 = load ptr, ptr %10, align 8
  call void %211(ptr noundef %212) #13
  br label %213

213:                                              ; preds = %191, %207, %210
  store i1 false, ptr @warming, align 4
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #13
  call void @llvm.lifetime.end.p0(i64 12, ptr nonnull %9) #13
  br label %214

214:                                              ; preds = %213, %189
  %215 = getelementptr inbounds i8, ptr %3, i64 8
  %216 = getelementptr inbounds i8, ptr %5, i64 24
  br label %217

217:                                              ; preds = %364, %214
  call void @llvm.lifetime.start.p0(i64 12, ptr nonnull %3) #13
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %4) #13
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %5) #13
  br label %218

218:                                              ; preds = %237, %217
  %219 = phi i1 [ %238, %237 ], [ false, %217 ]
  %220 = phi ptr [ %235, %237 ], [ %3, %217 ]
  %221 = phi i64 [ %234, %237 ], [ 12, %217 ]
  %222 = call i64 @read(i32 noundef 0, ptr noundef %220, i64 noundef %221) #13
  %223 = icmp slt i64 %222, 0
  br i1 %223, label %224, label %228

224:                                              ; preds = %218
  %225 = tail call ptr @__errno_location() #17
  %226 = load i32, ptr %225, align 4
  %227 = icmp eq i32 %226, 4
  br i1 %227, label %233, label %228, !llvm.loop !4

228:                                              ; preds = %224, %218
  %229 = icmp slt i64 %222, 1
  br i1 %229, label %233, label %230

230:                                              ; preds = %228
  %231 = getelementptr inbounds i8, ptr %220, i64 %222
  %232 = sub i64 %221, %222
  br label %233

233:                                              ; preds = %230, %228, %224
  %234 = phi i64 [ %232, %230 ], [ %221, %224 ], [ %221, %228 ]
  %235 = phi ptr [ %231, %230 ], [ %220, %224 ], [ %220, %228 ]
  %236 = phi i32 [ 0, %230 ], [ 3, %224 ], [ 1, %228 ]
  switch i32 %236, label %239 [
    i32 0, label %237
    i32 3, label %237
  ]

237:                                              ; preds = %233, %233
  %238 = icmp eq i64 %234, 0
  br i1 %238, label %239, label %218, !llvm.loop !4

239:                                              ; preds = %237, %233
  %240 = phi i1 [ %219, %233 ], [ %238, %237 ]
  br i1 %240, label %241, label %364

241:                                              ; preds = %239
  %242 = load i32, ptr %215, align 4
  %243 = add i32 %242, -65
  %244 = icmp ult i32 %243, -61
  %245 = load i32, ptr %3, align 4
  %246 = icmp ugt i32 %245, 3
  %247 = select i1 %244, i1 true, i1 %246
  br i1 %247, label %248, label %249

248:                                              ; preds = %241
  call fastcc void @fail(ptr noundef nonnull @.str.52) #14
  unreachable

249:                                              ; preds = %241
  %250 = icmp eq i32 %242, 0
  br i1 %250, label %275, label %251

251:                                              ; preds = %249
  %252 = shl nuw nsw i32 %242, 3
  %253 = zext nneg i32 %252 to i64
  br label %254

254:                                              ; preds = %273, %251
  %255 = phi i1 [ %274, %273 ], [ false, %251 ]
  %256 = phi ptr [ %271, %273 ], [ %4, %251 ]
  %257 = phi i64 [ %270, %273 ], [ %253, %251 ]
  %258 = call i64 @read(i32 noundef 0, ptr noundef %256, i64 noundef %257) #13
  %259 = icmp slt i64 %258, 0
  br i1 %259, label %260, label %264

260:                                              ; preds = %254
  %261 = tail call ptr @__errno_location() #17
  %262 = load i32, ptr %261, align 4
  %263 = icmp eq i32 %262, 4
  br i1 %263, label %269, label %264, !llvm.loop !4

264:                                              ; preds = %260, %254
  %265 = icmp slt i64 %258, 1
  br i1 %265, label %269, label %266

266:                                              ; preds = %264
  %267 = getelementptr inbounds i8, ptr %256, i64 %258
  %268 = sub i64 %257, %258
  br label %269

269:                                              ; preds = %266, %264, %260
  %270 = phi i64 [ %268, %266 ], [ %257, %260 ], [ %257, %264 ]
  %271 = phi ptr [ %267, %266 ], [ %256, %260 ], [ %256, %264 ]
  %272 = phi i32 [ 0, %266 ], [ 3, %260 ], [ 1, %264 ]
  switch i32 %272, label %275 [
    i32 0, label %273
    i32 3, label %273
  ]

273:                                              ; preds = %269, %269
  %274 = icmp eq i64 %270, 0
  br i1 %274, label %275, label %254, !llvm.loop !4

275:                                              ; preds = %273, %269, %249
  %276 = phi i1 [ %250, %249 ], [ %255, %269 ], [ %274, %273 ]
  br i1 %276, label %277, label %364

277:                                              ; preds = %275
  call void @llvm.lifetime.start.p0(i64 512, ptr nonnull %6) #13
  %278 = load i32, ptr %215, align 4
  %279 = icmp eq i32 %278, 0
  br i1 %279, label %323, label %280

280:                                              ; preds = %277, %314
  %281 = phi i64 [ %319, %314 ], [ 0, %277 ]
  %282 = getelementptr inbounds [64 x i64], ptr %4, i64 0, i64 %281
  %283 = load i64, ptr %282, align 8
  %284 = add i64 %283, 1
  %285 = call noalias ptr @malloc(i64 noundef %284) #18
  %286 = getelementptr inbounds [64 x ptr], ptr %6, i64 0, i64 %281
  store ptr %285, ptr %286, align 8
  %287 = icmp eq ptr %285, null
  br i1 %287, label %288, label %289

288:                                              ; preds = %280
  call fastcc void @fail(ptr noundef nonnull @.str.51) #14
  unreachable

289:                                              ; preds = %280
  %290 = icmp eq i64 %283, 0
  br i1 %290, label %312, label %291

291:                                              ; preds = %289, %310
  %292 = phi i1 [ %311, %310 ], [ %290, %289 ]
  %293 = phi ptr [ %308, %310 ], [ %285, %289 ]
  %294 = phi i64 [ %307, %310 ], [ %283, %289 ]
  %295 = call i64 @read(i32 noundef 0, ptr noundef %293, i64 noundef %294) #13
  %296 = icmp slt i64 %295, 0
  br i1 %296, label %297, label %301

297:                                              ; preds = %291
  %298 = tail call ptr @__errno_location() #17
  %299 = load i32, ptr %298, align 4
  %300 = icmp eq i32 %299, 4
  br i1 %300, label %306, label %301, !llvm.loop !4

301:                                              ; preds = %297, %291
  %302 = icmp slt i64 %295, 1
  br i1 %302, label %306, label %303

303:                                              ; preds = %301
  %304 = getelementptr inbounds i8, ptr %293, i64 %295
  %305 = sub i64 %294, %295
  br label %306

306:                                              ; preds = %303, %301, %297
  %307 = phi i64 [ %305, %303 ], [ %294, %297 ], [ %294, %301 ]
  %308 = phi ptr [ %304, %303 ], [ %293, %297 ], [ %293, %301 ]
  %309 = phi i32 [ 0, %303 ], [ 3, %297 ], [ 1, %301 ]
  switch i32 %309, label %312 [
    i32 0, label %310
    i32 3, label %310
  ]

310:                                              ; preds = %306, %306
  %311 = icmp eq i64 %307, 0
  br i1 %311, label %312, label %291, !llvm.loop !4

312:                                              ; preds = %310, %306, %289
  %313 = phi i1 [ %290, %289 ], [ %292, %306 ], [ %311, %310 ]
  br i1 %313, label %314, label %362

314:                                              ; preds = %312
  %315 = load ptr, ptr %286, align 8
  %316 = load i64, ptr %282, align 8
  %317 = getelementptr inbounds i8, ptr %315, i64 %316
  store i8 0, ptr %317, align 1
  %318 = getelementptr inbounds [64 x ptr], ptr %5, i64 0, i64 %281
  store ptr %315, ptr %318, align 8
  %319 = add nuw nsw i64 %281, 1
  %320 = load i32, ptr %215, align 4
  %321 = zext i32 %320 to i64
  %322 = icmp ult i64 %319, %321
  br i1 %322, label %280, label %323, !llvm.loop !7

323:                                              ; preds = %314, %277
  %324 = load i32, ptr %215, align 4
  %325 = add i32 %324, -1
  %326 = add i32 %324, -4
  %327 = zext i32 %326 to i64
  call fastcc void @set_options(ptr noundef nonnull %216, i64 noundef %327)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %7) #13
  %328 = zext i32 %325 to i64
  %329 = getelementptr inbounds [64 x ptr], ptr %5, i64 0, i64 %328
  %330 = load ptr, ptr %329, align 8
  %331 = getelementptr inbounds [64 x i64], ptr %4, i64 0, i64 %328
  %332 = load i64, ptr %331, align 8
  %333 = call fastcc ptr @compile(ptr noundef nonnull %3, ptr noundef nonnull %5, ptr noundef %330, i64 noundef %332, ptr noundef nonnull %7)
  %334 = icmp eq ptr %333, null
  br i1 %334, label %337, label %335

335:                                              ; preds = %323
  %336 = call i64 @strlen(ptr noundef nonnull dereferenceable(1) %333) #16
  call fastcc void @answer(i32 noundef 1, ptr noundef nonnull %333, i64 noundef %336)
  br label %346

337:                                              ; preds = %323
  %338 = load ptr, ptr @LLVMGetBufferStart, align 8
  %339 = load ptr, ptr %7, align 8
  %340 = call ptr %338(ptr noundef %339) #13
  %341 = load ptr, ptr @LLVMGetBufferSize, align 8
  %342 = load ptr, ptr %7, align 8
  %343 = call i64 %341(ptr noundef %342) #13
  call fastcc void @answer(i32 noundef 0, ptr noundef %340, i64 noundef %343)
  %344 = load ptr, ptr @LLVMDisposeMemoryBuffer, align 8
  %345 = load ptr, ptr %7, align 8
  call void %344(ptr noundef %345) #13
  br label %346

346:                                              ; preds = %337, %335
  %347 = icmp eq i32 %324, 0
  br i1 %347, label %350, label %348

348:                                              ; preds = %346
  %349 = zext i32 %324 to i64
  br label %351

350:                                              ; preds = %359, %346
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %7) #13
  br label %362

351:                                              ; preds = %359, %348
  %352 = phi i64 [ 0, %348 ], [ %360, %359 ]
  %353 = icmp ult i64 %352, 3
  %354 = icmp eq i64 %352, %328
  %355 = or i1 %353, %354
  br i1 %355, label %356, label %359

356:                                              ; preds = %351
  %357 = getelementptr inbounds [64 x ptr], ptr %6, i64 0, i64 %352
  %358 = load ptr, ptr %357, align 8
  call void @free(ptr noundef %358) #13
  br label %359

359:                                              ; preds = %356, %351
  %360 = add nuw nsw i64 %352, 1
  %361 = icmp eq i64 %360, %349
  br i1 %361, label %350, label %351, !llvm.loop !8

362:                                              ; preds = %312, %350
  %363 = phi i32 [ 1, %350 ], [ 0, %312 ]
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %6) #13
  br label %364

364:                                              ; preds = %239, %275, %362
  %365 = phi i32 [ %363, %362 ], [ 0, %239 ], [ 0, %275 ]
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %5) #13
  call void @llvm.lifetime.end.p0(i64 512, ptr nonnull %4) #13
  call void @llvm.lifetime.end.p0(i64 12, ptr nonnull %3) #13
  %366 = icmp eq i32 %365, 0
  br i1 %366, label %367, label %217, !llvm.loop !9

367:                                              ; preds = %364
  call void @_exit(i32 noundef 0) #15
  unreachable
}

; Function Attrs: nounwind
declare i32 @prctl(i32 noundef, ...) local_unnamed_addr #1

; Function Attrs: noreturn nounwind
define internal fastcc void @fail(ptr noundef %0) unnamed_addr #0 {
  %2 = tail call i32 (i32, ptr, ...) @dprintf(i32 noundef 2, ptr noundef nonnull @.str.2, ptr noundef %0) #13
  tail call void @_exit(i32 noundef 1) #15
  unreachable
}

; Function Attrs: noreturn
declare void @_exit(i32 noundef) local_unnamed_addr #2

declare i32 @dprintf(i32 noundef, ptr noundef, ...) local_unnamed_addr #3

; Function Attrs: nounwind
declare ptr @dlopen(ptr noundef, i32 noundef) local_unnamed_addr #1

; Function Attrs: nounwind
declare ptr @dlerror() local_unnamed_addr #1

; Function Attrs: nounwind
declare ptr @dlsym(ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #4

; Function Attrs: mustprogress nofree nounwind willreturn memory(argmem: read)
declare i32 @strncmp(ptr nocapture noundef, ptr nocapture noundef, i64 noundef) local_unnamed_addr #5

; Function Attrs: nounwind
define internal fastcc ptr @compile(ptr nocapture noundef readonly %0, ptr nocapture noundef %1, ptr noundef %2, i64 noundef %3, ptr noundef %4) unnamed_addr #1 {
  %6 = alloca %struct.pollfd, align 8
  %7 = alloca [12 x i8], align 1
  %8 = alloca %struct.pollfd, align 8
  %9 = alloca [64 x i8], align 1
  %10 = alloca ptr, align 8
  %11 = alloca ptr, align 8
  %12 = alloca ptr, align 8
  %13 = alloca ptr, align 8
  %14 = alloca ptr, align 8
  %15 = load ptr, ptr @LLVMContextCreate, align 8
  %16 = tail call ptr %15() #13
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %13) #13
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %14) #13
  %17 = load ptr, ptr @LLVMParseIRInContext, align 8
  %18 = load ptr, ptr @LLVMCreateMemoryBufferWithMemoryRange, align 8
  %19 = tail call ptr %18(ptr noundef %2, i64 noundef %3, ptr noundef nonnull @.str.33, i32 noundef 1) #13
  %20 = call i32 %17(ptr noundef %16, ptr noundef %19, ptr noundef nonnull %13, ptr noundef nonnull %14) #13
  %21 = icmp eq i32 %20, 0
  br i1 %21, label %24, label %22

22:                                               ; preds = %5
  %23 = load ptr, ptr %14, align 8
  br label %249

24:                                               ; preds = %5
  %25 = load ptr, ptr %13, align 8
  %26 = load ptr, ptr %1, align 8
  %27 = load i8, ptr %26, align 1
  %28 = icmp eq i8 %27, 0
  br i1 %28, label %29, label %37

29:                                               ; preds = %24
  %30 = load ptr, ptr @machine_of.host, align 8
  %31 = icmp eq ptr %30, null
  br i1 %31, label %32, label %35

32:                                               ; preds = %29
  %33 = load ptr, ptr @LLVMGetDefaultTargetTriple, align 8
  %34 = call ptr %33() #13
  store ptr %34, ptr @machine_of.host, align 8
  br label %35

35:                                               ; preds = %32, %29
  %36 = load ptr, ptr @machine_of.host, align 8
  store ptr %36, ptr %1, align 8
  br label %37

37:                                               ; preds = %35, %24
  %38 = load ptr, ptr @machine_of.last, align 8
  %39 = icmp eq ptr %38, null
  br i1 %39, label %50, label %40

40:                                               ; preds = %37
  %41 = load i32, ptr getelementptr inbounds (i8, ptr @machine_of.last, i64 8), align 8
  %42 = load i32, ptr %0, align 4
  %43 = icmp eq i32 %41, %42
  br i1 %43, label %44, label %50

44:                                               ; preds = %40
  %45 = load i32, ptr getelementptr inbounds (i8, ptr @machine_of.last, i64 12), align 4
  %46 = getelementptr inbounds i8, ptr %0, i64 4
  %47 = load i32, ptr %46, align 4
  %48 = and i32 %47, 2
  %49 = icmp eq i32 %45, %48
  br label %50

50:                                               ; preds = %44, %40, %37
  %51 = phi i1 [ false, %40 ], [ false, %37 ], [ %49, %44 ]
  br i1 %51, label %54, label %52

52:                                               ; preds = %54, %50
  %53 = phi i1 [ %51, %50 ], [ %61, %54 ]
  br i1 %53, label %186, label %65

54:                                               ; preds = %50, %54
  %55 = phi i64 [ %62, %54 ], [ 0, %50 ]
  %56 = getelementptr inbounds [3 x ptr], ptr getelementptr inbounds (i8, ptr @machine_of.last, i64 16), i64 0, i64 %55
  %57 = load ptr, ptr %56, align 8
  %58 = getelementptr inbounds ptr, ptr %1, i64 %55
  %59 = load ptr, ptr %58, align 8
  %60 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %57, ptr noundef nonnull dereferenceable(1) %59) #16
  %61 = icmp eq i32 %60, 0
  %62 = add nuw nsw i64 %55, 1
  %63 = icmp ult i64 %55, 2
  %64 = and i1 %63, %61
  br i1 %64, label %54, label %52, !llvm.loop !10

65:                                               ; preds = %52
  %66 = load ptr, ptr %1, align 8
  %67 = getelementptr inbounds i8, ptr %1, i64 8
  %68 = load ptr, ptr %67, align 8
  %69 = getelementptr inbounds i8, ptr %1, i64 16
  %70 = load ptr, ptr %69, align 8
  %71 = call i64 @strcspn(ptr noundef readonly %66, ptr noundef nonnull @.str.48) #16
  br label %72

72:                                               ; preds = %119, %65
  %73 = phi ptr [ undef, %65 ], [ %118, %119 ]
  %74 = phi i64 [ 0, %65 ], [ %120, %119 ]
  %75 = getelementptr inbounds [3 x %struct.backend], ptr @initialize.backends, i64 0, i64 %74
  %76 = load ptr, ptr %75, align 8
  %77 = call i64 @strlen(ptr noundef nonnull dereferenceable(1) %76) #16
  %78 = icmp eq i64 %77, %71
  br i1 %78, label %79, label %116

79:                                               ; preds = %72
  %80 = call i32 @strncmp(ptr noundef readonly %66, ptr noundef %76, i64 noundef %71) #16
  %81 = icmp eq i32 %80, 0
  br i1 %81, label %82, label %116

82:                                               ; preds = %79
  %83 = getelementptr inbounds [3 x i32], ptr @initialize.ready, i64 0, i64 %74
  %84 = load i32, ptr %83, align 4
  %85 = icmp eq i32 %84, 0
  br i1 %85, label %86, label %116

86:                                               ; preds = %82
  %87 = getelementptr inbounds i8, ptr %75, i64 8
  %88 = load ptr, ptr %87, align 8
  br label %93

89:                                               ; preds = %109
  %90 = add nuw nsw i64 %96, 1
  %91 = icmp ugt i64 %96, 3
  %92 = icmp eq i64 %90, 5
  br i1 %92, label %112, label %93, !llvm.loop !11

93:                                               ; preds = %89, %86
  %94 = phi i1 [ false, %86 ], [ %91, %89 ]
  %95 = phi ptr [ %73, %86 ], [ %111, %89 ]
  %96 = phi i64 [ 0, %86 ], [ %90, %89 ]
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %9) #13
  %97 = getelementptr inbounds [5 x ptr], ptr @initialize.parts, i64 0, i64 %96
  %98 = load ptr, ptr %97, align 8
  %99 = call i32 (ptr, i64, ptr, ...) @snprintf(ptr noundef nonnull dereferenceable(1) %9, i64 noundef 64, ptr noundef nonnull @.str.49, ptr noundef %88, ptr noundef %98) #13
  %100 = load ptr, ptr @library, align 8
  %101 = call ptr @dlsym(ptr noundef %100, ptr noundef nonnull %9) #13
  %102 = icmp eq ptr %101, null
  br i1 %102, label %104, label %103

103:                                              ; preds = %93
  call void %101() #13
  br label %109

104:                                              ; preds = %93
  %105 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %98, ptr noundef nonnull dereferenceable(10) @.str.47) #16
  %106 = icmp eq i32 %105, 0
  br i1 %106, label %109, label %107

107:                                              ; preds = %104
  %108 = call ptr (ptr, ...) @format(ptr noundef nonnull @.str.50, ptr noundef %88)
  br label %109

109:                                              ; preds = %107, %104, %103
  %110 = phi i1 [ false, %107 ], [ true, %104 ], [ true, %103 ]
  %111 = phi ptr [ %108, %107 ], [ %95, %104 ], [ %95, %103 ]
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %9) #13
  br i1 %110, label %89, label %112

112:                                              ; preds = %109, %89
  %113 = phi i1 [ %91, %89 ], [ %94, %109 ]
  %114 = phi i32 [ 5, %89 ], [ 1, %109 ]
  br i1 %113, label %115, label %116

115:                                              ; preds = %112
  store i32 1, ptr %83, align 4
  br label %116

116:                                              ; preds = %115, %112, %82, %79, %72
  %117 = phi i32 [ 0, %115 ], [ %114, %112 ], [ 4, %82 ], [ 4, %79 ], [ 4, %72 ]
  %118 = phi ptr [ %111, %115 ], [ %111, %112 ], [ %73, %82 ], [ %73, %79 ], [ %73, %72 ]
  switch i32 %117, label %122 [
    i32 0, label %119
    i32 4, label %119
  ]

119:                                              ; preds = %116, %116
  %120 = add nuw nsw i64 %74, 1
  %121 = icmp eq i64 %120, 3
  br i1 %121, label %122, label %72, !llvm.loop !12

122:                                              ; preds = %119, %116
  %123 = phi ptr [ %118, %116 ], [ null, %119 ]
  %124 = icmp eq ptr %123, null
  br i1 %124, label %125, label %163

125:                                              ; preds = %122
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %10) #13
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %11) #13
  %126 = load ptr, ptr @LLVMGetTargetFromTriple, align 8
  %127 = call i32 %126(ptr noundef %66, ptr noundef nonnull %10, ptr noundef nonnull %11) #13
  %128 = icmp eq i32 %127, 0
  br i1 %128, label %131, label %129

129:                                              ; preds = %125
  %130 = load ptr, ptr %11, align 8
  br label %160

131:                                              ; preds = %125
  %132 = call i32 @strcmp(ptr noundef nonnull dereferenceable(1) %68, ptr noundef nonnull dereferenceable(7) @.str.35) #16
  %133 = icmp eq i32 %132, 0
  br i1 %133, label %134, label %145

134:                                              ; preds = %131
  %135 = load ptr, ptr @new_machine.host_cpu, align 8
  %136 = icmp eq ptr %135, null
  br i1 %136, label %137, label %142

137:                                              ; preds = %134
  %138 = load ptr, ptr @LLVMGetHostCPUName, align 8
  %139 = call ptr %138() #13
  store ptr %139, ptr @new_machine.host_cpu, align 8
  %140 = load ptr, ptr @LLVMGetHostCPUFeatures, align 8
  %141 = call ptr %140() #13
  store ptr %141, ptr @new_machine.host_features, align 8
  br label %142

142:                                              ; preds = %137, %134
  %143 = load ptr, ptr @new_machine.host_cpu, align 8
  %144 = load ptr, ptr @new_machine.host_features, align 8
  br label %145

145:                                              ; preds = %142, %131
  %146 = phi ptr [ %68, %131 ], [ %143, %142 ]
  %147 = phi ptr [ %70, %131 ], [ %144, %142 ]
  %148 = load ptr, ptr @LLVMCreateTargetMachine, align 8
  %149 = load ptr, ptr %10, align 8
  %150 = load i32, ptr %0, align 4
  %151 = getelementptr inbounds i8, ptr %0, i64 4
  %152 = load i32, ptr %151, align 4
  %153 = and i32 %152, 2
  %154 = call ptr %148(ptr noundef %149, ptr noundef %66, ptr noundef %146, ptr noundef %147, i32 noundef %150, i32 noundef %153, i32 noundef 0) #13
  %155 = icmp eq ptr %154, null
  br i1 %155, label %156, label %158

156:                                              ; preds = %145
  %157 = call ptr (ptr, ...) @format(ptr noundef nonnull @.str.36, ptr noundef %66)
  br label %160

158:                                              ; preds = %145
  %159 = load ptr, ptr @LLVMSetTargetMachineAsmVerbosity, align 8
  call void %159(ptr noundef nonnull %154, i32 noundef 1) #13
  br label %160

160:                                              ; preds = %158, %156, %129
  %161 = phi ptr [ %154, %156 ], [ %154, %158 ], [ undef, %129 ]
  %162 = phi ptr [ %157, %156 ], [ null, %158 ], [ %130, %129 ]
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %11) #13
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %10) #13
  br label %163

163:                                              ; preds = %160, %122
  %164 = phi ptr [ %161, %160 ], [ undef, %122 ]
  %165 = phi ptr [ %162, %160 ], [ %123, %122 ]
  %166 = icmp eq ptr %165, null
  br i1 %166, label %167, label %188

167:                                              ; preds = %163
  %168 = load ptr, ptr @machine_of.last, align 8
  %169 = icmp eq ptr %168, null
  br i1 %169, label %172, label %170

170:                                              ; preds = %167
  %171 = load ptr, ptr @LLVMDisposeTargetMachine, align 8
  call void %171(ptr noundef nonnull %168) #13
  br label %172

172:                                              ; preds = %170, %167
  store ptr %164, ptr @machine_of.last, align 8
  %173 = load i32, ptr %0, align 4
  store i32 %173, ptr getelementptr inbounds (i8, ptr @machine_of.last, i64 8), align 8
  %174 = getelementptr inbounds i8, ptr %0, i64 4
  %175 = load i32, ptr %174, align 4
  %176 = and i32 %175, 2
  store i32 %176, ptr getelementptr inbounds (i8, ptr @machine_of.last, i64 12), align 4
  br label %177

177:                                              ; preds = %177, %172
  %178 = phi i64 [ 0, %172 ], [ %184, %177 ]
  %179 = getelementptr inbounds [3 x ptr], ptr getelementptr inbounds (i8, ptr @machine_of.last, i64 16), i64 0, i64 %178
  %180 = load ptr, ptr %179, align 8
  call void @free(ptr noundef %180) #13
  %181 = getelementptr inbounds ptr, ptr %1, i64 %178
  %182 = load ptr, ptr %181, align 8
  %183 = call ptr (ptr, ...) @format(ptr noundef nonnull @.str.34, ptr noundef %182)
  store ptr %183, ptr %179, align 8
  %184 = add nuw nsw i64 %178, 1
  %185 = icmp eq i64 %184, 3
  br i1 %185, label %186, label %177, !llvm.loop !13

186:                                              ; preds = %177, %52
  %187 = load ptr, ptr @machine_of.last, align 8
  br label %188

188:                                              ; preds = %186, %163
  %189 = phi ptr [ %187, %186 ], [ %164, %163 ]
  %190 = phi ptr [ null, %186 ], [ %165, %163 ]
  %191 = icmp eq ptr %190, null
  br i1 %191, label %192, label %249

192:                                              ; preds = %188
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %8) #13
  store i64 4294967296, ptr %8, align 8
  %193 = load i1, ptr @warming, align 4
  br i1 %193, label %194, label %197

194:                                              ; preds = %192
  %195 = call i32 @poll(ptr noundef nonnull %8, i64 noundef 1, i32 noundef 0) #13
  %196 = icmp eq i32 %195, 0
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #13
  br i1 %196, label %198, label %249

197:                                              ; preds = %192
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %8) #13
  br label %198

198:                                              ; preds = %197, %194
  %199 = load ptr, ptr @LLVMCreateTargetDataLayout, align 8
  %200 = call ptr %199(ptr noundef %189) #13
  %201 = load ptr, ptr @LLVMSetTarget, align 8
  %202 = load ptr, ptr %1, align 8
  call void %201(ptr noundef %25, ptr noundef %202) #13
  %203 = load ptr, ptr @LLVMSetModuleDataLayout, align 8
  call void %203(ptr noundef %25, ptr noundef %200) #13
  %204 = load ptr, ptr @LLVMDisposeTargetData, align 8
  call void %204(ptr noundef %200) #13
  %205 = getelementptr inbounds i8, ptr %0, i64 4
  %206 = load i32, ptr %205, align 4
  %207 = and i32 %206, 1
  %208 = icmp eq i32 %207, 0
  br i1 %208, label %209, label %231

209:                                              ; preds = %198
  %210 = load i32, ptr %0, align 4
  %211 = load ptr, ptr @LLVMCreatePassBuilderOptions, align 8
  %212 = call ptr %211() #13
  %213 = icmp ugt i32 %210, 1
  %214 = zext i1 %213 to i32
  %215 = load ptr, ptr @LLVMPassBuilderOptionsSetSLPVectorization, align 8
  call void %215(ptr noundef %212, i32 noundef %214) #13
  %216 = load ptr, ptr @LLVMPassBuilderOptionsSetLoopVectorization, align 8
  call void %216(ptr noundef %212, i32 noundef %214) #13
  %217 = load ptr, ptr @LLVMPassBuilderOptionsSetLoopInterleaving, align 8
  call void %217(ptr noundef %212, i32 noundef %214) #13
  %218 = load ptr, ptr @LLVMPassBuilderOptionsSetLoopUnrolling, align 8
  call void %218(ptr noundef %212, i32 noundef %214) #13
  call void @llvm.lifetime.start.p0(i64 12, ptr nonnull %7) #13
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 1 dereferenceable(12) %7, ptr noundef nonnull align 1 dereferenceable(12) @__const.optimize.passes, i64 12, i1 false)
  %219 = trunc i32 %210 to i8
  %220 = add i8 %219, 48
  %221 = getelementptr inbounds i8, ptr %7, i64 9
  store i8 %220, ptr %221, align 1
  %222 = load ptr, ptr @LLVMRunPasses, align 8
  %223 = call ptr %222(ptr noundef %25, ptr noundef nonnull %7, ptr noundef %189, ptr noundef %212) #13
  %224 = load ptr, ptr @LLVMDisposePassBuilderOptions, align 8
  call void %224(ptr noundef %212) #13
  %225 = icmp eq ptr %223, null
  br i1 %225, label %229, label %226

226:                                              ; preds = %209
  %227 = load ptr, ptr @LLVMGetErrorMessage, align 8
  %228 = call ptr %227(ptr noundef nonnull %223) #13
  br label %229

229:                                              ; preds = %226, %209
  %230 = phi ptr [ %228, %226 ], [ null, %209 ]
  call void @llvm.lifetime.end.p0(i64 12, ptr nonnull %7) #13
  br label %231

231:                                              ; preds = %229, %198
  %232 = phi ptr [ null, %198 ], [ %230, %229 ]
  %233 = icmp eq ptr %232, null
  br i1 %233, label %234, label %249

234:                                              ; preds = %231
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %6) #13
  store i64 4294967296, ptr %6, align 8
  %235 = load i1, ptr @warming, align 4
  br i1 %235, label %236, label %239

236:                                              ; preds = %234
  %237 = call i32 @poll(ptr noundef nonnull %6, i64 noundef 1, i32 noundef 0) #13
  %238 = icmp eq i32 %237, 0
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #13
  br i1 %238, label %240, label %249

239:                                              ; preds = %234
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %6) #13
  br label %240

240:                                              ; preds = %239, %236
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %12) #13
  %241 = load ptr, ptr @LLVMTargetMachineEmitToMemoryBuffer, align 8
  %242 = load i32, ptr %205, align 4
  %243 = lshr i32 %242, 1
  %244 = and i32 %243, 1
  %245 = call i32 %241(ptr noundef %189, ptr noundef %25, i32 noundef %244, ptr noundef nonnull %12, ptr noundef %4) #13
  %246 = icmp eq i32 %245, 0
  %247 = load ptr, ptr %12, align 8
  %248 = select i1 %246, ptr null, ptr %247
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %12) #13
  br label %249

249:                                              ; preds = %240, %236, %231, %194, %188, %22
  %250 = phi ptr [ %23, %22 ], [ %190, %188 ], [ @stopped, %194 ], [ %248, %240 ], [ %232, %231 ], [ @stopped, %236 ]
  %251 = load ptr, ptr @LLVMContextDispose, align 8
  call void %251(ptr noundef %16) #13
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %14) #13
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %13) #13
  ret ptr %250
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture) #4

; Function Attrs: mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg) #6

declare i32 @poll(ptr noundef, i64 noundef, i32 noundef) local_unnamed_addr #3

; Function Attrs: mustprogress nofree nounwind willreturn memory(argmem: read)
declare i32 @strcmp(ptr nocapture noundef, ptr nocapture noundef) local_unnamed_addr #5

; Function Attrs: mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite)
declare void @free(ptr allocptr nocapture noundef) local_unnamed_addr #7

; Function Attrs: nounwind
define internal ptr @format(ptr noundef %0, ...) unnamed_addr #1 {
  %2 = alloca %struct.__va_list, align 8
  %3 = alloca ptr, align 8
  %4 = alloca %struct.__va_list, align 8
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %2) #13
  call void @llvm.va_start.p0(ptr nonnull %2)
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %3) #13
  call void @llvm.lifetime.start.p0(i64 32, ptr nonnull %4) #13
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 8 dereferenceable(32) %4, ptr noundef nonnull align 8 dereferenceable(32) %2, i64 32, i1 false)
  %5 = call i32 @vasprintf(ptr noundef nonnull %3, ptr noundef %0, ptr noundef nonnull %4) #13
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %4) #13
  %6 = icmp slt i32 %5, 0
  br i1 %6, label %7, label %8

7:                                                ; preds = %1
  call fastcc void @fail(ptr noundef nonnull @.str.51) #14
  unreachable

8:                                                ; preds = %1
  call void @llvm.va_end.p0(ptr %2)
  %9 = load ptr, ptr %3, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %3) #13
  call void @llvm.lifetime.end.p0(i64 32, ptr nonnull %2) #13
  ret ptr %9
}

; Function Attrs: mustprogress nofree nounwind willreturn memory(argmem: read)
declare i64 @strcspn(ptr nocapture noundef, ptr nocapture noundef) local_unnamed_addr #5

; Function Attrs: mustprogress nofree nounwind willreturn memory(argmem: read)
declare i64 @strlen(ptr nocapture noundef) local_unnamed_addr #5

; Function Attrs: nofree nounwind
declare noundef i32 @snprintf(ptr noalias nocapture noundef writeonly, i64 noundef, ptr nocapture noundef readonly, ...) local_unnamed_addr #8

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_start.p0(ptr) #9

; Function Attrs: nounwind
declare i32 @vasprintf(ptr noundef, ptr noundef, ptr noundef) local_unnamed_addr #1

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.va_end.p0(ptr) #9

; Function Attrs: mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite)
declare noalias noundef ptr @malloc(i64 noundef) local_unnamed_addr #10

; Function Attrs: nounwind
define internal fastcc void @set_options(ptr nocapture noundef readonly %0, i64 noundef %1) unnamed_addr #1 {
  %3 = load i1, ptr @set_options.set, align 4
  %4 = icmp eq i64 %1, 0
  %5 = or i1 %4, %3
  br i1 %5, label %15, label %6

6:                                                ; preds = %2
  store i1 true, ptr @set_options.set, align 4
  %7 = add nuw nsw i64 %1, 1
  %8 = tail call ptr @llvm.stacksave.p0()
  %9 = alloca ptr, i64 %7, align 8
  store ptr @.str.53, ptr %9, align 8
  %10 = getelementptr inbounds i8, ptr %9, i64 8
  %11 = shl nuw nsw i64 %1, 3
  call void @llvm.memcpy.p0.p0.i64(ptr nonnull align 8 %10, ptr align 8 %0, i64 %11, i1 false)
  %12 = load ptr, ptr @LLVMParseCommandLineOptions, align 8
  %13 = trunc nuw i64 %1 to i32
  %14 = add nsw i32 %13, 1
  call void %12(i32 noundef %14, ptr noundef nonnull %9, ptr noundef null) #13
  call void @llvm.stackrestore.p0(ptr %8)
  br label %15

15:                                               ; preds = %2, %6
  ret void
}

; Function Attrs: nounwind
define internal fastcc void @answer(i32 noundef %0, ptr nocapture noundef readonly %1, i64 noundef %2) unnamed_addr #1 {
  %4 = alloca %struct.answer, align 8
  call void @llvm.lifetime.start.p0(i64 16, ptr nonnull %4) #13
  store i32 %0, ptr %4, align 8
  %5 = getelementptr inbounds i8, ptr %4, i64 4
  store i32 0, ptr %5, align 4
  %6 = getelementptr inbounds i8, ptr %4, i64 8
  store i64 %2, ptr %6, align 8
  br label %7

7:                                                ; preds = %20, %3
  %8 = phi i64 [ %22, %20 ], [ 16, %3 ]
  %9 = phi ptr [ %21, %20 ], [ %4, %3 ]
  %10 = call i64 @write(i32 noundef 1, ptr noundef %9, i64 noundef %8) #13
  %11 = icmp slt i64 %10, 0
  br i1 %11, label %12, label %17

12:                                               ; preds = %7
  %13 = tail call ptr @__errno_location() #17
  %14 = load i32, ptr %13, align 4
  %15 = icmp eq i32 %14, 4
  br i1 %15, label %20, label %16, !llvm.loop !14

16:                                               ; preds = %12
  tail call void @_exit(i32 noundef 1) #15
  unreachable

17:                                               ; preds = %7
  %18 = getelementptr inbounds i8, ptr %9, i64 %10
  %19 = sub i64 %8, %10
  br label %20

20:                                               ; preds = %17, %12
  %21 = phi ptr [ %18, %17 ], [ %9, %12 ]
  %22 = phi i64 [ %19, %17 ], [ %8, %12 ]
  %23 = icmp eq i64 %22, 0
  br i1 %23, label %24, label %7

24:                                               ; preds = %20
  %25 = icmp eq i64 %2, 0
  br i1 %25, label %43, label %26

26:                                               ; preds = %24, %39
  %27 = phi i64 [ %41, %39 ], [ %2, %24 ]
  %28 = phi ptr [ %40, %39 ], [ %1, %24 ]
  %29 = tail call i64 @write(i32 noundef 1, ptr noundef %28, i64 noundef %27) #13
  %30 = icmp slt i64 %29, 0
  br i1 %30, label %31, label %36

31:                                               ; preds = %26
  %32 = tail call ptr @__errno_location() #17
  %33 = load i32, ptr %32, align 4
  %34 = icmp eq i32 %33, 4
  br i1 %34, label %39, label %35, !llvm.loop !14

35:                                               ; preds = %31
  tail call void @_exit(i32 noundef 1) #15
  unreachable

36:                                               ; preds = %26
  %37 = getelementptr inbounds i8, ptr %28, i64 %29
  %38 = sub i64 %27, %29
  br label %39

39:                                               ; preds = %36, %31
  %40 = phi ptr [ %37, %36 ], [ %28, %31 ]
  %41 = phi i64 [ %38, %36 ], [ %27, %31 ]
  %42 = icmp eq i64 %41, 0
  br i1 %42, label %43, label %26

43:                                               ; preds = %39, %24
  br label %44

44:                                               ; preds = %43, %57
  %45 = phi i64 [ %59, %57 ], [ 1, %43 ]
  %46 = phi ptr [ %58, %57 ], [ @.str.54, %43 ]
  %47 = tail call i64 @write(i32 noundef 2, ptr noundef %46, i64 noundef %45) #13
  %48 = icmp slt i64 %47, 0
  br i1 %48, label %49, label %54

49:                                               ; preds = %44
  %50 = tail call ptr @__errno_location() #17
  %51 = load i32, ptr %50, align 4
  %52 = icmp eq i32 %51, 4
  br i1 %52, label %57, label %53, !llvm.loop !14

53:                                               ; preds = %49
  tail call void @_exit(i32 noundef 1) #15
  unreachable

54:                                               ; preds = %44
  %55 = getelementptr inbounds i8, ptr %46, i64 %47
  %56 = sub i64 %45, %47
  br label %57

57:                                               ; preds = %54, %49
  %58 = phi ptr [ %55, %54 ], [ %46, %49 ]
  %59 = phi i64 [ %56, %54 ], [ %45, %49 ]
  %60 = icmp eq i64 %59, 0
  br i1 %60, label %61, label %44

61:                                               ; preds = %57
  call void @llvm.lifetime.end.p0(i64 16, ptr nonnull %4) #13
  ret void
}

; Function Attrs: nofree
declare noundef i64 @read(i32 noundef, ptr nocapture noundef, i64 noundef) local_unnamed_addr #11

; Function Attrs: mustprogress nofree nosync nounwind willreturn memory(none)
declare ptr @__errno_location() local_unnamed_addr #12

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare ptr @llvm.stacksave.p0() #9

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn
declare void @llvm.stackrestore.p0(ptr) #9

; Function Attrs: nofree
declare noundef i64 @write(i32 noundef, ptr nocapture noundef readonly, i64 noundef) local_unnamed_addr #11

attributes #0 = { noreturn nounwind "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #1 = { nounwind "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #2 = { noreturn "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #3 = { "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #4 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #5 = { mustprogress nofree nounwind willreturn memory(argmem: read) "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #6 = { mustprogress nocallback nofree nounwind willreturn memory(argmem: readwrite) }
attributes #7 = { mustprogress nounwind willreturn allockind("free") memory(argmem: readwrite, inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #8 = { nofree nounwind "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #9 = { mustprogress nocallback nofree nosync nounwind willreturn }
attributes #10 = { mustprogress nofree nounwind willreturn allockind("alloc,uninitialized") allocsize(0) memory(inaccessiblemem: readwrite) "alloc-family"="malloc" "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #11 = { nofree "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #12 = { mustprogress nofree nosync nounwind willreturn memory(none) "frame-pointer"="non-leaf" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="generic" "target-features"="+fp-armv8,+neon,+v8a,-fmv,-outline-atomics" }
attributes #13 = { nounwind }
attributes #14 = { noreturn }
attributes #15 = { noreturn nounwind }
attributes #16 = { nounwind willreturn memory(read) }
attributes #17 = { nounwind willreturn memory(none) }
attributes #18 = { nounwind allocsize(0) }

!llvm.module.flags = !{!0, !1, !2, !3}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{i32 8, !"PIC Level", i32 2}
!2 = !{i32 7, !"PIE Level", i32 2}
!3 = !{i32 7, !"frame-pointer", i32 1}
!4 = distinct !{!4, !5, !6}
!5 = !{!"llvm.loop.mustprogress"}
!6 = !{!"llvm.loop.unroll.disable"}
!7 = distinct !{!7, !5, !6}
!8 = distinct !{!8, !5, !6}
!9 = distinct !{!9, !5, !6}
!10 = distinct !{!10, !5, !6}
!11 = distinct !{!11, !5, !6}
!12 = distinct !{!12, !5, !6}
!13 = distinct !{!13, !5, !6}
!14 = distinct !{!14, !5, !6}
