package host

import (
	"os"
	"strings"
)

// allowedEnv are the names that a plugin inherits from the host's environment; a name that ends in * is a
// prefix. Everything else, tokens and passwords among it, stays with the host.
var allowedEnv = []string{
	"PATH", "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "TEMP", "TMP", "TZ", "LANG", "LC_*",
	"GOMAXPROCS", "GOMEMLIMIT", "GOGC", "GODEBUG", "GOTRACEBACK", "GOCOVERDIR",
	"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "NODE_PATH", "JAVA_HOME", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH",
	"SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT", "APPDATA", "LOCALAPPDATA", "USERPROFILE",
}

// Environ returns the environment of a plugin process: the allowed part of the host's, then
// extra entries KEY=VALUE.
func Environ(extra ...string) []string {
	env := []string{}
	for _, entry := range os.Environ() {
		name, _, _ := strings.Cut(entry, "=")
		if envAllowed(strings.ToUpper(name)) {
			env = append(env, entry)
		}
	}
	return append(env, extra...)
}

func envAllowed(name string) bool {
	for _, a := range allowedEnv {
		prefix, isPrefix := strings.CutSuffix(a, "*")
		if name == a || isPrefix && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}
