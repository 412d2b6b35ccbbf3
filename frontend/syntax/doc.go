// Package syntax reads Descend source text: a lexer that makes tokens on demand and a
// recursive-descent parser that makes an ast.File of them.
//
// Errors are diagnostics with the code "syntax". After an error the parser is silent
// ("recovering") until it stands at a place where it knows again what comes next: the next element of
// a list, the next statement, the `{` of a body, the next item. So one mistake gives one error and several
// mistakes give several. Input of any size and shape takes time linear in its size and a bounded stack:
// nesting and the length of operator chains are limited to MaxDepth.
//
// The parser has no table of names: what a name means is none of its business, except for the spellings of
// the public prototype that it renames or refuses.
package syntax

import "descend/dialects/descend"

// MaxDepth is how deep source text may nest: brackets, blocks, prefix operators, chains of infix and
// postfix operators.
const MaxDepth = 1000

// MaxErrors is how many syntax errors of one file are reported.
const MaxErrors = 50

// MaxTokens is how many tokens a file may have; it bounds the memory that a tree takes.
const MaxTokens = 4_000_000

// Code is the slug of all diagnostics of this package.
const Code = descend.CodeSyntax
