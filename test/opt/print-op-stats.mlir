// RUN: descend-opt %s --print-op-stats -o /dev/null 2>&1 | FileCheck %s --strict-whitespace
// RUN: descend-opt %s --print-op-stats=json -o /dev/null 2>&1 | FileCheck %s --check-prefix=JSON
// RUN: descend-opt %s --view-op-graph=max-label-len=4 -o /dev/null 2>&1 | FileCheck %s --check-prefix=DOT
// RUN: descend-opt %s --view-op-graph='max-label-len=4 output=%t.dot' -o /dev/null && FileCheck %s --check-prefix=DOT < %t.dot

//      CHECK:{{^}}Operations encountered:
// CHECK-NEXT:{{^}}-----------------------
// CHECK-NEXT:{{^}}    arith.addi   , 1
// CHECK-NEXT:{{^}}  builtin.module , 1
// CHECK-NEXT:{{^}}     func.func   , 1
// CHECK-NEXT:{{^}}     func.return , 1
// JSON: {
// JSON-NEXT:   "arith.addi" : 1,
// JSON-NEXT:   "builtin.module" : 1,
// DOT: digraph G {
// DOT: subgraph cluster_
// DOT: [[ARG:v[0-9]+]] [label = "arg0", shape = ellipse];
// DOT: [[ADD:v[0-9]+]] [label = "arith.addi : (i32)\n\noverflowFlags: #ari...", shape = ellipse];
// DOT: [[ARG]] -> [[ADD]] [label = "0", style = solid];
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32
}
