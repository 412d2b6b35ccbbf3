// Highlighting of Descend, of MLIR's text and of LLVM IR.
import { StreamLanguage, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { tags } from "@lezer/highlight";

const words = (text) => new Set(text.split(" "));
const keywords = words("fn struct let mut if else match while for in sched split sync return break continue unsafe where as true false uniq shrd nat view const type enum use pub alloc");
const types = words("bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64 cpu gpu any Gpu");

export const descend = StreamLanguage.define({
  name: "descend",
  startState: () => ({ depth: 0 }),
  token(s, state) {
    if (state.depth > 0) {
      while (!s.eol()) {
        if (s.match("*/")) {
          if (--state.depth === 0) break;
        } else if (s.match("/*")) state.depth++;
        else s.next();
      }
      return "comment";
    }
    if (s.eatSpace()) return null;
    if (s.match("//")) return s.skipToEnd(), "comment";
    if (s.match("/*")) return (state.depth = 1), "comment";
    if (s.match(/^"(\\.|[^"\\])*"?/)) return "string";
    if (s.match(/^0[xob][0-9a-fA-F_]+\w*|^[0-9][0-9_]*(\.[0-9][0-9_]*)?(e[+-]?[0-9]+)?\w*/)) return "number";
    if (s.match(/^\.[a-z]\w*/)) return "propertyName";
    const word = s.match(/^[A-Za-z_]\w*/);
    if (word) return keywords.has(word[0]) ? "keyword" : types.has(word[0]) || /^[A-Z]/.test(word[0]) ? "typeName" : null;
    s.next();
    return null;
  },
  languageData: { commentTokens: { line: "//", block: { open: "/*", close: "*/" } }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
});

export const ir = StreamLanguage.define({
  name: "ir",
  token(s) {
    if (s.eatSpace()) return null;
    if (s.match(/^(\/\/|;).*/)) return "comment";
    if (s.match(/^"(\\.|[^"\\])*"?/)) return "string";
    if (s.match(/^[%@^#][\w.$-]+/)) return "propertyName";
    if (s.match(/^!?(index|i\d+|f\d+|bf16|memref|double|float|void|ptr)\b|^![\w.]+/)) return "typeName";
    if (s.match(/^-?[0-9][0-9.]*(e[+-]?[0-9]+)?/)) return "number";
    if (s.match(/^[a-z_][\w]*(\.[\w.]+)?/)) return "keyword";
    s.next();
    return null;
  },
});

export const colors = syntaxHighlighting(HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)" },
  { tag: tags.typeName, color: "var(--type)" },
  { tag: [tags.number, tags.string], color: "var(--number)" },
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: tags.propertyName, color: "var(--view)" },
]));
