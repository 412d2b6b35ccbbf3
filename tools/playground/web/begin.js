// Starts the compiler before the rest of the page is there: the page fetches it while its worker begins, and gives it to every worker.
const compiler = (async () => {
  const file = await fetch("descend.wasm.gz");
  if (!file.ok) throw new Error(`descend.wasm.gz: ${file.status}`);
  // Servers that know that it is compressed let the browser unpack it, which costs least. Others send it as any file.
  const as = { headers: { "Content-Type": "application/wasm" } };
  if (file.headers.get("Content-Encoding") !== "gzip") return WebAssembly.compileStreaming(new Response(file.body.pipeThrough(new DecompressionStream("gzip")), as));
  return WebAssembly.compileStreaming(file.headers.get("Content-Type") === "application/wasm" ? file : new Response(file.body, as));
})();

self.descendWorker = () => {
  const worker = new Worker("worker.js", { type: "module" });
  compiler.then((compiled) => worker.postMessage({ compiled }), (e) => worker.postMessage({ failed: String(e) }));
  return worker;
};
self.descendFirst = self.descendWorker();
