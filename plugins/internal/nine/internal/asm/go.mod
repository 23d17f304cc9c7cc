module github.com/sudokuctl/sudokuctl/plugins/internal/nine/internal/asm

go 1.26.0

require github.com/mmcloughlin/avo v0.6.0

require golang.org/x/sys v0.49.0 // indirect

require (
	github.com/sudokuctl/sudokuctl v0.0.0
	golang.org/x/mod v0.41.0 // indirect
	golang.org/x/sync v0.24.0 // indirect
	golang.org/x/tools v0.51.0 // indirect
)

replace github.com/sudokuctl/sudokuctl => ../../../../..
