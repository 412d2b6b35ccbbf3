package driver

import (
	"fmt"

	"descend/docs"
	"descend/ir/spell"
)

// explain prints the page of a diagnostic code, or lists the codes.
func (s *session) explain(args []string) error {
	switch len(args) {
	case 0:
		s.listRules()
		return nil
	case 1:
	default:
		return usagef("explain takes one rule; descendc explain lists them")
	}
	page, ok := docs.Page(args[0])
	if !ok {
		return usagef("no rule %q%s (descendc explain lists the rules)", args[0], spell.DidYouMean(args[0], docs.Slugs()))
	}
	fmt.Fprint(s.stdout, page)
	return nil
}

func (s *session) listRules() {
	for _, g := range docs.Rules {
		fmt.Fprintf(s.stdout, "%s:\n", g.Title)
		for _, r := range g.Rules {
			fmt.Fprintf(s.stdout, "  %-20s %s\n", r.Slug, r.Line)
		}
	}
	fmt.Fprintln(s.stdout, "\ndescendc explain RULE shows a rule with a wrong and a right program.")
}
