package manifest

import (
	"cmp"
	"context"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"time"

	"golang.org/x/mod/semver"
)

// A need is a program of PATH, possibly with the least version of it: "minizinc", "node >= 18".
var needPattern = regexp.MustCompile(`^([A-Za-z0-9][\w.+-]*)(?: *>= *(\d+(?:\.\d+){0,2}))?$`)

// CheckNeeds returns an error if one of the needs cannot be understood.
func CheckNeeds(needs []string) error {
	for _, need := range needs {
		if !needPattern.MatchString(need) {
			return fmt.Errorf("needs %q: want a program such as minizinc, or a program and a version such as node >= 18", need)
		}
	}
	return nil
}

// CheckPrograms returns an error that names the programs that are needed and not in a folder of PATH. It starts
// nothing.
func CheckPrograms(needs []string) error {
	var missing []string
	for _, need := range needs {
		if parts := needPattern.FindStringSubmatch(need); parts != nil {
			if _, err := exec.LookPath(parts[1]); err != nil {
				missing = append(missing, need)
			}
		}
	}
	if missing == nil {
		return nil
	}
	return fmt.Errorf("it needs %s, not found in the folders of PATH", strings.Join(missing, ", "))
}

// CheckVersions asks the programs that are needed in a version for theirs, with --version, and returns an error that
// names the first that is older. A program that says no version passes.
func CheckVersions(ctx context.Context, needs []string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for _, need := range needs {
		parts := needPattern.FindStringSubmatch(need)
		if parts == nil || parts[2] == "" {
			continue
		}
		text, err := exec.CommandContext(ctx, parts[1], "--version").CombinedOutput()
		if err != nil {
			return fmt.Errorf("asking %s for its version: %w", parts[1], err)
		}
		found := cmp.Or(dottedVersion.FindString(string(text)), plainVersion.FindString(string(text)))
		if found != "" && semver.Compare("v"+found, "v"+parts[2]) < 0 {
			return fmt.Errorf("it needs %s, and %s is here", need, found)
		}
	}
	return nil
}

// What looks like a version in what a program says of itself.
var (
	dottedVersion = regexp.MustCompile(`(0|[1-9]\d*)(\.(0|[1-9]\d*)){1,2}`)
	plainVersion  = regexp.MustCompile(`[1-9]\d*`)
)
