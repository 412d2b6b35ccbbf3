func.func @neon(%a: vector<8xi8>, %b: vector<8xi8>) -> vector<8xi16> {
  %0 = arm_neon.intr.smull %a, %b : vector<8xi8> to vector<8xi16>
  return %0 : vector<8xi16>
}
// -----
func.func @sve(%a: vector<[16]xi8>, %c: vector<[4]xi32>) -> vector<[4]xi32> {
  %0 = arm_sve.sdot %c, %a, %a : vector<[16]xi8> to vector<[4]xi32>
  return %0 : vector<[4]xi32>
}
// -----
func.func @sme(%s: vector<[4]xf32>, %i: index) {
  %0 = arm_sme.zero : vector<[4]x[4]xf32>
  %1 = arm_sme.outerproduct %s, %s acc(%0) : vector<[4]xf32>, vector<[4]xf32>
  %v = arm_sme.streaming_vl <word>
  return
}
