package main

import (
	"bufio"
	"bytes"
	"context"
	"debug/elf"
	"encoding/binary"
	"flag"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/sudokuctl/sudokuctl/core/plugin"
	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/plugins/entropybt/entropy"
)

func TestMain(m *testing.M) {
	if serving(os.Args) != "" {
		main() // a benchmark has started it
		return
	}
	programs := map[string]func(){"sudokuctl": main, "entropybt": serveNextVersion, "wrong": serveWrong,
		"loud": serveLoud, "maker": serveMaker(false), "walker": serveMaker(true), "judge": serveJudge,
		"peeker": peek, "runpath": addRunpath, "olderkernel": olderKernel, "badblock": badBlock}
	for name := range rogues {
		programs["rogue-"+name] = serveRogue(name)
	}
	testscript.Main(suite{m}, programs)
}

// olderKernel becomes another command, for which the kernel lacks something, and badBlock one that cannot write everywhere.
var (
	olderKernel = func() { log.Fatal("there is no sandbox here") }
	badBlock    = olderKernel
)

// suite is the tests of this package.
type suite struct{ *testing.M }

// Run runs the tests with twice as many at once as there are processors, because most of them wait for processes that they have
// started, and with a python3 that starts at once: that of a version manager is a shell script which takes ten times as long.
// Go programs that tests build are linked without debug information.
func (s suite) Run() int {
	dir, err := os.MkdirTemp("", "sudokuctl-python")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if python, err := exec.Command("python3", "-c", "import sys; print(sys.executable, end='')").Output(); err == nil {
		if err := os.Symlink(string(python), filepath.Join(dir, "python3")); err != nil {
			log.Fatal(err)
		}
		os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	}
	os.Setenv("GOFLAGS", os.Getenv("GOFLAGS")+" -ldflags=-w")
	flag.Parse()
	chosen := false
	flag.Visit(func(f *flag.Flag) { chosen = chosen || f.Name == "test.parallel" })
	if !chosen {
		if err := flag.Set("test.parallel", strconv.Itoa(2*runtime.GOMAXPROCS(0))); err != nil {
			log.Fatal(err)
		}
	}
	return s.M.Run()
}

// serveNextVersion is another build of entropybt, as somebody might drop it into a plugin folder.
func serveNextVersion() {
	spec := entropy.Spec()
	spec.Info.Version = "2.0.0"
	plugin.Serve(spec)
}

// serveWrong is a solver that claims to be complete and answers with nonsense.
func serveWrong() {
	plugin.Serve(plugin.Spec{
		Info:   sudoku.Info{ID: "wrong", Name: "wrong", Version: "1.0.0", Complete: true},
		Solver: func(sudoku.Settings) (sudoku.Solver, error) { return wrong{}, nil },
	})
}

// peek is a program of lines that says to each puzzle with an empty cell which secrets of the home folder it can read.
func peek() {
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		switch line := in.Text(); {
		case !strings.Contains(line, "."):
			fmt.Println(line)
		case !strings.HasPrefix(line, ".."):
			fmt.Println("none")
		default:
			said := "error: read:"
			for _, name := range []string{".ssh/id_rsa", "proj/.env", "proj/lib/key", "proj/bin/tool"} {
				if text, err := os.ReadFile(filepath.Join(os.Getenv("HOME"), name)); err == nil {
					said += " " + strings.TrimSpace(string(text))
				}
			}
			fmt.Println(said + ".")
		}
	}
}

// addRunpath gives a copy of this program folders for libraries, as a linker does with -rpath: "runpath PROGRAM COPY FOLDERS".
func addRunpath() {
	program, err := os.ReadFile(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var header elf.Header64
	if _, err := binary.Decode(program, binary.NativeEndian, &header); err != nil {
		log.Fatal(err)
	}
	texts := "\x00" + os.Args[3] + "\x00"
	entries := []elf.Dyn64{{Tag: int64(elf.DT_RUNPATH), Val: 1}, {Tag: int64(elf.DT_NULL)}}
	at := uint64(len(program))
	sections := []elf.Section64{{}, {Type: uint32(elf.SHT_STRTAB), Off: at, Size: uint64(len(texts))},
		{Type: uint32(elf.SHT_DYNAMIC), Off: at + uint64(len(texts)), Size: uint64(binary.Size(entries)), Link: 1,
			Entsize: uint64(binary.Size(entries[0]))}}
	header.Shoff = at + uint64(len(texts)+binary.Size(entries))
	header.Shnum, header.Shentsize, header.Shstrndx = uint16(len(sections)), uint16(binary.Size(sections[0])), 1
	program = append(program, texts...)
	for _, part := range []any{entries, sections} {
		program, _ = binary.Append(program, binary.NativeEndian, part)
	}
	_, _ = binary.Encode(program, binary.NativeEndian, header)
	if err := os.WriteFile(os.Args[2], program, 0o755); err != nil {
		log.Fatal(err)
	}
}

type wrong struct{}

func (wrong) Solve(_ context.Context, p *sudoku.Puzzle, emit func(sudoku.Grid) bool) (sudoku.Stats, error) {
	g := make(sudoku.Grid, len(p.Givens()))
	for i := range g {
		g[i] = 1
	}
	emit(g)
	return sudoku.Stats{}, nil
}

// TestScripts runs the scripts against the real program: the test binary started again under its name.
func TestScripts(t *testing.T) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(e *testscript.Env) error {
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("GORACE", os.Getenv("GORACE"))
			e.Setenv("XDG_CONFIG_HOME", e.WorkDir+"/xdg")
			e.Setenv("XDG_DATA_HOME", e.WorkDir+"/data")
			return nil
		},
		Condition: func(cond string) (bool, error) {
			switch cond {
			case "sandbox":
				return sandboxed(), nil
			case "cgo":
				info, ok := debug.ReadBuildInfo()
				return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "CGO_ENABLED", Value: "1"}), nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"gone": gone, "await": await, "web": web},
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

// gone waits until no process is left that a script has started: all inherit the script's home.
func gone(ts *testscript.TestScript, _ bool, _ []string) {
	if left := leftAt(ts.Getenv("HOME")); left != "" {
		ts.Fatalf("still running after %v:\n%s", patient, left)
	}
}

// web serves a folder on the web until the script ends, and sets WEB to its address.
func web(ts *testscript.TestScript, _ bool, args []string) {
	server := httptest.NewServer(http.FileServer(http.Dir(ts.MkAbs(args[0]))))
	ts.Defer(server.Close)
	ts.Setenv("WEB", server.URL)
}

// await waits until a file is there that a program in the background writes.
func await(ts *testscript.TestScript, _ bool, args []string) {
	for deadline := time.Now().Add(patient); ; time.Sleep(20 * time.Millisecond) {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
		if time.Now().After(deadline) {
			ts.Fatalf("%s is not there after %v", args[0], patient)
		}
	}
}

// leftAt waits until no process has a home, and returns the commands of those that have it for too long.
func leftAt(home string) string {
	left := atHome(home)
	for deadline := time.Now().Add(patient); left != "" && time.Now().Before(deadline); {
		time.Sleep(20 * time.Millisecond) // what is awaited needs the processors
		left = atHome(home)
	}
	return left
}

// atHome returns the commands of the processes with a home, a line for each.
func atHome(home string) string {
	entry, left := []byte("HOME="+home+"\x00"), ""
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		if env, err := os.ReadFile(file); err == nil && bytes.Contains(append(env, 0), entry) {
			command, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
			left += strings.ReplaceAll(string(command), "\x00", " ") + "\n"
		}
	}
	return left
}
