// A module without code for the host.
gpu.module @kernels {
  gpu.func @nothing() kernel {
    gpu.return
  }
}
