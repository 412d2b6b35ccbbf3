package gpu

// WarpSize is the number of lanes of a warp on every GPU that code is made for; types of the language depend on it.
const WarpSize = 32

// NamedBarriers is the number of barriers that a block has besides that of all its threads, whose number is 0.
const NamedBarriers = 15

// SharedAlign is the alignment of every buffer in shared memory, in bytes: that of the widest access.
const SharedAlign = 16

// Target is what the hardware allows (CUDA C++ programming guide, technical specifications per compute capability).
type Target struct {
	// Block and Grid are the most threads of a block and blocks of a grid along x, y and z; Threads the most of a block in all.
	Block, Grid [3]int64
	Threads     int64
	// Static is the most shared memory of a block that a kernel can declare, Shared the most that a launch can ask for with it,
	// and Local the most memory of a thread's own, in bytes. Static and Shared are multiples of SharedAlign.
	Static, Shared, Local int64
}

// AnyTarget allows what some GPU from compute capability 6.0 to 9.0 does. They are equal but for Shared, 48 KiB of 6.x to
// 227 KiB of 9.0: whether a launch fits the GPU at hand is known, and checked, where it runs.
var AnyTarget = Target{
	Block: [3]int64{1024, 1024, 64}, Grid: [3]int64{1<<31 - 1, 1<<16 - 1, 1<<16 - 1}, Threads: 1024,
	Static: 48 << 10, Shared: 227 << 10, Local: 512 << 10,
}
