// Runs the compiler: messages are requests, answers are what it says. Those that come before it runs wait for it.
import "wasm_exec";

const ready = (async () => {
  const go = new self.Go();
  const file = await fetch("descend.wasm.gz");
  if (!file.ok) throw new Error(`descend.wasm.gz: ${file.status}`);
  // Some servers send such a file as a plain one that they have compressed: then the browser has unpacked it.
  const plain = file.headers.get("Content-Encoding") === "gzip" ? file.body : file.body.pipeThrough(new DecompressionStream("gzip"));
  const { instance } = await WebAssembly.instantiateStreaming(new Response(plain, { headers: { "Content-Type": "application/wasm" } }), go.importObject);
  await new Promise((begun) => {
    self.descendReady = begun;
    go.run(instance);
  });
})();
ready.catch(() => {});

let rest;
self.onmessage = async ({ data }) => {
  clearTimeout(rest);
  try {
    await ready;
    const answer = data.request ? JSON.parse(self.descend(JSON.stringify(data.request))) : { styles: self.descendStyles };
    self.postMessage({ id: data.id, answer });
    rest = setTimeout(self.descendRest, 1000);
  } catch (e) {
    self.postMessage({ id: data.id, broken: String(e) });
  }
};
