package passes

import "fmt"

// Follower is implemented by passes that come after others: in a pipeline that has both, the others come first.
type Follower interface{ After() []Order }

// Order is a pass that comes before, and why.
type Order struct{ Pass, Why string }

// Ordered finds the first pass of a list that comes before one that it should follow.
func Ordered(list []Pass) error {
	at := map[string]int{} // where a pass comes first
	for i, p := range list {
		if _, ok := at[p.Name()]; !ok {
			at[p.Name()] = i
		}
	}
	for i, p := range list {
		f, ok := p.(Follower)
		if !ok {
			continue
		}
		for _, o := range f.After() {
			if j, ok := at[o.Pass]; ok && j > i {
				return fmt.Errorf("pass `%s` must come after `%s`: %s", p.Name(), o.Pass, o.Why)
			}
		}
	}
	return nil
}
