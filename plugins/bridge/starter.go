package bridge

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sudokuctl/sudokuctl/core/child"
	"github.com/sudokuctl/sudokuctl/core/confine"
)

// held is how long a grandchild may hold the standard error of a process that is gone.
const held = time.Second

// starter starts processes from one thread that lives as long as the bridge.
type starter struct {
	once   sync.Once
	thread *child.Thread
	ready  error
	env    []string                // KEY=VALUE, added to the environment
	codes  []int                   // with which a process ends well, besides 0
	last   atomic.Pointer[process] // the process that was started last
	crowds atomic.Int64            // how often there were seen to be as many processes as there may be
}

// begin prepares the thread. The programs do not see other processes, which the bridge must to end theirs.
func (s *starter) begin() {
	s.thread = child.NewThread()
	if err := s.thread.Do(func() { s.ready = errors.Join(confine.Adopt(), confine.Shield()) }); err != nil {
		s.ready = err
	}
}

// process starts a process with pipes as its three files. memory is in MiB.
func (s *starter) process(argv []string, memory int) (*process, error) {
	s.once.Do(s.begin)
	if s.ready != nil {
		return nil, s.ready
	}
	c := &process{stderr: &child.Tail{}, gone: make(chan struct{}), memory: memory, codes: s.codes, crowds: &s.crowds,
		before: s.crowds.Load()}
	if err := accepted().check(); err != nil {
		return nil, err
	}
	var ends [3]*os.File // of the process
	var own [3]*os.File
	for i := range ends {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(ends, own)
			return nil, fmt.Errorf("opening a pipe: %w", err)
		}
		if ends[i], own[i] = w, r; i == 0 {
			ends[i], own[i] = r, w
		}
	}
	var err error
	if closed := s.thread.Do(func() {
		c.process, err = confine.Start(argv, append(os.Environ(), s.env...), ends, memory, accepted().identity(argv[0]))
	}); closed != nil {
		err = closed
	}
	if err != nil {
		closeAll(ends, own)
		return nil, err
	}
	closeAll(ends)
	c.in, c.out = own[0], own[1]
	s.last.Store(c)
	go c.wait(own[2])
	if err := accepted().check(); err != nil { // changed while it started
		c.kill()
		return nil, err
	}
	return c, nil
}

// wait waits until the process is gone and what it said on its standard error has been read.
func (c *process) wait(stderr *os.File) {
	said := make(chan struct{})
	go func() {
		defer close(said)
		echo(io.TeeReader(stderr, c.stderr)) // it ends with the process, or is closed
	}()
	c.state, _ = c.process.Wait() // nobody else waits for it
	select {
	case <-said:
	case <-time.After(held):
	}
	stderr.Close()
	if !c.killed.Load() && !c.endedWell() {
		slog.Warn("the program has ended", "status", c.state.String()+c.reached())
	}
	close(c.gone)
}

const (
	maxEcho     = 100     // lines of a process that are logged
	maxEchoLine = 3 << 10 // bytes of one of them
)

// echo logs the first lines that a process writes to its standard error, and reads on.
func echo(stderr io.Reader) {
	r := bufio.NewReaderSize(stderr, maxEchoLine)
	for lines := 0; lines < maxEcho; {
		line, rest, err := r.ReadLine()
		if text := strings.TrimSpace(string(line)); text != "" {
			slog.Info(strings.ToValidUTF8(text, "?"), "stream", "stderr")
			lines++
		}
		for rest && err == nil {
			_, rest, err = r.ReadLine()
		}
		if err != nil {
			return
		}
	}
	_, _ = io.Copy(io.Discard, r)
}

// closeAll closes the files that are open.
func closeAll(lists ...[3]*os.File) {
	for _, list := range lists {
		for _, f := range list {
			if f != nil {
				f.Close()
			}
		}
	}
}

// sumsEnv is the variable in which the host tells the accepted SHA-256 of files by path.
const sumsEnv = "SUDOKUCTL_SUMS"

// seal knows the files of a program that was accepted. They are looked at before and after each start of a process,
// which may be long after the host has verified them.
type seal struct {
	sums map[string]string
	err  error

	mu       sync.Mutex
	verified map[string]fs.FileInfo
}

// accepted is what the host says was accepted; nothing if nobody has recorded checksums. It keeps that from the
// programs.
var accepted = sync.OnceValue(func() *seal {
	s := &seal{verified: map[string]fs.FileInfo{}}
	if text, ok := os.LookupEnv(sumsEnv); ok {
		s.err = json.Unmarshal([]byte(text), &s.sums)
	}
	if err := os.Unsetenv(sumsEnv); s.err == nil {
		s.err = err
	}
	return s
})

// check returns an error if a file is not what was accepted. A file is read again only when it may have changed.
func (s *seal) check() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return fmt.Errorf("reading accepted checksums: %w", s.err)
	}
	for path, want := range s.sums {
		info, err := os.Stat(path)
		if known := s.verified[path]; err == nil && known != nil && child.Same(known, info) {
			continue
		}
		got := ""
		if err == nil {
			got, err = child.FileSum(path)
		}
		if err != nil {
			return fmt.Errorf("checking its files: %w", err)
		}
		if got != want {
			return fmt.Errorf("checksum changed: %s: it is not started again", path)
		}
		s.verified[path] = info // as it was before it was read: a change meanwhile shows next time
	}
	return nil
}

// identity returns what the file with a path was when it was verified, "" if it was not accepted.
func (s *seal) identity(path string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if info := s.verified[path]; info != nil {
		return child.Identity(info)
	}
	return ""
}
