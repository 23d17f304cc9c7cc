package metric

import (
	"testing"

	"github.com/sudokuctl/sudokuctl/core/plugintest"
)

func TestConformance(t *testing.T) { plugintest.Run(t, Spec()) }
