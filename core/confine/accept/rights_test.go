package accept

import (
	"slices"
	"testing"
)

func TestBeyond(t *testing.T) {
	usual := Rights{MemoryMB: 2048, Processes: 320, CPUSeconds: 3600}
	for _, c := range []struct {
		name       string
		now, other Rights
		want       []string
	}{
		{"nothing", Rights{}, Rights{}, nil},
		{"the usual, said", Rights{MemoryMB: 2048}, Rights{}, nil},
		{"less", Rights{MemoryMB: 512}, Rights{}, nil},
		{"more memory", Rights{MemoryMB: 4096}, Rights{}, []string{"use 4096 MiB of memory for each process instead of 2048"}},
		{"back to the usual", Rights{}, Rights{MemoryMB: 512}, []string{"use 2048 MiB of memory for each process instead of 512"}},
		{"another folder", Rights{Reads: []string{"/srv/a", "/srv/b"}}, Rights{Reads: []string{"/srv/a"}}, []string{"read /srv/b"}},
		{"within a folder", Rights{Reads: []string{"/srv/a/b"}}, Rights{Reads: []string{"/srv/a"}}, nil},
		{"the folder above", Rights{Reads: []string{"/srv"}}, Rights{Reads: []string{"/srv/a"}}, []string{"read /srv"}},
		{"a name that begins alike", Rights{Reads: []string{"/srv/ab"}}, Rights{Reads: []string{"/srv/a"}}, []string{"read /srv/ab"}},
		{"several", Rights{Processes: 400, CPUSeconds: 7200}, Rights{}, []string{"use 400 processes and threads instead of 320",
			"use 7200 seconds of CPU time for each process instead of 3600"}},
	} {
		if got := c.now.Beyond(c.other, usual); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}
