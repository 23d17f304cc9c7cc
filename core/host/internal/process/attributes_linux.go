package process

import (
	"os/exec"
	"syscall"
)

// processAttr asks for an own process group, so that the whole family can be killed, and for SIGKILL, unless
// it is to be another signal, when the thread that starts the process ends.
func processAttr(attr *syscall.SysProcAttr) *syscall.SysProcAttr {
	if attr == nil {
		attr = &syscall.SysProcAttr{}
	}
	attr.Setpgid = true
	if attr.Pdeathsig == 0 {
		attr.Pdeathsig = syscall.SIGKILL
	}
	return attr
}

// order tells a warden, which is a command that Wrap made with a death signal of its own, to end with all
// that it watches over. It reports whether the command is one.
func order(cmd *exec.Cmd) bool {
	signal := cmd.SysProcAttr.Pdeathsig
	if signal == syscall.SIGKILL {
		return false
	}
	_ = cmd.Process.Signal(signal)
	return cmd.Process.Signal(syscall.SIGCONT) == nil // it may have been stopped with its group
}
