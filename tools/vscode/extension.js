// The extension starts the language servers and shows what their commands give (results.js) and the levels of the compiler (levels.js).
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const levels = require("./levels");
const results = require("./results");

let clients = [];

exports.activate = async function (context) {
  const settings = vscode.workspace.getConfiguration("descend");
  const start = (id, name, command, options) =>
    new LanguageClient(id, name, { command, args: ["lsp"] }, { documentSelector: [{ language: options.language }], ...options });
  const descend = start("descend", "Descend", settings.get("descendc"), {
    language: "descend",
    initializationOptions: { libs: settings.get("libs"), showsResults: true },
    middleware: { executeCommand: results.register(context) },
  });
  const mlir = start("mlir", "MLIR", settings.get("descendOpt"), { language: "mlir" });
  clients = [descend, mlir];
  levels.register(context, descend);
  await Promise.allSettled(clients.map((c) => c.start()));
};

exports.deactivate = () => Promise.all(clients.map((c) => c.stop()));
