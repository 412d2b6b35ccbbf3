// Drives the page in Chromium: node page.test.mjs ADDRESS [FOLDER for screenshots]. Prints what it measured, and "ok". With
// PAGE_MEASURE the times have to be what they should be on a quiet machine.
import assert from "node:assert/strict";
import { join } from "node:path";
import { accessible, program, type, withPage } from "./browser.mjs";

const [address, shots] = process.argv.slice(2);
await withPage(async (page) => {
  const shot = async (name) => shots && page.screenshot({ path: join(shots, name + ".png") });
  const open = async (query, hash = "") => {
    await page.goto("about:blank");
    await page.goto(address + query + hash);
  };
  // it loads, and the first example runs; a browser that has just begun loads pages of its own, which would be measured with it
  const measures = !!process.env.PAGE_MEASURE;
  if (measures) await page.waitForTimeout(3000);
  const begun = Date.now();
  await open("?theme=light&example=reverse");
  await page.locator(".pic-launch").waitFor();
  const first = Date.now() - begun;
  assert.ok((await page.locator("#outcome [data-array]").first().textContent()).startsWith("[63"), "reverse gives another result");
  assert.ok((await page.locator(".pic .cells rect:not(.e)").count()) > 64, "the picture has no colours");
  await shot("desktop");
  await accessible(page, "light");
  // steps and threads, by keyboard
  await page.locator(".pic-time input").focus();
  await page.keyboard.press("End");
  assert.match(await page.locator(".pic-what").textContent(), /write/);
  await page.getByLabel("follow thread").fill("3");
  assert.match(await page.locator(".pic-detail").textContent(), /thread \(3\) of block \(0\).* writes/);
  assert.ok((await page.locator(".cells .h").count()) >= 2);

  // an array of one's own has its own size, a wrong one is an error, and what is shown of a run says that it is of another program
  const run = page.getByRole("button", { name: "Run", exact: true });
  await page.getByLabel("vec &uniq").first().fill("[9, 8, 7]");
  await run.click();
  await page.locator("#outcome [data-array]", { hasText: "[7 8 9]" }).waitFor();
  await page.getByLabel("vec &uniq").first().fill("nine");
  await run.click();
  await page.locator("#outcome", { hasText: /^vec=nine/ }).waitFor();
  await page.getByLabel("vec &uniq").first().fill("iota");
  await run.click();
  await page.locator(".pic-launch").waitFor();
  assert.ok(await page.locator("#older").isHidden());
  await page.locator("#editor .cm-content").click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("/"); // one key, so that it is one step to undo, however slowly keys come
  await page.locator("#older").waitFor();
  await page.keyboard.press("Control+z");
  await page.locator("#older").waitFor({ state: "hidden" });

  // levels, with places that belong together
  await page.getByRole("tab", { name: "Levels" }).click();
  await page.getByRole("checkbox", { name: "NVVM LLVM IR" }).check();
  await page.locator("#columns .cm-content").nth(1).waitFor();
  await page.evaluate(() => (document.querySelector("#editor .cm-content").cmTile ?? document.querySelector("#editor .cm-content").cmView).view.focus());
  const lines = await page.locator("#editor .cm-line").allTextContents();
  await page.locator("#editor .cm-line").nth(lines.findIndex((l) => l.includes("reverse[["))).click();
  await page.locator("#columns .linked").first().waitFor();
  assert.ok((await page.locator("#columns > div").nth(1).locator(".linked").count()) > 0, "no lines of LLVM IR are linked");
  await shot("levels");
  await accessible(page, "levels");

  // typing answers soon, an error shows where it is, a fix is offered
  await type(page, "fn main() -[t: cpu.thread]-> i32 { let x: i32 = true; x }");
  await page.locator("#editor .cm-lintRange-error").waitFor();
  assert.match(await page.locator("#findings").textContent(), /mismatched-types/);
  await type(page, "fn main() -[t: cpu.thread]-> i32 { let x = 1; x = 42; x }");
  await page.locator("#editor .cm-lintRange-error").hover();
  await page.getByRole("button", { name: "Fix" }).click();
  assert.equal(await program(page), "fn main() -[t: cpu.thread]-> i32 { let mut x = 1; x = 42; x }");
  await page.locator("#editor .cm-lintRange-error").waitFor({ state: "detached" });
  await type(page, "fn main() -[t: cpu.thread]-> i32 { 6 * 7 }");
  await page.locator("#editor .cm-lintRange-error").waitFor({ state: "detached" });
  await page.getByRole("tab", { name: "Run" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator("#returned").waitFor();
  assert.equal(await page.locator("#returned").textContent(), "42");

  // the address has the program
  await page.getByRole("button", { name: "Share" }).click();
  await page.locator("#state", { hasText: "address" }).waitFor();
  const shared = new URL(page.url()).hash;
  await open("?theme=dark", shared);
  await page.locator("#returned").waitFor();
  assert.match(await program(page), /6 \* 7/);

  // a race has both threads, in the dark too
  await page.getByLabel("Example").selectOption("race (refused)");
  await page.locator(".pic-race").waitFor();
  assert.match(await page.locator(".pic-race").textContent(), /written by thread \(63\) of block \(0\).*read by thread \(0\) of block \(0\)/s);
  assert.equal(await page.locator(".pic-launch .cells .x").count(), 3, "both threads and the element are marked");
  await shot("race-dark");
  await accessible(page, "dark");
  await page.getByRole("button", { name: "thread (63) of block (0)" }).click();
  assert.match(await page.locator(".pic-detail").textContent(), /thread \(63\) of block \(0\)/);
  const state = await page.locator("#state").textContent();

  // an example with all kinds of memory compiles in time while typing
  await page.getByLabel("Example").selectOption("transpose");
  await page.getByRole("region", { name: "launch of transpose" }).waitFor();
  // a thread that is pointed at shows its elements in every array, at every step
  const marked = () => page.locator(".pic-array").evaluateAll((all) => Object.fromEntries(all.map((f) => [f.querySelector("b").textContent, [f.querySelectorAll("rect.h").length, f.querySelectorAll("rect.o:not(.h)").length]])));
  await page.getByRole("button", { name: "last step" }).click();
  await page.locator(".pic-array").first().locator(".cells rect").nth(5).hover();
  assert.deepEqual(await marked(), { threads: [1, 0], input: [0, 4], output: [4, 0], tmp: [4, 4] });
  assert.match(await page.locator(".pic-detail").textContent(), /^thread \(5, 0\) of block \(0, 0\) reads tmp/);
  await shot("hover-dark");
  await page.mouse.move(0, 0);
  await page.getByLabel("follow thread").fill("5");
  await page.getByRole("button", { name: "first step" }).click();
  assert.match(await page.locator(".pic-detail").textContent(), /^thread \(5, 0\) of block \(0, 0\) reads input/);
  assert.deepEqual((await marked()).input, [1, 3]);
  await shot("transpose-dark");
  // the page itself is never busy for long, also where levels are shown
  await page.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((e) => (window.longest = Math.max(window.longest, e.duration)))).observe({ type: "longtask" });
  });
  const typing = {};
  for (const tab of ["Run", "Levels"]) {
    await page.getByRole("tab", { name: tab }).click();
    const times = [];
    for (let i = 0; i < 5; i++) {
      await page.locator("#editor .cm-content").click();
      await page.keyboard.press("Control+Home");
      await page.evaluate(() => (document.getElementById("state").textContent = ""));
      await page.keyboard.type("/");
      await page.keyboard.type("/");
      await page.waitForFunction(() => /in \d+ ms/.test(document.getElementById("state").textContent));
      times.push(+/in (\d+) ms/.exec(await page.locator("#state").textContent())[1]);
    }
    typing[tab] = times.sort((a, b) => a - b)[2];
  }
  const longest = await page.evaluate(() => window.longest);

  // a telephone scrolls downwards only
  await page.setViewportSize({ width: 360, height: 740 });
  for (const tab of ["Levels", "Run"]) {
    await page.getByRole("tab", { name: tab }).click();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${tab} is ${wide} pixels too wide for a telephone`);
  }
  await shot("phone");
  if (shots) await page.screenshot({ path: join(shots, "phone-whole.png"), fullPage: true });
  await accessible(page, "phone");
  console.log(`first result ${first} ms, answer while typing ${typing.Run} ms, with levels ${typing.Levels} ms; longest task of the page ${longest} ms; race: ${state}`);
  if (!measures) return;
  assert.ok(first < 2000, `the first result took ${first} ms`);
  for (const tab in typing) assert.ok(typing[tab] < 100, `an answer while typing took ${typing[tab]} ms with ${tab}`);
  assert.ok(longest < 100, `the page was busy for ${longest} ms`);
}, /api\/here/);
console.log("ok");
