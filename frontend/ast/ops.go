package ast

// UnaryOp is a prefix operator.
type UnaryOp int

// The prefix operators.
const (
	Neg UnaryOp = iota // -x
	Not                // !x
)

func (o UnaryOp) String() string { return [...]string{"-", "!"}[o] }

// BinaryOp is an infix operator.
type BinaryOp int

// The infix operators.
const (
	Add    BinaryOp = iota // +
	Sub                    // -
	Mul                    // *
	Div                    // /
	Rem                    // %
	BitAnd                 // &
	BitOr                  // |
	BitXor                 // ^
	Shl                    // <<
	Shr                    // >>
	Eq                     // ==
	Ne                     // !=
	Lt                     // <
	Le                     // <=
	Gt                     // >
	Ge                     // >=
	And                    // &&
	Or                     // ||
)

var binaryOps = [...]struct {
	text string
	prec int
}{
	Add: {"+", 8}, Sub: {"-", 8}, Mul: {"*", 9}, Div: {"/", 9}, Rem: {"%", 9},
	BitAnd: {"&", 6}, BitOr: {"|", 4}, BitXor: {"^", 5}, Shl: {"<<", 7}, Shr: {">>", 7},
	Eq: {"==", 3}, Ne: {"!=", 3}, Lt: {"<", 3}, Le: {"<=", 3}, Gt: {">", 3}, Ge: {">=", 3},
	And: {"&&", 2}, Or: {"||", 1},
}

func (o BinaryOp) String() string { return binaryOps[o].text }

// Precedence is the binding strength, as in Rust: 1 (||) to 9 (* / %); casts bind with 10, prefix
// operators with 11. All associate to the left, comparisons not at all.
func (o BinaryOp) Precedence() int { return binaryOps[o].prec }

// IsComparison says whether the operator compares two values.
func (o BinaryOp) IsComparison() bool { return o >= Eq && o <= Ge }

// IsLogical says whether the operator is && or ||, which evaluate their right side only where needed.
func (o BinaryOp) IsLogical() bool { return o == And || o == Or }
