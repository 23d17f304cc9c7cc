package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"

	"github.com/sudokuctl/sudokuctl/core/host"
)

// socketDirEnv is where go-plugin tells a process which folder its socket goes to: the only one that it may write to.
const socketDirEnv = "PLUGIN_UNIX_SOCKET_DIR"

// confine is the host's Wrap: it puts every plugin but the bundled ones and the trusted into the sandbox, by starting
// this binary first, which gives up rights and then becomes the plugin.
func (a *app) confine(id string, cmd *exec.Cmd) error {
	if a.trust || sandboxed() == "" || slices.Contains(a.config.trusted(), id) || isBundled(cmd.Args) {
		return nil
	}
	argv, err := confined(append([]string{cmd.Path}, cmd.Args[1:]...))
	if err != nil {
		return err
	}
	cmd.Path, cmd.Args = argv[0], argv
	return nil
}

// isBundled reports whether a command serves an algorithm of this binary.
func isBundled(argv []string) bool {
	exe, err := os.Executable()
	return err == nil && len(argv) == 4 && argv[0] == exe && argv[1] == "plugin" && argv[2] == "serve"
}

// confined returns the command that runs another in the sandbox.
func confined(argv []string) ([]string, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program for the sandbox: %w", err)
	}
	return append([]string{exe, "plugin", "confine"}, argv...), nil
}

// confining recognises the command line that confined makes.
func confining(args []string) (argv []string, ok bool) {
	if len(args) > 3 && args[1] == "plugin" && args[2] == "confine" {
		return args[3:], true
	}
	return nil, false
}

// becomeConfined gives up rights and becomes the command; it does not return.
func becomeConfined(argv []string) {
	err := enterSandbox(os.Getenv(socketDirEnv))
	if err == nil {
		err = become(argv)
	}
	fmt.Fprintf(os.Stderr, "sudokuctl: running %q in the sandbox: %v\n", argv[0], err)
	os.Exit(exitError)
}

// trusted returns the ids of plugins that run without a sandbox.
func (c *config) trusted() []string {
	var ids []string
	for _, p := range c.added {
		if p.Trust {
			ids = append(ids, p.ID)
		}
	}
	return ids
}

// sandboxText tells what is enforced for a plugin.
func (a *app) sandboxText(c host.Candidate) string {
	switch {
	case c.Origin == host.FromBundled:
		return "none: it is part of this program"
	case a.trust || slices.Contains(a.config.trusted(), c.ID):
		return "none: it is trusted"
	case sandboxed() == "":
		return "none: this system has none that sudokuctl knows"
	}
	return sandboxed()
}
