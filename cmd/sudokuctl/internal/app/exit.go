package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"sync"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/runner"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// The exit codes, see docs and "sudokuctl help".
const (
	ExitDone       = 0
	ExitError      = 1
	ExitUsage      = 2 // also what a shell expects of wrong flags
	ExitImpossible = 3 // a puzzle has no solution
	ExitMultiple   = 4 // several solutions where one was asked for
	ExitUnknown    = 5 // gave up, timeout
	ExitPlugin     = 6 // a plugin broke
	ExitDisagree   = 7 // plugins contradict each other

	ExitSignal = 128 // and the number of the signal that ended the program: 130 for ^C
)

// Failure ends the program with a code of its own. A nil cause is not printed.
type Failure struct {
	Code  int
	Cause error
}

func (e *Failure) Error() string {
	if e.Cause == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Cause.Error()
}

func (e *Failure) Unwrap() error { return e.Cause }

// UsageErrorf returns the error of a command that was typed wrongly, exit code 2.
func UsageErrorf(format string, args ...any) error {
	return &Failure{Code: ExitUsage, Cause: fmt.Errorf(format, args...)}
}

// exitCode returns the code for what a command returned, and whether the error is still to be shown.
func exitCode(err error) (code int, tell bool) {
	var coded *Failure
	var condition *store.WhereError
	var request *work.RequestError
	var shown *screen.UsageError
	var unknown *find.UnknownError
	var settings *runner.SettingsError
	switch {
	case err == nil:
		return ExitDone, false
	case errors.As(err, &coded):
		return coded.Code, coded.Cause != nil
	case errors.As(err, &condition), errors.As(err, &request), errors.As(err, &shown), errors.As(err, &unknown),
		errors.As(err, &settings):
		return ExitUsage, true
	case work.IsPluginError(err):
		return ExitPlugin, true
	case errors.Is(err, context.Canceled):
		return ExitError, false
	}
	return ExitError, true
}

// inOurWords turns what cobra itself says of a command line, for which it has no type, into the words of this program.
func inOurWords(err error) error {
	if err == nil {
		return nil
	}
	excluding := regexp.MustCompile(`^if any flags in the group \[.*\] are set none of the others can be; \[(.*)\] were all set$`)
	required := regexp.MustCompile(`^required flag\(s\) "(.*)" not set$`)
	if m := excluding.FindStringSubmatch(err.Error()); m != nil {
		return UsageErrorf("--%s cannot be used together", strings.Join(strings.Fields(m[1]), " and --"))
	}
	if m := required.FindStringSubmatch(err.Error()); m != nil {
		return UsageErrorf("--%s is missing", strings.ReplaceAll(m[1], `", "`, " and --"))
	}
	if strings.HasPrefix(err.Error(), "unknown command") {
		return UsageErrorf("%w", err)
	}
	return err
}

// errorText returns an error in words for people, with a mark below the place of a bad condition. A newline in the path
// of a file is shown as \u000a, so that it cannot begin a line that looks like a message of the program.
func errorText(err error) string {
	text := explained(err)
	var failed *fs.PathError
	var bad *sudoku.ParseError
	if errors.As(err, &failed) {
		text = strings.ReplaceAll(text, failed.Path, plain.Line(failed.Path))
	}
	if errors.As(err, &bad) && bad.File != "" {
		text = strings.ReplaceAll(text, bad.File, plain.Line(bad.File))
	}
	return text
}

// explained returns the text of an error, with the way out if it is known.
func explained(err error) string {
	var request *work.RequestError
	if errors.As(err, &request) {
		return err.Error() + screen.DidYouMean(request.Word, request.Known)
	}
	var unknown *find.UnknownError
	if errors.As(err, &unknown) && !strings.Contains(err.Error(), "did you mean") {
		return err.Error() + screen.DidYouMean(unknown.ID, unknown.Known)
	}
	var missing *work.MissingError
	if errors.As(err, &missing) {
		return fmt.Sprintf("%v; see \"sudokuctl plugin log %s\"", err, missing.Plugin)
	}
	var packed *formats.PackedError
	if errors.As(err, &packed) && packed.Tool != "" {
		file := packed.File
		if file == "stdin" {
			file = "FILE"
		}
		return fmt.Sprintf("%v; unpack it first: %s %s | sudokuctl … -", err, packed.Tool, file)
	}
	var bad *store.WhereError
	if !errors.As(err, &bad) {
		return err.Error()
	}
	return bad.Reason + screen.DidYouMean(bad.Name, bad.Known) + "\n  " +
		strings.ReplaceAll(bad.Where, "\n", " ") + "\n  " + strings.Repeat(" ", bad.Column-1) + "^"
}

// breakages counts the puzzles on which plugins broke. A command whose plugins broke ends with ExitPlugin.
type breakages struct {
	mu      sync.Mutex
	plugin  string // that broke first
	puzzles int    // on which it broke
	first   error  // why, nil if no plugin broke
}

// add records why a plugin broke on a puzzle.
func (b *breakages) add(plugin string, why error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.first == nil {
		b.plugin, b.first = plugin, why
	}
	if b.plugin == plugin {
		b.puzzles++
	}
}

// error returns an error with ExitPlugin if a plugin broke, else nil.
func (b *breakages) error() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.first == nil {
		return nil
	}
	why, _, _ := strings.Cut(strings.TrimPrefix(b.first.Error(), fmt.Sprintf("plugin %q: ", b.plugin)), "\n")
	return &Failure{Code: ExitPlugin, Cause: fmt.Errorf("plugin %q broke on %d %s: %s", b.plugin, b.puzzles,
		screen.Plural(b.puzzles, "puzzle"), why)}
}
