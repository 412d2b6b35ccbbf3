package harness

import (
	"fmt"
	"regexp"
	"strings"
)

// Products of matrices, and loads of them. The intrinsics have structs of vectors as results, which C hands over in other registers than LLVM: so each gets a
// function here that puts its operands into memory, for one of the runtime.

// mmaPrefix begins the host's names of the intrinsics.
const mmaPrefix = "ds_mma."

// mmaDeclaration matches a declaration of one; its types are scalars, vectors and pointers.
var mmaDeclaration = regexp.MustCompile(`^declare (?:\{ ([^}]*) \}|(\w+)) @[\w.]+\(((?:[^()]|\(\w+\))*)\)`)

// mma writes the function for a declared intrinsic.
func (r *rewriter) mma(name, text string) error {
	m := mmaDeclaration.FindStringSubmatch(text)
	if m == nil {
		return fmt.Errorf("cannot read the declaration %q", text)
	}
	results, params := strings.Split(m[1]+m[2], ", "), strings.Split(m[3], ", ")
	kind := strings.TrimPrefix(name, "@"+mmaPrefix)
	w := func(format string, args ...any) { fmt.Fprintf(&r.out, format+"\n", args...) }
	w(`@"%skind.%s" = private constant [%d x i8] c"%s\00"`, mmaPrefix, kind, len(kind)+1, kind)
	for i := range params {
		params[i] = strings.Fields(params[i] + " ")[0]
		if strings.HasPrefix(params[i], "<") { // <2 x half>
			params[i] = "<2 x half>"
		}
	}
	typed := make([]string, len(params))
	for i, p := range params {
		typed[i] = fmt.Sprintf("%s %%p%d", p, i)
	}
	ret := "{ " + strings.Join(results, ", ") + " }"
	if m[2] != "" {
		ret = m[2]
	}
	w("define internal %s %s(%s) {", ret, name, strings.Join(typed, ", "))
	w("  %%in = alloca [%d x i64]\n  %%out = alloca [%d x i64]", len(params), len(results))
	for i, p := range params {
		w("  %%a%d = getelementptr [%d x i64], ptr %%in, i64 0, i64 %d\n  store i64 0, ptr %%a%d\n  store %s %%p%d, ptr %%a%d", i, len(params), i, i, p, i, i)
	}
	w(`  call void @ds_nvvm_mma(ptr @"%skind.%s", i32 %d, ptr %%in, ptr %%out)`, mmaPrefix, kind, len(params))
	last := "undef"
	for i, t := range results {
		if m[2] != "" {
			w("  %%s0 = load %s, ptr %%out", t)
			last = "%s0"
			break
		}
		w("  %%r%d = getelementptr [%d x i64], ptr %%out, i64 0, i64 %d\n  %%v%d = load %s, ptr %%r%d", i, len(results), i, i, t, i)
		w("  %%s%d = insertvalue %s %s, %s %%v%d, %d", i, ret, last, t, i, i)
		last = fmt.Sprintf("%%s%d", i)
	}
	w("  ret %s %s\n}", ret, last)
	if !r.declared["@ds_nvvm_mma"] {
		r.declared["@ds_nvvm_mma"] = true
		w("declare void @ds_nvvm_mma(ptr, i32, ptr, ptr)")
	}
	return nil
}
