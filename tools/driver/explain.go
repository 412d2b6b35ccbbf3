package driver

import (
	"fmt"
	"strings"

	"descend/docs"
)

// explain prints the page of a diagnostic code.
func (s *session) explain(args []string) error {
	if len(args) != 1 {
		return usagef("explain takes one rule; the rules are %s", strings.Join(docs.Slugs(), ", "))
	}
	page, ok := docs.Page(args[0])
	if !ok {
		return usagef("no rule %q; the rules are %s", args[0], strings.Join(docs.Slugs(), ", "))
	}
	fmt.Fprint(s.stdout, page)
	return nil
}
