package llvmgen

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLinesIn(t *testing.T) {
	got := LinesIn(`define void @k() !dbg !6 {
  ret void, !dbg !216
}
!1 = !DIFile(filename: "a.desc", directory: "")
!6 = distinct !DISubprogram(name: "k", scope: !1, file: !1, type: !3, unit: !0)
!11 = !DIFile(filename: "<std>/matrix.desc", directory: "")
!12 = distinct !DISubprogram(name: "inlined code", scope: !11, file: !11, type: !3, unit: !0)
!173 = distinct !DILocation(line: 68, column: 13, scope: !6)
!215 = distinct !DILocation(line: 20, column: 3, scope: !12, inlinedAt: !173)
!216 = !DILocation(line: 147, column: 23, scope: !12, inlinedAt: !215)
!217 = !DILocation(line: 5, column: 1, scope: !12)
!218 = !DILocation(line: 7, column: 1, scope: !6)
`, "a.desc")
	if d := cmp.Diff(map[string]int{"173": 68, "215": 68, "216": 68, "218": 7}, got); d != "" {
		t.Error(d)
	}
}
