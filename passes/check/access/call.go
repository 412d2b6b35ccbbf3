package access

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/check/analysis"
)

// call executes a call: its accesses meet those before and, of other resources that make the call, each other. A barrier that
// the callee surely reaches releases what came before.
func (f *execution) call(op *ir.Operation, o descend.CallOp, st *state) {
	var own int // barriers of the callee's resource
	if t := exec.TypeOf(op.Operand(0)); t != nil {
		own = f.released(t.Kind)
	}
	var met []*access
	for _, a := range f.accesses(op) {
		if !f.happens(a, st) {
			continue
		}
		before := held
		if a.when&atStart == 0 {
			before = own
		}
		f.meet(a, st, before)
		for _, b := range met {
			f.together(b, a)
		}
		met = append(met, a)
	}
	if f.alike < analysis.GridUniform { // a function with a barrier of the grid is not called
		st.release(f.callSync(op, o), f.depthOf(op.Block()))
	}
	for _, a := range met {
		e := entry{a: a, shared: int32(len(a.loops))}
		if a.when&atEnd == 0 {
			e.rel = int8(own)
		}
		st.add(e)
	}
}
