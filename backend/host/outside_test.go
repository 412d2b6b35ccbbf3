package host

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/llir/llvm/ir/types"

	"descend/ir/need"
)

// layout gives the size and alignment of a type in C.
func layout(t types.Type) (size, align int) {
	switch t := t.(type) {
	case *types.IntType:
		return int(t.BitSize) / 8, int(t.BitSize) / 8
	case *types.ArrayType:
		size, align = layout(t.ElemType)
		return size * int(t.Len), align
	case *types.StructType:
		at, align := offsets(t)
		return at[len(t.Fields)], align
	}
	return 8, 8 // pointers
}

// offsets gives where the fields of a structure lie, and its size.
func offsets(t *types.StructType) (at []int, align int) {
	next := 0
	align = 1
	for _, f := range t.Fields {
		size, a := layout(f)
		next = (next + a - 1) / a * a
		at = append(at, next)
		next += size
		align = max(align, a)
	}
	return append(at, (next+align-1)/align*align), align
}

// TestLayouts holds that the structures of the outside are those of the runtime.
func TestLayouts(t *testing.T) {
	clang, err := Options{Kind: Shared}.findClang()
	need.Found(t, err)
	var c strings.Builder
	c.WriteString("#include \"runtime.h\"\n")
	for _, s := range []struct {
		name, fields string
		t            *types.StructType
	}{
		{"descend_site", "file line column", siteType},
		{"descend_enum", "at count variants", enumType},
		{"descend_param", "name type elem kind device written size align rank shape complex stride num_enums enums", paramType},
		{"descend_clause", "text holds", clauseType},
		{"descend_image", "target ptx", imageType},
		{"descend_check", "site kind text", checkType},
		{"descend_kernel", "name symbol cpu strips cooperative args program dims shared", kernelType},
		{"descend_function", "name num_params num_results num_nats num_clauses params results clauses kernel entry", functionType},
		{"descend_program", "name num_functions num_images num_checks functions images checks check_kernels modules next", programType},
	} {
		at, _ := offsets(s.t)
		fields := strings.Fields(s.fields)
		if len(fields) != len(s.t.Fields) {
			t.Fatalf("%s has %d fields", s.name, len(s.t.Fields))
		}
		for i, f := range fields {
			fmt.Fprintf(&c, "_Static_assert(offsetof(%s, %s) == %d, \"\");\n", s.name, f, at[i])
		}
		fmt.Fprintf(&c, "_Static_assert(sizeof(%s) == %d, \"\");\n", s.name, at[len(fields)])
	}
	fmt.Fprintf(&c, "_Static_assert(DESCEND_SCALAR == 0 && DESCEND_REF == %d && DESCEND_BOX == %d && DESCEND_NAT == %d && MAX_DEVICES == %d, \"\");\n",
		kinds["ref"], kinds["box"], kinds["nat"], maxDevices)
	cmd := exec.Command(clang.Path, "-std=gnu11", "-I", "../runtime/src", "-fsyntax-only", "-x", "c", "-")
	cmd.Stdin = strings.NewReader(c.String())
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
