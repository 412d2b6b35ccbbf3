package syntax

// Kind is the kind of a token.
type Kind uint8

// The tokens. `<` and `>` are always single tokens: the parser joins adjacent ones to `<=`, `<<`, `<<<` and
// so on where these can stand, since `>>>>` closes a launch and `>>` two argument lists.
const (
	EOF      Kind = iota
	BadToken      // an invalid character, already reported
	Ident
	LifetimeTok // 'a
	Int         // 12, 0x1f, 7u32
	Float       // 1.5, 1e-3f32
	String      // "text"

	// Keywords.
	KwFn
	KwStruct
	KwLet
	KwMut
	KwIf
	KwMatch
	KwElse
	KwWhile
	KwFor
	KwIn
	KwSched
	KwSplit
	KwSync
	KwReturn
	KwBreak
	KwContinue
	KwUnsafe
	KwWhere
	KwAs
	KwTrue
	KwFalse
	KwUniq
	KwShrd

	// Punctuation.
	LParen
	RParen
	LBracket
	RBracket
	LBrace
	RBrace
	Comma
	Semi
	Colon
	PathSep // ::
	Dot
	DotDot
	Arrow    // ->
	FatArrow // =>
	At
	Assign
	EqEq
	NotEq
	Not
	Less
	Greater
	Plus
	Minus
	Star
	Slash
	Percent
	And
	AndAnd
	Or
	OrOr
	Caret
	PlusAssign
	MinusAssign
	StarAssign
	SlashAssign
	PercentAssign
	AndAssign
	OrAssign
	CaretAssign
	Question

	numKinds
)

var kindText = [numKinds]string{
	EOF: "end of file", BadToken: "invalid character", Ident: "identifier", LifetimeTok: "lifetime",
	Int: "integer literal", Float: "float literal", String: "text",
	KwFn: "fn", KwStruct: "struct", KwLet: "let", KwMut: "mut", KwIf: "if", KwMatch: "match", KwElse: "else", KwWhile: "while",
	KwFor: "for", KwIn: "in", KwSched: "sched", KwSplit: "split", KwSync: "sync", KwReturn: "return",
	KwBreak: "break", KwContinue: "continue",
	KwUnsafe: "unsafe", KwWhere: "where", KwAs: "as", KwTrue: "true", KwFalse: "false", KwUniq: "uniq",
	KwShrd: "shrd",
	LParen: "(", RParen: ")", LBracket: "[", RBracket: "]", LBrace: "{", RBrace: "}", Comma: ",", Semi: ";",
	Colon: ":", PathSep: "::", Dot: ".", DotDot: "..", Arrow: "->", FatArrow: "=>", At: "@", Assign: "=",
	EqEq: "==", NotEq: "!=", Not: "!", Less: "<", Greater: ">", Plus: "+", Minus: "-", Star: "*", Slash: "/",
	Percent: "%", And: "&", AndAnd: "&&", Or: "|", OrOr: "||", Caret: "^", PlusAssign: "+=",
	MinusAssign: "-=", StarAssign: "*=", SlashAssign: "/=", PercentAssign: "%=", AndAssign: "&=",
	OrAssign: "|=", CaretAssign: "^=", Question: "?",
}

// String is the kind's spelling, or a description of kinds with many.
func (k Kind) String() string { return kindText[k] }

// quoted is the kind as messages name it: fixed spellings in back quotes.
func (k Kind) quoted() string {
	if k <= String {
		return kindText[k]
	}
	return "`" + kindText[k] + "`"
}

// IsKeyword says whether the kind is a reserved word.
func (k Kind) IsKeyword() bool { return k >= KwFn && k <= KwShrd }

// keywords maps reserved words to their kinds. Words that mean something in one position only (`view`,
// `at`, `alloc`, `X`, `cpu`, `gpu`, `any`, `indep`, `for_nat`) are identifiers.
var keywords = func() map[string]Kind {
	m := map[string]Kind{}
	for k := KwFn; k <= KwShrd; k++ {
		m[kindText[k]] = k
	}
	return m
}()

// keywordLengths holds for each first letter the lengths of the keywords that begin with it, a bit each: most names are told apart from
// keywords by it.
var keywordLengths = func() (lengths [256]uint32) {
	for word := range keywords {
		lengths[word[0]] |= 1 << len(word)
	}
	return lengths
}()

// wordKind is the kind of a word, which is not empty: that of a keyword, or Ident.
func wordKind(word string) Kind {
	if keywordLengths[word[0]]>>len(word)&1 != 0 {
		if k, ok := keywords[word]; ok {
			return k
		}
	}
	return Ident
}

// Keywords are the reserved words, in the order of their kinds.
func Keywords() (out []string) {
	for k := KwFn; k <= KwShrd; k++ {
		out = append(out, kindText[k])
	}
	return out
}

// Words are identifiers that begin an item, or have a meaning in one position only, for editors.
func Words() []string {
	return []string{"view", "const", "type", "use", "enum", "pub", "nat", "mem", "dty", "at", "alloc", "cpu", "gpu", "any", "indep"}
}

// Token is a token with its place in the text.
type Token struct {
	Kind       Kind
	Start, End int32 // bytes
}
