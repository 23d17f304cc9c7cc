package plugins

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/confine/accept"
	"github.com/sudokuctl/sudokuctl/core/host"
	"github.com/sudokuctl/sudokuctl/plugins/bundled"
	"github.com/sudokuctl/sudokuctl/work/index"
)

type publishOptions struct {
	app                        *app.App
	index, name, key, platform string
}

func publishCommand(a *app.App) *cobra.Command {
	o := &publishOptions{app: a}
	c := &cobra.Command{
		Use:   "publish [FOLDER]",
		Short: "Publish a plugin in an index",
		Long: `Test the plugin in a folder, pack it, sign the archive with your key, and write its entry into the
index in the folder --index, which is usually a clone of a Git repository. If you keep that index, or
there is none yet, the index is signed too; else send what was written to its keeper. Without FOLDER
the index is checked and signed, which is what its keeper does with what others send.

Your key is made when you first publish. Whoever has it can publish in your name, and without it you
cannot publish a new version, so keep a copy. --key names one of minisign's instead.`,
		Example: "  sudokuctl plugin publish ./tally --index ../commons\n  sudokuctl plugin publish --index ../commons",
		Args:    cobra.MaximumNArgs(1),
		RunE:    func(c *cobra.Command, args []string) error { return o.run(c.Context(), args) },
	}
	f := c.Flags()
	f.StringVar(&o.index, "index", "", "`FOLDER` of the index")
	f.StringVar(&o.name, "name", "", "`NAME` of a new index (default that of its folder)")
	f.StringVar(&o.key, "key", "", "`FILE` of your secret key (default publisher.key in the data folder)")
	f.StringVar(&o.platform, "platform", "", "`PLATFORM` that it was built for: any, linux, linux/amd64 (default what it looks like)")
	_ = c.MarkFlagRequired("index") // it is defined above
	return c
}

func (o *publishOptions) run(ctx context.Context, args []string) error {
	key, err := o.secretKey()
	if err != nil {
		return err
	}
	folder, err := filepath.Abs(o.index)
	if err != nil {
		return err
	}
	var done *index.Published
	if len(args) == 1 {
		if done, err = o.publish(ctx, key, args[0]); err != nil {
			return err
		}
	}
	signing := index.Signing{Index: o.index, Name: cmp.Or(o.name, filepath.Base(folder)), Key: key, Reserved: bundled.IDs()}
	contents, err := signing.Sign(ctx)
	if errors.Is(err, index.ErrNotKeeper) && done != nil {
		o.app.Remark("somebody else keeps this index: send them %s and %s", done.Entry, done.Archive)
		return nil
	}
	if err != nil {
		return err
	}
	o.app.Remark("signed the index %s: %d %s, serial number %d", contents.Name, len(contents.Plugins),
		screen.Plural(len(contents.Plugins), "plugin"), contents.Serial)
	if contents.Serial == 1 {
		o.app.Remark("people who add it need your public key: %s", key.Public())
	}
	return nil
}

// secretKey returns the key of the person, which is made if there is none.
func (o *publishOptions) secretKey() (index.SecretKey, error) {
	file := o.key
	if file == "" {
		dir, err := app.DataFolder()
		if err != nil {
			return index.SecretKey{}, err
		}
		file = filepath.Join(dir, "publisher.key")
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			key, err := index.MakeSecretKey(file)
			if err == nil {
				o.app.Remark("made your key, %s: keep a copy, and keep it secret", file)
			}
			return key, err
		}
	}
	if err := accept.Own(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return index.SecretKey{}, err
	}
	return index.ReadSecretKey(file, func() (string, error) { return password(o.app, file) })
}

// publish tests the plugin in a folder and puts it into the index.
func (o *publishOptions) publish(ctx context.Context, key index.SecretKey, dir string) (*index.Published, error) {
	platform := o.platform
	if platform == "" {
		var err error
		if platform, err = index.PlatformOf(dir); err != nil {
			return nil, err
		}
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	c := o.app.Host().Find(host.Config{Path: abs})[0]
	if c.Rejected != "" {
		return nil, app.UsageErrorf("publishing %s: %s", dir, c.Rejected)
	}
	tested, err := conforms(ctx, o.app, c, accept.Plugin{Reads: readsOf(ctx, o.app, c)})
	if err != nil {
		return nil, err
	}
	done, err := index.Publishing{Plugin: dir, Index: o.index, Platform: platform, Key: key, Reserved: bundled.IDs(),
		Answered: tested.Answered, Solved: tested.Solved}.Publish(ctx)
	if err != nil {
		return nil, err
	}
	o.app.Remark("published %s %s for %s: %s", done.ID, done.Version, platform, done.Archive)
	return &done, nil
}

// confirmed asks a person. Without an answer it is no.
func confirmed(a *app.App, question string) bool {
	fmt.Fprintf(a.Stderr, "%s [y/N] ", question)
	answer := strings.ToLower(readLine(a.Stdin))
	return answer == "y" || answer == "yes"
}

// password asks a person for a password, which a terminal does not show.
func password(a *app.App, of string) (string, error) {
	fmt.Fprintf(a.Stderr, "password of %s: ", of)
	if f, ok := a.Stdin.(*os.File); ok && screen.IsTerminal(f) {
		text, err := term.ReadPassword(int(f.Fd()))
		fmt.Fprintln(a.Stderr)
		return string(text), err
	}
	return readLine(a.Stdin), nil
}

// readLine reads a line and no more, for the next one may answer another question.
func readLine(from io.Reader) string {
	var line []byte
	for letter := make([]byte, 1); ; {
		n, err := from.Read(letter)
		if n > 0 && letter[0] != '\n' {
			line = append(line, letter[0])
		} else if n > 0 || err != nil {
			return strings.TrimSpace(string(line))
		}
	}
}
