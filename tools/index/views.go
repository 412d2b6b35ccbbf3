package index

import (
	"maps"
	"slices"
	"strings"

	"descend/dialects"
	"descend/frontend/prelude"
)

// written says what the views are that the dialect does not have, as they are made of others.
var written = map[string]string{
	"pad_up": "the size goes up to a multiple of k, by elements that may not exist", "index": "one element", "fst": "the first of two parts", "snd": "the second of two parts",
	"identity": "nothing changes",
}

// View is what a view of the language makes, in a line; "" if there is none of that name.
func View(view string) string {
	if text := DefinedViews()[view]; text != "" {
		return text
	}
	if text := written[view]; text != "" {
		return text
	}
	for _, d := range dialects.All() {
		for _, op := range d.Ops {
			if op.Def.Name == "view."+view {
				return op.Def.Summary
			}
		}
	}
	return ""
}

// Views are the names of all, sorted.
func Views() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(written)), maps.Keys(DefinedViews()))
	for _, d := range dialects.All() {
		for _, op := range d.Ops {
			if name, ok := strings.CutPrefix(op.Def.Name, "view."); ok {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// DefinedViews are the comments of the views that are defined in the language.
func DefinedViews() map[string]string {
	out := map[string]string{}
	comment := ""
	for line := range strings.Lines(prelude.File().Text) {
		if c, ok := strings.CutPrefix(line, "//"); ok {
			comment += strings.TrimSpace(c) + " "
			continue
		}
		if def, ok := strings.CutPrefix(line, "view "); ok {
			name, _, _ := strings.Cut(def, "<")
			name, _, _ = strings.Cut(name, " ")
			text := strings.TrimSuffix(strings.TrimSpace(comment), ".")
			out[name] = strings.ToLower(text[:1]) + text[1:]
		}
		comment = ""
	}
	return out
}

// examples are how views are written.
var examples = map[string]string{
	"group":         "group::<4>",
	"group_up":      "group_up::<4>",
	"strided":       "strided::<3>",
	"fst":           "split::<4>.fst",
	"snd":           "split::<4>.snd",
	"take_left":     "take_left::<4>",
	"take_right":    "take_right::<4>",
	"range":         "range::<3, 8>",
	"reverse":       "reverse",
	"identity":      "identity",
	"join":          "join",
	"transpose":     "transpose",
	"map":           "map(reverse)",
	"index":         "map(index::<1>)",
	"tile":          "tile::<2, 3>",
	"group_by_tile": "group_by_tile::<2, 3>",
	"tile_up":       "tile_up::<2, 3>",
	"group_by_row":  "group_by_row::<4, 2>",
	"join_row":      "join_row",
	"swizzle":       "swizzle::<4>",
	"pad":           "pad::<9>",
	"pad_up":        "pad_up::<4>",
	"shift":         "shift::<2, 1>",
	"window":        "window::<3>",
	"repeat":        "repeat::<3>",
	"permute":       "permute(&p)",
	"split":         "split::<4>",
}

// Example is how a view is written, with sizes where it has some: "group::<4>".
func Example(view string) string { return examples[view] }
