package main

import "fmt"

// majiLevel is the metric of the levels of Maji & Pal 2010, Table 1.
const majiLevel = "maji_level"

// majiColumns shows how many puzzles of each level Maji & Pal put where, by the number of empty cells alone.
func majiColumns(rows []levelRow) *paperTable {
	t := &paperTable{Title: "The same levels by maji_level: the number of empty cells", Columns: []string{
		"level", "0 below 40", "1 40-45", "2 46-49", "3 50-53", "4 54-58", "5 above"}}
	for i, r := range rows {
		cells := []string{levelNames[i]}
		for level := range 6 {
			cells = append(cells, fmt.Sprint(r.maji[float64(level)]))
		}
		t.row(cells...)
	}
	return t
}
