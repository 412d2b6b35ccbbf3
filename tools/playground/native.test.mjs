// Drives the page that descendc playground serves, which adds PTX and runs on the CPU: node native.test.mjs ADDRESS. Prints "ok".
import assert from "node:assert/strict";
import { accessible, type, withPage } from "./browser.mjs";

const [address] = process.argv.slice(2);
await withPage(async (page) => {
  await page.goto(address + "?theme=light&example=scale_vec");
  await page.locator(".pic-launch").waitFor();

  // PTX stands beside the other levels, and is linked with the program
  await page.getByRole("tab", { name: "Levels" }).click();
  await page.getByRole("checkbox", { name: "PTX" }).check();
  const ptx = page.locator('#columns [aria-label="PTX"]');
  await ptx.filter({ hasText: ".visible .entry" }).waitFor();
  const line = (await page.locator("#editor .cm-line").allTextContents()).findIndex((l) => l.includes("*="));
  await page.locator("#editor .cm-line").nth(line).click();
  await ptx.locator(".linked", { hasText: "mul.rn.f32" }).waitFor();
  await accessible(page, "PTX");
  // of a program with errors it is the message
  await type(page, "fn main() -[t: cpu.thread]-> i32 { true }");
  await ptx.filter({ hasText: "error: " }).waitFor();

  // a run on the CPU gives what the function returns, what it prints, and the arrays
  const run = async (text) => {
    await type(page, text);
    await page.locator("#state", { hasText: /(checked|errors) in/ }).waitFor();
    await page.getByRole("tab", { name: "Run" }).click();
    await page.locator("#form option", { hasText: "natively" }).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Run on the CPU" }).click();
    await page.locator("#outcome [data-native]").first().waitFor();
    return page.locator("#outcome").innerText();
  };
  const native = "fn natively(x: &uniq cpu.mem [i32; 4], by: i32) -[t: cpu.thread]-> i32 { x[1] += by; print(7 * by); x[1] }";
  let said = await run(native);
  assert.match(said, /14\n3\nx = \[0 3 2 3\]/);
  await page.getByLabel("by i32").fill("3");
  await page.getByRole("button", { name: "Run on the CPU" }).click();
  await page.locator("#outcome", { hasText: "x = [0 4 2 3]" }).waitFor();
  await accessible(page, "a run on the CPU");
  // errors are messages: a wrong argument, a check that fails at run time
  await page.getByLabel("by i32").fill("many");
  await page.getByRole("button", { name: "Run on the CPU" }).click();
  await page.locator("#outcome .failed").waitFor();
  assert.match(await page.locator("#outcome").innerText(), /by.*many/s);
  await page.getByLabel("by i32").fill("$(id)");
  await page.getByRole("button", { name: "Run on the CPU" }).click();
  await page.locator("#outcome", { hasText: '"by=$(id)" is no argument' }).waitFor();
  await page.getByLabel("by i32").fill("1");
  said = await run("fn natively(x: &uniq cpu.mem [i32; 4], by: i32) -[t: cpu.thread]-> i32 { x[0] / (by - 1) }");
  assert.match(said, /the run on the CPU failed.*zero/s);
}, /status of (400|429)/);
console.log("ok");
