// Package layout finds out what lines of text are as rows of grids: pictures with bars and rules, tables of data with labels, arrays of
// programs, rows whose cells no sign parts. Of returns the reading in which the lines are whole grids, if there is one.
package layout
