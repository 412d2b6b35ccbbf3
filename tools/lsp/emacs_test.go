package lsp_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"descend/ir/need"
)

// emacsScript is what Emacs does after its configuration: it opens a program with an error, waits for what is found, asks what something
// is and what could stand there, gives a variable another name, and writes down what it saw.
const emacsScript = `
(require 'eglot)
(defun wait-for (what test)
  (let ((end (+ (float-time) 60)))
    (while (not (or (funcall test) (> (float-time) end)))
      (run-hooks 'post-command-hook)
      (accept-process-output nil 0.05))
    (unless (funcall test) (error "no %s" what))))
(condition-case failure
    (progn
      (find-file (getenv "PROGRAM"))
      (wait-for "server" #'eglot-managed-p)
      (wait-for "findings" (lambda () (flymake-start) (flymake-diagnostics)))
      (let (out)
        (dolist (d (flymake-diagnostics))
          (push (format "%d %s" (line-number-at-pos (flymake-diagnostic-beg d)) (car (split-string (flymake-diagnostic-text d) "\n"))) out))
        (search-forward "v.gro")
        (let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams))))
          (push (car (last (split-string (plist-get (plist-get hover :contents) :value) "\n\n"))) out))
        (let ((found (eglot-completion-at-point)))
          (push (mapconcat #'substring-no-properties (sort (all-completions "gro" (nth 2 found)) #'string<) " ") out))
        (search-backward "v.gr")
        (eglot-rename "vec")
        (push (string-trim (thing-at-point 'line t)) out)
        (write-region (string-join (nreverse out) "\n") nil (getenv "SEEN"))))
  (error (write-region (error-message-string failure) nil (getenv "SEEN"))))
(let ((kill-buffer-query-functions nil)) (set-buffer-modified-p nil) (kill-emacs 0))
`

// configuration is the first block of a language in a section of docs/editors.md.
func configuration(t *testing.T, section, language string) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/editors.md")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile("(?s)\n## " + section + "\n.*?```" + language + "\n(.*?)```").FindSubmatch(text)
	if m == nil {
		t.Fatalf("docs/editors.md has no %s for %s", language, section)
	}
	return string(m[1])
}

// TestEmacs edits a program with Emacs and Eglot, configured as docs/editors.md says. They are not among what tools/setup.sh installs.
func TestEmacs(t *testing.T) {
	emacs, err := exec.LookPath("emacs")
	if err != nil {
		need.Optional(t, err)
	}
	if out, err := exec.Command(emacs, "--batch", "-f", "package-initialize", "--eval", "(require 'eglot)").CombinedOutput(); err != nil {
		need.Optional(t, fmt.Errorf("Emacs has no Eglot: %w: %s", err, out))
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, "descendc")); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	program, seen := write("p.desc", programWithError), filepath.Join(dir, "seen")
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, emacs, "--batch", "-f", "package-initialize", "-l", write("init.el", configuration(t, "Emacs", "lisp")), "-l", write("script.el", emacsScript))
	cmd.Env = append(os.Environ(), "HOME="+dir, "DESCEND_LSP_SERVER=1", "PATH="+dir+":"+os.Getenv("PATH"), "PROGRAM="+program, "SEEN="+seen)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got, err := os.ReadFile(seen)
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want := "4 descend [narrowing]: narrowing violated\n" +
		"Executed by `thread`: `gpu.thread`.\n" +
		"group group_up\n" +
		"/* ä𝔸 */ vec.group::<32>[[block]][0] = vec.group::<32>[[block]][[thread]]"
	if string(got) != want {
		t.Errorf("Emacs saw\n%s\nwant\n%s\n%s", strings.ReplaceAll(string(got), dir, ""), want, out)
	}
}
