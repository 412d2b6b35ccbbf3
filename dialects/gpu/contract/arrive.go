package contract

// ArriveAssembly is how PTX arrives at a barrier of some threads of a block: the number of the barrier, and that of the threads.
const ArriveAssembly = "bar.arrive $0, $1;"
