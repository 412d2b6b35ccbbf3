// All levels of the compiler side by side with the program: the lines of each that come from the line of the pointer are marked, and a
// pointer in a level marks the line of the program.
"use strict";

const vscode = require("vscode");

// The levels in the order of their columns, with how a file of each is called and how a comment begins there.
const levels = [
  { name: "descend", ext: "descend.mlir", comment: "// " },
  { name: "gpu", ext: "gpu.mlir", comment: "// " },
  { name: "llvm", ext: "ll", comment: "; " },
  { name: "ptx", ext: "ptx", comment: "// " },
];
const scheme = "descend-level";

// The program takes the first column, the levels two by two the others.
const layout = { orientation: 0, groups: [{}, { groups: [{}, {}] }, { groups: [{}, {}] }] };

exports.register = function (context, client) {
  const texts = new Map(); // by URI: what the server gave
  const changed = new vscode.EventEmitter();
  const mark = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.wordHighlightBackground"),
    overviewRulerColor: new vscode.ThemeColor("editorOverviewRuler.wordHighlightForeground"),
  });
  const uriOf = (source, level) => vscode.Uri.from({ scheme, path: source.path.replace(/(\.desc)?$/, "." + level.ext), query: source.toString() });

  async function read(source, level) {
    const got = await client.sendRequest("workspace/executeCommand", { command: "descend.level", arguments: [source.toString(), level.name] });
    if (got.error) {
      got.text = got.error.split("\n").map((l) => (level.comment + l).trimEnd()).join("\n") + "\n";
    }
    const uri = uriOf(source, level);
    texts.set(uri.toString(), { source: source.toString(), ...got });
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
      const { document, selection } = editor;
      const uris = await Promise.all(levels.map((level) => read(document.uri, level)));
      await vscode.commands.executeCommand("vscode.setEditorLayout", layout);
      for (const [i, uri] of uris.entries()) {
        await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.Two + i, preserveFocus: true, preview: false });
      }
      link(await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.One, selection }));
    }),
    vscode.workspace.onDidSaveTextDocument((doc) =>
      Promise.all(levels.filter((level) => texts.has(uriOf(doc.uri, level).toString())).map((level) => read(doc.uri, level)))),
    vscode.workspace.onDidCloseTextDocument((doc) => texts.delete(doc.uri.toString())),
    vscode.window.onDidChangeTextEditorSelection((e) => link(e.textEditor)),
  );
};
