// Runs the compiler: messages are requests, answers are what it says.
import "wasm_exec";

self.descendReady = () => self.postMessage({ ready: true, styles: self.descendStyles });

async function start() {
  const go = new self.Go();
  const file = await fetch("descend.wasm.gz");
  if (!file.ok) throw new Error(`descend.wasm.gz: ${file.status}`);
  const plain = new Response(file.body.pipeThrough(new DecompressionStream("gzip")), { headers: { "Content-Type": "application/wasm" } });
  const { instance } = await WebAssembly.instantiateStreaming(plain, go.importObject);
  go.run(instance);
}

self.onmessage = ({ data }) => {
  try {
    self.postMessage({ id: data.id, answer: JSON.parse(self.descend(JSON.stringify(data.request))) });
  } catch (e) {
    self.postMessage({ id: data.id, broken: String(e) });
  }
};

start().catch((e) => self.postMessage({ broken: String(e) }));
