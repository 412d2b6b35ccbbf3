package main

import (
	"bytes"
	"regexp"
	"testing"

	"descend/dialects"
	"descend/docs"
	"descend/passes/irtest"
)

// TestReferenceIsCurrent compares docs/ir.md with what the definitions give.
func TestReferenceIsCurrent(t *testing.T) {
	const path = "../../docs/ir.md"
	var want bytes.Buffer
	writeReference(&want, dialects.All())
	irtest.Golden(t, path, want.String())
}

// TestHTML wants a section for every operation, every link to lead to one, and tags to match.
func TestHTML(t *testing.T) {
	var page bytes.Buffer
	if err := writeHTML(&page, dialects.All()); err != nil {
		t.Fatal(err)
	}
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page.String(), -1) {
		if ids[m[1]] {
			t.Errorf("two sections are called %s", m[1])
		}
		ids[m[1]] = true
	}
	links := regexp.MustCompile(` href="#([^"]*)"`).FindAllStringSubmatch(page.String(), -1)
	for _, m := range links {
		if !ids[m[1]] {
			t.Errorf("link to #%s, which is not there", m[1])
		}
	}
	ops := 0
	for _, d := range dialects.All() {
		for _, e := range d.Ops {
			ops++
			if !ids[docs.Anchor(e.Def.Name)] {
				t.Errorf("%s is missing", e.Def.Name)
			}
		}
	}
	if ops < 100 || len(links) < 2*ops {
		t.Errorf("only %d operations and %d links", ops, len(links))
	}
	var open []string
	for _, m := range regexp.MustCompile(`<(/?)([a-z0-9]+)[^>]*>`).FindAllStringSubmatch(page.String(), -1) {
		switch {
		case m[2] == "meta" || m[2] == "hr" || m[2] == "br":
		case m[1] == "":
			open = append(open, m[2])
		case len(open) == 0 || open[len(open)-1] != m[2]:
			t.Fatalf("</%s> closes %v", m[2], open)
		default:
			open = open[:len(open)-1]
		}
	}
}

func TestAnchor(t *testing.T) {
	if got := docs.Anchor("arith.addi"); got != "arithaddi" {
		t.Errorf("anchor is %s", got)
	}
	if got := docs.Anchor("Dialect view"); got != "dialect-view" {
		t.Errorf("anchor is %s", got)
	}
}
