package main

// wide is what most streams have in common: the twin with indices of 64 bits has no fewer.
const wide = "against indices of 32 bits: sizes and indices have 64 in ours, as in the twin with 64 bits, which has as many instructions or more."

// padding is why kernels take more shared memory than their twins.
const padding = "the compiler pads shared memory, so that no access has conflicts of banks; the twin's have them. That costs some bytes, on sm_60 one of eight blocks, and two instructions for the index."

// products is why products of matrices have more instructions in their loops than twins with indices of 32 bits.
const products = "counted by opcode in both loops, against 32 bits: 15 comparisons of rows and columns and 9 (9 of upper halves more, 3 of lower ones less, which pieces of a row share), 3 LEA and 2 additions of upper halves, 3 logical " +
	"operations more, and the copies of each factor are a group of their own (1); the twin has "

// reasons say of a program and its kernel why it is worse than a twin.
var reasons = map[string]string{
	"whole/transpose ":                padding + " The twin with 32-bit indices is wrong from n = 1449 on.",
	"whole/sgemm ":                    padding,
	"sgemm ":                          padding,
	"transpose ":                      padding + " Against indices of 32 bits: a product of two sizes has 64 bits.",
	"transpose_f32 ":                  padding + " Against indices of 32 bits: a product of two sizes has 64 bits.",
	"matmul ":                         "against indices of 32 bits: strides of run-time rows have 64.",
	"matmul_tiled ":                   "the two loops, of tiles that lack nothing and of others, take 40 registers together on sm_60; each alone takes 32.",
	"scale_vec ":                      wide,
	"saxpy ":                          wide,
	"reverse ":                        "counted by opcode against 64 bits on sm_60: `else 0` is a branch and its meeting point (SSY, 2 SYNC) and its 0 among 3 moves; the source counts from the end, by a sum of its own of size, block and thread, of which ptxas makes 7 shifts and logical operations more and 4 additions less.",
	"grid3d ":                         "counted by opcode against 64 bits: the index from the end of the row is a sum of its own. On sm_60 two products in 64 bits more (6 XMAD) and 4 shifts, less 2 logical operations and 2 others; on sm_90 4 IMAD, 2 IADD3 and a shift more, 2 logical operations less. Against 32 bits: products of 64-bit sizes take several instructions on sm_60.",
	"reduce_inplace ":                 "counted by opcode against 64 bits: an element that is missing counts as 0, and each thread of a level takes its own element and the other one under conditions of their own: on sm_60 branches and meeting points (18 SYNC and 9 SSY, the twin has 2 and 1), 10 moves of the 0s and 9 logical operations, on sm_90 8 branches, 4 BSSY and 4 BSYNC, 11 LOP3 and 2 comparisons. The twin leaves a thread out by one predicate. Loads and stores are as many, 20 and 10.",
	"scan add_offsets":                "against 64 bits, sm_60: ptxas takes three instructions for the address of the block's offset, two for the same sum in the twin. Against 32 bits: indices of 64.",
	"layer_norm ":                     "against 64 bits, sm_90: one instruction of 127. Against 32 bits other loops are compared: nvcc takes 16 rounds at once in the two that add up, but 4 in the one that writes, so that those count as inner ones. For 16 elements, on sm_90, the three have 36, 52 and 196 instructions, ours 40, 55 and 127: the number of the round has 64 bits.",
	"gemm_f16 ":                       products + "8 moves and 6 additions more on sm_80, 3 IMAD on sm_90. The loops have 148 and 147 instructions, the twin with 64 bits 156 and 156.",
	"kernels/gemm_bf16 ":              "as for f16.",
	"kernels/gemm_tf32 ":              products + "5 additions, a move and an IMAD more on sm_80, 7 moves and 4 IMAD on sm_90. The loops have 301 and 300 instructions, the twin with 64 bits 312 and 311.",
	"kernels/gemm_f64 ":               "counted by opcode in both loops, against 32 bits: 13 moves, since ptxas keeps the number of the round in uniform registers, and each use of its 64 bits takes two; 9 comparisons, of upper halves and in uniform registers, 12 additions of upper halves and LEA (on sm_90 16) and 8 operations of uniform registers more; ours has 8 loads from shared memory less, and 12 to 14 products and sums of indices. The twin with 64 bits has 174 instructions, ours have 172 and 169. With addresses and indices that are counted up, by hand behind LLVM's optimizations, these moves are gone: 158 in place of 173. Done before them it was 171, and 152 in place of 149 for f16.",
	"kernels/gemm_i8 ":                "counted by opcode in both loops, against 32 bits: 13 comparisons and 11 (one of 32 bits is two of 64, but copies of a column share one), 3 logical operations, 2 LEA, 2 IMAD.WIDE and 3 to 5 shifts, selections and moves more, and the second group of copies is closed apart (1); the twin has 6 to 8 additions and IMAD more. The loops have 146 and 145 instructions, the twin with 64 bits 150 and 150.",
	"attention ":                      "480 bytes are the mask of the last keys. On sm_90 ptxas takes 130 registers, where 128 would let one more block run; on sm_80, of the same code, it takes 127. The loop has 400 and 406 instructions, the twin with 64 bits 480 and 478.",
	"nbody ":                          "16 bodies are unrolled at once, not 8, in two loops, of whole tiles and of others, with 38 and 33 registers, where 32 let all warps run. Counted by opcode in the loop of whole tiles, for 16 bodies: on sm_60 9 moves more than the twin has for twice 8, on sm_90 33, as ptxas moves two registers for each body to where the slow way of the division wants them.",
	"literature/radix_sort count":     "counted by opcode: 16 comparisons of digits have an upper half each: LLVM extends the digit to 64 bits, to compare it with the number of the round before it unrolls the loop (IndVarSimplify); on sm_60 the lower half is an addition (15). Two branches there have their meeting points (2 SSY, 4 SYNC), one on sm_90 (2). Against 32 bits also addresses: 7 XMAD, 3 LEA and 2 additions more on sm_60, 5 LEA on sm_90. Against CUB: it has its counters of digits packed, so that it loads 128 bits at once, and 169 instructions on sm_90.",
	"literature/radix_sort move_keys": "LLVM makes all 16 votes before it looks at any, so that their results live in registers (18 PSET on sm_60, 19 P2R and 24 R2UR on sm_90, the twin has one): 38 and 39. The places that the keys go to are checked, with a report (9 stores).",
	"matmul_ahead ":                   "its tiles come by copies (LDGSTS), not by loads and stores. On sm_60, which has none, two pairs of tiles are on their way in registers: 40.",
	"stencil_ahead ":                  "its rows come by copies (LDGSTS), not by loads and stores. Counted by opcode on sm_60 in its loop of four rounds, 107 and 104: ptxas makes branches of the four stores and of three of the loads (7 SSY, 14 SYNC), where the twin has predicates, and 3 moves more; it asks for no row in these rounds (18 additions and comparisons less). 38 registers there; the twin with 64 bits has 40. On sm_90 it has 93 and 94, although 12 are `@!PT LDS RZ, [RZ]`, which do nothing and which ptxas puts before each copy, and 8 the groups of copies and their waits.",
	"kernels/groups warp_scan":        "counted by opcode: the address of an element is shifts and sums, of which nvcc makes LEA with the base: 3 on both chips (on sm_60 3 IADD, 3 shifts and a LOP more, 4 LEA and an ISCADD less). The steps of the scan have the same instructions.",
	"kernels/groups warps_scan":       "counted by opcode on sm_60: as in the scan of a warp (3), and a branch with its meeting point (SSY, 2 SYNC); 5 selections less. On sm_90 ours has two less.",
	"kernels/groups block_sum":        "std::block is for blocks of any number of threads: a tree with a barrier for each level. Counted by opcode on sm_90: 8 barriers, 8 stores and 9 loads of shared memory and 6 comparisons more; the twin, which knows the number, lets one warp add up what eight threads have each, with 5 shuffles and 4 additions more. On sm_60 a barrier has a fence besides (8). For whole warps std::warps is the faster one: 46 and 47 instructions, CUB's 51 and 57.",
	"kernels/groups block_scan":       "as for the sum, on sm_60: 14 barriers with a fence each and 8 comparisons more than the twin, 6 shuffles and 12 additions less. On sm_90 ours has three less. For whole warps std::warps has 57 and 59.",
	"kernels/arrays std__array__parts______i32_std__array__literal_fn2_i32": "LLVM takes four rounds at once, in which a thread has four accesses of 128 bits on its way, the twin one: 36 to 40 registers, of which 75 % of the warps have room, with three times the bytes on their way.",
}
