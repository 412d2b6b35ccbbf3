package driver

import (
	"fmt"
	"strings"

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
		return usagef("no rule %q%s", args[0], insteadOfRule(args[0]))
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

// rustCodes are the rules that codes of rustc's are about.
var rustCodes = map[string]string{
	"E0004": "missing-arm", "E0277": "mismatched-types", "E0282": "cannot-infer", "E0283": "cannot-infer", "E0308": "mismatched-types",
	"E0369": "mismatched-types", "E0373": "dangling-borrow", "E0381": "uninitialized", "E0382": "moved-value", "E0384": "immutable",
	"E0412": "unknown-name", "E0415": "duplicate-name", "E0423": "kind-mismatch", "E0425": "unknown-name", "E0428": "duplicate-name", "E0432": "unknown-name",
	"E0433": "unknown-name", "E0499": "borrow-conflict", "E0502": "borrow-conflict", "E0505": "borrow-conflict", "E0506": "borrow-conflict", "E0507": "moved-value",
	"E0515": "dangling-borrow", "E0560": "unknown-name", "E0594": "immutable", "E0596": "immutable", "E0597": "dangling-borrow", "E0609": "unknown-name", "E0716": "dangling-borrow",
}

// insteadOfRule proposes rules for a name that is none: that of a code of rustc's, one that is spelled alike, those that speak of it, or all.
func insteadOfRule(name string) string {
	if rule := rustCodes[strings.ToUpper(name)]; rule != "" {
		return ", which is a code of rustc; here it is " + rule
	}
	if near := spell.DidYouMean(name, docs.Slugs()); near != "" {
		return near
	}
	var about, all []string
	for _, g := range docs.Rules {
		for _, r := range g.Rules {
			all = append(all, r.Slug)
			if strings.Contains(r.Slug+" "+r.Line, strings.ToLower(name)) && len(name) > 2 {
				about = append(about, r.Slug)
			}
		}
	}
	if len(about) > 0 {
		return "; of that speak " + strings.Join(about, ", ")
	}
	return "; the rules are " + strings.Join(all, ", ")
}
