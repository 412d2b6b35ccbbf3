package banks

import (
	"slices"

	"descend/dialects/gpu"
	"descend/dialects/gpu/traffic"
)

// gatherer groups accesses. Most accesses are of elements that others are of, too: what is found out about elements is found out
// once, and what is found out about accesses to them once for all rounds.
type gatherer struct {
	shapes map[[gpu.WarpSize]int64]*shape
	warps  map[elements][]warp
	groups map[accessed]*group
	list   []*group // in the order in which they were found
}

// group are accesses of the warps of a block to the same elements, as often as they occur.
type group struct {
	access *Access
	warps  []warp
	step   uint64 // as in a key
	offset value
	times  float64
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

// gather groups the accesses that are known.
func (x *walk) gather() {
	for _, n := range x.list {
		n.Counted = true
	}
	g := &gatherer{shapes: make(map[[gpu.WarpSize]int64]*shape, 64), warps: map[elements][]warp{}, groups: map[accessed]*group{}}
	for i := range x.log {
		e := &x.log[i]
		n := e.access
		n.AtMost = n.AtMost || e.atMost
		n.Counted = n.Counted && !e.maybe && !e.atMost
		switch {
		case e.unknown != "":
			n.Unknown = e.unknown
		case len(e.act) > 0:
			g.of(e).times += e.times
		}
	}
	x.groups = slices.DeleteFunc(g.list, func(g *group) bool { return g.access.Unknown != "" })
}

// of is the group of an event. Numbers of events stay where they are (walk.recycle), so their place tells what they are.
func (g *gatherer) of(e *event) *group {
	at, _ := e.at.place()
	offset, _ := e.offset.place()
	k := accessed{e.access, elements{at, e.at.step, &e.act[0], len(e.act)}, offset, e.offset.step}
	p := g.groups[k]
	if p != nil {
		return p
	}
	warps, ok := g.warps[k.elements]
	if !ok {
		warps = g.byWarps(e)
		g.warps[k.elements] = warps
	}
	p = &group{access: e.access, warps: warps, step: e.at.step, offset: e.offset}
	g.groups[k] = p
	g.list = append(g.list, p)
	return p
}

// key is what the access of a warp is.
func (g *group) key(w warp) key {
	return key{access: g.access, shape: w.shape, step: g.step, offset: g.offset.of(w.first), offsetStep: g.offset.step}
}

// count adds the group to the numbers of its access.
func (g *group) count() {
	n := g.access
	for _, w := range g.warps {
		k := g.key(w)
		c := k.plain()
		n.Warps += g.times
		n.Lanes += g.times * float64(w.shape.lanes)
		n.Passes += g.times * float64(c.Passes)
		n.Least += g.times * float64(c.Least)
		n.Degree = max(n.Degree, c.Degree)
	}
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
		if e.at.step != 0 {
			for _, t := range act[:k] {
				for int64(e.at.of(t)+up) < 0 {
					up += e.at.step * (-(e.at.of(t)+up)/e.at.step + 1)
				}
			}
		}
		for _, t := range act[:k] {
			at[t%gpu.WarpSize] = int64(e.at.of(t) + up)
		}
		s := g.shapes[at]
		if s == nil {
			s = &shape{at: at}
			for _, i := range at {
				if i >= 0 {
					s.lanes++
				}
			}
			g.shapes[at] = s
		}
		out = append(out, warp{s, act[0]})
		act = act[k:]
	}
	return out
}
