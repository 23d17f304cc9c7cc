// Package input is where puzzles come from: a text, a reader, a sample inside the program, a file, a pipe. What an
// [Input] is, is decided once; [Walk] reads several one after the other, [Import] stores what one says in the library.
package input

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work"
)

// Remedy is what to do where puzzles are missing.
const Remedy = "give a puzzle, a file, sample:quick, or - for standard input"

// An Input is a source of puzzles: the object of a command-line argument, or data that a caller holds.
type Input struct {
	// Name is what its records are named after: "top95.txt", "sample:quick", "stdin", "puzzle".
	Name    string
	Licence string         // of the puzzles, "" if unknown
	Lenient bool           // takes what is understood of a puzzle and leaves out the rest
	Limits  formats.Limits // of what strangers send; none by default

	kind  inputKind
	text  string           // of fromText
	given io.Reader        // of fromReader
	known []formats.Record // of fromText, if it has been read
}

type inputKind int

const (
	fromText   inputKind = iota
	fromReader           // standard input, or a reader that a caller holds
	fromSample
	fromFile
	fromPipe    // a file that can be read only once, and may keep its reader waiting
	fromLibrary // the database of another library, which has more than puzzles
)

// Parse finds out what an argument is: "-" for stdin, "sample:NAME", a file, or a puzzle in any notation.
func Parse(arg string, stdin io.Reader) (*Input, error) {
	if arg == "-" || arg == "/dev/stdin" {
		return Reader("stdin", stdin), nil
	}
	if name, ok := strings.CutPrefix(arg, SamplePrefix); ok {
		if _, err := fs.Stat(sampleFiles, samplePath(name)); err != nil {
			return nil, work.UnknownWord(name, SampleNames(), "no sample %q: the samples are %s", name,
				strings.Join(SampleNames(), ", "))
		}
		licence := "MIT"
		if name == "play" {
			licence = "CC0-1.0"
		}
		return &Input{Name: arg, Licence: licence, kind: fromSample}, nil
	}
	info, fileErr := os.Stat(arg)
	if fileErr == nil && !info.IsDir() {
		kind, err := kindOf(arg, info)
		return &Input{Name: strings.TrimPrefix(arg, "./"), kind: kind, text: arg}, err
	}
	_, err := sudoku.ParsePuzzle(arg)
	if err != nil {
		err = recordError(arg, err)
	}
	if err != nil {
		if fileErr == nil {
			return nil, work.RequestErrorf("%q is a folder; name its files, such as %q", arg, filepath.Join(arg, "*.txt"))
		}
		if namesFile(arg) {
			return nil, work.RequestErrorf("there is no file %q", arg)
		}
		return nil, work.RequestErrorf("%q is neither a file nor a puzzle: %w", arg, err)
	}
	return Text(arg), nil
}

// namesFile reports whether something is meant as the name of a file: it begins with a folder, or ends as such names
// do.
func namesFile(arg string) bool {
	if strings.HasPrefix(arg, "/") || strings.HasPrefix(arg, "./") || strings.HasPrefix(arg, "../") {
		return true
	}
	name, ending := strings.TrimSuffix(arg, filepath.Ext(arg)), strings.TrimPrefix(filepath.Ext(arg), ".")
	foreign := func(r rune) bool { return !unicode.IsLetter(r) }
	return strings.ContainsFunc(name, unicode.IsLetter) && len(ending) > 1 && !strings.ContainsFunc(ending, foreign)
}

// Text is a puzzle, or several, in any notation.
func Text(text string) *Input { return &Input{Name: "puzzle", kind: fromText, text: text} }

// Known is text from which these records have been read.
func Known(text string, records []formats.Record) *Input {
	return &Input{Name: "puzzle", kind: fromText, text: text, known: records}
}

// Reader reads puzzles from r, whose records are named after name.
func Reader(name string, r io.Reader) *Input {
	return &Input{Name: name, kind: fromReader, given: r}
}

// String returns the argument that names the input, for the record of a run that resumes with it.
func (in *Input) String() string {
	if in.text != "" {
		return in.text
	}
	return in.Name
}

// IsText reports whether the input is a puzzle that was written out, and not a place that holds puzzles.
func (in *Input) IsText() bool { return in.kind == fromText }

// IsFile reports whether the input is a file, which can be read again.
func (in *Input) IsFile() bool { return in.kind == fromFile }

// CanBeReadAgain reports whether the input has the same puzzles when it is opened once more.
func (in *Input) CanBeReadAgain() bool {
	return in.kind != fromReader && in.kind != fromPipe && in.kind != fromLibrary && in.known == nil
}

// IsLibrary reports whether the input is the database of a library: it has no records, and is merged by MergeLibrary.
func (in *Input) IsLibrary() bool { return in.kind == fromLibrary }

// quickCount is the size of a file up to which its puzzles are counted ahead.
const quickCount = 4 << 20

// CountPuzzles counts the puzzles of inputs if that takes no time to speak of, else it returns 0. A pipe cannot be read
// twice, and large files take too long.
func CountPuzzles(ctx context.Context, inputs []*Input) (n int64) {
	for _, in := range inputs {
		switch in.kind {
		case fromReader, fromPipe, fromLibrary:
			return 0
		case fromFile:
			if info, err := os.Stat(in.text); err != nil || info.Size() > quickCount {
				return 0
			}
		}
	}
	for _, in := range inputs {
		for _, err := range in.Records(ctx) {
			if err == nil {
				n++
			}
		}
	}
	return n
}

func samplePath(name string) string { return "samples/" + name + ".txt" }

// kindOf tells files from pipes and refuses devices, which may have no end.
func kindOf(arg string, info fs.FileInfo) (inputKind, error) {
	switch mode := info.Mode(); {
	case mode.IsRegular() && store.IsDatabase(arg):
		return fromLibrary, nil
	case mode.IsRegular():
		return fromFile, nil
	case mode&fs.ModeNamedPipe != 0:
		return fromPipe, nil
	case mode&fs.ModeDevice != 0:
		if null, err := os.Stat(os.DevNull); err == nil && os.SameFile(info, null) {
			return fromPipe, nil
		}
		return fromPipe, work.RequestErrorf("%q is a device; - reads standard input", arg)
	}
	return fromPipe, work.RequestErrorf("%q is not a file that can be read", arg)
}

// recordError returns what is wrong with a text that may be a puzzle in another notation, such as a link; nil if it is
// one. If it is in none, that is what is wrong with it as a puzzle.
func recordError(text string, wrong error) error {
	for _, err := range formats.Read(strings.NewReader(text), "") {
		var placed *sudoku.ParseError
		if err == nil || errors.As(err, new(*formats.IncompleteError)) {
			return nil
		}
		if errors.As(err, &placed) {
			err = &sudoku.ParseError{Column: placed.Column, Err: placed.Err}
		}
		return err
	}
	return wrong
}

// Records walks over the puzzles. A bad record yields a *sudoku.ParseError, and the walk goes on; every other
// error ends it, and so does the end of ctx, also while the input keeps its reader waiting.
func (in *Input) Records(ctx context.Context) iter.Seq2[formats.Record, error] {
	return func(yield func(formats.Record, error) bool) {
		for _, record := range in.known {
			if !yield(record, ctx.Err()) || ctx.Err() != nil {
				return
			}
		}
		if in.known != nil {
			return
		}
		r, err := in.open(ctx)
		if err != nil {
			yield(formats.Record{}, err)
			return
		}
		defer r.Close()
		in.read(ctx, r, nil, yield)
	}
}

func (in *Input) read(ctx context.Context, r io.Reader, wanted func(number int) bool,
	yield func(formats.Record, error) bool) {
	records := in.Limits.Read(ctx, r, in.Name, wanted)
	if in.Lenient {
		records = formats.Lenient(records)
	}
	records(yield)
}

// open opens the input. A pipe or a reader is left alone once ctx is done; its further data is lost.
func (in *Input) open(ctx context.Context) (io.ReadCloser, error) {
	switch in.kind {
	case fromText:
		return io.NopCloser(strings.NewReader(in.text)), nil
	case fromReader:
		return awaited(ctx, func() (io.ReadCloser, error) { return io.NopCloser(in.given), nil }), nil
	case fromSample:
		return sampleFiles.Open(samplePath(strings.TrimPrefix(in.Name, SamplePrefix)))
	case fromPipe:
		return awaited(ctx, func() (io.ReadCloser, error) { return openFile(in.text) }), nil
	case fromLibrary:
		return nil, work.RequestErrorf("%q is a database: use its puzzles with --db %[1]s, or take them over with "+
			"\"sudokuctl import %[1]s\"", in.text)
	}
	return openFile(in.text)
}

func openFile(name string) (io.ReadCloser, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("reading puzzles: %w", err)
	}
	return f, nil
}

// awaited reads what may keep its reader waiting for a person or another program, also to be opened, and stops waiting
// when ctx ends. The goroutine that waits then stays behind until it is answered.
func awaited(ctx context.Context, open func() (io.ReadCloser, error)) io.ReadCloser {
	r, w := io.Pipe()
	answered := context.AfterFunc(ctx, func() { w.CloseWithError(ctx.Err()) })
	go func() {
		defer answered()
		from, err := open()
		if err == nil {
			_, err = io.Copy(w, from)
			from.Close()
		}
		w.CloseWithError(err)
	}()
	return r
}

// Sum returns the SHA-256 of a text, a sample or a file, in hexadecimal. What can be read only once has none.
func (in *Input) Sum(ctx context.Context) (string, error) {
	if in.kind == fromReader || in.kind == fromPipe {
		return "", work.RequestErrorf("%s can be read only once: name a file", in)
	}
	r, err := in.open(ctx)
	if err != nil {
		return "", err
	}
	defer r.Close()
	return in.sum(ctx, r)
}

func (in *Input) sum(ctx context.Context, r io.Reader) (string, error) {
	hash := sha256.New()
	if _, err := io.Copy(hash, &until{ctx, r}); err != nil {
		return "", fmt.Errorf("reading %q: %w", in.text, err)
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// hash returns the SHA-256 of a file that is about to be read, in hexadecimal; of anything else it is "".
func (in *Input) hash(ctx context.Context, opened io.Reader) (string, error) {
	f, ok := opened.(*os.File)
	if !ok || in.kind != fromFile {
		return "", nil
	}
	sum, err := in.sum(ctx, f)
	if err != nil {
		return "", err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return "", fmt.Errorf("reading %q: %w", in.text, err)
	}
	return sum, nil
}

// until reads until ctx ends.
type until struct {
	ctx context.Context
	io.Reader
}

func (u *until) Read(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.Reader.Read(p)
}

// ErrNoPuzzles says that an input has text and no puzzle. An empty input is no error, because a pipe may bring
// nothing.
var ErrNoPuzzles = errors.New("no puzzles in it, though it is not empty")

// watched notices whether a reader has anything but white space.
type watched struct {
	io.Reader
	any bool
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.Reader.Read(p)
	w.any = w.any || len(bytes.TrimSpace(p[:n])) > 0
	return n, err
}

// Walk yields the records of inputs. Bad ones are reported; any other error is the last thing it yields, after all
// others that a file has no record at all.
func Walk(ctx context.Context, inputs []*Input, progress work.Progress) iter.Seq2[formats.Record, error] {
	return func(yield func(formats.Record, error) bool) {
		var empty error
		for _, in := range inputs {
			format, read := "", false
			for r, err := range in.Records(ctx) {
				read = true
				var broken *sudoku.ParseError
				if errors.As(err, &broken) {
					progress.Report(work.BadRecord{Err: broken})
					continue
				}
				if err == nil && r.Format != format {
					format = r.Format
					progress.Report(work.Recognised{Record: r.Puzzle.Name, Format: r.Format})
				}
				if !yield(r, err) || err != nil {
					return
				}
			}
			if !read && in.IsFile() && empty == nil {
				empty = fmt.Errorf("no puzzles in %s", in)
			}
		}
		if empty != nil {
			yield(formats.Record{}, empty)
		}
	}
}

// Convert calls write with all that inputs say of their puzzles; an error of write ends the work. It returns how
// many records of the inputs were bad.
func Convert(ctx context.Context, inputs []*Input, progress work.Progress,
	write func(formats.Record) error) (bad int, err error) {
	progress, count := progress.Counting()
	for r, err := range Walk(ctx, inputs, progress) {
		if err == nil {
			err = write(r)
		}
		if err != nil {
			return count(), err
		}
	}
	return count(), nil
}

// sampleFiles are the puzzle sets inside the program, each with its provenance on the first line.
//
//go:embed samples/*.txt
var sampleFiles embed.FS

// SamplePrefix marks an argument that names a puzzle set inside the program: "sample:quick".
const SamplePrefix = "sample:"

// Play returns a puzzle of the sample "play" without constraints, of a level or, for "", of any: the number chooses
// which. It is nil for a level that the sample does not name.
func Play(level string, number uint64) *sudoku.Puzzle {
	text, err := sampleFiles.ReadFile(samplePath("play"))
	if err != nil {
		panic(err)
	}
	var fit []string
	for line := range strings.Lines(string(text)) {
		puzzle, of, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if !strings.HasPrefix(line, "#") && !strings.Contains(puzzle, "~") && (level == "" || of == level) {
			fit = append(fit, puzzle)
		}
	}
	if len(fit) == 0 {
		return nil
	}
	p, err := sudoku.ParsePuzzle(fit[number%uint64(len(fit))])
	if err != nil {
		panic(err) // of a sample of our own
	}
	return p
}

// SampleNames returns the names of the puzzle sets inside the program.
func SampleNames() []string {
	entries, err := sampleFiles.ReadDir("samples")
	if err != nil {
		panic(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".txt"))
	}
	return names
}
