// All levels of the compiler side by side with the program: the lines of each that come from the line of the pointer are marked, and a
// pointer in a level marks the line of the program.
"use strict";

const vscode = require("vscode");

const names = ["descend", "gpu", "llvm", "ptx"];
const scheme = "descend-level";

exports.register = function (context, client) {
  const texts = new Map(); // by URI: what the server gave
  const changed = new vscode.EventEmitter();
  const mark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.wordHighlightBackground"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.wordHighlightForeground"),
  });
  const uriOf = (source, name) => vscode.Uri.from({ scheme, path: `${source.path}.${name}.${name === "llvm" ? "ll" : name === "ptx" ? "ptx" : "mlir"}`, query: source.toString() });

  async function read(source, name) {
    const level = await client.sendRequest("workspace/executeCommand", { command: "descend.level", arguments: [source.toString(), name] });
    const uri = uriOf(source, name);
    texts.set(uri.toString(), { source: source.toString(), ...level });
    changed.fire(uri);
    return uri;
  }

  function link(editor) {
    const line = editor.selection.active.line + 1;
    const own = texts.get(editor.document.uri.toString());
    const source = own ? own.source : editor.document.uri.toString();
    const at = own ? own.lines[line - 1] : line;
    for (const other of vscode.window.visibleTextEditors) {
      const level = texts.get(other.document.uri.toString());
      let lines = [];
      if (level && level.source === source) {
        lines = level.lines.flatMap((l, i) => (l === at && at > 0 ? [i] : []));
      } else if (other.document.uri.toString() === source && at > 0) {
        lines = [at - 1];
      }
      other.setDecorations(mark, lines.map((l) => new vscode.Range(l, 0, l, 0)));
      if (lines.length > 0 && other !== editor) {
        other.revealRange(new vscode.Range(lines[0], 0, lines[0], 0), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      }
    }
  }

  context.subscriptions.push(
    mark,
    changed,
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => texts.get(uri.toString())?.text ?? "",
    }),
    vscode.commands.registerCommand("descend.showLevels", async () => {
      const editor = vscode.window.activeTextEditor;
      if (editor?.document.languageId !== "descend") {
        return;
      }
      for (const name of names) {
        const doc = await vscode.workspace.openTextDocument(await read(editor.document.uri, name));
        await vscode.window.showTextDocument(doc, { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false, preview: false });
      }
      await vscode.window.showTextDocument(editor.document, editor.viewColumn);
    }),
    vscode.workspace.onDidSaveTextDocument(async (doc) => {
      for (const name of names) {
        if (texts.has(uriOf(doc.uri, name).toString())) {
          await read(doc.uri, name);
        }
      }
    }),
    vscode.window.onDidChangeTextEditorSelection((e) => link(e.textEditor)),
  );
};
