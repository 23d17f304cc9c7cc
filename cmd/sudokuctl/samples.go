package main

import (
	"embed"
	"fmt"
	"io"
	"strings"
)

// sampleFiles are the puzzle sets inside the program, each with its provenance on the first line.
//
//go:embed samples/*.txt
var sampleFiles embed.FS

const samplePrefix = "sample:"

func sampleNames() []string {
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

func openSample(name string) (io.ReadCloser, error) {
	f, err := sampleFiles.Open("samples/" + name + ".txt")
	if err != nil {
		return nil, usageErrorf("no sample %q%s: the samples are %s", name, didYouMean(name, sampleNames()),
			strings.Join(sampleNames(), ", "))
	}
	return f, nil
}

// sampleHelp lists the samples for the help texts.
func sampleHelp() string {
	return fmt.Sprintf("samples inside the program: sample:%s", strings.Join(sampleNames(), ", sample:"))
}
