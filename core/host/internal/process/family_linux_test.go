package process

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// TestTreeUsage counts a process and its descendants in its group, and reads no others: not those that left the group, nor
// processes of the machine that are no descendants.
func TestTreeUsage(t *testing.T) {
	proc := t.TempDir()
	for _, p := range []struct {
		pid, group int
		threads    map[int]string // the children of each
	}{
		{10, 10, map[int]string{10: "11 ", 17: "12 13 "}},
		{11, 10, map[int]string{11: "14 99 "}}, // 99 has just ended
		{12, 12, map[int]string{12: ""}},
		{13, 10, map[int]string{13: ""}},
		{14, 10, map[int]string{14: ""}},
		{15, 10, map[int]string{15: ""}},
	} {
		folder := filepath.Join(proc, fmt.Sprint(p.pid))
		write := func(name, text string) {
			t.Helper()
			path := filepath.Join(folder, name)
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		write("stat", fmt.Sprintf("%d (a ) b) S 1 %d 0 0 0 0 0 0 0 0 1 2 3 4 0", p.pid, p.group))
		write("status", fmt.Sprintf("VmHWM:\t%d kB\n", p.pid))
		for thread, children := range p.threads {
			write(fmt.Sprintf("task/%d/children", thread), children)
		}
	}
	u, ok := usageBelow(proc, 10, 10)
	if !ok || u.User != 4*4*clockTick || u.System != 4*6*clockTick {
		t.Errorf("%+v, %v; want what 10, 11, 13 and 14 have taken", u, ok)
	}
}
