func.func @poison() -> i32 {
  %0 = ub.poison : i32
  %1 = ub.poison : vector<4xf32>
  %2 = ub.poison <#ub.poison> : index
  return %0 : i32
}
