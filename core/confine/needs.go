package confine

import (
	"bufio"
	"debug/elf"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// systemReads lists what every program may read: programs and libraries of the system, and files that describe
// the machine and not people. Of /usr it has the parts that hold programs, not /usr/local/etc or /usr/src: a program
// of root could read private files there.
var systemReads = append(partsOf("/usr", "/usr/local"),
	"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/ld.so.preload", "/etc/ld-musl-x86_64.path",
	"/etc/localtime", "/etc/timezone", "/etc/locale.alias", "/etc/locale.conf", "/etc/alternatives",
	"/etc/mime.types",
	"/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf", "/etc/crypto-policies", "/etc/os-release",
	"/etc/java-8-openjdk", "/etc/java-11-openjdk", "/etc/java-17-openjdk", "/etc/java-21-openjdk",
	"/etc/java-25-openjdk",
	"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
	"/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/version", "/proc/filesystems", "/proc/sys",
	"/sys/devices/system/cpu", "/sys/devices/system/node", "/sys/kernel/mm", "/sys/fs/cgroup",
)

// partsOf returns the folders for programs, libraries and their data below installation prefixes.
func partsOf(prefixes ...string) (all []string) {
	for _, prefix := range prefixes {
		for _, part := range []string{"bin", "sbin", "games", "lib", "lib32", "lib64", "libx32", "libexec", "share", "include"} {
			all = append(all, prefix+"/"+part)
		}
	}
	return all
}

// systemFolders lists the folders whose programs the administrator of the system installed.
var systemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store",
	"/gnu/store"}

// Command is the command of a plugin. The plugin's own files give it no right. It may read, without a question,
// programs that the system or a person chose, and the folders that they were installed into.
//
// A program is chosen if it is the system's, or if looking up its name in PATH finds it or the folder that it was
// installed into.
type Command struct {
	Words  []string // its program with an absolute path
	Folder string   // of the plugin's own files; "" if its program is all that it has
	Typed  bool     // a person typed it: all programs that it names are chosen by that
}

// Needs returns the places outside the system's that a command cannot do without: chosen programs, their interpreters
// and libraries. asks are what files of the plugin itself name besides, as interpreters or folders for libraries, and
// nobody has chosen: it is not to be read unless a person grants it. What both return they have found out by looking at
// files; nothing is started.
func (c Command) Needs() (needs []Place, asks []string) {
	n := newSearch(c.Folder)
	if !c.Typed {
		n.command(c.Words, 0)
		return n.found()
	}
	for i, word := range c.Words {
		if i == 0 || word != "" && !strings.HasPrefix(word, "-") && !strings.ContainsAny(word, " =") {
			n.typed(word)
		}
	}
	return n.found()
}

// Chosen reports whether the system or a person chose the program of a command.
func (c Command) Chosen() bool {
	n := newSearch(c.Folder)
	path, p, ok := n.lookUp(c.Words[0])
	if !ok || n.owns(p) {
		return false
	}
	_, chosen := n.choice(path, p)
	return chosen || c.Typed
}

// EnvironNeeds returns the folders for libraries that environment variables name.
func EnvironNeeds() []Place {
	n := &search{}
	for _, name := range []string{"LD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHOME", "NODE_PATH", "JAVA_HOME",
		"VIRTUAL_ENV"} {
		for _, dir := range filepath.SplitList(os.Getenv(name)) {
			n.folder(dir)
		}
	}
	needs, _ := n.found()
	return needs
}

// deepest ends chains of scripts.
const deepest = 4

// search collects places.
type search struct {
	folders []Place // the plugin's own, if it has one
	needs   []Place
	asks    []string
}

// newSearch returns a search for the needs of a plugin with its files in folder.
func newSearch(folder string) *search {
	if folder == "" {
		return &search{}
	}
	return &search{folders: FindAll([]string{folder})}
}

// found returns the places to read and the requests, in order and each once.
func (n *search) found() (needs []Place, asks []string) {
	slices.SortFunc(n.needs, func(a, b Place) int { return strings.Compare(a.Path, b.Path) })
	slices.Sort(n.asks)
	return slices.CompactFunc(n.needs, Place.is), slices.Compact(n.asks)
}

// add adds a place, unless every program may read it anyway.
func (n *search) add(p Place) {
	if !p.OfSystem() {
		n.needs = append(n.needs, p)
	}
}

// folder adds a folder of a chosen program.
func (n *search) folder(dir string) {
	if p, err := Find(dir); err == nil && filepath.IsAbs(dir) && p.info.IsDir() && !p.TooWide() {
		n.add(p)
	}
}

// ask notes what a file of the plugin names, unless it may be read anyway.
func (n *search) ask(path string) {
	p, err := Find(path)
	switch {
	case !filepath.IsAbs(path):
	case err == nil && (p.OfSystem() || n.owns(p) ||
		slices.ContainsFunc(n.needs, func(q Place) bool { return q.Holds(p) })):
	case err == nil:
		n.asks = append(n.asks, p.Path)
	case !errors.Is(err, fs.ErrNotExist):
		n.asks = append(n.asks, path)
	}
}

// owns reports whether a place lies in the plugin's own folder.
func (n *search) owns(p Place) bool {
	return slices.ContainsFunc(n.folders, func(dir Place) bool { return dir.Holds(p) })
}

// command looks at a command that nobody typed: the plugin's own, or the first line of one of its scripts. It ends with
// the program that "env" or "nice" starts: the words after that are for the program to read.
func (n *search) command(words []string, depth int) {
	for i, word := range words {
		if i > 0 && (word == "-S" || word == "-i" || word == "-n" || isNumber(word)) {
			continue
		}
		in := n
		if i > 0 && filepath.Base(word) == word { // these look in PATH alone
			in = &search{}
		}
		path, p, ok := in.lookUp(word)
		if !ok {
			n.stray(word, depth)
			return
		}
		if n.owns(p) {
			n.contents(path, depth)
			return
		}
		needs, chosen := n.choice(path, p)
		if n.needs = append(n.needs, needs...); !chosen && depth == 0 && i == 0 && len(n.folders) == 0 {
			n.contents(path, depth)
		} else if !chosen {
			n.stray(path, depth)
		}
		if !chosen || !slices.Contains([]string{"env", "nice"}, filepath.Base(path)) {
			return
		}
	}
}

// isNumber reports whether a word is a whole number.
func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

// stray asks for the interpreter of a script. What the command of the plugin itself names is asked for by its manifest.
func (n *search) stray(path string, depth int) {
	if depth > 0 {
		n.ask(path)
	}
}

// lookUp finds a program or another file: in the plugin's folder, and a name alone in PATH.
func (n *search) lookUp(name string) (path string, p Place, ok bool) {
	path, err := name, error(nil)
	switch local := filepath.Base(name) != name; {
	case filepath.IsAbs(name):
	case len(n.folders) > 0 && (local || isFile(filepath.Join(n.folders[0].Path, name))):
		path = filepath.Join(n.folders[0].Path, name)
	case local:
		return "", p, false
	default:
		path, err = exec.LookPath(name)
	}
	if err == nil && filepath.IsAbs(path) {
		p, err = Find(path)
	}
	return path, p, err == nil && p.info != nil && p.info.Mode().IsRegular()
}

// isFile reports whether the path leads to a regular file.
func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// choice returns what a program needs, if the system or a person chose it.
func (n *search) choice(path string, p Place) (needs []Place, chosen bool) {
	there := &search{}
	if slices.ContainsFunc(systemFolders, func(dir string) bool { return contains(dir, p.Path) }) {
		there.chosen(path, 0)
		return there.needs, true
	}
	for _, name := range []string{filepath.Base(path), filepath.Base(p.Path)} {
		_, known, ok := there.lookUp(name)
		if !ok || n.owns(known) {
			continue
		}
		there.chosen(name, 0)
		if known.is(p) || slices.ContainsFunc(there.needs, func(q Place) bool { return q.Holds(p) }) {
			return there.needs, true
		}
		there.needs = nil
	}
	return nil, false
}

// chosen adds what a chosen program needs.
func (n *search) chosen(name string, depth int) {
	path, p, ok := n.lookUp(name)
	if !ok || depth > deepest {
		return
	}
	n.add(p)
	n.prefix(path)
	if p.Path != path {
		n.prefix(p.Path)
	}
	for _, dir := range libraries(path) {
		n.folder(dir)
	}
	for _, word := range shebang(path) {
		n.chosen(word, depth+1)
	}
}

// typed adds what a program needs that a person typed. If it is not chosen by its name too, its contents still choose
// nothing: it gets those folders for libraries that are below its own.
func (n *search) typed(word string) {
	path, p, ok := n.lookUp(word)
	if !ok {
		return
	}
	if needs, chosen := n.choice(path, p); chosen {
		n.needs = append(n.needs, needs...)
		return
	}
	n.add(p)
	n.prefix(path)
	n.prefix(p.Path)
	own := filepath.Dir(p.Path)
	for _, dir := range libraries(path) {
		if q, err := Find(dir); err == nil && q.Path != own && contains(own, q.Path) {
			n.folder(dir)
		}
	}
	n.contents(path, 0)
}

// contents looks at what a file of the plugin names: an interpreter that was chosen is added, all else is asked for.
func (n *search) contents(path string, depth int) {
	for _, dir := range libraries(path) {
		n.ask(dir)
	}
	if depth < deepest {
		n.command(shebang(path), depth+1)
	}
}

// prefix adds the folder that a program was installed into with its libraries, such as PREFIX of
// PREFIX/bin/python3, or that of a version manager, PREFIX of PREFIX/shims/python3. Of a folder that holds
// other things too it is the libraries alone.
func (n *search) prefix(program string) {
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

// libraries returns the folders in which an ELF program says that its libraries are.
func libraries(path string) (dirs []string) {
	f, err := elf.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	for _, tag := range []elf.DynTag{elf.DT_RUNPATH, elf.DT_RPATH} {
		lists, err := f.DynString(tag)
		if err != nil {
			continue
		}
		origin := strings.NewReplacer("$ORIGIN", filepath.Dir(path), "${ORIGIN}", filepath.Dir(path))
		dirs = append(dirs, filepath.SplitList(origin.Replace(strings.Join(lists, ":")))...)
	}
	return dirs
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
