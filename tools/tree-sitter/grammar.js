// The grammar of Descend for tree-sitter. It takes more than the compiler: types and sizes are one kind of terms, views are terms, and what
// a word means is asked only where its place decides it. frontend/syntax is the parser that says what a program is.

const list = (rule) => optional(seq(rule, repeat(seq(",", rule)), optional(",")));
const list1 = (rule) => seq(rule, repeat(seq(",", rule)), optional(","));

module.exports = grammar({
  name: "descend",
  word: ($) => $.identifier,
  extras: ($) => [/\s/, $.line_comment, $.block_comment],
  supertypes: ($) => [$._item, $._expression, $._type],

  conflicts: ($) => [
    [$.reference_type, $.memory],
    [$.type_name],
    [$.range, $.binary],
    [$.executor_type],
    [$.lambda_argument, $._block_like],
    [$.where],
    [$._condition, $.binary],
    [$.clause, $._type],
    [$.execution, $._path],
    [$.split, $._split_name],
    [$.struct_literal, $._postfixable],
  ],

  rules: {
    source_file: ($) => repeat(choice($._item, ";")),

    _item: ($) => choice($.function, $.struct, $.enum, $.view, $.constant, $.type_alias, $.use),

    // Items.
    function: ($) =>
      seq(optional(choice("pub", $.mark)), "fn", field("name", $.identifier), optional($.generics), $.parameters, optional($.executed_by),
        optional(seq(optional($.owner), field("result", $._type))), optional($.where), choice(field("body", $.block), ";")),
    mark: ($) => choice("bench", seq("test", optional(seq("fails", optional($.string))))),
    executed_by: ($) => seq("-[", field("name", $.identifier), ":", $.executor, "]", "->"),
    executor: ($) => seq(choice($.resource, $.identifier), optional($.type_arguments)),
    owner: ($) => seq("[", $.execution, "]"),
    generics: ($) => seq("<", list(choice($.lifetime, $.generic)), ">"),
    generic: ($) => seq(field("name", choice($.identifier, $.lifetime)), ":", choice($.identifier, $.function_type)),
    parameters: ($) => seq("(", list($.parameter), ")"),
    parameter: ($) => seq(optional("mut"), optional($.owner), optional("mut"), field("name", $.identifier), ":", field("type", $._type)),
    lifetimes: ($) => seq("<", list($.lifetime), ">"),
    where: ($) => seq("where", list($.clause)),
    clause: ($) =>
      choice(seq(choice($.identifier, $.lifetime), ":", choice($.identifier, $.lifetime), repeat(seq("+", choice($.identifier, $.lifetime)))),
        seq($._type, choice("==", "!=", "<", "<=", ">", ">="), $._type), $.size_call),
    struct: ($) => seq(optional("pub"), "struct", field("name", $.identifier), optional($.generics), optional($.where), "{", list($.field), "}"),
    field: ($) => seq(field("name", $.identifier), ":", field("type", $._type)),
    enum: ($) => seq(optional("pub"), "enum", field("name", $.identifier), "{", list(field("variant", $.identifier)), "}"),
    view: ($) =>
      prec.right(seq(optional("pub"), "view", field("name", choice($.identifier, $._split_name)), optional($.generics), optional($.parameters), optional($.where), "=",
        $._expression, optional($.where), optional(";"))),
    constant: ($) => prec.right(seq(optional("pub"), "const", field("name", $.identifier), ":", $._type, "=", $._expression, optional(";"))),
    type_alias: ($) => prec.right(seq(optional("pub"), "type", field("name", $.identifier), optional($.generics), "=", $._type, optional(";"))),
    use: ($) =>
      prec.right(seq(optional("pub"), "use", $.identifier, repeat(seq("::", $.identifier)),
        optional(seq("::", "{", list(seq($.identifier, optional(seq("as", $.identifier)))), "}")), optional(";"))),

    // Types and sizes.
    _type: ($) =>
      choice($.type_name, $.array_type, $.tuple_type, $.reference_type, $.maybe_type, $.box_type, $.function_type, $.integer, $.size_call, $.size_operation),
    type_name: ($) => seq($._path, optional($.type_arguments)),
    type_arguments: ($) => seq("<", list($._argument), ">"),
    _argument: ($) => choice($._type, $.resource, $.lifetime, $.lambda_argument),
    lambda_argument: ($) => seq(choice("||", seq("|", list($.identifier), "|")), choice($.block, $._value_in_arguments)),
    _value_in_arguments: ($) => choice($._postfixable, $.integer, $.float, $.argument_operation),
    argument_operation: ($) =>
      choice(prec.left(1, seq($._value_in_arguments, choice("+", "-"), $._value_in_arguments)),
        prec.left(2, seq($._value_in_arguments, choice("*", "/", "%"), $._value_in_arguments)),
        prec(3, seq(choice("-", "!"), $._value_in_arguments))),
    array_type: ($) => seq("[", $._type, optional(seq(";", field("length", $._type))), "]"),
    tuple_type: ($) => seq("(", list($._type), ")"),
    reference_type: ($) =>
      prec(5, seq("&", optional($.lifetime), choice(seq(optional(field("lifetime", $.identifier)), choice("uniq", "shrd"), $._memory), seq(optional(field("lifetime", $.identifier)), $._memory)), $._type)),
    _memory: ($) => choice($.resource, $.memory),
    memory: ($) => prec(5, $.identifier),
    maybe_type: ($) => prec.right(5, seq("?", $._type)),
    box_type: ($) => prec.left(4, seq($._type, "@", $._memory)),
    function_type: ($) => prec.right(5, seq("fn", "(", list($._type), ")", "->", $._type)),
    size_call: ($) => seq(field("function", $.identifier), "(", list($._type), ")"),
    size_operation: ($) =>
      choice(prec.left(1, seq($._type, choice("+", "-"), $._type)), prec.left(2, seq($._type, choice("*", "/", "%"), $._type))),

    // Who executes.
    execution: ($) => prec.right(seq(choice($.identifier, $.executor_type), repeat($.step))),
    executor_type: ($) => seq($.resource, optional($.type_arguments)),
    step: ($) => prec.right(seq(".", choice($.identifier, $._split_name, $.integer), optional(seq("(", list($._type), ")")))),

    // Statements.
    block: ($) => seq(optional($.lifetimes), "{", repeat($._statement), optional(field("result", choice($._expression, $.assignment, $.let, $.let_size))), "}"),
    _statement: ($) =>
      choice(";", seq($.let, ";"), seq($.let_size, ";"), seq(choice($._expression, $.assignment), ";"), prec(1, $._block_like)),
    let: ($) =>
      seq("let", optional(seq("[", $.execution, "]")), field("pattern", choice($._pattern, alias("nat", $.identifier))), optional(seq(":", field("type", $._type))), optional(seq("=", $._expression))),
    let_size: ($) => seq("let", "nat", field("name", $.identifier), "=", $._expression),
    _pattern: ($) => choice(seq(optional("mut"), $.identifier), $.tuple_pattern),
    tuple_pattern: ($) => seq("(", list($._pattern), ")"),
    assignment: ($) =>
      prec.right(seq($._expression, choice("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="), $._expression)),

    _block_like: ($) => choice($.block, $.if, $.match, $.while, $.for, $.sched, $.split, $.unsafe, $.indep),
    if: ($) => prec.right(seq("if", $._condition, $.block, optional(seq("else", choice($.block, $.if))))),
    _condition: ($) => choice($._expression, seq("let", $._pattern, "=", $._expression)),
    match: ($) => seq("match", $._expression, "{", repeat($.arm), "}"),
    arm: ($) => seq(optional("|"), $.match_pattern, repeat(seq("|", $.match_pattern)), "=>", $._branch),
    match_pattern: ($) => seq($._pattern_value, optional(seq(choice("..", "..="), $._pattern_value))),
    _pattern_value: ($) => choice($._path, seq(optional("-"), choice($.integer, $.float)), $.boolean),
    _branch: ($) => choice(seq(choice($._expression, $.assignment), optional(",")), prec(1, seq($._block_like, optional(",")))),
    while: ($) => seq("while", $._expression, $.block),
    for: ($) => seq(choice("for", "for_nat"), $._pattern, "in", choice($._expression, $.range, seq("[", $.range, "]")), $.block),
    range: ($) => seq($._expression, "..", $._expression),
    sched: ($) => seq("sched", optional(seq("(", list($.identifier), ")")), field("name", $.identifier), "in", $.execution, $.block),
    split: ($) => seq("split", optional(seq("(", list($.identifier), ")")), $.execution, "at", $._type, "{", repeat($.split_branch), "}"),
    split_branch: ($) => seq(field("name", $.identifier), "=>", $._branch),
    indep: ($) => seq("indep", "(", $.identifier, ")", $._type, $.execution, "{", repeat($.split_branch), "}"),
    unsafe: ($) => seq("unsafe", $.block),

    // Terms.
    _expression: ($) =>
      choice($._postfixable, $.integer, $.float, $.string, $.boolean, $.unary, $.borrow, $.binary, $.cast, $.lambda, $.else, $.return, $.break, $.continue, $.sync),
    _postfixable: ($) =>
      choice($._path, $.generic_name, $.call, $.launch, $.member, $.index, $.select, $.slice, $.parenthesized, $.tuple_expression, $.array, $.struct_literal, $._block_like),
    _path: ($) => choice($.identifier, prec(-1, $._split_name), $.path),
    path: ($) => seq($._path, "::", field("name", choice($.identifier, $._split_name))),
    _split_name: ($) => alias("split", $.identifier),
    _generic_arguments: ($) => seq("::", $.type_arguments),
    generic_name: ($) => prec.left(seq($._path, $._generic_arguments)),
    call: ($) => prec(10, seq(field("function", $._path), optional($._generic_arguments), $.arguments)),
    arguments: ($) => seq("(", list($._expression), ")"),
    launch: ($) =>
      seq(field("function", $._path), "::", "<<<", $._type, ",", $._type, optional(seq(";", list($._type), optional(seq(";", list($.lifetime))))), ">>>",
        optional($._generic_arguments), $.arguments),
    member: ($) =>
      prec.left(9, seq($._place, ".", choice($.integer, seq(field("name", $._path), optional($._generic_arguments), optional($.arguments))))),
    _place: ($) => choice($._postfixable),
    index: ($) => prec(9, seq($._place, "[", $._expression, "]")),
    slice: ($) => prec(9, seq($._place, "[", $.range, "]")),
    select: ($) => prec(9, prec.dynamic(1, seq($._place, "[[", choice($.execution, prec.dynamic(-1, $._expression)), "]", "]"))),
    parenthesized: ($) => seq("(", $._expression, ")"),
    tuple_expression: ($) => seq("(", optional(seq($._expression, ",", list($._expression))), ")"),
    array: ($) => seq("[", optional(choice(list1($._expression), seq($._expression, ";", $._expression))), "]"),
    struct_literal: ($) => prec.dynamic(-1, seq($._path, optional($._generic_arguments), "{", list($.field_value), "}")),
    field_value: ($) => seq(field("name", $.identifier), optional(seq(":", $._expression))),
    unary: ($) => prec(8, seq(choice("-", "!", "*"), $._expression)),
    borrow: ($) => prec(8, seq(choice("&", "&&"), optional($.lifetime), optional(choice("uniq", "shrd")), $._expression)),
    cast: ($) => prec.left(7, seq($._expression, "as", choice(alias($._scalar, $.type_name), $.type_name))),
    // They take no arguments, so that `x as i32 < y` compares.
    _scalar: () => choice("bool", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64", "f16", "bf16", "f32", "f64"),
    binary: ($) =>
      choice(...[[6, ["*", "/", "%"]], [5, ["+", "-"]], [4, ["<<", ">>"]], [3, ["&"]], [2, ["^"]], [1, ["|"]], [0, ["==", "!=", "<", "<=", ">", ">="]], [-1, ["&&"]],
        [-2, ["||"]]].map(([level, operators]) =>
        prec.left(level, seq(field("left", $._expression), field("operator", operators.length > 1 ? choice(...operators) : operators[0]), field("right", $._expression))))),
    lambda: ($) => prec.right(-5, seq(choice("||", seq("|", list($.identifier), "|")), $._expression)),
    else: ($) => prec.left(-4, seq($._expression, "else", $._expression)),
    return: ($) => prec.right(-6, seq("return", optional($._expression))),
    break: () => "break",
    continue: () => "continue",
    sync: ($) => prec.right(seq("sync", optional(seq("(", optional($.execution), ")")))),

    // Words.
    identifier: () => /[A-Za-z_][A-Za-z0-9_]*/,
    resource: () => token(prec(1, /(cpu|gpu)\.[A-Za-z_]+/)),
    lifetime: () => /'[A-Za-z_][A-Za-z0-9_]*/,
    boolean: () => choice("true", "false"),
    integer: () => /0[xX][0-9a-fA-F_]+([iu](8|16|32|64))?|0[oO][0-7_]+([iu](8|16|32|64))?|0[bB][01_]+([iu](8|16|32|64))?|[0-9][0-9_]*([iu](8|16|32|64))?/,
    float: ($) =>
      choice(/[0-9][0-9_]*\.[0-9][0-9_]*([eE][+-]?[0-9][0-9_]*)?(b?f16|f32|f64)?|[0-9][0-9_]*\.?[eE][+-]?[0-9][0-9_]*(b?f16|f32|f64)?|[0-9][0-9_]*\.?(b?f16|f32|f64)/,
        prec(11, seq($.integer, token.immediate(".")))),
    string: () => /"([^"\\\n]|\\.)*"/,
    line_comment: () => token(seq("//", /[^\n]*/)),
    block_comment: ($) => seq(token(prec(3, "/*")), repeat(choice($.block_comment, $._comment_text)), token(prec(3, "*/"))),
    _comment_text: () => token(prec(2, /[^*\/\s]+|\*|\//)),
  },
});
