package confine

import (
	"bufio"
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// systemReads is what every program may read: programs and libraries of the system, and files that tell of
// the machine and not of people.
var systemReads = []string{
	"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload", "/etc/ld-musl-x86_64.path",
	"/etc/localtime", "/etc/timezone", "/etc/locale.alias", "/etc/locale.conf", "/etc/alternatives",
	"/etc/mime.types",
	"/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf", "/etc/crypto-policies", "/etc/os-release",
	"/etc/java-8-openjdk", "/etc/java-11-openjdk", "/etc/java-17-openjdk", "/etc/java-21-openjdk",
	"/etc/java-25-openjdk",
	"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
	"/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/version", "/proc/filesystems", "/proc/sys",
	"/sys/devices/system/cpu", "/sys/devices/system/node", "/sys/kernel/mm", "/sys/fs/cgroup",
}

// systemFolders are those of systemReads in which programs lie.
var systemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store",
	"/gnu/store"}

// Needs returns the files and folders outside the system's that a command cannot do without: its program,
// the interpreter of a script, their libraries. Every other word of the command that names a program counts
// too, as for "nice" or "env". What it returns it has found out by looking at files; nothing is started.
func Needs(command []string) []string {
	var n needs
	for i, word := range command {
		if i == 0 || word != "" && !strings.HasPrefix(word, "-") && !strings.ContainsAny(word, " =") {
			n.program(word, 0)
		}
	}
	return n.sorted()
}

// EnvironNeeds returns the folders for libraries that environment variables name.
func EnvironNeeds() []string {
	var n needs
	for _, name := range []string{"LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHOME", "NODE_PATH", "JAVA_HOME",
		"VIRTUAL_ENV"} {
		for _, dir := range filepath.SplitList(os.Getenv(name)) {
			n.folder(dir)
		}
	}
	return n.sorted()
}

// TooWide reports whether a folder is no place for a program's own files alone: the root folder, one for
// temporary files, the home folder or what holds it.
func TooWide(dir string) bool {
	home, err := os.UserHomeDir()
	if err == nil && (dir == home || contains(dir, home)) {
		return true
	}
	return dir == "/" || dir == filepath.Clean(os.TempDir()) ||
		slices.Contains([]string{"/tmp", "/var", "/etc", "/proc", "/home", "/root"}, dir)
}

// contains reports whether path is dir or below it.
func contains(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// needs collects paths.
type needs struct{ paths []string }

func (n *needs) sorted() []string {
	slices.Sort(n.paths)
	return slices.Compact(n.paths)
}

func (n *needs) add(path string) {
	if !slices.ContainsFunc(systemFolders, func(dir string) bool { return contains(dir, path) }) {
		n.paths = append(n.paths, path)
	}
}

func (n *needs) folder(dir string) {
	if info, err := os.Stat(dir); err == nil && info.IsDir() && filepath.IsAbs(dir) &&
		!TooWide(filepath.Clean(dir)) {
		n.add(filepath.Clean(dir))
	}
}

// program adds what a program needs, which is looked up in PATH. depth ends chains of scripts.
func (n *needs) program(name string, depth int) {
	const deepest = 4
	path, err := exec.LookPath(name)
	if err != nil || depth > deepest {
		return
	}
	if path, err = filepath.Abs(path); err != nil {
		return
	}
	n.add(path)
	n.prefix(path)
	if real, err := filepath.EvalSymlinks(path); err == nil && real != path {
		n.add(real)
		n.prefix(real)
	}
	n.libraries(path)
	for _, word := range shebang(path) {
		n.program(word, depth+1)
	}
}

// prefix adds the folder that a program was installed into with its libraries, such as PREFIX of
// PREFIX/bin/python3, or that of a version manager, PREFIX of PREFIX/shims/python3. Of a folder that holds
// other things too it is the libraries alone.
func (n *needs) prefix(program string) {
	dir := filepath.Dir(program)
	prefix := filepath.Dir(dir)
	switch filepath.Base(dir) {
	case "shims":
		n.folder(prefix)
		return
	case "bin":
	default:
		return
	}
	home, _ := os.UserHomeDir() // "" matches nothing
	mixed := TooWide(prefix) || prefix == filepath.Join(home, ".local")
	for _, sub := range []string{"lib", "lib64", "libexec", "share"} {
		switch info, err := os.Stat(filepath.Join(prefix, sub)); {
		case err != nil || !info.IsDir():
		case !mixed:
			n.folder(prefix)
			return
		case sub != "share":
			n.folder(filepath.Join(prefix, sub))
		}
	}
}

// libraries adds the folders in which an ELF program says that its libraries are.
func (n *needs) libraries(path string) {
	f, err := elf.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	for _, tag := range []elf.DynTag{elf.DT_RUNPATH, elf.DT_RPATH} {
		lists, err := f.DynString(tag)
		if err != nil {
			continue
		}
		origin := strings.NewReplacer("$ORIGIN", filepath.Dir(path), "${ORIGIN}", filepath.Dir(path))
		for _, dir := range filepath.SplitList(origin.Replace(strings.Join(lists, ":"))) {
			n.folder(dir)
		}
	}
}

// shebang returns the words of a script's first line that may name its interpreter.
func shebang(path string) []string {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	line, err := bufio.NewReaderSize(f, 256).ReadSlice('\n')
	if err != nil || !strings.HasPrefix(string(line), "#!") {
		return nil
	}
	return strings.Fields(string(line[2:]))
}
