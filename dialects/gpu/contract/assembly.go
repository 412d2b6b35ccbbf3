package contract

// ArriveAssembly is how PTX arrives at a barrier of some threads of a block: the number of the barrier, and that of the threads.
const ArriveAssembly = "bar.arrive $0, $1;"

// ChooseAssembly is how PTX chooses between a number and 0 by a condition.
const ChooseAssembly = "selp.b32 $0, $1, 0, $2;"
