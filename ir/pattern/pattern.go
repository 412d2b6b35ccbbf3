// Package pattern has regular expressions that are compiled when they are first used: a program starts without the time for those of
// commands that are not given.
package pattern

import (
	"regexp"
	"sync"
)

// Of is the expression of a text, which must be right.
func Of(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
