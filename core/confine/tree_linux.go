package confine

import (
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Adopt makes this process the parent of all that its descendants leave behind when they end.
func Adopt() error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("becoming the parent of orphans: %w", err)
	}
	return nil
}

// EndOrphans kills what this process has adopted, generation by generation: a process hands its children up
// before it can be reaped, so that none is missed, whatever session or group it has made for itself. What
// this process has started itself, on a thread of child.OnThread, stays.
func EndOrphans() {
	for {
		orphans := adopted()
		for _, pid := range orphans {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
		}
		for _, pid := range orphans {
			for {
				if _, err := syscall.Wait4(pid, nil, 0, nil); !errors.Is(err, syscall.EINTR) {
					break
				}
			}
		}
		if len(orphans) == 0 {
			return
		}
	}
}

// Shield keeps all others, but the administrator, from the memory and the files of this process.
func Shield() error {
	if err := unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0); err != nil {
		return fmt.Errorf("shielding this process: %w", err)
	}
	return nil
}

// adopted returns the children that this process has adopted: the kernel gives them to its first thread.
func adopted() []int {
	self, err := os.Readlink("/proc/self")
	if err != nil {
		return nil
	}
	text, err := os.ReadFile("/proc/self/task/" + self + "/children")
	if err != nil {
		return nil
	}
	children := numbers(string(text))
	if self == strconv.Itoa(os.Getpid()) {
		return children
	}
	var here []int // /proc has the numbers of another PID namespace
	for _, pid := range children {
		if n, ok := innerNumber(pid); ok {
			here = append(here, n)
		}
	}
	return here
}

// innerNumber returns the number of a process in its own PID namespace.
func innerNumber(pid int) (n int, ok bool) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, false
	}
	_, after, _ := strings.Cut(string(text), "\nNSpid:")
	line, _, _ := strings.Cut(after, "\n")
	all := numbers(line)
	if len(all) == 0 {
		return 0, false
	}
	return all[len(all)-1], true
}

func numbers(text string) []int {
	var all []int
	for field := range strings.FieldsSeq(text) {
		if n, err := strconv.Atoi(field); err == nil {
			all = append(all, n)
		}
	}
	return all
}

// tasksBelow returns how many processes and threads there are below a process.
func tasksBelow(root int) int {
	tasks := 0
	for _, p := range below(root) {
		tasks += p.threads
	}
	return tasks
}

// sharedBelow returns how many bytes of memory that is no file the processes below a process share.
func sharedBelow(root int) int {
	sizes := map[string]int{} // by what tells the memory from other such
	for pid := range below(root) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
		if err != nil {
			continue // it has ended
		}
		for line := range strings.Lines(string(text)) {
			// 7f0000000000-7f0000100000 rw-s 00000000 00:01 1025   /dev/zero (deleted)
			fields := strings.Fields(line)
			const nameField = 5
			if len(fields) <= nameField || !strings.HasSuffix(fields[1], "s") ||
				fields[nameField] != "/dev/zero" && fields[nameField] != "/anon_hugepage" {
				continue
			}
			from, to, _ := strings.Cut(fields[0], "-")
			begin, err1 := strconv.ParseUint(from, 16, 64)
			end, err2 := strconv.ParseUint(to, 16, 64)
			if err1 == nil && err2 == nil {
				device, inode, offset := fields[3], fields[4], fields[2]
				part := device + " " + inode + " " + offset
				sizes[part] = max(sizes[part], int(end-begin))
			}
		}
	}
	total := 0
	for _, size := range sizes {
		total += size
	}
	return total
}

type process struct{ parent, threads int }

// below returns the processes below a process by their numbers.
func below(root int) map[int]process {
	all, found := map[int]process{}, map[int]process{}
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if parent, threads, ok := statOf(pid); ok {
			all[pid] = process{parent, threads}
		}
	}
	for pid, p := range all {
		for up := pid; up > 1; up = all[up].parent {
			if all[up].parent == root {
				found[pid] = p
				break
			}
		}
	}
	return found
}

// statOf reads the parent and the number of threads of a process from /proc/PID/stat.
func statOf(pid int) (parent, threads int, ok bool) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, 0, false
	}
	// the name before may hold anything
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	const parentField, threadsField = 1, 17
	if len(fields) <= threadsField {
		return 0, 0, false
	}
	parent, err = strconv.Atoi(fields[parentField])
	if err != nil {
		return 0, 0, false
	}
	threads, err = strconv.Atoi(fields[threadsField])
	return parent, threads, err == nil
}
