// Command asm writes the assembly of the kernels of package nine. Run it with go generate.
// It is a module of its own, so that nobody who builds the program downloads its libraries.
//
// The text below is the program; the words it uses are explained in the documentation of package nine.
// Operands stand in the order of Go's assembler: sources first, destination last.
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"

	_ "github.com/sudokuctl/sudokuctl/plugins/internal/nine" // its types are read
)

func main() {
	kernel := flag.String("kernel", "narrow", "which to write: narrow or wide")
	flag.Parse()
	Package("github.com/sudokuctl/sudokuctl/plugins/internal/nine")
	if *kernel == "wide" {
		search("searchWide", true)
	} else {
		fill()
		search("searchNarrow", false)
	}
	Generate()
}
