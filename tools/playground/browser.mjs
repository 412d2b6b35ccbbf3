// A page in Chromium for tests.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRequire } from "node:module";
import { chromium } from "playwright-core";

const axe = createRequire(import.meta.url).resolve("axe-core");

/** Calls test(page), and wants that nothing goes wrong on the page but for what is expected. */
export async function withPage(test, expected = /^$/) {
  const data = mkdtempSync(join(tmpdir(), "page-"));
  const context = await chromium.launchPersistentContext(data, {
    executablePath: process.env.CHROMIUM || "/usr/bin/chromium", headless: true, viewport: { width: 1400, height: 900 }, bypassCSP: true,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const problems = [];
  try {
    context.on("page", (page) => {
      page.setDefaultTimeout(120000); // on a machine with other work, too
      page.on("pageerror", (e) => problems.push(String(e)));
      page.on("console", (m) => m.type() === "error" && problems.push(m.text() + " " + m.location().url));
    });
    await test(await context.newPage());
    assert.deepEqual(problems.filter((p) => !expected.test(p)), []);
  } finally {
    await context.close();
    rmSync(data, { recursive: true, force: true });
  }
}

/** Wants that axe-core finds nothing on the page. */
export async function accessible(page, what) {
  await page.addScriptTag({ path: axe });
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  assert.deepEqual(found.violations.map((v) => [v.id, v.nodes.slice(0, 4).map((n) => n.html.slice(0, 120) + " " + n.failureSummary)]), [], what);
}

/** The program in the playground's editor. */
export const program = (page) => page.evaluate(() => document.querySelector("#editor .cm-content").cmTile?.view.state.doc.toString() ?? document.querySelector("#editor .cm-content").cmView.view.state.doc.toString());

/** Types a program in the place of the one that is there. */
export async function type(page, text) {
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
}
