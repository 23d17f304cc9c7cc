package confine

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// Rights are what a program may do. With the zero value it may read what every program needs and write nothing.
type Rights struct {
	// nothing is forbidden or limited; the tree is still ended as a whole
	Trusted bool    `json:"trusted,omitempty"`
	Reads   []Place `json:"reads,omitempty"`  // files and folders to read and execute
	Writes  string  `json:"writes,omitempty"` // the folder to write to; "" = none
	// it runs others: it may look at /proc, which they may not, and Tasks binds them
	Proc bool `json:"proc,omitempty"`
	Weak bool `json:"weak,omitempty"` // it is started even if a wall is missing

	MemoryMB  int           `json:"memory_mb,omitempty"` // MiB of data of each process; 0 = DefaultMemoryMB
	Tasks     int           `json:"tasks,omitempty"`     // processes and threads at a time; 0 = DefaultTasks()
	CPU       time.Duration `json:"cpu,omitempty"`       // CPU time of each process; 0 = DefaultCPU()
	FileMB    int           `json:"file_mb,omitempty"`   // MiB of each file written; 0 = DefaultFileMB
	OpenFiles int           `json:"files,omitempty"`     // open files of each process; 0 = DefaultOpenFiles
	TaskLimit int           `json:"limit,omitempty"`     // the RLIMIT_NPROC by which the warden limits Tasks; others leave it out

	verified string // the child.Identity of the program, "" = any
}

// Limits of a program whose Rights name none.
const (
	DefaultMemoryMB  = 2048
	DefaultFileMB    = 64
	DefaultOpenFiles = 1024
)

// DefaultTasks is generous, for a plugin may run a process for each CPU, each with many threads.
func DefaultTasks() int { return 256 + 64*runtime.NumCPU() }

// DefaultCPU is an hour of all processors. A plugin that has used it up is started again.
func DefaultCPU() time.Duration { return time.Duration(runtime.NumCPU()) * time.Hour }

// rightsEnv is the variable by which rights reach the warden, and a process that may look at processes.
const rightsEnv = "SUDOKUCTL_RIGHTS"

// Environ returns the rights as an entry of the warden's environment, where the warden reads them and then removes
// them.
func (r Rights) Environ() (string, error) {
	text, err := json.Marshal(r)
	if err != nil {
		return "", fmt.Errorf("writing rights: %w", err)
	}
	return rightsEnv + "=" + string(text), nil
}

// FromEnviron returns the rights that the environment grants. None is an error: leaving them out grants nothing.
func FromEnviron() (Rights, error) {
	var r Rights
	if err := json.Unmarshal([]byte(os.Getenv(rightsEnv)), &r); err != nil {
		return r, fmt.Errorf("reading rights from %s: %w", rightsEnv, err)
	}
	return r.complete(), nil
}

// complete returns the rights with the usual limits in place of missing ones.
func (r Rights) complete() Rights {
	setDefault(&r.MemoryMB, DefaultMemoryMB)
	setDefault(&r.Tasks, DefaultTasks())
	setDefault(&r.CPU, DefaultCPU())
	setDefault(&r.FileMB, DefaultFileMB)
	setDefault(&r.OpenFiles, DefaultOpenFiles)
	return r
}

// setDefault sets a limit that is not set.
func setDefault[T int | time.Duration](v *T, value T) {
	if *v <= 0 {
		*v = value
	}
}

// verifiedEnv is the variable in which the host tells the warden the identity of the program that it has verified.
const verifiedEnv = "SUDOKUCTL_VERIFIED"

// hostEnv is the variable by which the host tells plugins its number. In a PID namespace that number is of no use:
// there the first process lives as long as the host.
const hostEnv = "SUDOKUCTL_HOST_PID"

// environ returns the environment of the program: the warden's own, with the folder for temporary files.
func (r Rights) environ(namespace bool) []string {
	var env []string
	own := r.Writes != "" && !r.Trusted
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if name == hostEnv && namespace {
			entry = hostEnv + "=1"
		}
		if name != rightsEnv && name != verifiedEnv && (name != "TMPDIR" || !own) {
			env = append(env, entry)
		}
	}
	if own {
		env = append(env, "TMPDIR="+r.Writes)
	}
	if text, err := r.Environ(); err == nil && r.Proc {
		env = append(env, text)
	}
	return env
}

// Measure is something that confinement does, and whether it is done here.
type Measure struct {
	Name string // "network", "reading", …
	What string // what is forbidden or limited
	How  string // what enforces it, "" if nothing does on this system
	Wall bool   // without it there is no sandbox
}

// ErrWalls is why a program is not started: without one of the walls of Enforced there is no sandbox.
var ErrWalls = errors.New("it is not started, for this system does not enforce what the sandbox promises")

// Missing returns what Enforced calls a wall and is not enforced here.
func Missing() []Measure { return missing(Rights{}.Enforced()) }

// missing returns the walls that are not enforced here.
func missing(measures []Measure) (walls []Measure) {
	for _, m := range measures {
		if m.Wall && m.How == "" {
			walls = append(walls, m)
		}
	}
	return walls
}
