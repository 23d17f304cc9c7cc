// Package canon finds canonical forms: of all grids that the symmetries of a geometry and a relabelling turn
// into each other, the one that is smallest when read cell by cell. It also lists the automorphisms of a
// puzzle, the symmetries that keep its givens.
//
// Two searches do the same for different geometries. The boxlexer (boxlex.go) takes boxes of any size and Latin
// squares; the maplexer (housemaps.go) tries a list of all cell maps that keep the houses. Puzzles with constraints
// beyond houses have the few symmetries of their pictures (picture.go); those that differ by a shuffle of rows are not
// recognised.
package canon
