// Command asm writes the assembly of the wide kernel of package nine. Run it with go generate.
//
// The text below is the program; the words it uses are explained in the documentation of package nine.
// Operands stand in the order of Go's assembler: sources first, destination last.
package main

import . "github.com/mmcloughlin/avo/build"

func main() {
	Package("github.com/sudokuctl/sudokuctl/plugins/entropybt/search/nine")
	fill()
	search()
	Generate()
}
