package where

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// PuzzleID is a puzzle's number in the SQL of conditions, which have it nowhere else.
const PuzzleID = "p.id"

// The tables of conditions, beside g7 of the current grades by algorithm 7.
const (
	puzzleTable    = "p"
	sourceTable    = "s"
	geometryTable  = "gm"
	duplicateTable = "d"
)

const (
	joinSource    = " JOIN source s ON s.id = p.source_id"
	joinGeometry  = " JOIN geometry gm ON gm.id = p.geometry_id"
	joinDuplicate = " LEFT JOIN duplicate d ON d.puzzle_id = p.id"
)

// FromListed are all tables but grades.
const FromListed = " FROM puzzle p" + joinSource + joinGeometry + joinDuplicate

// NeedPuzzles says that SQL beside the condition speaks of columns of puzzles.
func (n *Names) NeedPuzzles() { n.tables[puzzleTable] = true }

// Joins returns the joins with the current grades of the algorithms in use.
func (n *Names) Joins() string { return n.joinsBut(0) }

// joinsBut leaves out the grades of one of them.
func (n *Names) joinsBut(but int64) string {
	var b strings.Builder
	for _, id := range slices.Sorted(maps.Keys(n.joins)) {
		if id != but {
			fmt.Fprintf(&b, " LEFT JOIN %s ON %s AND g%d.puzzle_id = p.id", n.grades(id), n.current(id), id)
		}
	}
	return b.String()
}

// grades names an algorithm's grades as a table, with the index to begin with if there is one.
func (n *Names) grades(id int64) string { return fmt.Sprintf("grade g%d%s", id, n.begin[id]) }

// current is the condition of an algorithm's current grades. The number is in the text, not in an argument, because a
// partial index is only used for constants. ByID none is to be used, which the plus prevents: SQLite might go through the
// grades of all puzzles for each.
func (n *Names) current(id int64) string {
	plus := ""
	if n.ByID {
		plus = "+"
	}
	return fmt.Sprintf("g%d.algorithm_id = %[1]d AND %sg%[1]d.superseded = 0", id, plus)
}

// Numbers returns FROM and WHERE of a query for the numbers alone of the puzzles that meet conditions, and how it calls such
// a number. It leaves out the tables that the conditions do not need, the puzzles themselves if an algorithm has graded
// all that are meant: the row of each is a page of the file to read.
func (n *Names) Numbers(conditions string) (id, query string) {
	joins := ""
	for _, t := range []struct{ table, join string }{{sourceTable, joinSource}, {geometryTable, joinGeometry},
		{duplicateTable, joinDuplicate}} {
		if n.tables[t.table] {
			joins += t.join
		}
	}
	if len(n.graders) == 0 || n.tables[puzzleTable] || n.tables[sourceTable] || n.tables[geometryTable] {
		return PuzzleID, " FROM puzzle p" + joins + n.Joins() + " WHERE " + conditions
	}
	grader := slices.Min(n.graders)
	id = fmt.Sprintf("g%d.puzzle_id", grader)
	query = " FROM " + n.grades(grader) + joins + n.joinsBut(grader) + " WHERE " + n.current(grader) + " AND " + conditions
	return id, strings.ReplaceAll(query, PuzzleID, id)
}
