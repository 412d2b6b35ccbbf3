package harness

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"descend/dialects/gpu/contract"
)

// prefix goes before every symbol that the module defines, so that a kernel
// may be called main or read.
const prefix = "dm."

// externals are the functions of CUDA's device runtime, and the barrier of a grid, that runtime/ has,
// under their name with ds_ before it.
var externals = []string{"vprintf", "__assertfail", "descend_sync_grid", "__nvvm_reflect"}

// rewriter turns a module for nvptx64 into one for the host.
type rewriter struct {
	m         *module
	functions map[string]bool // what runtime/ defines
	declared  map[string]bool // declarations written so far
	shared    []string        // entries of ds_shared_table
	assembly  map[string]bool // functions called in place of inline assembly
	checked   bool            // ds_aligned is called
	out       strings.Builder
}

// rewrite returns the module's text for the host, or an error that names what
// the harness does not have. functions holds the names that the runtime
// defines.
func (m *module) rewrite(functions map[string]bool) (string, error) {
	r := &rewriter{m: m, functions: functions, declared: map[string]bool{}, assembly: map[string]bool{}}
	for _, e := range m.entities {
		if err := r.entity(e); err != nil {
			return "", err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.assembly)) {
		if !r.declared["@"+name] {
			fmt.Fprintf(&r.out, "declare "+assemblies[name]+"\n", name)
		}
	}
	if r.checked {
		r.out.WriteString("declare void @ds_aligned(ptr, i64)\n")
	}
	if len(m.dynamic) > 0 {
		r.out.WriteString("@ds_dynamic_shared = external global [0 x i8], align 16\n")
	}
	fmt.Fprintf(&r.out, "@ds_shared_table = constant [%d x { ptr, i64 }] [%s]\n", len(r.shared), strings.Join(r.shared, ", "))
	fmt.Fprintf(&r.out, "@ds_shared_count = constant i64 %d\n", len(r.shared))
	return r.out.String(), nil
}

func (r *rewriter) entity(e []token) error {
	switch head := e[0]; {
	case head.text == "target" || head.text == "source_filename" || head.text == "!nvvm.annotations":
		return nil
	case head.kind == global:
		if done, err := r.global(e); done || err != nil {
			return err
		}
	case head.text == "declare":
		text, err := r.tokens(e)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(lex(text), func(t token) bool { return t.kind == global })
		if at < 0 {
			return fmt.Errorf("cannot read the declaration %q", text)
		}
		// Names that differed in an address space are now one.
		name := lex(text)[at].text
		if r.declared[name] {
			return nil
		}
		r.declared[name] = true
		if strings.HasPrefix(name, "@"+mmaPrefix) {
			return r.mma(name, text)
		}
		r.out.WriteString(text + "\n")
		return nil
	}
	text, err := r.tokens(e)
	if err != nil {
		return err
	}
	if e[0].text == "attributes" {
		text = targetAttribute.ReplaceAllString(text, `"ds"`) // a group may not be empty
	}
	r.out.WriteString(r.checkAlignment(text) + "\n")
	return nil
}

// assumption matches what is promised of pointers' alignment, promise one of the promises.
var (
	assumption = regexp.MustCompile(`call void @llvm\.assume\(i1 true\) \[ ("align"\(ptr [^ ,]+, i64 \d+\)(?:, )?)+ \]`)
	promise    = regexp.MustCompile(`"align"\(ptr ([^ ,]+), i64 (\d+)\)`)
)

// checkAlignment makes checks of promises, which nothing need rely on.
func (r *rewriter) checkAlignment(text string) string {
	return assumption.ReplaceAllStringFunc(text, func(call string) string {
		r.checked = true
		var checks []string
		for _, m := range promise.FindAllStringSubmatch(call, -1) {
			checks = append(checks, fmt.Sprintf("call void @ds_aligned(ptr %s, i64 %s)", m[1], m[2]))
		}
		return strings.Join(checks, "\n  ")
	})
}

// targetAttribute matches the attributes that only mean something for NVPTX.
var targetAttribute = regexp.MustCompile(`"(target-cpu|target-features|tune-cpu|nvvm\.\w+)"(="[^"]*")?`)

// sharedGuard is the number of bytes behind a shared variable that the
// runtime checks (DS_SHARED_GUARD).
const sharedGuard = 64

// global writes shared variables, and __descend_fault, which the runtime must
// see; other globals need no more than their tokens rewritten.
func (r *rewriter) global(e []token) (done bool, err error) {
	g := readGlobal(e)
	name := symbol(e[0].text)
	if name == "__descend_fault" && !g.external {
		r.out.WriteString("@" + prefix + name + " = global i64 0, align 8\n")
		return true, nil
	}
	if g.space != 3 {
		return false, nil
	}
	if g.external {
		return true, nil
	}
	if init := strings.TrimSpace(join(g.init)); init != "undef" && init != "poison" {
		return true, fmt.Errorf("shared variable %s has the initial value %s, which NVPTX does not allow", name, init)
	}
	typ, err := r.tokens(g.typ)
	if err != nil {
		return true, err
	}
	rest, err := r.tokens(g.rest)
	if err != nil {
		return true, err
	}
	symbol := r.symbol(e[0].text)
	fmt.Fprintf(&r.out, "%s = global { %s, [%d x i8] } undef%s\n", symbol, typ, sharedGuard, rest)
	r.shared = append(r.shared, fmt.Sprintf("{ ptr, i64 } { ptr %s, i64 ptrtoint (ptr getelementptr (%s, ptr null, i64 1) to i64) }", symbol, typ))
	return true, nil
}

// tokens rewrites a piece of text for the host.
func (r *rewriter) tokens(e []token) (string, error) {
	var out []token
	for i := 0; i < len(e); i++ {
		t := e[i]
		switch {
		case t.kind == global:
			name, err := r.rename(t.text)
			if err != nil {
				return "", err
			}
			out = append(out, token{global, name})
		case t.kind == word && t.text == "asm":
			name, end := assembly(e, i)
			if name == "" {
				return "", fmt.Errorf("the module has inline assembly")
			}
			out = append(out, token{global, "@" + name})
			r.assembly[name], i = true, end
		case t.kind == word && (t.text == "ptx_kernel" || t.text == "ptx_device"):
		case t.kind == word && t.text == "addrspacecast":
			// Without address spaces it is a cast of a type to itself.
			out = append(out, token{word, "bitcast"})
		case t.kind == word && t.text == "addrspace" && i+1 < len(e) && e[i+1].text == "(":
			i = balanced(e, i+1) - 1
			out = dropLast(out, func(t token) bool { return t.kind == space })
			// `alloca i32, addrspace(5)` has a comma before it.
			out = dropLast(out, func(t token) bool { return t.text == "," })
		default:
			out = append(out, t)
		}
	}
	return join(out), nil
}

// assemblies are the results and parameters of the runtime's functions for inline assembly.
var assemblies = map[string]string{"ds_nvvm_exit": "void @%s()", "ds_nvvm_barrier_arrive": "void @%s(i32, i32)", "ds_nvvm_nothing": "void @%s()",
	"ds_nvvm_choose": "i32 @%s(i32, i1)", "ds_nvvm_fill": "void @%s(ptr)"}

// assembly gives the runtime's function that does what the inline assembly at
// i does, and the index of its last token; "" if there is none.
func assembly(e []token, i int) (name string, end int) {
	var words []string
	for end = i + 1; end < len(e); end++ {
		if e[end].kind != space {
			words = append(words, e[end].text)
		}
		if n := len(words); n == 4 || n == 3 && words[0] != "sideeffect" {
			break
		}
	}
	switch strings.Join(words, " ") {
	case `sideeffect "" , ""`:
		return "ds_nvvm_nothing", end
	case `sideeffect "exit;" , ""`:
		return "ds_nvvm_exit", end
	case `sideeffect "` + contract.ArriveAssembly + `" , "r,r,~{memory}"`:
		return "ds_nvvm_barrier_arrive", end
	case `sideeffect "" , "l,~{memory}"`:
		return "ds_nvvm_fill", end
	case `"` + contract.ChooseAssembly + `" , "=r,n,b"`:
		return "ds_nvvm_choose", end
	}
	return "", i
}

func dropLast(toks []token, match func(token) bool) []token {
	if n := len(toks); n > 0 && match(toks[n-1]) {
		return toks[:n-1]
	}
	return toks
}

// symbol gives the host's name of a symbol of the module.
func (r *rewriter) symbol(text string) string {
	if strings.HasPrefix(text, `@"`) {
		return `@"` + prefix + text[2:]
	}
	return "@" + prefix + text[1:]
}

// spaceSuffix matches the part of an intrinsic's name that says an address
// space: .p3 in llvm.memcpy.p1.p3.i64.
var spaceSuffix = regexp.MustCompile(`\.p\d+\b`)

// rename gives the host's name of any global symbol.
func (r *rewriter) rename(text string) (string, error) {
	name := symbol(text)
	switch {
	case r.m.dynamic[name]:
		return "@ds_dynamic_shared", nil
	case r.m.defined[name] && !strings.HasPrefix(name, "llvm."):
		return r.symbol(text), nil
	case name == "llvm.trap" || name == "llvm.debugtrap" || name == "llvm.ubsantrap":
		return "@ds_trap", nil
	case strings.HasPrefix(name, "llvm.nvvm.mma."):
		return "@" + mmaPrefix + strings.TrimPrefix(name, "llvm.nvvm.mma."), nil
	case strings.HasPrefix(name, "llvm.nvvm.ldmatrix."):
		return "@" + mmaPrefix + strings.TrimPrefix(name, "llvm.nvvm."), nil
	case strings.HasPrefix(name, "llvm.nvvm."):
		c := "ds_" + strings.ReplaceAll(strings.TrimPrefix(name, "llvm."), ".", "_")
		if !r.functions[c] {
			return "", fmt.Errorf("the harness does not have the intrinsic %s (runtime/intrinsics.c would be the place)", name)
		}
		return "@" + c, nil
	case strings.HasPrefix(name, "llvm."):
		return spaceSuffix.ReplaceAllString(text, ".p0"), nil
	case slices.Contains(externals, name):
		return "@ds_" + name, nil
	}
	return "", fmt.Errorf("the module refers to the external symbol %s, which the harness does not have", name)
}
