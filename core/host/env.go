package host

import (
	"os"
	"slices"
	"strings"
)

// inherited are the names that a plugin inherits from the host's environment; one without "=" is a prefix.
// Everything else, tokens and passwords among it, stays with the host.
var inherited = []string{
	"PATH=", "HOME=", "USER=", "LOGNAME=", "SHELL=", "TMPDIR=", "TEMP=", "TMP=", "TZ=", "LANG=", "LC_",
	"GOMAXPROCS=", "GOMEMLIMIT=", "GOGC=", "GODEBUG=", "GOTRACEBACK=", "GOCOVERDIR=",
	"PYTHONPATH=", "PYTHONHOME=", "VIRTUAL_ENV=", "NODE_PATH=", "JAVA_HOME=", "LD_LIBRARY_PATH=", "DYLD_LIBRARY_PATH=",
	"SYSTEMROOT=", "WINDIR=", "COMSPEC=", "PATHEXT=", "APPDATA=", "LOCALAPPDATA=", "USERPROFILE=",
}

// Environ returns the environment of a plugin process: the allowed part of the host's, then
// extra entries KEY=VALUE.
func Environ(extra ...string) []string {
	env := slices.DeleteFunc(os.Environ(), func(entry string) bool {
		entry = strings.ToUpper(entry)
		return !slices.ContainsFunc(inherited, func(name string) bool { return strings.HasPrefix(entry, name) })
	})
	return append(env, extra...)
}
