package store

import (
	"github.com/sudokuctl/sudokuctl/store/internal/file"
	"github.com/sudokuctl/sudokuctl/store/internal/library"
	"github.com/sudokuctl/sudokuctl/store/internal/row"
	"github.com/sudokuctl/sudokuctl/store/internal/where"
	"github.com/sudokuctl/sudokuctl/store/internal/write"
)

// What questions about the library take and return.
type (
	// Filter says which puzzles to list. The zero Filter means all.
	Filter = library.Filter
	// Selection says which puzzles a run is about: those of some sources, some by their numbers, or all.
	Selection = library.Selection
	// Level is a band of a metric: values below Below that are in no earlier band.
	Level = library.Level
	// WhereError says what is wrong with a condition, and at which place.
	WhereError = library.WhereError
	// Item is a puzzle of the library.
	Item = library.Item
	// Listed is a puzzle with all that is known of it.
	Listed = library.Listed
	// NamedGrade is the newest value of a metric and who measured it.
	NamedGrade = library.NamedGrade
	// Publication says that a puzzle was published in a series: on a day, or under a number of a book.
	Publication = library.Publication
	// Source says where puzzles came from. Name and SHA256 together tell sources apart.
	Source = library.Source
	// Facets counts the puzzles that a filter lets through by what they are: Counts["verdict"]["unique"].
	Facets = library.Facets
	// Stats says what the library holds and what it lacks.
	Stats = library.Stats
	// GraderStats says how far a grader has come, all its versions together.
	GraderStats = library.GraderStats
)

// TechniquesMetric is the metric whose label lists, joined by commas, the techniques that uses() asks for.
const TechniquesMetric = where.TechniquesMetric

// BesideConstraints returns the metric that puzzles with constraints have instead of another, on the same scale: no puzzle has
// both. A metric for which there is none is returned itself.
func BesideConstraints(metric string) string { return where.BesideConstraints(metric) }

// Plugin is an algorithm in one version with one choice of settings, and where its binary was found.
type Plugin = write.Plugin

// StatedBy is the id under which values that sources state are kept as grades, with the source as version.
const StatedBy = write.StatedBy

// Reasons why a database cannot be opened or written, for errors.Is.
var (
	ErrNotDatabase = file.ErrNotDatabase
	ErrForeign     = file.ErrForeign
	ErrNewer       = file.ErrNewer
	ErrAltered     = file.ErrAltered
	ErrOlder       = file.ErrOlder
	ErrReadOnly    = file.ErrReadOnly
	ErrLocked      = file.ErrLocked
	ErrFull        = file.ErrFull
	ErrCorrupt     = row.ErrCorrupt
	ErrNotFound    = library.ErrNotFound
	ErrDeleted     = library.ErrDeleted
)
