package confine

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sudokuctl/sudokuctl/core/child"
)

// swappable is a folder with a program that succeeds, and one of another that fails, to be put in its place.
type swappable struct {
	t            *testing.T
	folder, evil string
	program      string
	verified     string
}

func newSwappable(t *testing.T, good, evil string) *swappable {
	t.Helper()
	dir := open(t)
	s := &swappable{t: t, folder: filepath.Join(dir, "folder"), evil: filepath.Join(dir, "evil")}
	s.program = filepath.Join(s.folder, "program")
	for folder, text := range map[string]string{s.folder: good, s.evil: evil} { // another process writes: see ETXTBSY
		c := exec.Command("sh", "-c", `mkdir "$1" && { cp "$2" "$1/program" || printf '%s\n' "$2" >"$1/program"; } && chmod 755 "$1/program"`,
			"sh", folder, text)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	info, err := os.Stat(s.program)
	if err != nil {
		t.Fatal(err)
	}
	s.verified = child.Identity(info)
	return s
}

// swap puts the other folder in the place of the one. The files in them do not change.
func (s *swappable) swap() {
	s.t.Helper()
	for _, names := range [][2]string{{s.folder, s.folder + "2"}, {s.evil, s.folder}, {s.folder + "2", s.evil}} {
		if err := os.Rename(names[0], names[1]); err != nil {
			s.t.Fatal(err)
		}
	}
}

// A program that was swapped after it was verified does not start, and one that is swapped, and swapped back, while it
// starts is the one that was verified.
func TestOnlyWhatWasVerifiedStarts(t *testing.T) {
	s := newSwappable(t, "/bin/true", "/bin/false")
	files := [3]*os.File{os.Stdin, os.Stdout, os.Stderr}
	run := func(meanwhile func()) (int, error) {
		p := &plan{}
		if err := p.exec([]string{s.program}, nil, s.verified); err != nil {
			return 0, err
		}
		meanwhile()
		pid, err := p.run(nil)
		if err != nil {
			return 0, err
		}
		var status syscall.WaitStatus
		_, err = syscall.Wait4(pid, &status, 0, nil)
		return status.ExitStatus(), err
	}
	for range 2 { // it is the other one, then the one again
		if status, err := run(s.swap); status != 0 || err != nil {
			t.Errorf("swapped while it starts: status %d, %v", status, err)
		}
		if _, err := Start([]string{s.program}, nil, files, 100, s.verified); err == nil || !strings.Contains(err.Error(), "checksum changed: "+s.program) {
			t.Errorf("swapped before it starts: %v", err)
		}
		s.swap()
	}
}

// The warden starts what the host has verified, native programs and scripts, and nothing else.
func TestTheWardenStartsWhatTheHostVerified(t *testing.T) {
	needSandbox(t)
	for name, s := range map[string]*swappable{
		"native": newSwappable(t, "/bin/true", "/bin/false"),
		"script": newSwappable(t, "#!/bin/sh\nexit 0", "#!/bin/sh\nexit 1"),
	} {
		t.Setenv(verifiedEnv, s.verified)
		for _, r := range []Rights{{}, {Proc: true}, {Trusted: true}} {
			if e := confined(t, r, "", s.program); e.status != "exit status 0" {
				t.Errorf("%s, %+v: %s: %s", name, r, e.status, e.stderr)
			}
		}
		s.swap()
		if e := confined(t, Rights{}, "", s.program); !strings.Contains(e.stderr, "checksum changed: "+s.program) {
			t.Errorf("%s, swapped: %s: %s", name, e.status, e.stderr)
		}
	}
}
