package wire

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/sudokuctl/sudokuctl/core/internal/wire/pb"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
)

// Ending says how the work on one puzzle ended; its numbers are those of the protocol.
type Ending uint8

// The endings.
const (
	Part        = Ending(pb.Ending_ENDING_PART)        // more of the same puzzle follows in a later message
	Exhausted   = Ending(pb.Ending_ENDING_EXHAUSTED)   // there are no other solutions; the grade is complete
	Stopped     = Ending(pb.Ending_ENDING_STOPPED)     // the limit was reached or the host asked to stop
	GaveUp      = Ending(pb.Ending_ENDING_GAVE_UP)     // ended without a proof
	TimedOut    = Ending(pb.Ending_ENDING_TIMED_OUT)   // the time for the puzzle was over
	Unsupported = Ending(pb.Ending_ENDING_UNSUPPORTED) // the algorithm cannot take such puzzles
	Failed      = Ending(pb.Ending_ENDING_FAILED)      // anything else, with a text
	Crashed     = Ending(pb.Ending_ENDING_CRASHED)     // a program behind the plugin died of it
)

var endingNames = [...]string{
	"unspecified", "part", "exhausted", "stopped", "gave up", "timed out", "unsupported", "failed", "crashed",
}

// String returns the ending's name, such as "gave up".
func (e Ending) String() string {
	if int(e) < len(endingNames) {
		return endingNames[e]
	}
	return fmt.Sprintf("ending(%d)", uint8(e))
}

// Valid reports whether e is one of the protocol's endings.
func (e Ending) Valid() bool { return e >= Part && e <= Crashed }

// EndingOf translates the error that an algorithm returned; asked says whether it was told to stop. The
// text is that of the error if the ending is Failed or the error says more than the ending, else "".
func EndingOf(err error, asked bool) (Ending, string) {
	switch {
	case err == nil && asked:
		return Stopped, ""
	case err == nil:
		return Exhausted, ""
	case errors.Is(err, sudoku.ErrGaveUp):
		return GaveUp, beyond(err, sudoku.ErrGaveUp)
	case errors.Is(err, sudoku.ErrUnsupported):
		return Unsupported, beyond(err, sudoku.ErrUnsupported)
	case errors.Is(err, context.DeadlineExceeded):
		return TimedOut, beyond(err, context.DeadlineExceeded)
	case errors.Is(err, sudoku.ErrCrashed):
		return Crashed, beyond(err, sudoku.ErrCrashed)
	case errors.Is(err, context.Canceled):
		return Stopped, ""
	}
	return Failed, Text(err.Error())
}

// beyond returns the text of an error that says more than the sentinel that it wraps, else "".
func beyond(err, sentinel error) string {
	if text := err.Error(); text != sentinel.Error() {
		return Text(text)
	}
	return ""
}

// toldError has the text of an error on the other side and wraps the sentinel that it wrapped there.
type toldError struct {
	text     string
	sentinel error
}

func (e *toldError) Error() string { return e.text }
func (e *toldError) Unwrap() error { return e.sentinel }

func told(text string, sentinel error) error {
	if text == "" {
		return sentinel
	}
	return &toldError{text, sentinel}
}

// Err is the inverse of EndingOf: the error of an ending and its text, nil for Part, Exhausted and Stopped.
func (e Ending) Err(text string) error {
	switch e {
	case Part, Exhausted, Stopped:
		return nil
	case GaveUp:
		return told(text, sudoku.ErrGaveUp)
	case Unsupported:
		return told(text, sudoku.ErrUnsupported)
	case TimedOut:
		return told(text, context.DeadlineExceeded)
	case Crashed:
		return told(text, sudoku.ErrCrashed)
	}
	if text == "" {
		text = "the plugin's answer ended as " + e.String()
	}
	return errors.New(text)
}

// maxText is the largest text in bytes that a plugin sends; the rest of a longer one is cut off.
const maxText = 64 << 10

// Text makes a text fit for a message, which takes UTF-8 alone: an invalid byte becomes "\uFFFD".
func Text(s string) string {
	if len(s) > maxText {
		s = s[:maxText] + "…"
	}
	if utf8.ValidString(s) {
		return s
	}
	return strings.ToValidUTF8(s, "\uFFFD")
}

// texts makes each of several texts fit.
func texts(all []string) []string {
	if all == nil {
		return nil
	}
	fit := make([]string, len(all))
	for i, s := range all {
		fit[i] = Text(s)
	}
	return fit
}
