// SYNTAX TEST "source.mlir" "what words are"
func.func @f(%x: i32) -> i32 {
// <- support.function.operation.mlir
//        ^^ entity.name.function.symbol.mlir
//           ^^ variable.other.value.mlir
//               ^^^ support.type.primitive.mlir
  %y = arith.addi %x, %x : i32
//     ^^^^^^^^^^ support.function.operation.mlir
}
