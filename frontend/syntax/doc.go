// Package syntax reads Descend source text: a lexer and a recursive-descent parser.
package syntax
