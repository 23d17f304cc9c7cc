package main

import (
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/work"
)

// sampleHelp lists the samples for the help texts.
func sampleHelp() string {
	return fmt.Sprintf("samples inside the program: sample:%s", strings.Join(work.SampleNames(), ", sample:"))
}
