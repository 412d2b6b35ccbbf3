// Runs the compiler, which comes with the first message: the others are requests, answers are what it says. Requests that come before it
// runs wait for it.
import "wasm_exec";

let runs;
const ready = new Promise((begun, failed) => (runs = async ({ compiled, failed: why }) => {
  try {
    if (why) throw why;
    const go = new self.Go();
    self.descendReady = begun;
    go.run(await WebAssembly.instantiate(compiled, go.importObject));
  } catch (e) {
    failed(e);
  }
}));
ready.catch(() => {});

let rest;
self.onmessage = async ({ data }) => {
  if (!data.id) return runs(data);
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
