package report

import (
	"fmt"

	"descend/dialects/gpu/traffic"
)

// judge says what makes an access slow and what to change, in std only what lies in the data: nobody can change the rest. What costs less than a quarter more than it must is left as it is.
func (a *Access) judge() {
	switch {
	case a.Unknown > 0:
		a.Problem = "the addresses depend on data"
		if a.Memory == global && a.Unknown == a.Warps {
			a.ofData, a.Remedy = true, "if they are far apart, each thread moves a sector of its own: sort the indices, or gather into shared memory first"
		}
	case a.Memory == shared && a.Op == "atomic" && a.Passes > a.Least*5/4:
		a.Problem = fmt.Sprintf("up to %d threads of a warp update words of one bank, one after the other", a.Degree)
		a.Remedy = "add up in each thread or warp first (reduce, shuffles), or give each warp a copy of its own"
	case a.Memory == shared && a.Passes > a.Least*5/4:
		a.Problem = fmt.Sprintf("%d-way bank conflict: neighbouring threads take elements %s apart", a.Degree, distance(a.pattern.Stride, a.Size))
		a.Remedy = "let neighbouring threads take neighbouring elements, or give the rows of the array an odd number of elements"
	case a.Memory == global && a.Op == "atomic" && a.pattern.Stride == 0 && a.pattern.Runs > 1:
		a.Problem = "threads of a warp update one element, and such updates are made one after the other"
		a.Remedy = "add up in each thread, warp or block first (reduce, shuffles), and let one thread update it"
	case a.Memory == global && a.Sectors > a.Fewest*5/4:
		a.judgeGlobal()
	}
	if a.Within != "" && !a.ofData {
		a.Remedy = ""
	}
	if a.Remedy != "" && a.pattern.Along && a.Op != "atomic" {
		a.Remedy += " (a thread goes through neighbours: where their alignment is known they become accesses of up to 16 bytes, and cost less)"
	}
}

// judgeGlobal says what is wrong with an access to global memory that moves more than it uses.
func (a *Access) judgeGlobal() {
	side := int64(a.Size)
	stride := a.pattern.Stride
	switch {
	case a.pattern.Runs > 1 && stride == side:
		a.Problem = fmt.Sprintf("a warp takes %d separate pieces, and moves whole sectors of %d bytes at their ends", a.pattern.Runs, traffic.SectorSize)
		a.Remedy = "make the block wider along the rows, so that more neighbouring threads take neighbouring elements"
	case stride == side:
		a.Problem = "what a warp takes does not begin where a sector does"
		a.Remedy, a.ofData = fmt.Sprintf("give the rows a multiple of %d elements", traffic.SectorSize/side), true
	case stride == -side:
		a.Problem = "what a warp takes, backwards, does not begin where a sector does"
		a.Remedy, a.ofData = fmt.Sprintf("give the rows a multiple of %d elements", traffic.SectorSize/side), true
	case stride != 0 && max(stride, -stride) <= traffic.SectorSize:
		a.Problem = fmt.Sprintf("neighbouring threads %s elements %s apart", a.verb(), distance(stride, a.Size))
		a.Remedy = "each thread has some neighbouring elements: let it take every so many-th one instead (`group::<k>.transpose`), so that the warp takes neighbours"
	default:
		a.Problem = fmt.Sprintf("neighbouring threads %s elements %s apart", a.verb(), distance(stride, a.Size))
		a.Remedy = "group the other way, so that neighbouring threads (along x) take neighbouring elements, or move a tile through shared memory"
	}
}

func (a *Access) verb() string {
	switch a.Op {
	case "load", "copy":
		return "read"
	case "store":
		return "write"
	}
	return "update"
}

// distance is one in elements, or in bytes where it is no multiple.
func distance(bytes int64, size int) string {
	bytes = max(bytes, -bytes)
	if size > 0 && bytes%int64(size) == 0 {
		return fmt.Sprint(bytes / int64(size))
	}
	return fmt.Sprintf("%d bytes", bytes)
}
