// What a command of the server has printed, in a document that can only be read beside the program. A command has one document for each
// function: to run it again changes what it shows.
"use strict";

const vscode = require("vscode");

const scheme = "descend-result";

// register gives what stands between the editor and the server: it asks the server and shows the answer.
exports.register = function (context) {
  const texts = new Map(); // by URI
  const changed = new vscode.EventEmitter();
  context.subscriptions.push(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString()) ?? "",
    }),
    vscode.workspace.onDidCloseTextDocument((doc) => texts.delete(doc.uri.toString())),
  );
  return async (command, args, next) => {
    const name = command.slice(command.indexOf(".") + 1);
    const text = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: `descendc: ${name} ${args[1]}` }, () => next(command, args));
    if (typeof text === "string") {
      const uri = vscode.Uri.from({ scheme, path: `/${args[1]}.${name === "ptx" ? "ptx" : name + ".txt"}`, query: args[0] });
      texts.set(uri.toString(), text);
      changed.fire(uri);
      const doc = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(doc, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true });
    }
    return text;
  };
};
