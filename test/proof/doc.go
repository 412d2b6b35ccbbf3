// Package proof looks at kernels of the gpu level, after lowering, and proves or refutes that no launch which their
// contract allows has a data race, an access out of bounds, or a barrier that some threads miss. It is a second
// opinion on the checks and on lowering, and shares no code with package check, place or nat: it reads operations and
// the text of the contract (descend.params, descend.requires, .grid, .block, .shared_dynamic), and asks z3.
//
// # Two threads
//
// A kernel is walked over once, as one thread for all (walk.go), which gives its events: accesses, barriers, branches,
// loops, obligations. Terms (term.go) are over symbols with a level: what all threads share (sizes, scalars), what the
// threads of a block share (block ids, iterations), what those of a warp share, what each has for itself. Instances
// of a term for two threads differ in the symbols that are not shared. A kernel has a race if two different threads
// can come to accesses of the same bytes, one of which writes and not both of which are atomic, in different blocks
// anywhere (no barrier orders blocks), or in one block with no barrier between them (order.go). Since two arbitrary
// threads stand for all, that is all races. Barriers order the threads only if all reach them, so that is a
// condition of its own: two threads of a block in the same iterations of the loops around it agree on each branch and
// loop that has a barrier inside (of warps: two threads of a warp).
//
// # Loops
//
// The iteration that a thread is in is a symbol. Two accesses in a loop without barriers are taken in any two
// iterations. With barriers they are concurrent in the same iteration if none lies between, in two that follow each other
// if none lies on the way, and in others only if an iteration can pass without a barrier. What a loop carries, private
// scalars included, has a closed form where one is found (loop.go: counters, doubling and halving by enumeration, turns,
// functions of the iteration; machine.go: few states that conditions select). Else it is any value; of a value that
// no thread influences it is known that threads in the same iteration agree on it (an uninterpreted function of the
// iteration). So are loads of memory that the kernel does not write (a function of the address), and operations on
// floats and bits. All other loads, and what atomics and shuffles give, is any value. A proof is right for any of
// these. A model that needs one of them is no refutation: the kernel is listed. (Loads that no write precedes in the
// program may see the memory as it was at the start; a model in which they do is one.)
//
// # Copies
//
// Copies that go on are followed by four numbers (copies.go): of the groups that were made, are done, were done at the last barrier, and of
// barriers. They are as the hardware has them: a wait ends older groups too, so a program that the checks reject for a missing finish may be proved.
//
// # Integers
//
// Terms are integers without bounds, and the kernel computes with words. For indices it is proved first that no
// operation leaves the range of signed 64 bits and that operands of divisions without sign are natural; then both
// are the same: the first operation that differs would have operands that do not. An operation for which this is
// not proved is encoded with its wrap (mod 2^64), as integers of other types are. Division by zero is an obligation, as it
// has no meaning. Bounds are checked against the memory that the operation names, views against the memory that they
// are of, buffers against the contract's sizes and dynamic shared memory against descend.shared_dynamic. Two arrays in
// dynamic shared memory are compared by bytes.
//
// # What is assumed
//
// The contract: the clauses of descend.requires; extents of at least 1 and within the hardware's limits; buffers that
// have the stated number of elements, exist (fewer than 2^63 bytes), and of which a unique one overlaps no other. Host
// code, which has to see to that, is not looked at. Of a trap it is assumed that the thread goes no further.
//
// Of the indices of a permutation it is assumed that each number below their extent is there once, for extents up to 2^31: the program
// looks at them before it launches, which is not looked at here.
//
// Products of sizes are symbols at first, with lemmas about them (query.go), then z3 gets them as they are. It has about
// ten seconds for each question. Where that is not enough five choices of sizes are tried instead (sizes.go).
package proof
