; What words and marks are, for highlighting. Of several patterns for a node editors take the last (Neovim) or the first (Helix): none here
; have a node in common but names, of which the special ones come first and exclude each other.

(line_comment) @comment
(block_comment) @comment
(string) @string
(integer) @number
(float) @number
(boolean) @boolean
(lifetime) @label
(resource) @type.builtin
(memory) @type.builtin

(function name: (identifier) @function)
(call function: (identifier) @function)
(call function: (path name: (identifier) @function))
(launch function: (identifier) @function)
(launch function: (path name: (identifier) @function))
(size_call function: (identifier) @function)
(member name: (identifier) @property)
(member name: (path name: (identifier) @property))
(view name: (identifier) @function)
(struct name: (identifier) @type)
(enum name: (identifier) @type)
(type_alias name: (identifier) @type)
(constant name: (identifier) @constant)
(type_name (identifier) @type)
(type_name (path name: (identifier) @type))
(struct_literal (identifier) @type)
(parameter name: (identifier) @variable.parameter)
(generic name: (identifier) @variable.parameter)
(field name: (identifier) @property)
(field_value name: (identifier) @property)
(sched name: (identifier) @variable)
(executed_by name: (identifier) @variable)

[
  "fn" "struct" "enum" "view" "const" "type" "use" "pub" "test" "fails" "bench" "let" "mut" "where" "as" "unsafe" "uniq" "shrd" "nat"
  "if" "else" "match" "while" "for" "for_nat" "in" "sched" "split" "indep" "at" "return"
  (break) (continue)
] @keyword
(sync "sync" @keyword)

[ "-[" "->" "=>" "=" "+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>=" "==" "!=" "<=" ">=" "&&" "||" "+" "-" "*" "/" "%" "&" "|" "^" "!" ".." "..=" "<<" ">>" "@" "?" ] @operator
[ "(" ")" "[" "]" "{" "}" "[[" "<<<" ">>>" ] @punctuation.bracket
[ "," ";" ":" "::" "." ] @punctuation.delimiter
