package plugins

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/plugins/bridge"
)

const (
	probePatience = 30 * time.Second // for a program that is asked its first puzzle
	probeLeave    = 3 * time.Second  // for the report of what came
)

// probe asks a program one puzzle, to see that it answers and how it wants to be asked. It runs with the
// rights that it will have as a plugin, in a process of its own: "sudokuctl plugin probe PROGRAM".
func probe(ctx context.Context, a *app.App, p *bridge.Program, rights confine.Rights) (mode string, err error) {
	exe, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("finding this program: %w", err)
	}
	text, err := p.Argument()
	if err != nil {
		return "", err
	}
	folder, remove, err := host.PrivateFolder()
	if err != nil {
		return "", err
	}
	defer remove()
	ctx, cancel := context.WithTimeout(ctx, probePatience+probeLeave)
	defer cancel()
	if confine.Available() {
		runtime.LockOSThread() // the warden's life is tied to it
		defer runtime.UnlockOSThread()
	}
	cmd, err := wardedCommand(ctx, rights, folder, []string{exe, "plugin", "probe", text})
	if err != nil {
		return "", err
	}
	out, err := cmd.Output()
	var exit *exec.ExitError
	if ctx.Err() == context.DeadlineExceeded {
		return "", fmt.Errorf("it did not answer an easy puzzle within %v", probePatience)
	}
	if errors.As(err, &exit) {
		said := strings.TrimSpace(strings.TrimPrefix(string(exit.Stderr), "sudokuctl: "))
		return "", errors.New(cmp.Or(said, "it ended with "+exit.String()))
	}
	return strings.TrimSpace(string(out)), err
}

// wardedCommand returns a command with the environment and the rights of a plugin, which may write to a
// folder. It must be started on a thread that lives as long as it.
func wardedCommand(ctx context.Context, rights confine.Rights, folder string,
	argv []string) (*exec.Cmd, error) {
	env := host.Environ(app.SocketDirEnv + "=" + folder)
	if !confine.Available() {
		cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
		cmd.Env = env
		return cmd, nil
	}
	warden, grant, err := app.Warded(rights, argv)
	if err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, warden[0], warden[1:]...)
	cmd.Env, cmd.SysProcAttr, cmd.WaitDelay = append(env, grant), confine.Attr(), time.Second
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	return cmd, nil
}

// ServeProbe probes the program that the argument describes and prints the mode that suits it.
func ServeProbe(argument string) {
	slog.SetDefault(slog.New(slog.DiscardHandler)) // standard error is for the error alone
	mode := ""
	p, err := bridge.Parse(argument)
	if err == nil {
		ctx, cancel := context.WithTimeout(context.Background(), probePatience)
		defer cancel()
		mode, err = bridge.Probe(ctx, p)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "sudokuctl:", err)
		os.Exit(app.ExitPlugin)
	}
	fmt.Println(mode)
}
