package standby

import "os"

// inherited are the names that a plugin inherits from the host's environment; one without "=" is a prefix.
// Everything else, tokens and passwords among it, stays with the host.
var inherited = [...]string{
	"PATH=", "HOME=", "USER=", "LOGNAME=", "SHELL=", "TMPDIR=", "TEMP=", "TMP=", "TZ=", "LANG=", "LC_",
	"GOMAXPROCS=", "GOMEMLIMIT=", "GOGC=", "GODEBUG=", "GOTRACEBACK=", "GOCOVERDIR=",
	"PYTHONPATH=", "PYTHONHOME=", "VIRTUAL_ENV=", "NODE_PATH=", "JAVA_HOME=", "LD_LIBRARY_PATH=", "DYLD_LIBRARY_PATH=",
	"SYSTEMROOT=", "WINDIR=", "COMSPEC=", "PATHEXT=", "APPDATA=", "LOCALAPPDATA=", "USERPROFILE=",
}

// Environ returns the environment of a plugin process: what it inherits of the host's, then extra entries KEY=VALUE.
func Environ(extra ...string) []string {
	env := []string{}
	for _, entry := range os.Environ() {
		for _, name := range inherited {
			if begins(entry, name) {
				env = append(env, entry)
			}
		}
	}
	return append(env, extra...)
}

// begins reports whether a text begins with a prefix in capitals, in whatever letters.
func begins(text, prefix string) bool {
	if len(text) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		c := text[i]
		if 'a' <= c && c <= 'z' {
			c -= 'a' - 'A'
		}
		if c != prefix[i] {
			return false
		}
	}
	return true
}
