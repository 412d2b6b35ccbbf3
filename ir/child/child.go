// Package child runs programs that end with this process, however it ends: also by SIGKILL, when nothing of it can
// clean up.
package child

import (
	"os/exec"
	"runtime"
	"time"
)

// patience is how long a program's output is waited for once the program was ended.
const patience = 3 * time.Second

// Tool runs a command of exec.CommandContext that does a part of our work, as a compiler, to its end. It has a process
// group of its own, so that the end of the context ends what it has started too.
func Tool(cmd *exec.Cmd) error { return run(cmd, true, nil) }

// Program runs a command of exec.CommandContext that belongs to the user, to its end. It shares our process group: what
// is typed at the terminal, as ^C and ^Z, reaches it as it reaches us. started, unless nil, is called when it runs.
func Program(cmd *exec.Cmd, started func()) error { return run(cmd, false, started) }

func run(cmd *exec.Cmd, group bool, started func()) error {
	// The kernel ends a child with the thread that has made it: the thread stays until the child has ended.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	bind(cmd, group)
	cmd.WaitDelay = patience
	if err := cmd.Start(); err != nil {
		return err
	}
	if started != nil {
		started()
	}
	return cmd.Wait()
}
