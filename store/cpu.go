package store

import (
	"bufio"
	"io"
	"os"
	"runtime"
	"strings"
)

// cpuName returns the processor's name as the system tells it, else its architecture.
func cpuName() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return runtime.GOARCH
	}
	defer f.Close()
	if name := modelName(f); name != "" {
		return name
	}
	return runtime.GOARCH
}

// modelName finds the first "model name" line of Linux's cpuinfo.
func modelName(r io.Reader) string {
	for lines := bufio.NewScanner(r); lines.Scan(); {
		key, value, _ := strings.Cut(lines.Text(), ":")
		if strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return ""
}
