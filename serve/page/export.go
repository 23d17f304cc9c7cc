package page

import (
	"bufio"
	"cmp"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/sudokuctl/sudokuctl/core/formats"
	"github.com/sudokuctl/sudokuctl/serve/internal/problem"
	"github.com/sudokuctl/sudokuctl/store"
	"github.com/sudokuctl/sudokuctl/work/library"
)

// An export is read and sent in portions, so that a slow client keeps nothing of the library busy.
const (
	exportPortion = 1_000            // puzzles
	exportTime    = 30 * time.Second // for sending a portion; who reads slower is left
)

// export writes the puzzles of a condition as a file, one after the other.
func (s *site) export(w http.ResponseWriter, r *http.Request) {
	to, filter := cmp.Or(r.FormValue("to"), "line"), s.desk.Env.Filter(r.FormValue("where"))
	buffered := bufio.NewWriterSize(w, 64<<10)
	out, err := formats.NewWriter(buffered, to)
	if err != nil {
		s.show(w, r, func(*http.Request) (*layout, error) { return nil, problem.Unknown("format", to, formats.Names()) })
		return
	}
	filter.Sort = "id"
	left, err := strconv.Atoi(r.FormValue("limit"))
	bounded := err == nil && left > 0
	first := true
	for {
		filter.Limit = exportPortion
		if bounded {
			filter.Limit = min(left, exportPortion)
		}
		portion, err := s.portion(r, filter)
		if err != nil && first {
			s.show(w, r, func(*http.Request) (*layout, error) { return nil, err })
			return
		}
		if err != nil {
			panic(http.ErrAbortHandler) // so that nobody takes it for the whole file
		}
		if first {
			w.Header().Set("Content-Type", "text/plain; charset=utf-8")
			w.Header().Set("Content-Disposition", "attachment; filename=puzzles."+to)
			first = false
		}
		// A writer without deadlines is one of a test.
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(exportTime))
		for _, l := range portion {
			if err := out.Write(library.ExportRecord(l, s.desk.Env.Levels)); err != nil && !errors.Is(err, formats.ErrUnfit) {
				panic(http.ErrAbortHandler)
			}
			filter.After = l.ID
		}
		left -= len(portion)
		if len(portion) < exportPortion || bounded && left == 0 {
			break
		}
	}
	if cmp.Or(out.Close(), buffered.Flush()) != nil {
		panic(http.ErrAbortHandler)
	}
}

// portion reads the next puzzles.
func (s *site) portion(r *http.Request, f store.Filter) (all []*store.Listed, err error) {
	for l, err := range s.desk.Env.Store.List(r.Context(), f) {
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, nil
}
