// The extension starts the language servers and shows the levels of the compiler (levels.js).
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const levels = require("./levels");

let clients = [];

exports.activate = async function (context) {
  const settings = vscode.workspace.getConfiguration("descend");
  const start = (id, name, command, options) =>
    new LanguageClient(id, name, { command, args: ["lsp"] }, { documentSelector: [{ language: options.language }], ...options });
  const descend = start("descend", "Descend", settings.get("descendc"), {
    language: "descend",
    initializationOptions: { libs: settings.get("libs") },
    middleware: { executeCommand: (command, args, next) => show(command, args, next) },
  });
  const mlir = start("mlir", "MLIR", settings.get("descendOpt"), { language: "mlir" });
  clients = [descend, mlir];
  levels.register(context, descend);
  await Promise.allSettled(clients.map((c) => c.start()));
};

exports.deactivate = () => Promise.all(clients.map((c) => c.stop()));

// show opens what a command has printed beside the program.
async function show(command, args, next) {
  const text = await next(command, args);
  if (typeof text === "string") {
    const language = command === "descend.ptx" ? "asm-intel-x86-generic" : "plaintext";
    const doc = await vscode.workspace.openTextDocument({ content: text, language });
    await vscode.window.showTextDocument(doc, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
  }
  return text;
}
