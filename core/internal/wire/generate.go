package wire

//go:generate go run github.com/bufbuild/buf/cmd/buf@v1.72.0 lint
//go:generate go run github.com/bufbuild/buf/cmd/buf@v1.72.0 generate
