package attached

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/sudokuctl/sudokuctl/fleet/part"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Library is a library with the parts of the folders that are attached to it.
type Library struct {
	store *store.Store
	parts []file
	words store.Vocabulary // of all parts
}

// file is a part that was looked at and is not open.
type file struct {
	path    string
	header  part.Header
	metrics [][]string // of each task that grades
}

// Open looks for the parts of all attached folders and reads their headers. It does not close the store.
func Open(ctx context.Context, s *store.Store) (*Library, error) {
	l := &Library{store: s}
	folders, err := s.Attached(ctx)
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		parts, err := look(ctx, folder)
		if err != nil {
			return nil, fmt.Errorf("%w; \"sudokuctl library detach %s\" leaves it out", err, folder)
		}
		l.parts = append(l.parts, parts...)
	}
	for _, p := range l.parts {
		for _, t := range p.header.Tasks {
			if t.Kind == job.Solve {
				l.words.Solvers = append(l.words.Solvers, t.Plugin)
			}
		}
		l.words.Metrics = append(l.words.Metrics, slices.Concat(p.metrics...)...)
	}
	l.words.Solvers, l.words.Metrics = sorted(l.words.Solvers), sorted(l.words.Metrics)
	return l, nil
}

func sorted(words []string) []string {
	slices.Sort(words)
	return slices.Compact(words)
}

// ErrNoParts says that a folder holds no part.
var ErrNoParts = errors.New("no parts, files that end in .parquet, are there")

// Attach attaches a folder to a library and returns how many parts and rows it holds today.
func Attach(ctx context.Context, s *store.Store, folder string) (parts int, rows int64, err error) {
	if folder, err = filepath.Abs(folder); err != nil {
		return 0, 0, fmt.Errorf("attaching a folder: %w", err)
	}
	if parts, rows, err = Survey(ctx, folder); err != nil {
		return 0, 0, err
	}
	if parts == 0 {
		return 0, 0, fmt.Errorf("attaching %q: %w", folder, ErrNoParts)
	}
	return parts, rows, s.Attach(ctx, folder)
}

// Survey returns how many parts and rows a folder holds.
func Survey(ctx context.Context, folder string) (parts int, rows int64, err error) {
	found, err := look(ctx, folder)
	for _, p := range found {
		rows += p.header.Rows
	}
	return len(found), rows, err
}

// Detach takes back Attach.
func Detach(ctx context.Context, s *store.Store, folder string) error {
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return fmt.Errorf("detaching a folder: %w", err)
	}
	return s.Detach(ctx, absolute)
}

// look reads the headers of a folder's parts, in the order of their names.
func look(ctx context.Context, folder string) (parts []file, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("looking for parts: %w", err)
	}
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != ".parquet" {
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		path := filepath.Join(folder, e.Name())
		p, err := part.Open(path)
		if err != nil {
			return nil, err
		}
		f := file{path: path, header: p.Header, metrics: make([][]string, len(p.Header.Tasks))}
		for k, t := range p.Header.Tasks {
			for _, m := range t.Metrics {
				f.metrics[k] = append(f.metrics[k], m.Name)
			}
		}
		parts = append(parts, f)
		if err := p.Close(); err != nil {
			return nil, fmt.Errorf("reading %q: %w", path, err)
		}
	}
	return parts, nil
}
