// What blocks of code say of themselves, a link to the playground for each program that runs, and links to what is not in the site.
import { deflateRawSync } from "node:zlib"

import type MarkdownIt from "markdown-it"

type Token = ReturnType<MarkdownIt["parse"]>[number]

// playground is the folder of the playground in the site that tools/book.sh makes.
const playground = "playground/"

// others are languages with a name for readers.
const others: Record<string, string> = { cuda: "CUDA", rust: "Rust", python: "Python", c: "C" }

// marks are what stands behind "descend" on the pages of errors.
const marks: Record<string, string> = { right: "accepted", fails: "stops when it runs", wrong: "refused", unsupported: "refused" }

// label is the line above a block: its file, what happens to the program, or its language; root leads to the first page of the site.
function label(words: string[], root: string, escape: (text: string) => string): string {
  const [lang, second, third] = words
  if (lang === "descend" && second in marks) {
    const code = second === "wrong" && third ? `: <a href="${root}errors/${third}.html">${escape(third)}</a>` : ""
    return `<span class="${second === "right" ? "accepted" : "refused"}">${marks[second] + code}</span>`
  }
  if (second) return escape(second)
  return lang === "descend" ? "Descend" : others[lang] ?? ""
}

// given is what the first command behind a program runs it with, in the words of the playground: the function, its arguments and sizes.
function given(tokens: Token[], program: number) {
  const file = tokens[program].info.trim().split(/\s+/)[1]
  const out = { s: tokens[program].content, f: "", a: {} as Record<string, string>, n: {} as Record<string, string> }
  const run = new RegExp(`^\\$ descendc run ${file?.replace(".", "\\.")} (.*)$`, "m")
  for (const token of tokens.slice(program + 1)) {
    const command = file && token.type === "fence" && token.content.match(run)
    if (!command) continue
    for (const [, flag, value] of command[1].matchAll(/(--fn|--arg|-D) (\S+)/g)) {
      const [name, text] = [value.split("=")[0], value.slice(value.indexOf("=") + 1)]
      if (flag === "--fn") out.f = value
      else if (flag === "--arg") out.a[name] = text
      else out.n[name] = text
    }
    break
  }
  return out
}

// address is that of the playground with a program.
function address(tokens: Token[], program: number, root: string): string {
  return root + playground + "#" + deflateRawSync(JSON.stringify(given(tokens, program))).toString("base64url")
}

export function programs(md: MarkdownIt) {
  const fence = md.renderer.rules.fence!
  md.renderer.rules.fence = (tokens, i, options, env, self) => {
    const words = tokens[i].info.trim().split(/\s+/)
    const root = "../".repeat((env.relativePath ?? "").split("/").length - 1) || "./"
    const about = label(words, root, md.utils.escapeHtml)
    const uses = /^use (?!std)/m.test(tokens[i].content) // other files, which the playground has not
    const run =
      words[0] === "descend" && !uses ? `<a class="run" target="_blank" rel="noopener" href="${address(tokens, i, root)}">Try it</a>` : ""
    if (words[0] === "console" || words[0] === "prover") tokens[i].info = "txt"
    const columns = Math.max(...tokens[i].content.split("\n").map((line) => line.length))
    const html = fence(tokens, i, options, env, self).replace("<div ", `<div style="--columns: ${columns}" `)
    return about ? `<div class="program"><div class="program-label"><span>${about}</span>${run}</div>${html}</div>` : html
  }

  // Links out of the folder of the documents lead nowhere from the site: their text stays.
  md.core.ruler.push("outside", (state) => {
    for (const token of state.tokens) {
      const children = token.children ?? []
      for (let i = 0; i < children.length; i++) {
        const href = children[i].type === "link_open" ? children[i].attrGet("href") ?? "" : ""
        if (!outside(href, state.env.relativePath ?? "")) continue
        let end = i
        while (children[end].type !== "link_close") end++
        for (const link of [children[i], children[end]]) {
          link.type = "text"
          link.content = ""
        }
      }
    }
  })
}

// outside says whether a link of a page leads to a file that is not in the site.
function outside(href: string, page: string): boolean {
  if (/^[a-z]+:|^#/.test(href) || href === "") return false
  const path = new URL(href, "file:///repository/docs/" + page).pathname
  return !/^\/repository\/docs\/.*\.(md|html|svg)$/.test(path) || /\/docs\/(extend\/|ir\.|mlir\.|gpu-level\.)/.test(path)
}
