package wire

import _ "embed"

//go:generate go run github.com/bufbuild/buf/cmd/buf@v1.72.0 lint
//go:generate go run github.com/bufbuild/buf/cmd/buf@v1.72.0 generate

// Proto is algorithm.proto, the definition of the service that plugins serve.
//
//go:embed proto/sudokuctl/v1/algorithm.proto
var Proto string
