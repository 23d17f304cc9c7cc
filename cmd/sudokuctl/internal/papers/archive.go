package papers

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/core/wholefile"
	"github.com/sudokuctl/sudokuctl/work"
)

// archived are the commands whose tables, rows and pictures docs/findings.md rests on. None shows a time.
var archived = []archivedCommand{
	{"sample-carved-1", []int{4, 8, 10, 14, 18}, "study sample --seed 1", "--count", 12_000, 40, nil},
	{"sample-carved-2", []int{4}, "study sample --seed 2", "--count", 12_000, 40, nil},
	{"sample-biased-1", []int{12, 14, 18}, "study sample --method controlled_bias --seed 1", "--count", 50_000, 40, nil},
	{"sample-biased-2", []int{12, 14, 18}, "study sample --method controlled_bias --seed 2", "--count", 50_000, 40, nil},
	{"transition-1", []int{15}, "study transition --grids 40 --seed 1", "--count", 1_000_000, 2, nil},
	{"transition-2", []int{15}, "study transition --grids 40 --seed 2", "--count", 200_000, 2, nil},
	{"minimal-1", []int{11}, "study minimal --fresh --seed 1", "--count", 10_000, 500, nil},
	{"gunther2012", []int{1}, "paper gunther2012 --untimed --fresh --seed 1", "--per-level", 1000, 2, nil},
	{"kranawetter2013", []int{4, 5, 6}, "paper kranawetter2013 --untimed --fresh --seed 1 --set redundancy.bipart_nodes=50000",
		"--count", 3000, 20, nil},
	{"norms-0.6", []int{3}, "generate --set generate.method=wang --difficulty 0.6 --allow-multiple --seed 101", "--count", 4000, 2, norms},
	{"norms-0.7", []int{3}, "generate --set generate.method=wang --difficulty 0.7 --allow-multiple --seed 102", "--count", 4000, 2, norms},
	{"norms-unique", []int{3}, "generate --clues 23..26 --seed 103", "--count", 4000, 2, norms},
}

// norms are settings of convex that solve the puzzles of finding 3.
var norms = []string{"convex.variant=mixed", "convex.variant=D", "convex.variant=C", "convex.variant=E", "convex.variant=F"}

// archivedCommand is a command, how many puzzles it takes, and at least, and the findings that it is for. One that generates
// puzzles is followed by a solver with some settings, one after the other: a line for each puzzle, its solution or "unknown".
type archivedCommand struct {
	name         string
	findings     []int
	command      string
	size         string // the flag
	count, least int
	solve        []string
}

// manifest says what an archive holds. Its keys are stable.
type manifest struct {
	Program  string            `json:"program"` // version of sudokuctl
	Go       string            `json:"go"`
	Platform string            `json:"platform"`
	Share    float64           `json:"share"` // of the puzzles of docs/findings.md
	Commands []archivedRecord  `json:"commands"`
	SHA256   map[string]string `json:"sha256"` // of the other files
}

type archivedRecord struct {
	Name     string `json:"name"` // the folder
	Findings []int  `json:"findings"`
	Command  string `json:"command"`
}

// Archive is the command that makes the data of the findings in one file.
func Archive(a *app.App) *cobra.Command {
	share, only := 1.0, []string{}
	var names []string
	for _, c := range archived {
		names = append(names, c.name)
	}
	c := &cobra.Command{
		Use:   "archive FILE.zip",
		Short: "Make the data, tables and pictures of the findings in one file",
		Long: `Run the commands that docs/findings.md rests on, one after the other, and write what they make into one
file: tables, rows of data with their cards, pictures, and a manifest with the commands, versions and the
SHA-256 of each file. The same program makes the same file again, bit for bit; it takes tens of minutes of CPU
time. What needs the times of people or a test of Go is not in it; docs/findings.md names those commands.
Commands: ` + strings.Join(names, ", ") + `.`,
		Example: `  sudokuctl lab archive findings.zip
  sudokuctl lab archive small.zip --share 0.01
  sudokuctl lab archive grids.zip --only gunther2012,transition-1`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			if share <= 0 || share > 1 {
				return app.UsageErrorf("--share must be above 0 and at most 1")
			}
			for _, name := range only {
				if !slices.Contains(names, name) {
					return app.UsageErrorf("--only %s: the commands are %s", name, strings.Join(names, ", "))
				}
			}
			return archive(c.Context(), a, args[0], share, only)
		},
	}
	c.Flags().Float64Var(&share, "share", share, "make so much of the puzzles, for a trial")
	c.Flags().StringSliceVar(&only, "only", nil, "run these commands alone, by their `NAMES`")
	return c
}

func archive(ctx context.Context, a *app.App, file string, share float64, only []string) error {
	folder, err := os.MkdirTemp("", "sudokuctl-archive-")
	if err != nil {
		return fmt.Errorf("making a folder for the archive: %w", err)
	}
	defer os.RemoveAll(folder)
	m := manifest{Program: app.Version(), Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH, Share: share,
		SHA256: map[string]string{}}
	chosen := slices.DeleteFunc(slices.Clone(archived), func(c archivedCommand) bool {
		return len(only) > 0 && !slices.Contains(only, c.name)
	})
	progress := work.Progress(a.Screen().Report)
	end := progress.Stage(work.Begun{Stage: "running commands", Total: int64(len(chosen))})
	defer end()
	for _, c := range chosen {
		args := append(strings.Fields(c.command), c.size, strconv.Itoa(max(c.least, int(share*float64(c.count)))))
		m.Commands = append(m.Commands, archivedRecord{c.name, c.findings, "sudokuctl " + strings.Join(args, " ")})
		if err := c.run(ctx, filepath.Join(folder, c.name), args); err != nil {
			return err
		}
		progress.Report(work.Advanced(1))
	}
	data, err := packArchive(folder, &m)
	if err == nil {
		err = wholefile.Replace(file, data, 0o644)
	}
	if err != nil {
		return fmt.Errorf("writing the archive %q: %w", file, err)
	}
	sum := sha256.Sum256(data)
	a.Remark("%s: %d files, SHA-256 %s", file, len(m.SHA256)+1, hex.EncodeToString(sum[:]))
	return nil
}

// run makes the files of a command in a folder.
func (c *archivedCommand) run(ctx context.Context, folder string, args []string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return fmt.Errorf("making the folder %q: %w", folder, err)
	}
	if c.solve == nil {
		args = append(slices.Clone(args), "--output", "json", "--svg", folder)
		if args[1] == "sample" || args[1] == "transition" {
			args = append(args, "--save", folder)
		}
		return runArchived(ctx, filepath.Join(folder, "tables.json"), args)
	}
	puzzles := filepath.Join(folder, "puzzles.txt")
	if err := runArchived(ctx, puzzles, append(slices.Clone(args), "--output", "line")); err != nil {
		return err
	}
	for _, setting := range c.solve {
		solver, _, _ := strings.Cut(setting, ".")
		_, variant, _ := strings.Cut(setting, "=")
		err := runArchived(ctx, filepath.Join(folder, variant+".txt"),
			[]string{"solve", puzzles, "--solver", solver, "--set", setting, "--limit", "1", "--output", "line"})
		if err != nil {
			return err
		}
	}
	return nil
}

// runArchived runs this program with nothing of the user's: no config, no added plugins, nothing kept from before. What it
// prints is the file.
func runArchived(ctx context.Context, file string, args []string) error {
	self, err := os.Executable()
	if err != nil {
		return fmt.Errorf("finding this program: %w", err)
	}
	private, err := os.MkdirTemp("", "sudokuctl-home-")
	if err != nil {
		return fmt.Errorf("making a folder for a command: %w", err)
	}
	defer os.RemoveAll(private)
	var complaint bytes.Buffer
	c := exec.CommandContext(ctx, self, append(slices.Clone(args), "--quiet")...)
	c.Dir, c.Stderr = private, &complaint
	c.Env = append(os.Environ(), "XDG_DATA_HOME="+private, "XDG_CONFIG_HOME="+private, "SUDOKUCTL_CONFIG=")
	out, err := c.Output()
	if err != nil {
		return fmt.Errorf("running %q: %w: %s", strings.Join(args, " "), err, complaint.String())
	}
	if err := os.WriteFile(file, out, 0o644); err != nil {
		return fmt.Errorf("keeping what %q printed: %w", args[0], err)
	}
	return nil
}

// packArchive makes a file of a folder and its manifest in which nothing depends on when it is made.
func packArchive(folder string, m *manifest) ([]byte, error) {
	var data bytes.Buffer
	z := zip.NewWriter(&data)
	add := func(name string, text []byte) error {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err == nil {
			_, err = w.Write(text)
		}
		return err
	}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(text)
		m.SHA256[filepath.ToSlash(name)] = hex.EncodeToString(sum[:])
		return add(filepath.ToSlash(name), text)
	})
	if err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	if err := add("manifest.json", append(text, '\n')); err != nil {
		return nil, err
	}
	err = z.Close()
	return data.Bytes(), err
}
