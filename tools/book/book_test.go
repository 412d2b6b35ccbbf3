package book

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"descend/dialects/descend"
	"descend/docs"
	"descend/frontend/sema"
	"descend/frontend/std"
	"descend/passes/irtest"
	"descend/test/kit"
	"descend/tools/index"

	"github.com/google/go-cmp/cmp"
)

// TestPictures holds that each view has one picture, and that the book's are what the compiler makes of the views today.
func TestPictures(t *testing.T) {
	want := append(sema.Views(), slices.Collect(maps.Keys(index.DefinedViews()))...)
	var have, files []string
	for _, p := range Pictures() {
		have = append(have, p.View)
		svg, err := p.SVG()
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("../../docs/book/pictures", p.View+".svg")
		irtest.Golden(t, file, svg)
		files = append(files, file)
	}
	slices.Sort(want)
	slices.Sort(have)
	slices.Sort(files)
	if diff := cmp.Diff(want, have); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(kit.Files(t, "../../docs/book/pictures/*.svg"), files); diff != "" {
		t.Error(diff)
	}
}

// TestElements compares what programs read through views with what the language says of them.
func TestElements(t *testing.T) {
	for _, c := range []struct {
		shape []int
		shows shown
		want  []int
	}{
		{[]int{6}, shown{"group::<2>", []int{3, 2}, false}, []int{0, 1, 2, 3, 4, 5}},
		{[]int{2, 3}, shown{"transpose", []int{3, 2}, false}, []int{0, 3, 1, 4, 2, 5}},
		{[]int{3}, shown{"pad::<4>", []int{4}, true}, []int{0, 1, 2, -1}},
		{[]int{3}, shown{"window::<2>", []int{2, 2}, false}, []int{0, 1, 1, 2}},
	} {
		got, err := elements(t.TempDir(), c.shape, c.shows)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s has %v, expected %v (%v)", c.shows.Chain, got, c.want, err)
		}
	}
	if got, err := elements(t.TempDir(), []int{6}, shown{"group::<2>", []int{2, 3}, false}); err == nil {
		t.Errorf("a view is taken for one of another shape, with %v", got)
	}
}

// TestReference holds that the index has all functions, modules and codes.
func TestReference(t *testing.T) {
	listed := map[string]bool{}
	for _, g := range index.Groups {
		for _, f := range g.List {
			name := strings.FieldsFunc(f.Call, func(r rune) bool { return r == '(' || r == '<' })[0]
			listed[strings.TrimSuffix(name, "::")] = true
		}
	}
	for _, f := range descend.Functions() {
		listed[f.Name] = true
	}
	for other, name := range index.OtherSpellings {
		if !listed[name] {
			t.Errorf("%s is another spelling of %s, which is not listed", other, name)
		}
		listed[other] = true
	}
	if diff := cmp.Diff(sema.Functions(), slices.Sorted(maps.Keys(listed))); diff != "" {
		t.Error(diff)
	}
	page := Reference()
	for _, p := range Pictures() {
		if index.View(p.View) == "" {
			t.Errorf("the index says nothing of %s", p.View)
		}
	}
	for _, code := range docs.Slugs() {
		if !strings.Contains(page, "[`"+code+"`]") {
			t.Errorf("no code %s", code)
		}
	}
	for _, part := range append(std.Modules()[:2:2], "`reduce<n: nat, d: dty>(op: fn(d, d) -> d, start: d, x: & gpu.global [d; n])", "--sim-schedule", "### descendc explain") {
		if !strings.Contains(page, part) {
			t.Errorf("no %s", part)
		}
	}
}
