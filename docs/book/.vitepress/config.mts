// The site: the chapters of this folder, and the pages of the folder above that they lead to.
import { writeFileSync } from "node:fs"
import { join } from "node:path"

import { defineConfig } from "vitepress"
import grammar from "../../../tools/vscode/syntaxes/descend.tmLanguage.json"
import { programs } from "./programs"

// anchor is what GitHub makes of a heading, so that links work there and here.
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, "")
    .replaceAll(" ", "-")
}

export default defineConfig({
  title: "Descend",
  description: "A safe language for GPUs",
  lang: "en",
  head: [["link", { rel: "icon", href: "data:," }]],
  srcDir: "..",
  srcExclude: ["extend/**", "ir.md", "mlir.md", "gpu-level.md"],
  // The book is the site's first page.
  buildEnd(site) {
    writeFileSync(join(site.outDir, "index.html"), `<!doctype html><link rel="icon" href="data:,"><meta http-equiv="refresh" content="0; url=book/"><a href="book/">The book</a>\n`)
  },
  markdown: {
    anchor: { slugify: anchor },
    toc: { slugify: anchor },
    languages: [{ ...grammar, name: "descend", aliases: ["desc"] } as never],
    languageAlias: { cuda: "cpp" },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: programs,
  },
  themeConfig: {
    logoLink: "/book/",
    // What is found has all words, those of five letters and more with at most one other letter.
    search: { provider: "local", options: { miniSearch: { searchOptions: { combineWith: "AND", fuzzy: 0.1 } } } },
    outline: { level: [2, 3] },
    nav: [
      { text: "First kernel", link: "/book/first" },
      { text: "Reference", link: "/language" },
      { text: "Index", link: "/book/reference" },
    ],
    sidebar: [
      {
        text: "Begin",
        items: [
          { text: "First kernel in five minutes", link: "/book/first" },
          { text: "Any n", link: "/book/any-n" },
        ],
      },
      {
        text: "Kernels",
        items: [
          { text: "Blocks, tiles, shared memory", link: "/book/blocks" },
          { text: "Barriers and what they order", link: "/book/barriers" },
          { text: "Warps", link: "/book/warps" },
          { text: "Atomics", link: "/book/atomics" },
          { text: "Views", link: "/book/views" },
          { text: "Copies and matrices", link: "/book/copies" },
        ],
      },
      {
        text: "Programs",
        items: [
          { text: "Writing libraries", link: "/book/libraries" },
          { text: "The CPU side, several GPUs", link: "/book/cpu" },
          { text: "From C, C++ and Python", link: "/book/calling" },
          { text: "Finding out why it is slow", link: "/slow" },
        ],
      },
      {
        text: "You come from",
        items: [
          { text: "CUDA", link: "/book/from-cuda" },
          { text: "Rust", link: "/book/from-rust" },
          { text: "Triton", link: "/book/from-triton" },
        ],
      },
      {
        text: "Look up",
        items: [
          { text: "How checking works", link: "/book/checking" },
          { text: "Index", link: "/book/reference" },
          { text: "The language", link: "/language" },
          { text: "Using a program", link: "/using" },
          { text: "Limits", link: "/limits" },
          { text: "Functions and their errors", link: "/functions" },
          { text: "The style", link: "/style-desc" },
          { text: "Rules of the checks", link: "/checks" },
          { text: "The prover", link: "/prover" },
        ],
      },
    ],
  },
})
