// Package sketch draws the constraints of a puzzle with plain shapes, once for SVG, PDF and the page alike.
//
// # Words
//
//   - The unit is the side of a cell. The grid's upper left corner is at 0, 0; x grows to the right and y downward. What
//     stands outside of the grid has coordinates below 0 or beyond its columns and rows.
//   - A [Shape] is a line, an area, a disc or a text. Its colours are names: paper has one colour for each, a screen one in
//     light and one in dark. Nothing is told by its colour alone, since many print in grey.
//   - A shape lies in a layer: below the lines of the grid (thermometers, outlines), on them (dots, signs), or above (numbers).
//   - A rule says what a sort of drawing means; a note is the sentence of a constraint that has no drawing.
//
// The table has a row for each name of a constraint that can be drawn.
package sketch
