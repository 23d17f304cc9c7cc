// Command asm writes the assembly of the kernels of package nine. Run it with go generate.
//
// The text below is the program; the words it uses are explained in the documentation of package nine.
// Operands stand in the order of Go's assembler: sources first, destination last.
package main

import (
	"flag"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	kernel := flag.String("kernel", "wide", "which to write: wide or narrow")
	flag.Parse()
	Package("github.com/sudokuctl/sudokuctl/plugins/internal/nine")
	if *kernel == "narrow" {
		fillNarrow()
		searchNarrow()
	} else {
		fill()
		search()
	}
	Generate()
}
