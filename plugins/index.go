// Package plugins holds the list of plugins that people have contributed, and the archives of our examples. "sudokuctl
// plugin add NAME" looks in it. The folders below are the algorithms that are bundled.
package plugins

import "embed"

// List is the folder of the list: index.yaml, and the archives that it names by a path.
//
//go:embed index.yaml archives
var List embed.FS
