package main

// wide is what most streams have in common.
const wide = "sizes and indices have 64 bits in ours, and the comparison with the size and the address are computed apart: the address is a chain of two " +
	"sums, of the block and of the thread, which is best in loops, the comparison needs one sum. On sm_60 that is four instructions, once for each thread."

// padding is why kernels take more shared memory than their twins.
const padding = "the compiler pads shared memory, so that no access has conflicts of banks; the twin's have them. That costs some bytes, on sm_60 one of eight blocks, and two instructions for the index."

// reasons say of a program and its kernel why it is worse than a twin.
var reasons = map[string]string{
	"whole/transpose ":                padding + " The twin with 32-bit indices is wrong from n = 1449 on.",
	"whole/sgemm ":                    padding,
	"sgemm ":                          padding,
	"whole/matmul_tiled ":             "two moves of the loop's 198 instructions.",
	"transpose ":                      padding + " Against indices of 32 bits: a product of two sizes has 64 bits.",
	"transpose_f32 ":                  padding + " Against indices of 32 bits: a product of two sizes has 64 bits.",
	"matmul ":                         "against indices of 32 bits: strides of run-time rows have 64.",
	"matmul_tiled ":                   "the two loops, of tiles that lack nothing and of others, take 40 registers together on sm_60; each alone takes 32.",
	"scale_vec ":                      wide,
	"saxpy ":                          wide,
	"vector_add ":                     "what a full block executes has wide loads and stores, and asks for nothing; it asks which version to take, in 64 bits, before. Per element this has fewer accesses of memory (of 128 bits) and more other instructions.",
	"reverse ":                        wide + " It asks twice: once what it reads, once what it writes.",
	"grid3d ":                         "against 64 bits: the rows' parts of the addresses are common, but the index from the end of the row is a sum of its own, and products of 64-bit sizes take several instructions on sm_60. Against 32 bits: these products.",
	"histogram ":                      "which version is taken is asked once for a block, in 64 bits; the twin asks for each byte, in 32.",
	"reduce_inplace ":                 "an element that is missing counts as 0, so each thread of a level loads and stores its own element and asks only for the other one; the twin leaves such a thread out by one predicate.",
	"reduce_warps ":                   "the lane that writes a warp's sum finds its place as its number less 32 times that of the warp, a product that LLVM keeps (three instructions on sm_60); the twin knows that it is lane 0.",
	"scan add_offsets":                wide,
	"layer_norm ":                     "against 32 bits: strides of 64. Against 64 bits, sm_90: one instruction of 127.",
	"spmv ":                           "columns and bounds of rows are data: three checks of indices for each element, which end the kernel with a report, and no unrolling, since the loop may end by them. The twin checks nothing.",
	"gemm_f16 ":                       "against 32 bits: the addresses of eight copies and the comparisons of rows and columns with sizes are two instructions each.",
	"kernels/gemm_bf16 ":              "as for f16.",
	"kernels/gemm_tf32 ":              "as for f16.",
	"kernels/gemm_f64 ":               "as for f16.",
	"kernels/gemm_i8 ":                "as for f16.",
	"attention ":                      "480 bytes are the mask of the last keys. On sm_90 ptxas takes 130 registers, where 128 would let one more block run; on sm_80, of the same code, it takes 127.",
	"nbody ":                          "16 bodies are unrolled at once, not 8, with 38 and 33 registers, where 32 let all warps run; and ptxas moves two registers more for each body to where the slow way of the division wants them.",
	"literature/radix_sort count":     "LLVM makes all 16 votes before it looks at any, so that their results live in registers: 38. The loop has fewer instructions, but what it keeps is looked at behind it: in all the kernel has more.",
	"literature/radix_sort move_keys": "as for counting, and the places that the keys go to are checked.",
	"matmul_ahead ":                   "the tiles of the twin go through registers. A copy of one number that goes on meanwhile takes a fence of shared memory, and a store of 0 where nothing is. On sm_60, which has no such copies, two pairs of tiles are on their way in registers.",
	"stencil_ahead ":                  "the twin loads the next row into a register, and nvcc takes four rounds of its loop at once. Here each round asks in 64 bits whether its row and column exist, stores 0 where they do not, has the fence that such copies need, and finds the places of four rows in shared memory, which go round, by masks.",
	"kernels/groups warp_sum":         wide,
	"kernels/groups warp_scan":        wide + " And lanes before which there are too few are found by a comparison in each step; shfl.up says it too, in a predicate that is not taken.",
	"kernels/groups warps_scan":       wide + " Lanes before which there are too few are found by a comparison in each step; shfl.up says it too, in a predicate that is not taken.",
	"kernels/groups block_sum":        "std::block is for blocks of any number of threads: a tree with a barrier for each level. CUB knows the number, and lets one warp add up what eight threads have each. For whole warps std::warps is the faster one.",
	"kernels/groups block_scan":       "as for the sum.",
	"kernels/arrays std__array__parts______i32_std__array__literal_fn2_i32": "the step of the loop is a product of sizes, by which the index could pass 2^64, so that LLVM does not unroll it; the twin's index has a sign, so that nvcc may take it that it does not, and unrolls by four.",
	"kernels/arrays std__array__scan_parts":                                 wide,
}
