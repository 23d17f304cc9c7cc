package app

import (
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/work/input"
)

// SampleHelp lists the samples for the help texts.
func SampleHelp() string {
	return fmt.Sprintf("samples inside the program: sample:%s", strings.Join(input.SampleNames(), ", sample:"))
}
