package wire

import _ "embed"

//go:generate go run -C gen . ../proto sudokuctl/v1/algorithm.proto ../pb

// Proto is algorithm.proto, the definition of the service that plugins serve.
//
//go:embed proto/sudokuctl/v1/algorithm.proto
var Proto string
