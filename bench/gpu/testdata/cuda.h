// What the twins use of CUDA, for clang without a CUDA toolkit.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __launch_bounds__(n) __attribute__((launch_bounds(n)))
#define __align__(n) __attribute__((aligned(n)))

#define INDEX(name, sreg)                                                                    \
  struct name##_t {                                                                          \
    __declspec(property(get = get_x)) unsigned x;                                            \
    __declspec(property(get = get_y)) unsigned y;                                            \
    __declspec(property(get = get_z)) unsigned z;                                            \
    static __device__ unsigned get_x() { return __nvvm_read_ptx_sreg_##sreg##_x(); }         \
    static __device__ unsigned get_y() { return __nvvm_read_ptx_sreg_##sreg##_y(); }         \
    static __device__ unsigned get_z() { return __nvvm_read_ptx_sreg_##sreg##_z(); }         \
  };                                                                                         \
  extern const __device__ name##_t name;
INDEX(threadIdx, tid)
INDEX(blockIdx, ctaid)

#define atomicAdd(p, v) __nvvm_atom_add_gen_i((int *)(p), (int)(v))

#define __shfl_xor_sync(mask, v, by) __nvvm_shfl_sync_bfly_f32(mask, v, by, 31)
#define __ballot_sync(mask, c) __nvvm_vote_ballot_sync(mask, c)
#define __popc(x) __builtin_popcount(x)
#define sqrtf(x) __builtin_sqrtf(x)
struct __align__(16) float4 {
  float x, y, z, w;
};
