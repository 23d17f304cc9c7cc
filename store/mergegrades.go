package store

import (
	"cmp"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
	"github.com/sudokuctl/sudokuctl/store/internal/where"
)

// wordingKey names a wording of the other library as an algorithm uses it: labels are written by slot, and slots differ
// between libraries.
type wordingKey struct{ algorithm, wording int64 }

// mergedGrade is a grade of one of the two libraries.
type mergedGrade struct {
	algorithm, puzzle, plugin int64 // numbers of this library
	saved                     int64 // Unix milliseconds
	superseded, was           bool  // what is to be, and what is
	mine                      bool  // this library has it
	row                       []any
}

// grades takes over the grades that this library does not have. The newest of each puzzle and algorithm is current.
func (p *mergedPart) grades() error {
	slots, err := p.slotsHere()
	if err != nil {
		return err
	}
	all, known, err := p.theirGrades(slots)
	if err != nil {
		return err
	}
	mine, err := p.myGrades(known)
	if err != nil {
		return err
	}
	all = newestCurrent(append(mine, all...))
	insert := p.b.Inserter("grade (algorithm_id, chunk_id, superseded, "+row.GradeColumns+")", "")
	counts, digests := map[int64]int64{}, map[int64]int64{}
	var columns []any
	var superseded int64
	for _, g := range all {
		if g.mine && g.superseded == g.was {
			continue
		}
		if g.mine {
			_, err := p.b.Exec("UPDATE grade SET superseded = ?4 WHERE algorithm_id = ?1 AND puzzle_id = ?2 AND plugin_id = ?3",
				g.algorithm, g.puzzle, g.plugin, g.superseded)
			if err != nil {
				return err
			}
			continue
		}
		theirs := g.row[0].(int64)
		c, err := p.chunkOf(theirs)
		if err != nil {
			return err
		}
		counts[c.id]++
		p.sum.Grades++
		columns = append(append(columns[:0], g.algorithm, c.id, g.superseded, g.plugin, g.puzzle), g.row[1:]...)
		digests[c.id] ^= row.Digest(columns[3:]...)
		if g.superseded {
			superseded ^= row.Digest(g.algorithm, g.puzzle, g.plugin, 1)
		}
		if err := insert.Add(columns...); err != nil {
			return err
		}
	}
	if err := insert.Flush(); err != nil {
		return err
	}
	if err := p.b.JoinDigest("grade", superseded); err != nil {
		return err
	}
	return p.count(counts, digests)
}

// slotsHere returns where this library keeps each metric, by algorithm of the other one.
func (p *mergedPart) slotsHere() (map[int64]metricSlots, error) {
	here := map[int64]metricSlots{}
	var theirs int64
	var name string
	err := p.query(p.ctx, "SELECT id, name FROM algorithm").Each(func() error {
		id, err := p.b.Algorithm(plain.Line(name))
		if err == nil {
			here[theirs], err = p.b.Slots(id)
		}
		return err
	}, &theirs, &name)
	return here, err
}

// theirGrades reads the other library's grades as this one stores them, but for the chunk; known are the puzzles among
// them that this library had before.
func (p *mergedPart) theirGrades(here map[int64]metricSlots) (all []mergedGrade, known []int64, err error) {
	var algorithm, plugin, chunk, saved int64
	var superseded bool
	var wording sql.NullInt64
	var raw [row.ValueSlots]any
	var more sql.NullString
	all = make([]mergedGrade, 0, len(p.puzzles))
	into := []any{&algorithm, &plugin, &chunk, &saved, &superseded, &wording, &more}
	for i := range raw {
		into = append(into, &raw[i])
	}
	err = p.eachNew(`SELECT x.puzzle_id, x.algorithm_id, x.plugin_id, x.chunk_id, c.saved_at, x.superseded, x.wording_id, x.more, `+row.ValueColumns+`
		FROM algorithm al CROSS JOIN grade x CROSS JOIN chunk c ON c.id = x.chunk_id WHERE x.algorithm_id = al.id`,
		func(n *incoming) error {
			grades, err := p.decode(algorithm, raw[:], more)
			if err != nil {
				return fmt.Errorf("grade of puzzle %d: %w", n.ID, err)
			}
			values := make([]any, 2+row.ValueSlots+1)
			values[0] = chunk
			if values[1], err = p.wordingOf(algorithm, wording, here[algorithm]); err != nil {
				return err
			}
			here[algorithm].Values(grades, values[2:])
			own, err := lookUp(p.plugins, "plugin", plugin)
			if err != nil {
				return err
			}
			all = append(all, mergedGrade{algorithm: own.algorithm, puzzle: n.ID, plugin: own.id, saved: saved,
				superseded: superseded, row: values})
			if n.Known {
				known = append(known, n.ID)
			}
			return nil
		}, into...)
	return all, known, err
}

// decode reads the values of a grade of the other library.
func (p *mergedPart) decode(algorithm int64, raw []any, more sql.NullString) (grades []sudoku.Grade, err error) {
	var rest []*json.Number
	if more.Valid {
		if err := json.Unmarshal([]byte(more.String), &rest); err != nil {
			return nil, err
		}
	}
	for _, m := range p.metrics[algorithm] {
		switch k := int(m.slot) - row.ValueSlots; {
		case k < 0:
			switch v := raw[m.slot].(type) {
			case int64:
				grades = append(grades, sudoku.Grade{Metric: m.name, Value: float64(v) / float64(m.divisor)})
			case float64:
				grades = append(grades, sudoku.Grade{Metric: m.name, Value: v})
			}
		case k < len(rest) && rest[k] != nil:
			grades = append(grades, sudoku.Grade{Metric: m.name, Value: row.Value(where.Metric{Slot: m.slot}, rest[k].String())})
		}
	}
	return grades, nil
}

// wordingOf returns the number of the same words here.
func (p *mergedPart) wordingOf(algorithm int64, theirs sql.NullInt64, here metricSlots) (any, error) {
	if !theirs.Valid {
		return nil, nil
	}
	k := wordingKey{algorithm, theirs.Int64}
	if id, ok := p.wordings[k]; ok {
		return id, nil
	}
	var text string
	if err := p.tx.QueryRowContext(p.ctx, "SELECT text FROM wording WHERE id = ?", theirs.Int64).Scan(&text); err != nil {
		return nil, fmt.Errorf("reading labels %d: %w", theirs.Int64, err)
	}
	var words map[string]string
	if err := json.Unmarshal([]byte(text), &words); err != nil {
		return nil, fmt.Errorf("reading labels %d: %w", theirs.Int64, err)
	}
	var grades []sudoku.Grade
	var failure error
	if reason, ok := words["error"]; ok {
		failure = fmt.Errorf("%s", reason)
	}
	for _, m := range p.metrics[algorithm] {
		if label := words[strconv.FormatInt(m.slot, 10)]; label != "" {
			grades = append(grades, sudoku.Grade{Metric: m.name, Label: label})
		}
	}
	text, err := here.Wording(grades, failure)
	if err != nil || text == "" {
		return nil, err
	}
	id, err := p.b.AddWording(text)
	p.wordings[k] = id
	return id, err
}

// myGrades returns the grades that this library has of puzzles.
func (p *mergedPart) myGrades(puzzles []int64) (mine []mergedGrade, err error) {
	slices.Sort(puzzles)
	g := mergedGrade{mine: true}
	for some := range slices.Chunk(slices.Compact(puzzles), file.IDsPerQuery) {
		rows := p.b.Query(`SELECT g.algorithm_id, g.puzzle_id, g.plugin_id, c.saved_at, g.superseded FROM algorithm al CROSS JOIN grade g
			CROSS JOIN chunk c ON c.id = g.chunk_id WHERE g.algorithm_id = al.id AND g.puzzle_id IN ` + file.IDList(some))
		err := rows.Each(func() error { g.was = g.superseded; mine = append(mine, g); return nil },
			&g.algorithm, &g.puzzle, &g.plugin, &g.saved, &g.superseded)
		if err != nil {
			return nil, err
		}
	}
	return mine, nil
}

// newestCurrent leaves out grades that this library, whose come first, has already, and marks all but the newest of
// each puzzle and algorithm as superseded. What is the only one of its library stays as it was.
func newestCurrent(all []mergedGrade) []mergedGrade {
	slices.SortStableFunc(all, func(a, b mergedGrade) int {
		return cmp.Or(cmp.Compare(a.puzzle, b.puzzle), cmp.Compare(a.algorithm, b.algorithm), cmp.Compare(a.plugin, b.plugin))
	})
	all = slices.CompactFunc(all, func(a, b mergedGrade) bool {
		return a.puzzle == b.puzzle && a.algorithm == b.algorithm && a.plugin == b.plugin
	})
	for from := 0; from < len(all); {
		to, current := from, -1
		for ; to < len(all) && all[to].puzzle == all[from].puzzle && all[to].algorithm == all[from].algorithm; to++ {
			if !all[to].superseded && (current < 0 || all[to].saved > all[current].saved) {
				current = to
			}
		}
		for i := from; i < to; i++ {
			all[i].superseded = i != current
		}
		from = to
	}
	return all
}
