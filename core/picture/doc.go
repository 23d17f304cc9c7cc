// Package picture holds drawings of a few plain shapes, and writes them as SVG.
//
// # Words
//
//   - A [Picture] is a list of shapes in the order in which they are drawn, the later over the earlier.
//   - A [Shape] is a line through points, open or closed, a disc, or a text. There are no others: what draws
//     with these can be written in every format.
//   - Its unit is the pixel on a screen or the millimetre on paper; x grows to the right and y downward.
//
// Package print, below this one, writes PDF and PNG: it needs libraries and fonts, this one needs neither.
package picture
