package ir

import (
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"descend/ir/spell"
)

// Context owns the uniqued types, attributes and locations of a compilation and the dialects registered
// with it. All methods may be called from several goroutines once the dialects are registered.
type Context struct {
	// AllowUnregistered lets operations, types and attributes of unknown dialects pass; also those that a
	// known dialect does not define, since ours are parts of MLIR's.
	AllowUnregistered bool

	// LoopsEnd takes for granted that loops end, as mlir-opt does: those that do nothing else are dropped. A loop of a program that goes on
	// forever is what the program says, and what stands behind it must not be done.
	LoopsEnd bool

	// CheckRewrites is for debugging: ApplyGreedily compares what each rewrite and folder says that it did with what it did, and
	// verifies the result. This takes time in the square of the size of the code.
	CheckRewrites bool

	mu        sync.RWMutex
	interned  map[internKey]any
	byParts   map[any]any   // see InternParts
	types     map[Type]bool // the interned types
	fileLocs  map[fileLocKey]*FileLineColLoc
	rangeLocs map[SourceRange]*RangeLoc
	opNames   map[string]*OpName
	dialects  map[string]*Dialect

	unknownLoc *UnknownLoc
	unit       *UnitAttr
	index      *IndexType
	none       *NoneType
	ints       [4][65]*IntegerType // by signedness and width
	floats     [numFloatKinds]*FloatType
	distinct   int
	resources  *Resources
	aliasNames map[*OpaqueAttr]string // see keepAlias

	lastRewrites sync.Map // *Operation -> lastRewrite
	rewriteRuns  atomic.Int64
	recording    atomic.Int32
}

type internKey struct{ kind, key string }

// NewContext returns a context that knows the given dialects, as Register does.
func NewContext(dialects ...*Dialect) *Context {
	c := newContext()
	for _, d := range dialects {
		c.Register(d)
	}
	for _, d := range dialects {
		if err := c.checkTerminators(d); err != nil {
			panic(err)
		}
	}
	return c
}

// checkTerminators wants the implicit terminators of a dialect's operations that are of other dialects of the context.
func (c *Context) checkTerminators(d *Dialect) error {
	for _, e := range d.Ops {
		dialect, _, _ := strings.Cut(e.Def.Terminator, ".")
		if other := c.dialects[dialect]; other == nil || other == d {
			continue
		}
		if t := c.opNames[e.Def.Terminator]; t == nil || t.Def == nil {
			return e.mistake(d, "dialect '%s' has no operation '%s', the implicit terminator", dialect, e.Def.Terminator)
		} else if !t.Def.Has(Terminator) {
			return e.mistake(d, "the implicit terminator '%s' has not the trait Terminator", e.Def.Terminator)
		}
	}
	return nil
}

// NewTrustingContext returns a context that knows the given dialects and takes it that there is no mistake in their definitions. To look
// for one takes longer than to compile a small program; a test of the dialects does it as well (NewContext).
func NewTrustingContext(dialects ...*Dialect) *Context {
	c := newContext()
	for _, d := range dialects {
		c.know(d)
	}
	return c
}

func newContext() *Context {
	c := &Context{
		interned:  map[internKey]any{},
		byParts:   map[any]any{},
		types:     map[Type]bool{},
		fileLocs:  map[fileLocKey]*FileLineColLoc{},
		rangeLocs: map[SourceRange]*RangeLoc{},
		opNames:   map[string]*OpName{},
		dialects:  map[string]*Dialect{},
	}
	c.unknownLoc = &UnknownLoc{}
	c.unit = &UnitAttr{}
	c.index = &IndexType{}
	c.none = &NoneType{}
	for i := range c.floats {
		c.floats[i] = &FloatType{Kind: FloatKind(i)}
	}
	for s := range 3 {
		for w := range 65 {
			c.ints[s][w] = &IntegerType{Width: w, Sign: Signedness(s)}
		}
	}
	return c
}

// Intern returns the one value of kind and key in the context, making it on first use. Kind names the Go
// type ("loc.file", "descend.ref"), key its whole content in one spelling.
func Intern[T any](c *Context, kind, key string, make func() T) T {
	return intern(c, c.interned, internKey{kind, key}, make)
}

// InternParts is Intern with a key of a struct type of its own that is compared with ==, such as one of interned parts.
func InternParts[K comparable, T any](c *Context, key K, make func() T) T {
	return intern[any](c, c.byParts, key, make)
}

// intern looks a key up in one of the context's tables.
func intern[K comparable, T any](c *Context, table map[K]any, key K, make func() T) T {
	c.mu.RLock()
	v, ok := table[key]
	c.mu.RUnlock()
	if ok {
		return v.(T)
	}
	n := make() // outside the lock: it may intern parts
	c.mu.Lock()
	defer c.mu.Unlock()
	if v, ok := table[key]; ok {
		return v.(T)
	}
	table[key] = n
	if t, ok := any(n).(Type); ok && reflect.TypeOf(t).Kind() == reflect.Pointer {
		c.types[t] = true
	}
	return n
}

// owns says whether a type was made in the context.
func (c *Context) owns(t Type) bool {
	switch t := t.(type) {
	case *IntegerType:
		if t.Width < len(c.ints[0]) {
			return c.ints[t.Sign][t.Width] == t
		}
	case *FloatType:
		return c.floats[t.Kind] == t
	}
	if p := reflect.TypeOf(t); p.Kind() != reflect.Pointer || p.Elem().Size() == 0 { // compared by what they say
		return true
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.types[t]
}

// Register makes a dialect's operations, types and attributes known. Registering one twice is harmless. It panics with a
// *DefinitionError if there is a mistake in the definitions (see Dialect.Check), if an operation breaks the dialect's rule, or
// if another dialect has the name.
func (c *Context) Register(d *Dialect) {
	if d == nil {
		misuse("Context.Register", "the dialect is nil")
	}
	if err := d.Check(); err != nil {
		panic(err)
	}
	for _, e := range d.Ops {
		if d.Rule != nil {
			if err := d.Rule(e); err != nil {
				panic(e.mistake(d, "%s", err))
			}
		}
	}
	c.know(d)
}

// know makes a dialect known, whose definitions are right.
func (c *Context) know(d *Dialect) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old := c.dialects[d.Name]; old != nil {
		if !old.sameOps(d) {
			panic(error(&DefinitionError{Dialect: d.Name, Message: "another dialect of this name is registered"}))
		}
		return
	}
	c.dialects[d.Name] = d
	for name := range c.opNames {
		if dialect, _, _ := strings.Cut(name, "."); dialect == d.Name {
			delete(c.opNames, name) // it was not known
		}
	}
}

// sameOps says whether both have the same operations: they are then two values of one dialect.
func (d *Dialect) sameOps(other *Dialect) bool {
	return slices.EqualFunc(d.Ops, other.Ops, func(a, b OpEntry) bool { return a.Def == b.Def })
}

// Dialect returns the registered dialect of that name, or nil.
func (c *Context) Dialect(name string) *Dialect {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return c.dialects[name]
}

// Dialects returns the registered dialects, sorted by name.
func (c *Context) Dialects() []*Dialect {
	c.mu.RLock()
	defer c.mu.RUnlock()
	out := make([]*Dialect, 0, len(c.dialects))
	for _, d := range c.dialects {
		out = append(out, d)
	}
	sort.Slice(out, func(i, j int) bool { return out[i].Name < out[j].Name })
	return out
}

// OpName returns the interned name of an operation, registered or not.
func (c *Context) OpName(name string) *OpName {
	c.mu.RLock()
	n := c.opNames[name]
	c.mu.RUnlock()
	if n != nil {
		return n
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if n := c.opNames[name]; n != nil {
		return n
	}
	dialect, _, _ := strings.Cut(name, ".")
	d := c.dialects[dialect]
	n = &OpName{ctx: c, Name: name, Dialect: d}
	if d != nil { // what is derived from a definition takes time, and most of them are not used
		if i := slices.IndexFunc(d.Ops, func(e OpEntry) bool { return e.Def.Name == name }); i >= 0 {
			n = newOpName(c, d, d.Ops[i])
		}
	}
	c.opNames[name] = n
	return n
}

// meantOp is the operation whose name is nearest to one that is unknown, as a note; none if none is near.
func (c *Context) meantOp(name string) []string {
	c.mu.RLock()
	defer c.mu.RUnlock()
	var known []string
	for _, d := range c.dialects {
		for _, e := range d.Ops {
			known = append(known, e.Def.Name)
		}
	}
	slices.Sort(known)
	meant := spell.Nearest(name, known)
	if meant == "" {
		return nil
	}
	return []string{"did you mean '" + meant + "'?"}
}

// OpName is the interned name of an operation with its definition; Def is nil for an unregistered one.
type OpName struct {
	Name    string
	Dialect *Dialect
	Def     *OpDef
	ctx     *Context
	wrap    func(*Operation) any
	// What follows is derived from the definition, once.
	typed    any       // the Go type of such operations, without one
	once     sync.Once // of written, which text gives
	written  opText
	short    string             // the name without the dialect, if that has no point
	defaults func() []Attribute // of Def.Attrs, nil where there is none
}

// newOpName is the name of a registered operation.
func newOpName(c *Context, d *Dialect, e OpEntry) *OpName {
	def := e.Def
	n := &OpName{ctx: c, Name: def.Name, Dialect: d, Def: def, wrap: e.Wrap, typed: e.Wrap(nil)}
	if _, short, _ := strings.Cut(def.Name, "."); !strings.Contains(short, ".") {
		n.short = short
	}
	n.defaults = sync.OnceValue(func() []Attribute {
		out := make([]Attribute, len(def.Attrs))
		for i := range def.Attrs {
			if f := def.Attrs[i].Default; f != nil {
				out[i] = f(c)
			}
		}
		return out
	})
	return n
}

// opText is how the operations of a name are written. Who only compiles does not ask: to find out whether a Go type has a method takes a
// microsecond for the first time.
type opText struct {
	asm    CustomAsm // the type as that, or nil
	namer  bool      // the type is a ValueNamer
	format *opFormat // nil for none
}

// text is how operations of the name are written; an unregistered one has its generic form alone.
func (n *OpName) text() *opText {
	n.once.Do(func() {
		t := &n.written
		t.asm, _ = n.typed.(CustomAsm)
		_, t.namer = n.typed.(ValueNamer)
		if n.Def != nil && n.Def.Format != "" && t.asm == nil {
			t.format = formatOf(n.Def)
		}
	})
	return &n.written
}

// form is the format of the operations of a name; nil where there is none, or one with an error.
func (t *opText) form() *opFormat {
	if t.format == nil || t.format.err != nil {
		return nil
	}
	return t.format
}

// isDefault says whether the attribute is the one that is assumed when the operation has none of the name.
func (n *OpName) isDefault(a NamedAttr) bool {
	for i := range n.Def.Attrs {
		if d := &n.Def.Attrs[i]; d.Name == a.Name {
			return d.Default != nil && n.defaults()[i] == a.Value
		}
	}
	return false
}

func (n *OpName) String() string { return n.Name }

// dialectName is the name up to the first point.
func (n *OpName) dialectName() string {
	dialect, _, _ := strings.Cut(n.Name, ".")
	return dialect
}
