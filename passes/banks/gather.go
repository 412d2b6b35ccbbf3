package banks

import (
	"slices"

	"descend/dialects/gpu"
	"descend/dialects/gpu/traffic"
)

// gatherer makes patterns of accesses. Most accesses are of elements that others are of, too: what is found out about elements is found out
// once, and what is found out about accesses to them once for all rounds.
type gatherer struct {
	shapes   map[[gpu.WarpSize]int64]*shape
	warps    map[elements][]warp
	accesses map[accessed][]*pattern
	patterns map[key]*pattern
	list     []*pattern // in the order in which they were found
	room     []pattern  // for more
}

// elements are those that threads access.
type elements struct {
	at    where
	step  uint64
	first *int32
	n     int
}

// warp is what a warp accesses, the first thread of which is given.
type warp struct {
	shape *shape
	first int32
}

// accessed is what an operation accesses.
type accessed struct {
	access *Access
	elements
	offset     where
	offsetStep uint64
}

// gather makes patterns of the accesses.
func (x *walk) gather() {
	for _, n := range x.list {
		n.Counted = true
	}
	few := min(len(x.log), 512)
	g := &gatherer{shapes: map[[gpu.WarpSize]int64]*shape{}, warps: map[elements][]warp{},
		accesses: make(map[accessed][]*pattern, few), patterns: make(map[key]*pattern, 2*few)}
	for i := range x.log {
		e := &x.log[i]
		n := e.access
		n.AtMost = n.AtMost || e.atMost
		n.Counted = n.Counted && !e.maybe && !e.atMost
		if e.unknown != "" {
			n.Unknown = e.unknown
			continue
		}
		for _, p := range g.of(e) {
			p.times += e.times
		}
	}
	x.patterns = slices.DeleteFunc(g.list, func(p *pattern) bool { return p.access.Unknown != "" })
}

// of are the patterns of an event, by warp. Numbers of events stay where they are (walk.recycle), so their place tells what they are.
func (g *gatherer) of(e *event) []*pattern {
	if len(e.act) == 0 {
		return nil
	}
	at, _ := e.at.place()
	offset, _ := e.offset.place()
	k := accessed{e.access, elements{at, e.at.step, &e.act[0], len(e.act)}, offset, e.offset.step}
	ps, ok := g.accesses[k]
	if ok {
		return ps
	}
	warps, ok := g.warps[k.elements]
	if !ok {
		warps = g.byWarps(e)
		g.warps[k.elements] = warps
	}
	ps = make([]*pattern, 0, len(warps))
	for _, w := range warps {
		id := key{access: e.access, shape: w.shape, step: e.at.step, offset: e.offset.of(w.first), offsetStep: e.offset.step}
		p := g.patterns[id]
		if p == nil {
			if len(g.room) == 0 {
				g.room = make([]pattern, 32)
			}
			p, g.room = &g.room[0], g.room[1:]
			p.key, g.patterns[id] = id, p
			g.list = append(g.list, p)
		}
		ps = append(ps, p)
	}
	g.accesses[k] = ps
	return ps
}

func (g *gatherer) byWarps(e *event) []warp {
	var out []warp
	for act := e.act; len(act) > 0; {
		w, k := act[0]/gpu.WarpSize, 1
		for k < len(act) && act[k]/gpu.WarpSize == w {
			k++
		}
		var at [gpu.WarpSize]int64
		for l := range at {
			at[l] = traffic.Nobody
		}
		up := uint64(0) // what is open keeps elements from being in front of the buffer
		for _, t := range act[:k] {
			for int64(e.at.of(t)+up) < 0 && e.at.step != 0 {
				up += e.at.step * (-(e.at.of(t)+up)/e.at.step + 1)
			}
		}
		for _, t := range act[:k] {
			at[t%gpu.WarpSize] = int64(e.at.of(t) + up)
		}
		s := g.shapes[at]
		if s == nil {
			s = &shape{at: at}
			g.shapes[at] = s
		}
		out = append(out, warp{s, act[0]})
		act = act[k:]
	}
	return out
}
