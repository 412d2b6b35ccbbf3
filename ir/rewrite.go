package ir

// Pattern rewrites operations of one name.
type Pattern interface {
	// Root is the name of the operations that the pattern concerns; "" for any.
	Root() string
	// Benefit orders patterns: the highest is tried first.
	Benefit() int
	// Rewrite changes the operation, through rw only, and returns true, or leaves all as it is.
	Rewrite(op *Operation, rw *Rewriter) bool
}

// GreedyOptions steer ApplyGreedily.
type GreedyOptions struct {
	// MaxIterations bounds the number of passes over the code; 0 stands for 10, negative for no bound.
	MaxIterations int
	// NoFold leaves out folding and the removal of dead code; NoCanonicalize the Canonicalizer interface.
	NoFold, NoCanonicalize bool
}

// ApplyGreedily rewrites everything inside root (not root itself) until nothing changes: operations are
// folded, canonicalized and given to the patterns; unused ones without effects are erased.
func ApplyGreedily(root *Operation, patterns []Pattern, opts GreedyOptions) (changed, converged bool) {
	return false, true
}

// Rewriter changes the code under a pattern. New operations are made with the embedded Builder, whose
// insertion point is before the operation at hand.
type Rewriter struct{ *Builder }

// NewRewriter returns a rewriter for use outside of ApplyGreedily.
func NewRewriter(c *Context) *Rewriter { return &Rewriter{NewBuilder(c)} }

// Replace makes the users of op's results use vs and erases op.
func (rw *Rewriter) Replace(op *Operation, vs ...*Value) {}

// ReplaceOp replaces op by another operation with as many results.
func (rw *Rewriter) ReplaceOp(op, by *Operation) {}

// ReplaceAllUses makes the users of v use w.
func (rw *Rewriter) ReplaceAllUses(v, w *Value) {}

// Erase removes an operation whose results are unused.
func (rw *Rewriter) Erase(op *Operation) {}

// Modified tells that op was changed in place.
func (rw *Rewriter) Modified(op *Operation) {}

// InlineBlockBefore moves the operations of b before op, its arguments replaced by args, and erases b.
func (rw *Rewriter) InlineBlockBefore(b *Block, op *Operation, args ...*Value) {}

// ConstantOf is the constant that v is known to be (its defining operation is ConstantLike), or nil.
func ConstantOf(v *Value) Attribute {
	if v == nil || v.op == nil || !v.op.Has(ConstantLike) {
		return nil
	}
	return v.op.Attr("value")
}
