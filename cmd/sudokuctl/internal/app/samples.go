package app

import (
	"fmt"
	"strings"

	"github.com/sudokuctl/sudokuctl/work"
)

// SampleHelp lists the samples for the help texts.
func SampleHelp() string {
	return fmt.Sprintf("samples inside the program: sample:%s", strings.Join(work.SampleNames(), ", sample:"))
}
