package input

import (
	"embed"
	"strings"
)

// sampleFiles are the puzzle sets inside the program, each with its provenance on the first line.
//
//go:embed samples/*.txt
var sampleFiles embed.FS

// SamplePrefix marks an argument that names a puzzle set inside the program: "sample:quick".
const SamplePrefix = "sample:"

// SampleNames returns the names of the puzzle sets inside the program.
func SampleNames() []string {
	entries, err := sampleFiles.ReadDir("samples")
	if err != nil {
		panic(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".txt"))
	}
	return names
}
