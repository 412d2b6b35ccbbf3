// Drives the book's site in Chromium: node site.test.mjs ADDRESS [FOLDER for screenshots]. Prints "ok".
import assert from "node:assert/strict";
import { join } from "node:path";
import { accessible, program, withPage } from "./browser.mjs";

const [address, shots] = process.argv.slice(2);
await withPage(async (page) => {
  const shot = async (name, fullPage = false) => shots && page.screenshot({ path: join(shots, `book-${name}.png`), fullPage });

  // the first page leads to the book, whose contents lead to chapters
  await page.goto(address);
  await page.waitForURL(/\/book\/$/);
  await shot("index");
  await page.locator(".VPSidebar").getByText("First kernel in five minutes").click();
  await page.getByRole("heading", { level: 1, name: "First kernel" }).waitFor();

  // the search finds what the pages say, and leads there
  for (const words of ["bank conflicts", "tile_up", "narrowing"]) {
    await page.keyboard.press("Control+k");
    await page.locator("#localsearch-input").fill(words);
    await page.locator(".VPLocalSearchBox .result").first().waitFor();
    if (words === "tile_up") await shot("search");
    await page.keyboard.press("Enter");
    await page.locator(".VPLocalSearchBox").waitFor({ state: "detached" });
    for (const word of words.split(" ")) await page.locator(".vp-doc", { hasText: new RegExp(word.replace(/s$/, ""), "i") }).waitFor();
  }

  // pages are for everybody, in the light, the dark, and on a telephone
  for (const name of ["book/first", "book/views", "book/from-cuda", "book/reference", "errors/conflicting-access"]) {
    await page.setViewportSize({ width: 1400, height: 900 });
    await page.goto(`${address}${name}.html`);
    await page.locator(".vp-doc h1").waitFor();
    const at = name.split("/")[1];
    await page.evaluate(() => document.documentElement.classList.remove("dark"));
    await shot(at);
    await accessible(page, `${name} in the light`);
    await page.evaluate(() => document.documentElement.classList.add("dark"));
    await page.waitForTimeout(600); // colours change slowly
    await shot(`${at}-dark`);
    await accessible(page, `${name} in the dark`);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.waitForTimeout(400); // the contents leave
    await shot(`${at}-phone`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${name} is ${wide} pixels too wide for a telephone`);
  }
  await page.setViewportSize({ width: 1400, height: 900 });

  // every picture is there
  await page.goto(`${address}book/views.html`);
  await page.locator(".vp-doc h1").waitFor();
  const pictures = await page.locator(".vp-doc img").evaluateAll(async (list) => {
    await Promise.all(list.map((i) => ((i.loading = "eager"), i.complete || new Promise((r) => ((i.onload = r), (i.onerror = r))))));
    return list.map((i) => [i.src, i.naturalWidth]);
  });
  assert.ok(pictures.length >= 20, `${pictures.length} pictures of views`);
  assert.deepEqual(pictures.filter(([, width]) => width === 0), []);

  // a program opens in the playground, and runs there as the book runs it
  await page.goto(`${address}book/first.html`);
  const block = page.locator(".program", { has: page.getByRole("link", { name: "Try it" }) }).first();
  const text = await block.locator("pre code").innerText();
  const [tried] = await Promise.all([page.waitForEvent("popup"), block.getByRole("link", { name: "Try it" }).click()]);
  await tried.locator("#state", { hasText: "checked" }).waitFor();
  assert.equal((await program(tried)).trim(), text.trim());
  await tried.locator("#outcome [data-array], #returned, .pic-launch").first().waitFor();
  assert.equal(await tried.getByRole("button", { name: "Run on the CPU" }).count(), 0, "this server has no tools");
  if (shots) await tried.screenshot({ path: join(shots, "book-tried.png") });
}, /api\/here/);
console.log("ok");
