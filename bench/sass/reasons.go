package main

// wide is what most streams have in common: the twin with indices of 64 bits has no fewer.
const wide = "against indices of 32 bits: sizes and indices have 64 in ours, as in the twin with 64 bits, which has as many instructions or more."

// padding is why kernels take more shared memory than their twins.
const padding = "the compiler pads shared memory, so that no access has conflicts of banks; the twin's have them. That costs some bytes, on sm_60 one of eight blocks, and two instructions for the index."

// products is why products of matrices have more instructions in their loops than twins with indices of 32 bits.
const products = "counted by opcode in both loops, against 32 bits: 9 comparisons of upper halves and 3 additions of such more, and 3 comparisons of lower halves less, which pieces of a row share; " +
	"the copies of each factor are a group of their own (1)."

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
	"reverse ":                        "counted against the twin with 64 bits on sm_60: `else 0` is a branch and its meeting point, and a 0 (3); the source counts from the end, by a sum of its own of size, block and thread, behind a comparison of another one, where the twin compares the sum that it loads from with 0 (6).",
	"grid3d ":                         "counted by opcode against 64 bits, without fillers: 83 and 77 on sm_60, 59 and 54 on sm_90. The index from the end of the row is a sum of its own: two products, two sums with their upper halves, and three shifts more; three comparisons less. Against 32 bits: products of 64-bit sizes take several instructions on sm_60.",
	"histogram ":                      "which version is taken is asked once for a block, in 64 bits; the twin asks for each byte, in 32.",
	"reduce_inplace ":                 "counted by opcode against 64 bits: an element that is missing counts as 0, so each thread of a level keeps its own element in a register and asks only for the other one: 9 loads in place of 20 on sm_60. But each of the 10 levels is a branch and a meeting point (18 SYNC and 5 SSY on sm_60, 10 BRA on sm_90) and a 0, where the twin leaves a thread out by one predicate.",
	"scan add_offsets":                "against 64 bits, sm_60: ptxas takes three instructions for the address of the block's offset, two for the same sum in the twin. Against 32 bits: indices of 64.",
	"layer_norm ":                     "against 32 bits: strides of 64. Against 64 bits, sm_90: one instruction of 127.",
	"spmv ":                           "columns and bounds of rows are data: three checks of indices for each element, which end the kernel with a report, and no unrolling, since the loop may end by them (counted by opcode: 1 product in the loop, the twin has 8). The twin checks nothing.",
	"gemm_f16 ":                       products + " The loops have 148 and 147 instructions, the twin with 64 bits 156 and 156.",
	"kernels/gemm_bf16 ":              "as for f16.",
	"kernels/gemm_tf32 ":              products + " The loops have 301 and 300 instructions, the twin with 64 bits 312 and 311.",
	"kernels/gemm_f64 ":               "counted by opcode in both loops, against 32 bits: 9 to 10 comparisons of upper halves and 9 additions of such, which the twin with 64 bits has too (174 instructions, ours have 172 and 169), and 12 moves, since ptxas keeps the number of the round in uniform registers, and each use of its 64 bits takes two; ours has 8 loads from shared memory less. With addresses and indices that are counted up, by hand behind LLVM's optimizations, these moves are gone: 158 in place of 173. Done before them it was 171, and 152 in place of 149 for f16.",
	"kernels/gemm_i8 ":                "counted by opcode in both loops: one comparison of 32 bits is two of 64 (10 more of upper halves, 8 fewer of lower ones, which copies of a column share), and the second group of copies is closed apart. The loops have 146 and 145 instructions, the twin with 64 bits 150 and 150.",
	"attention ":                      "480 bytes are the mask of the last keys. On sm_90 ptxas takes 130 registers, where 128 would let one more block run; on sm_80, of the same code, it takes 127.",
	"nbody ":                          "16 bodies are unrolled at once, not 8, in two loops, of whole tiles and of others (counted by opcode: 32 loads of bodies from shared memory, the twin has 8), with 38 and 33 registers, where 32 let all warps run; and ptxas moves two registers more for each body to where the slow way of the division wants them.",
	"literature/radix_sort count":     "counted by opcode: 16 comparisons of digits have an upper half each: LLVM extends the digit to 64 bits, to compare it with the number of the round before it unrolls the loop (IndVarSimplify).",
	"literature/radix_sort move_keys": "LLVM makes all 16 votes before it looks at any, so that their results live in registers (18 POPC and 18 PSET or P2R, the twin has 6 and 1): 38 and 39. The places that the keys go to are checked, with a report (9 stores).",
	"matmul_ahead ":                   "two rounds of its loop are one, as two pairs of tiles lie in turns: 40 registers on sm_90, where 32 would let all warps run. A copy of one number that goes on meanwhile takes a fence of shared memory (counted by opcode on sm_90: 2 in each round, with the wait 5), and a store of 0 where nothing is; the tiles of the twin go through registers. On sm_60, which has no such copies, two pairs of tiles are on their way in registers.",
	"stencil_ahead ":                  "counted by opcode in its loop of four rounds on sm_90 (160, the twin 94): 13 branches and 14 meeting points of them, since what is beside, and what is stored, stands under conditions that LLVM threads through each other, with 12 loads from shared memory more in their arms; 12 instructions for the groups of copies and their fences. The twin leaves out by predicates, and loads the next row into a register. 40 registers on sm_60, as the twin with 64 bits has.",
	"kernels/groups warp_scan":        "counted by opcode: the address of an element is shifts and sums, of which nvcc makes LEA with the base: three more. The steps of the scan have the same instructions.",
	"kernels/groups warps_scan":       "counted by opcode on sm_60: as in the scan of a warp (3); five comparisons of the number of the warp, by unsigned numbers.",
	"kernels/groups block_sum":        "std::block is for blocks of any number of threads: a tree with a barrier for each level. CUB knows the number, and lets one warp add up what eight threads have each. For whole warps std::warps is the faster one.",
	"kernels/groups block_scan":       "as for the sum.",
	"kernels/arrays std__array__parts______i32_std__array__literal_fn2_i32": "LLVM takes four rounds at once, in which a thread has four accesses of 128 bits on its way, the twin one: 36 to 40 registers, of which 75 % of the warps have room, with three times the bytes on their way.",
}
