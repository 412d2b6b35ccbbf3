// RUN: descend-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize))' --mlir-timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=TREE
// RUN: descend-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize))' --mlir-timing --mlir-timing-display=list -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIST
// RUN: descend-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize))' --mlir-timing --mlir-output-format=json -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: descend-opt %s --pass-pipeline='builtin.module(func.func(cse,cse))' --mlir-pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: descend-opt %s --pass-pipeline='builtin.module(func.func(cse,cse))' --mlir-pass-statistics --mlir-pass-statistics-display=list -o /dev/null 2>&1 | FileCheck %s --check-prefix=MERGED
// RUN: not descend-opt %s --mlir-timing-display=no 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: descend-opt --help | FileCheck %s --check-prefix=HELP
// RUN: descend-opt --completion=bash | FileCheck %s --check-prefix=BASH
// RUN: descend-opt --completion=bash | bash -n
// RUN: descend-opt --completion=zsh | FileCheck %s --check-prefix=ZSH
// RUN: descend-opt --completion=fish | FileCheck %s --check-prefix=FISH

// TREE: ) Parser
// TREE: ) 'func.func' Pipeline
// TREE-NEXT: ) CSE
// TREE-NEXT: ) Canonicalizer
// TREE: Total
// LIST: ----Name----
// LIST: Rest
// LIST-NEXT: Total
// JSON: "name": "'func.func' Pipeline", "passes": [
// JSON-NEXT: "name": "CSE"},
// JSON-NEXT: "name": "Canonicalizer"}]},
// JSON: "name": "Total"}
// JSON-NEXT: ]
// STATS: 'func.func' Pipeline
// STATS-NEXT: CSE
// STATS-NEXT: (S) 1 num-dce'd
// STATS-NEXT: CSE
// STATS-NOT: (S)
// MERGED: cse
// MERGED-NEXT: (S) 1 num-dce'd
// WRONG: Cannot find option named 'no'!
// HELP: Input and output:
// HELP: Running passes:
// HELP: Printing IR:
// HELP: Looking at passes:
// HELP: Reproducers:
// HELP: Information:
// HELP: PASSES:
// BASH: mlir-timing-display) values='tree list'
// BASH: complete -o default -F _descend_opt descend-opt
// ZSH: #compdef descend-opt
// ZSH: '--mem2reg[Promotes memory slots into values.]'
// FISH: -l mlir-timing-display -x -a 'tree list'
// FISH: complete -c descend-opt -l pass-pipeline -r
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a : i32
  return
}
