package plugin

import "github.com/sudokuctl/sudokuctl/core/internal/wire"

// Proto returns algorithm.proto, the definition of the service that plugins serve, for authors who generate code of it.
func Proto() string { return wire.Proto }
