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

// EndOrphans kills what this process has adopted. What it has started itself, on a thread of child.OnThread, stays.
func EndOrphans() {
	endAll(func() []int { return hereOf(childrenOf("/proc/self/task/" + selfNumber())) })
}

// endChildren kills all children of this process, whichever of its threads has them.
func endChildren() {
	endAll(func() []int {
		var all []int
		for _, task := range tasksOf("self") {
			all = append(all, childrenOf(task)...)
		}
		return hereOf(all)
	})
}

// endAll kills what it finds, generation by generation: a process hands its children up before it can be reaped, so
// that none is missed, whatever session or group it has made for itself.
func endAll(find func() []int) {
	for {
		found := find()
		for _, pid := range found {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
		}
		for _, pid := range found {
			for {
				if _, err := syscall.Wait4(pid, nil, unix.WALL, nil); !errors.Is(err, syscall.EINTR) {
					break
				}
			}
		}
		if len(found) == 0 {
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

// selfNumber returns the number of this process in /proc, which may have those of another PID namespace.
func selfNumber() string {
	self, err := os.Readlink("/proc/self")
	if err != nil {
		return strconv.Itoa(os.Getpid())
	}
	return self
}

// tasksOf returns the folders of the threads of a process.
func tasksOf(pid string) []string {
	entries, err := os.ReadDir("/proc/" + pid + "/task")
	if err != nil {
		return nil // it has ended
	}
	tasks := make([]string, len(entries))
	for i, e := range entries {
		tasks[i] = "/proc/" + pid + "/task/" + e.Name()
	}
	return tasks
}

// childrenOf returns the children of a thread by their numbers in /proc. The kernel gives those that a process adopts
// to its first thread.
func childrenOf(task string) []int {
	text, err := os.ReadFile(task + "/children")
	if err != nil {
		return nil // it has ended
	}
	return numbers(string(text))
}

// hereOf returns the numbers that processes have for this process.
func hereOf(children []int) []int {
	if selfNumber() == strconv.Itoa(os.Getpid()) {
		return children
	}
	var here []int
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

// numbers returns the whole numbers among the words of a text.
func numbers(text string) []int {
	var all []int
	for field := range strings.FieldsSeq(text) {
		if n, err := strconv.Atoi(field); err == nil {
			all = append(all, n)
		}
	}
	return all
}

// family returns a process and all processes below it, by their numbers in /proc, and how many processes and threads
// that are.
func family(root string) (pids []string, tasks int) {
	pids = []string{root}
	for i := 0; i < len(pids); i++ {
		threads := tasksOf(pids[i])
		tasks += len(threads)
		for _, thread := range threads {
			for _, child := range childrenOf(thread) {
				pids = append(pids, strconv.Itoa(child))
			}
		}
	}
	return pids, tasks
}

// sharedBy returns how many bytes of memory that is no file on a disk processes share: of each page, each has its part.
func sharedBy(pids []string) int {
	total := 0
	for _, pid := range pids {
		kib, ok := kibibytes("/proc/"+pid+"/smaps_rollup", "Pss_Shmem:")
		if !ok { // those of another user are not shown in parts
			kib, _ = kibibytes("/proc/"+pid+"/status", "RssShmem:")
		}
		total += kib << 10
	}
	return total
}

// kibibytes returns what a file of /proc says behind a name.
func kibibytes(path, name string) (n int, ok bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0, false
	}
	_, after, found := strings.Cut(string(text), "\n"+name)
	line, _, _ := strings.Cut(after, "\n")
	if all := numbers(line); found && len(all) == 1 {
		return all[0], true
	}
	return 0, false
}
