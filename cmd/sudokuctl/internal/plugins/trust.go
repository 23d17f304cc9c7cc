package plugins

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/confine"
	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/host/find"
	"github.com/sudokuctl/sudokuctl/core/plain"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
)

// Trust is the command that accepts the programs that a folder chooses.
func Trust(a *app.App) *cobra.Command {
	var list, forget, yes bool
	c := &cobra.Command{
		Use:   "trust [FOLDER]",
		Short: "Accept the plugins that a folder's files choose",
		Long: `Show the programs that a folder (default: this one) would run as plugins, those of its config.yaml
and those in its plugin folders, and what each may read; then accept them. They still run in the
sandbox. Nothing that a folder chooses runs before that, and a change of its config or of a program
asks for it again. A config file of another name is accepted by its path.`,
		Example: "  sudokuctl trust\n  sudokuctl trust ../other\n  sudokuctl trust --list\n  sudokuctl trust --forget .",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			place := "."
			if len(args) == 1 {
				place = filepath.Clean(args[0])
			}
			switch {
			case list:
				return listTrusted(a)
			case forget:
				return forgetTrusted(a, place)
			}
			return trustFolder(a, place, yes)
		},
	}
	f := c.Flags()
	f.BoolVar(&list, "list", false, "list the folders that were accepted")
	f.BoolVar(&forget, "forget", false, "no longer accept FOLDER")
	f.BoolVarP(&yes, "yes", "y", false, "do not ask")
	return c
}

func trustFolder(a *app.App, place string, yes bool) error {
	folder, plugins, err := app.AskOf(place)
	if err != nil {
		return fmt.Errorf("looking at the plugins of %s: %w", place, err)
	}
	for _, p := range plugins {
		if p.Program < 0 && p.Origin == find.FromConfig && !p.Disabled { // what merely lies in a plugin folder need not be one
			a.Remark("%s cannot be used: %s: %s", p.ID, p.Candidate.Path, p.Candidate.Rejected)
		}
	}
	if len(folder.Programs) == 0 {
		a.Remark("%s chooses no program: there is nothing to accept", app.DescribePlace(place))
		return nil
	}
	if err := folder.Sum(); err != nil {
		return fmt.Errorf("looking at the plugins of %s: %w", place, err)
	}
	wide, err := showAsked(a, folder, plugins)
	if err != nil {
		return err
	}
	switch {
	case yes:
	case screen.IsTerminal(a.Stdin):
		if !confirmed(a, "accept them?") {
			return errors.New("not accepted")
		}
	case wide:
		return errors.New("not accepted, because of the CAUTION: --yes accepts it all the same")
	}
	if err := app.Records().Accept(folder); err != nil {
		return err
	}
	a.Remark("accepted %d %s of %s, until the config or a program changes; \"sudokuctl trust --forget %s\" takes it back",
		len(folder.Programs), screen.Plural(len(folder.Programs), "plugin"), folder.Path, app.Quoted(place))
	return nil
}

// showAsked prints what a folder would run, and what that may read. wide is whether some of it may read more
// than a program needs.
func showAsked(a *app.App, folder *accept.Folder, plugins []app.AskedPlugin) (wide bool, err error) {
	for _, gap := range app.Gaps() {
		wide = confine.Available()
		if _, err := fmt.Fprintf(a.Stdout, "CAUTION: %s\n", gap); err != nil {
			return wide, err
		}
	}
	for _, asked := range plugins {
		if asked.Program < 0 {
			continue
		}
		p := folder.Programs[asked.Program]
		var b strings.Builder
		fmt.Fprintf(&b, "%s\n  runs    %s\n", p.ID, quotedAll(p.Command))
		if p.Dir != "" {
			fmt.Fprintf(&b, "  in      %s\n", p.Dir)
		}
		if bundled.Has(p.ID) {
			fmt.Fprintf(&b, "  instead of the bundled %s\n", p.ID)
		}
		for _, file := range slices.Sorted(maps.Keys(p.Sums)) {
			fmt.Fprintf(&b, "  sha256  %s %s\n", p.Sums[file], file)
		}
		reads := a.Config.Reads(asked.Candidate, true)
		fmt.Fprintf(&b, "  reads   %s\n", strings.Join(app.OutsideSystem(reads.May), ", "))
		for _, place := range reads.May {
			if place.TooWide() {
				wide = true
				fmt.Fprintf(&b, "  CAUTION: %s holds more than its own files\n", place.Path)
			}
		}
		for _, path := range reads.Refused {
			wide = true
			fmt.Fprintf(&b, "  CAUTION: %s cannot be granted\n", path)
		}
		for _, path := range reads.Strays {
			fmt.Fprintf(&b, "  is not granted, although its files name it: %s\n", path)
		}
		if _, err := io.WriteString(a.Stdout, plain.Text(b.String())); err != nil {
			return wide, err
		}
	}
	return wide, nil
}

// quotedAll returns a command as a shell takes it.
func quotedAll(command []string) string {
	words := make([]string, len(command))
	for i, word := range command {
		words[i] = app.Quoted(word)
	}
	return strings.Join(words, " ")
}

func listTrusted(a *app.App) error {
	l := a.Listing()
	folders, err := app.Records().Folders()
	if err != nil {
		return err
	}
	for _, f := range folders {
		var ids []string
		for _, p := range f.Programs {
			ids = append(ids, p.ID)
		}
		l.Row(f, "folder", f.Path, "plugins", strings.Join(ids, " "))
	}
	return l.End()
}

func forgetTrusted(a *app.App, place string) error {
	path, err := accept.RealPath(place)
	if err != nil { // it may be gone
		if path, err = filepath.Abs(place); err != nil {
			return err
		}
	}
	known, err := app.Records().Forget(path)
	if err != nil {
		return err
	}
	if !known {
		return app.UsageErrorf("%s was not accepted; see \"sudokuctl trust --list\"", path)
	}
	a.Remark("forgot %s: its plugins do not run any more", path)
	return nil
}
