package work

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
)

// A RequestError says that a request makes no sense as it is: the caller has to ask for something else.
type RequestError struct {
	Err   error
	Word  string   // the name in the request that nothing has, if that is the fault
	Known []string // the names that would have been understood
}

func (e *RequestError) Error() string { return e.Err.Error() }

func (e *RequestError) Unwrap() error { return e.Err }

// RequestErrorf returns a RequestError.
func RequestErrorf(format string, args ...any) error {
	return &RequestError{Err: fmt.Errorf(format, args...)}
}

// UnknownWord returns a RequestError about a name that is not known.
func UnknownWord(word string, known []string, format string, args ...any) error {
	return &RequestError{Err: fmt.Errorf(format, args...), Word: word, Known: known}
}

// A TimeoutError says that the time for a puzzle was over. It is a context.DeadlineExceeded.
type TimeoutError struct {
	After  time.Duration
	Detail string // what else is known, such as "; there were 40 processes"
}

func (e *TimeoutError) Error() string { return "timed out after " + e.After.String() + e.Detail }

func (e *TimeoutError) Is(target error) bool { return target == context.DeadlineExceeded }

// TimedOut says of an error that came of a limit how long that was.
func TimedOut(err error, after time.Duration) error {
	if after <= 0 || !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	_, detail, _ := strings.Cut(err.Error(), context.DeadlineExceeded.Error())
	return &TimeoutError{after, detail}
}

// A MissingError says that a plugin owes answers because it crashed. The next run tries the puzzles again.
type MissingError struct {
	Plugin  string
	Answers int
}

func (e *MissingError) Error() string {
	answers := "answers"
	if e.Answers == 1 {
		answers = "answer"
	}
	return fmt.Sprintf("%d %s missing: plugin %q crashed; the next run tries again", e.Answers, answers, e.Plugin)
}

// IsPluginError reports whether err says that a plugin failed, as opposed to what it was asked for.
func IsPluginError(err error) bool {
	var start *lifecycle.StartError
	var exit *lifecycle.ExitError
	var missing *MissingError
	for _, known := range []error{find.ErrNotFound, lifecycle.ErrExited, lifecycle.ErrHung, lifecycle.ErrProtocol,
		lifecycle.ErrQuarantined, find.ErrChecksum} {
		if errors.Is(err, known) {
			return true
		}
	}
	return errors.As(err, &start) || errors.As(err, &exit) || errors.As(err, &missing)
}
