package standby

import (
	"os"
	"sync/atomic"
	"syscall"
)

// Process is a process of this program on standby. The methods of nil do nothing.
type Process struct {
	program string
	env     []string // what it was started with
	process *os.Process
	socket  int // the other end is its standard input
	used    atomic.Bool
}

const (
	group, command = "plugin", "standby" // the arguments of the process
	maxText        = 64 << 10            // bytes that Become can send
)

// Begin starts a process, and returns nil if that is not possible. It has to be called while packages are
// initialised: the kernel kills the process when the thread that started it ends, and only the first thread
// lives as long as the program.
func Begin() *Process {
	program, err := os.Executable()
	if err != nil {
		return nil
	}
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	defer null.Close()
	ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_SEQPACKET|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	stdin := os.NewFile(uintptr(ends[1]), "standby")
	defer stdin.Close()
	p := &Process{program: program, env: Environ(), socket: ends[0]}
	p.process, err = os.StartProcess(program, []string{program, group, command}, &os.ProcAttr{
		Env: p.env, Files: []*os.File{stdin, null, null},
		Sys: &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL},
	})
	if err != nil {
		syscall.Close(p.socket)
		return nil
	}
	return p
}

// Become turns the process into a command of this program, args[0], with an environment and outputs, and
// returns it. It returns nil, and the process is ended, if the command is of another program or its
// environment does not begin with Environ. Become and End count once: later calls do nothing.
func (p *Process) Become(args, env []string, stdout, stderr *os.File) *os.Process {
	if p == nil || p.used.Swap(true) {
		return nil
	}
	if args[0] != p.program || !p.has(env) || !p.send(args, env[len(p.env):], stdout, stderr) {
		p.end()
		return nil
	}
	syscall.Close(p.socket)
	return p.process
}

// has reports whether an environment begins with that of the process.
func (p *Process) has(env []string) bool {
	for i, entry := range p.env {
		if i >= len(env) || env[i] != entry {
			return false
		}
	}
	return true
}

// send sends the process what it is to be.
func (p *Process) send(args, env []string, stdout, stderr *os.File) bool {
	text := write(args, env)
	files := syscall.UnixRights(int(stdout.Fd()), int(stderr.Fd()))
	return len(text) <= maxText &&
		syscall.Sendmsg(p.socket, text, files, nil, syscall.MSG_NOSIGNAL|syscall.MSG_DONTWAIT) == nil
}

// End ends the process if it has not become anything. When it returns, nothing of the process is left.
func (p *Process) End() {
	if p != nil && !p.used.Swap(true) {
		p.end()
	}
}

func (p *Process) end() {
	syscall.Close(p.socket)
	_ = p.process.Kill() // it may have ended
	_, _ = p.process.Wait()
}

// Await waits, in a process on standby, and returns when the process has become a command: os.Args, the
// environment, standard output and error are then those of the command. A process that is not needed ends.
// In all other processes Await does nothing. It comes first in main.
func Await() {
	if len(os.Args) != 3 || os.Args[1] != group || os.Args[2] != command {
		return
	}
	text, files := receive()
	if files == nil {
		os.Exit(0) // it is not needed
	}
	null, err := syscall.Open(os.DevNull, syscall.O_RDWR|syscall.O_CLOEXEC, 0)
	if err != nil {
		os.Exit(1)
	}
	for standard, f := range []int{null, files[0], files[1]} {
		if syscall.Dup3(f, standard, 0) != nil {
			os.Exit(1)
		}
		syscall.Close(f)
	}
	args, env := read(text)
	os.Args = args
	for _, entry := range env {
		for i := range len(entry) {
			if entry[i] == '=' {
				_ = os.Setenv(entry[:i], entry[i+1:]) // what it refuses is in no environment
				break
			}
		}
	}
}

// receive waits for a message and returns its text and its two files, none if the other end was closed.
func receive() (text []byte, files []int) {
	text, control := make([]byte, maxText), make([]byte, syscall.CmsgSpace(2*4))
	for {
		n, controls, _, _, err := syscall.Recvmsg(0, text, control, syscall.MSG_CMSG_CLOEXEC)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			os.Stderr.WriteString("hosts start this, not people\n")
			os.Exit(2)
		}
		messages, err := syscall.ParseSocketControlMessage(control[:controls])
		if err != nil || len(messages) != 1 {
			return nil, nil
		}
		if files, err = syscall.ParseUnixRights(&messages[0]); len(files) != 2 || err != nil {
			return nil, nil
		}
		return text[:n], files
	}
}

// write returns a text with both lists: each element ends with a zero byte, and an empty one is between the lists.
func write(args, env []string) (text []byte) {
	for _, list := range [][]string{args, {""}, env} {
		for _, element := range list {
			text = append(append(text, element...), 0)
		}
	}
	return text
}

// read returns the lists of a text.
func read(text []byte) (args, env []string) {
	list, begin := &args, 0
	for end, c := range text {
		switch {
		case c != 0:
			continue
		case begin == end:
			list = &env
		default:
			*list = append(*list, string(text[begin:end]))
		}
		begin = end + 1
	}
	return args, env
}
