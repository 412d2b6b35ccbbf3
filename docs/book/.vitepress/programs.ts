// What blocks of code say of themselves, and links to what is not in the site.
import type MarkdownIt from "markdown-it"

// The playground, relative to the site; a program is given to it in the address. Empty as long as there is none.
const playground = ""

// label is the line above a program: what happens to it.
function label(md: MarkdownIt, words: string[]): string {
  const [lang, second, third] = words
  if (lang !== "descend") return ""
  if (second === "wrong") {
    return `<span class="refused">refused: <a href="../errors/${third}.html">${md.utils.escapeHtml(third)}</a></span>`
  }
  return `<span class="accepted">${second ? md.utils.escapeHtml(second) : "accepted"}</span>`
}

export function programs(md: MarkdownIt) {
  const fence = md.renderer.rules.fence!
  md.renderer.rules.fence = (tokens, i, options, env, self) => {
    const words = tokens[i].info.trim().split(/\s+/)
    const about = label(md, words)
    const code = tokens[i].content
    const html = fence(tokens, i, options, env, self)
    if (!about) return html
    const run = playground
      ? `<a class="run" target="_blank" href="${playground}#${encodeURIComponent(code)}">Run in the playground</a>`
      : ""
    return `<div class="program"><div class="program-label">${about}${run}</div>${html}</div>`
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
        children[end].hidden = children[i].hidden = true
        children[i].type = children[end].type = "text"
        children[i].content = children[end].content = ""
      }
    }
  })
}

// outside says whether a link of a page leads to a file that is not in the site.
function outside(href: string, page: string): boolean {
  if (/^[a-z]+:|^#/.test(href) || href === "") return false
  const path = new URL(href, "file:///a/docs/" + page).pathname
  const inside = path.startsWith("/a/docs/")
  return !inside || /\/docs\/(extend\/|ir\.|mlir\.|gpu-level\.)/.test(path) || !/\.(md|html|svg|desc)$/.test(path) || path.endsWith(".desc")
}
