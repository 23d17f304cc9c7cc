// Package print writes pictures as PDF documents and PNG images. It brings its fonts, the Go family, along:
// what is printed looks the same on every machine, also on one without fonts.
package print
