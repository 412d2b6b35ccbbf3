[ (block) (match) (split) (indep) (struct) (enum) (parameters) (arguments) (array) (struct_literal) ] @indent.begin @indent
[ "}" ")" "]" ] @indent.branch @outdent
