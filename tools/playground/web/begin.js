// Starts the compiler before the rest of the page is there.
self.descendWorker = new Worker("worker.js", { type: "module" });
