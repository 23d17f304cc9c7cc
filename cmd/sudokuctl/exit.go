package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// The exit codes, see docs and "sudokuctl help".
const (
	exitDone       = 0
	exitError      = 1
	exitUsage      = 2 // also what a shell expects of wrong flags
	exitImpossible = 3 // a puzzle has no solution
	exitMultiple   = 4 // several solutions where one was asked for
	exitUnknown    = 5 // gave up, timeout
	exitPlugin     = 6 // a plugin failed
	exitDisagree   = 7 // plugins contradict each other

	exitSignal = 128 // and the number of the signal that ended the program: 130 for ^C
)

// codedError ends the program with a code of its own. A nil cause is not printed.
type codedError struct {
	code  int
	cause error
}

func (e *codedError) Error() string {
	if e.cause == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.cause.Error()
}

func (e *codedError) Unwrap() error { return e.cause }

func usageErrorf(format string, args ...any) error {
	return &codedError{code: exitUsage, cause: fmt.Errorf(format, args...)}
}

// exitCode returns the code for what a command returned, and whether the error is still to be told.
func exitCode(err error) (code int, tell bool) {
	var coded *codedError
	var condition *store.WhereError
	var request *work.RequestError
	switch {
	case err == nil:
		return exitDone, false
	case errors.As(err, &coded):
		return coded.code, coded.cause != nil
	case errors.As(err, &condition), errors.As(err, &request):
		return exitUsage, true
	case isPluginError(err):
		return exitPlugin, true
	case errors.Is(err, context.Canceled):
		return exitError, false
	case strings.HasPrefix(err.Error(), "unknown command"), strings.HasPrefix(err.Error(), "unknown flag"),
		strings.HasPrefix(err.Error(), "unknown shorthand"), strings.HasPrefix(err.Error(), "invalid argument"):
		return exitUsage, true
	}
	return exitError, true
}

func isPluginError(err error) bool {
	var start *host.StartError
	var exit *host.ExitError
	for _, known := range []error{host.ErrNotFound, host.ErrExited, host.ErrHung, host.ErrProtocol,
		host.ErrQuarantined, host.ErrChecksum} {
		if errors.Is(err, known) {
			return true
		}
	}
	return errors.As(err, &start) || errors.As(err, &exit)
}
