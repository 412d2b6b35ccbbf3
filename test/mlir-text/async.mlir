func.func @exec() -> !async.token {
  %t = async.execute {
    async.yield
  }
  return %t : !async.token
}
// -----
func.func @value(%x: f32) -> f32 {
  %t, %v = async.execute -> !async.value<f32> {
    async.yield %x : f32
  }
  %r = async.await %v : !async.value<f32>
  async.await %t : !async.token
  return %r : f32
}
// -----
func.func @deps(%a: !async.token, %b: !async.value<i32>) {
  %t, %r:2 = async.execute [%a] (%b as %x: !async.value<i32>) -> (!async.value<i32>, !async.value<f64>) {
    %f = arith.sitofp %x : i32 to f64
    async.yield %x, %f : i32, f64
  }
  return
}
// -----
func.func @group(%n: index, %t: !async.token) -> index {
  %g = async.create_group %n : !async.group
  %i = async.add_to_group %t, %g : !async.token
  async.await_all %g
  return %i : index
}
// -----
async.func @coro(%x: i32) -> !async.value<i32> {
  return %x : i32
}
async.func @caller(%x: i32) -> !async.token {
  %v = async.call @coro(%x) : (i32) -> !async.value<i32>
  %r = async.await %v : !async.value<i32>
  return
}
// -----
func.func @low() {
  %id = async.coro.id
  %hdl = async.coro.begin %id
  %saved = async.coro.save %hdl
  async.coro.suspend %saved, ^suspend, ^resume, ^cleanup
^resume:
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %hdl
  cf.br ^suspend
^suspend:
  async.coro.end %hdl
  return
}
// -----
func.func @runtime(%v: i32) {
  %t = async.runtime.create : !async.token
  %x = async.runtime.create : !async.value<i32>
  async.runtime.store %v, %x : !async.value<i32>
  async.runtime.set_available %x : !async.value<i32>
  %l = async.runtime.load %x : !async.value<i32>
  %e = async.runtime.is_error %t : !async.token
  async.runtime.set_error %t : !async.token
  async.runtime.add_ref %t {count = 2 : i64} : !async.token
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  async.runtime.await %t : !async.token
  return
}
