package confine

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/sudokuctl/sudokuctl/core/child"
)

// TestNothingOutsideIsReached runs a program that tries to, as root and as somebody else, below a warden and below a
// process that runs programs of others, with a PID namespace and without.
func TestNothingOutsideIsReached(t *testing.T) {
	needSandbox(t)
	attack := compiled(t, "attack.c")
	socket := filepath.Join(filepath.Dir(attack), "outside")
	outside, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { outside.Close() })
	if err := os.Chmod(socket, 0o777); err != nil {
		t.Fatal(err)
	}
	segment, err := unix.SysvShmGet(unix.IPC_PRIVATE, 4096, unix.IPC_CREAT|0o666)
	if err != nil {
		t.Skipf("NOT TESTED: %v", err)
	}
	t.Cleanup(func() { _, _ = unix.SysvShmCtl(segment, unix.IPC_RMID, nil) })
	dir := open(t)
	closed, readable := filepath.Join(dir, "closed"), filepath.Join(dir, "readable")
	for _, file := range []string{closed, readable} {
		if err := os.WriteFile(file, []byte("kept"), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(file, 0o666); err != nil {
			t.Fatal(err)
		}
		_ = unix.Setxattr(file, "user.origin", []byte("secret"), 0) // not every file system has attributes
	}
	t.Cleanup(func() {
		for _, file := range []string{closed, readable} {
			if text, err := os.ReadFile(file); string(text) != "kept" {
				t.Errorf("%s: %q, %v", file, text, err)
			}
		}
	})
	argv := []string{attack, strconv.Itoa(os.Getpid()), socket, strconv.Itoa(segment), closed, readable}
	for _, user := range users() {
		for name, kind := range map[string]struct {
			rights Rights
			argv   []string
		}{
			"grpc": {Rights{}, argv},
			"exec": {Rights{Proc: true}, append(self(t, "bridge"), argv...)},
		} {
			for _, lack := range []string{"", "namespaces", "namespaces+users", "network namespaces", "1"} {
				t.Run(fmt.Sprintf("%s as %d without %q", name, user, lack), func(t *testing.T) {
					t.Parallel()
					if lack == "1" && !apart(t, user) {
						t.Skip("NOT TESTED: such a kernel starts nothing here")
					}
					r := kind.rights
					r.Reads = slices.Concat(needsOf(kind.argv[:1]), needsOf(argv[:1]), FindAll([]string{readable}))
					got := startedAs(t, user, r, lack, slices.Clone(kind.argv)...)
					if got.stdout != "done\n" || got.status != "exit status 0" {
						t.Errorf("reached:\n%s%s%s", got.stdout, got.stderr, got.status)
					}
				})
			}
		}
	}
}

// TestOwnFilesGrantNothing: a program of a plugin reaches no secret by the folders for libraries, interpreters and words that
// the plugin's own files name. What a person grants it still reads.
func TestOwnFilesGrantNothing(t *testing.T) {
	needSandbox(t)
	home := open(t)
	t.Setenv("HOME", home)
	secrets := []string{home + "/.ssh/id_rsa", home + "/proj/.env", home + "/proj/lib/key"}
	for _, file := range append(secrets, home+"/plugin/data", home+"/tables/granted") {
		write(t, file, filepath.Base(file), 0o644)
	}
	write(t, home+"/proj/bin/tool", "#!/bin/sh\n", 0o755)
	program := home + "/plugin/program"
	itself, err := os.ReadFile(self(t)[0])
	if err != nil {
		t.Fatal(err)
	}
	write(t, program, string(withRunpath(itself, "/proc/self/root:/proc/self/cwd/..:/proc/thread-self/root:/dev/fd/../root:/:"+home+
		":$ORIGIN/..:${ORIGIN}/../.ssh:$ORIGIN/link:"+home+"/plugin/../proj/lib:$ORIGIN/root:$ORIGIN")), 0o755)
	for name, to := range map[string]string{"link": "../.ssh", "root": "/proc/self/root", "tool": "../proj/bin/tool", "key": "../.ssh/id_rsa"} {
		if err := os.Symlink(to, home+"/plugin/"+name); err != nil {
			t.Fatal(err)
		}
	}
	argv := append([]string{program, "read", home + "/plugin/data"}, secrets...)
	commands := [][]string{argv}
	for i, line := range []string{home + "/proj/bin/tool", "/usr/bin/env " + home + "/proj/bin/tool", "/usr/bin/env -S " +
		strings.Join(argv, " ") + " " + home + "/proj/bin/tool", "/proc/self/root" + home + "/proj/bin/tool", home + "/plugin/tool"} {
		script := fmt.Sprintf("%s/plugin/script%d", home, i)
		write(t, script, "#!"+line+"\n", 0o755)
		commands = append(commands, []string{script})
	}
	for _, word := range []string{home + "/proj/bin/tool", home + "/plugin/../proj/bin/tool", home + "/plugin/tool", "key", "../proj/bin/tool"} {
		commands = append(commands, append(slices.Clone(argv), word))
	}
	for _, user := range users() {
		for _, command := range commands {
			needs, _ := Command{Words: command, Folder: home + "/plugin"}.Needs()
			r := Rights{Reads: append(needs, FindAll([]string{home + "/plugin"})...)}
			got := startedAs(t, user, r, "", slices.Clone(command)...)
			runs := command[0] == program || strings.HasSuffix(command[0], "script2")
			if want := "\"data\" true\n" + strings.Repeat("\"\" false\n", len(secrets)); runs && !strings.HasPrefix(got.stdout, want) || !runs && got.stdout != "" {
				t.Errorf("%q as %d: %+v", command, user, got)
			}
		}
		granted := Rights{Reads: FindAll([]string{home + "/plugin", home + "/tables"})}
		if got := startedAs(t, user, granted, "", program, "read", home+"/tables/granted"); got.stdout != "\"granted\" true\n" {
			t.Errorf("what was granted, as %d: %+v", user, got)
		}
		if got := startedAs(t, user, Rights{Trusted: true}, "", program, "read", secrets[0]); got.stdout != "\"id_rsa\" true\n" {
			t.Errorf("without a sandbox, as %d: %+v", user, got)
		}
	}
}

func write(t *testing.T, file, text string, mode os.FileMode) {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(file), 0o755)
	if err == nil {
		err = os.WriteFile(file, []byte(text), mode)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// users are those as whom programs are started: this one, and an ordinary one if this is root.
func users() []int {
	const other = 12345
	if users, err := os.ReadFile("/proc/self/uid_map"); err == nil && os.Getuid() == 0 && len(numbers(string(users))) == 3 &&
		numbers(string(users))[2] > other { // not in a user namespace that has nobody else
		return []int{0, other}
	}
	return []int{os.Getuid()}
}

// compiled returns a program of testdata in a folder that everybody may read.
func compiled(t testing.TB, source string) string {
	t.Helper()
	dir := open(t)
	program := filepath.Join(dir, "program")
	if out, err := exec.Command("cc", "-o", program, filepath.Join("testdata", source)).CombinedOutput(); err != nil {
		t.Skipf("NOT TESTED: no C compiler: %v: %s", err, out)
	}
	return program
}

// open returns a new folder that everybody may read.
func open(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "confine-") // not below t.TempDir, which nobody else may enter
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return dir
}

// beBridge starts a program as a process with Rights.Proc does.
func beBridge(argv []string) {
	done := make(chan error)
	err := Adopt()
	if err == nil {
		err = Shield()
	}
	if err != nil {
		panic(err)
	}
	if most, _ := Crowded(); most == 0 {
		panic("not confined")
	}
	child.OnThread(func() {
		p, err := Start(argv, os.Environ(), [3]*os.File{os.Stdin, os.Stdout, os.Stderr}, 100, "")
		if err == nil {
			_, err = p.Wait()
		}
		done <- err
		runtime.KeepAlive(p)
	})
	if err := <-done; err != nil {
		panic(err)
	}
	EndOrphans()
}

func credential(user int) *syscall.Credential {
	if user == os.Getuid() {
		return nil
	}
	return &syscall.Credential{Uid: uint32(user), Gid: uint32(user), NoSetGroups: false}
}

// apart reports whether programs that a user starts can be kept apart from others without Landlock. Root can do it where
// others cannot: in a chroot, for example.
func apart(t *testing.T, user int) bool {
	t.Helper()
	if credential(user) == nil {
		return here().way != way{}
	}
	command := self(t, "separates")
	c := exec.Command(command[0], command[1:]...)
	c.SysProcAttr = &syscall.SysProcAttr{Credential: credential(user)}
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out) == "true\n"
}

// TestPrivateFilesOfRootStayPrivate: a plugin that root starts does not read what only root may read below /usr.
func TestPrivateFilesOfRootStayPrivate(t *testing.T) {
	needSandbox(t)
	if os.Getuid() != 0 {
		t.Skip("NOT TESTED: only root has such files")
	}
	dir, err := os.MkdirTemp("/usr/local/etc", "confine-")
	if err != nil {
		t.Skipf("NOT TESTED: %v", err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	secret := filepath.Join(dir, "token")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := startedAs(t, 0, Rights{Reads: needsOf([]string{"cat"})}, "", "/bin/cat", secret); got.stdout != "" {
		t.Errorf("read %q", got.stdout)
	}
}
