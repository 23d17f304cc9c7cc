package process

import (
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"testing"
	"time"
)

// roleEnv makes this program one of a family: "head" starts a "child" once it may.
const roleEnv = "PROCESS_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleEnv) {
	case "head":
		io.ReadFull(os.Stdin, make([]byte, 1))
		child := inRole("child")
		child.Stdout = os.Stdout
		if err := child.Start(); err != nil {
			fmt.Println(err)
		}
		time.Sleep(time.Hour)
	case "child":
		fmt.Print("up")
		time.Sleep(time.Hour)
	default:
		os.Exit(m.Run())
	}
}

func inRole(role string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), roleEnv+"="+role)
	return cmd
}

func TestFamily(t *testing.T) {
	l := NewLauncher(slog.New(slog.DiscardHandler), 0)
	defer l.Close()
	for name, finish := range map[string]func(*exec.Cmd, family){
		"killed":      func(cmd *exec.Cmd, f family) { f.kill(); cmd.Wait(); f.end() },
		"left behind": func(cmd *exec.Cmd, f family) { cmd.Process.Kill(); cmd.Wait(); f.end() },
	} {
		t.Run(name, func(t *testing.T) {
			out, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			head := inRole("head")
			head.Stdout = w
			in, err := head.StdinPipe()
			if err == nil {
				err = l.start(head)
			}
			w.Close()
			if err != nil {
				t.Fatal(err)
			}
			f := newFamily(head.Process)
			io.WriteString(in, "!")
			up := make([]byte, 2)
			if _, err := io.ReadFull(out, up); err != nil || string(up) != "up" {
				t.Errorf("the child says %q, %v", up, err)
			}
			finish(head, f)
			if more, _ := io.ReadAll(out); len(more) > 0 { // ends when nobody is left who could write
				t.Errorf("and %q", more)
			}
		})
	}
}
