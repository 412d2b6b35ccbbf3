// Package index says what each function and view of the language is, in a line: the index of the book and `descendc doc` show it.
package index

import "strings"

// A Function is one of the language, as the index shows it.
type Function struct {
	Call  string // with names of its arguments
	Means string
}

// Name is how the function is called.
func (f Function) Name() string {
	name, _, _ := strings.Cut(f.Call, "(")
	name, _, _ = strings.Cut(name, "::<")
	return name
}

// Group are functions about one thing. A test holds that the groups have all functions of the compiler's table, and no others.
type Group struct {
	Title string
	Page  string // of the book, where they are explained
	List  []Function
}

// Groups are all of them, but for the mathematical functions.
var Groups = []Group{
	{"Of the CPU", "cpu.md", []Function{
		{"GpuGlobal::copy(&v)", "a box in `gpu.global` with the contents of v"},
		{"GpuGlobal::alloc_copy(&v)", "another spelling of `GpuGlobal::copy`, of memory of the CPU"},
		{"GpuGlobal::zeros::<t>()", "a box in `gpu.global`, all bits zero"},
		{"CpuHeap::new(v)", "a box in `cpu.mem`"},
		{"CpuHeap::zeros::<t>()", "a box in `cpu.mem`, all bits zero"},
		{"copy_mem(dst, src)", "copies between any two of `cpu.mem` and `gpu.global`"},
		{"copy_mem_to_host(dst, src)", "another spelling of `copy_mem`"},
		{"copy_mem_to_gpu(dst, src)", "another spelling of `copy_mem`"},
		{"copy_to_host(src, dst)", "another spelling of `copy_mem`"},
		{"copy_to_gpu(dst, src)", "another spelling of `copy_mem`"},
		{"fill(&uniq x, v)", "sets all numbers of an array"},
		{"gpu_device(n)", "the GPU with the number n"},
		{"gpu_alloc_copy(&uniq gpu, &v)", "a box on this GPU"},
		{"permutation(&uniq indices)", "a `Permutation`, if each number is there once; else the program stops"},
	}},
	{"Everywhere", "first.md", []Function{
		{"print(\"label\", x)", "prints values"},
		{"assert(c, \"message\")", "stops the program unless c"},
		{"nat_as_u64(n)", "a size as a number"},
		{"bits::<t>(x)", "the number with the bits of x"},
		{"isnan(x)", "is x no number?"},
		{"isinf(x)", "is x infinite?"},
	}},
	{"Of resources", "blocks.md", []Function{
		{"index(t)", "the number of t among those that its `sched` gives"},
		{"count(t)", "how many there are"},
	}},
	{"Barriers that vote", "barriers.md", []Function{
		{"sync_or(b)", "a barrier of the block; is b true for any thread?"},
		{"sync_and(b)", "likewise, for all?"},
		{"sync_count(b)", "likewise, for how many?"},
		{"Barrier::new()", "a barrier between two parts of a block"},
		{"arrive(&b)", "a part says that it has come this far, and goes on"},
		{"wait(&b)", "a part waits until the other one has arrived"},
	}},
	{"Of warps", "warps.md", []Function{
		{"shfl(v, lane)", "the value of a lane"},
		{"shfl_up(v, by)", "that of the lane so many before"},
		{"shfl_down(v, by)", "that of the lane so many behind"},
		{"shfl_xor(v, mask)", "that of the lane whose number differs in these bits"},
		{"ballot(b)", "a bit for each lane, as `u32`"},
		{"any(b)", "is b true in any lane?"},
		{"all(b)", "in all lanes?"},
	}},
	{"Atomics", "atomics.md", []Function{
		{"to_atomic(&uniq x)", "a shared reference to an atomic"},
		{"to_atomic_array(&uniq xs)", "a shared reference to an array of atomics"},
		{"atomic_load(&x)", "the value"},
		{"atomic_store(&x, v)", "sets it"},
		{"atomic_exch(&x, v)", "sets it, and gives the old one"},
		{"atomic_cas(&x, old, v)", "sets it if it is `old`, and gives what it was"},
		{"atomic_fetch_add(&x, v)", "adds, and gives the old value"},
		{"atomic_fetch_sub(&x, v)", "subtracts"},
		{"atomic_fetch_min(&x, v)", "the lesser one"},
		{"atomic_fetch_max(&x, v)", "the greater one"},
		{"atomic_fetch_and(&x, v)", "bits that both have"},
		{"atomic_fetch_or(&x, v)", "bits that one has"},
		{"atomic_fetch_xor(&x, v)", "bits that one alone has"},
	}},
	{"Copies and matrices", "copies.md", []Function{
		{"copy_async(&uniq dst, &src)", "begins a copy from global to shared memory, gives a token"},
		{"finish(token)", "waits until it is done"},
		{"load_matrix(&p)", "the matrix in a place"},
		{"matrix_fill::<t, r, c>(v)", "a matrix that has v everywhere"},
		{"store_matrix(&uniq p, m)", "writes a place"},
		{"mma(&uniq acc, a, b)", "acc = acc + a b"},
		{"mma_tf32(&uniq acc, a, b)", "the same with factors of `f32`, rounded to 10 bits"},
		{"map(m, f)", "f of each element"},
		{"zip(a, b, f)", "f of each two elements"},
		{"row_max(m)", "the greatest number of each row"},
		{"row_sum(m)", "the sum of each row"},
	}},
}

// OtherSpellings are functions of the table under names that the index does not list, and what only the modules of the language use.
var OtherSpellings = map[string]string{
	"fabs": "abs", "lane_mma": "mma", "lane_place": "load_matrix", "lane_factors": "mma", "atomic_add": "atomic_fetch_add", "atomic_sub": "atomic_fetch_sub", "atomic_min": "atomic_fetch_min", "atomic_max": "atomic_fetch_max",
	"atomic_and": "atomic_fetch_and", "atomic_or": "atomic_fetch_or", "atomic_xor": "atomic_fetch_xor",
}
