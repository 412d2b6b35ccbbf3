// Package spell finds what a misspelled name was meant to be.
package spell

// Nearest is the candidate nearest to a misspelled name, or "".
func Nearest(name string, candidates []string) string {
	best, bestDist := "", 1+max(1, len(name)/3)
	if len(name) > 64 || len(name) < 3 {
		return "" // one or two letters resemble many others
	}
	for _, c := range candidates {
		if d := Distance(name, c, bestDist); d < bestDist {
			best, bestDist = c, d
		}
	}
	return best
}

// DidYouMean is a clause about the nearest candidate for the end of a message, "" if none is near.
func DidYouMean(name string, candidates []string) string {
	if s := Nearest(name, candidates); s != "" {
		return "; did you mean " + s + "?"
	}
	return ""
}

// Distance counts insertions, deletions and replacements of bytes and exchanges of neighbours (optimal string
// alignment); limit or more is limit.
func Distance(a, b string, limit int) int {
	if d := len(a) - len(b); d >= limit || -d >= limit {
		return limit
	}
	before, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := range len(a) {
		cur[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			cur[j+1] = min(prev[j]+cost, prev[j+1]+1, cur[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				cur[j+1] = min(cur[j+1], before[j-1]+1)
			}
		}
		before, prev, cur = prev, cur, before
	}
	return min(prev[len(b)], limit)
}
