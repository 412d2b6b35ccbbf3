package lsp_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"descend/ir/need"
	"descend/tools/driver"
)

// TestMain is the server, if the test of an editor starts this program as one.
func TestMain(m *testing.M) {
	if os.Getenv("DESCEND_LSP_SERVER") != "" {
		os.Exit(driver.Main([]string{"lsp"}, os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// script is what Neovim does: it opens a program with an error, waits for what is found, asks for the type of something and for a
// definition, applies the change that is proposed, and writes down what it saw.
const script = `
local ok, failure = pcall(function()
vim.cmd("edit " .. vim.env.PROGRAM)
local out = {}
local client = vim.lsp.start_client({ name = "descendc", cmd = { vim.env.SERVER }, cmd_env = { DESCEND_LSP_SERVER = "1" }, root_dir = vim.env.FOLDER })
vim.lsp.buf_attach_client(0, client)
local function wait(what, f)
  if not vim.wait(60000, f, 20) then table.insert(out, "no " .. what) end
end
wait("findings", function() return #vim.diagnostic.get(0) > 0 end)
for _, d in ipairs(vim.diagnostic.get(0)) do
  table.insert(out, string.format("%d:%d %s %s", d.lnum, d.col, d.user_data.lsp.code, (d.message:gsub("\n.*", ""))))
end
local function ask(method, params)
  local r = vim.lsp.buf_request_sync(0, method, params, 60000)
  return r and r[client] and r[client].result
end
local function at(line, character)
  return { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line, character = character } }
end
local hover = ask("textDocument/hover", at(3, 18))
table.insert(out, hover and hover.contents.value:match("v%[[^\n]*") or "no hover")
local definition = ask("textDocument/definition", at(3, 32))
table.insert(out, definition and definition.range and "defined in line " .. definition.range.start.line or "no definition")
local params = at(3, 30)
params.range = { start = { line = 3, character = 0 }, ["end"] = { line = 3, character = 80 } }
params.context = { diagnostics = {} }
local actions = ask("textDocument/codeAction", params)
if actions and actions[1] then
  table.insert(out, actions[1].title)
  vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
end
wait("end of findings", function() return #vim.diagnostic.get(0) == 0 end)
table.insert(out, vim.api.nvim_buf_get_lines(0, 3, 4, false)[1])
vim.fn.writefile(out, vim.env.SEEN)
end)
if not ok then vim.fn.writefile({ failure }, vim.env.SEEN) end
vim.cmd("qall!")
`

// programWithError is what the tests of editors open: all threads of a block write one element.
const programWithError = `fn scale<n: nat>(v: &uniq gpu.global [f32; n * 32]) -[grid: gpu.grid<X<n>, X<32>>]-> () {
  sched(X) block in grid {
    sched(X) thread in block {
      /* ä𝔸 */ v.group::<32>[[block]][0] = v.group::<32>[[block]][[thread]]
    }
  }
}
`

// TestNeovim edits a program with Debian's Neovim.
func TestNeovim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	need.Found(t, err)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	program := write("p.desc", programWithError)
	seen := filepath.Join(dir, "seen")
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, nvim, "--clean", "--headless", "-c", "luafile "+write("script.lua", script))
	cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_STATE_HOME="+dir, "PROGRAM="+program, "SERVER="+self, "FOLDER="+dir, "SEEN="+seen)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got, err := os.ReadFile(seen)
	if err != nil {
		t.Fatal(err)
	}
	want := `3:19 narrowing narrowing violated
v[block.x*32]
defined in line 1
select the part of each: [[block]][[thread]]
      /* ä𝔸 */ v.group::<32>[[block]][[thread]] = v.group::<32>[[block]][[thread]]
`
	if string(got) != want {
		t.Errorf("Neovim saw\n%swant\n%s", strings.ReplaceAll(string(got), dir, ""), want)
	}
}
