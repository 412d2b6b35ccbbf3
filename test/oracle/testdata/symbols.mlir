module @top {
  func.func @a() { return }
  func.func nested @b() { return }
  module @inner {
    func.func @c() { return }
    module @inner2 {
     func.func @d() { return }
    }
  }
}
