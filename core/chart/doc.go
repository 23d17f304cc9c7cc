// Package chart draws numbers: [Cactus], [Scatter], [TimeScatter], [Box], [Histogram], [Heat] and [Line] each
// return a picture.Picture.
//
// They take a [Chart] for titles and sizes and plain numbers for the rest. Equal data gives equal bytes.
// Colours are those of Okabe & Ito, and dashes and shapes tell series apart without them.
package chart
