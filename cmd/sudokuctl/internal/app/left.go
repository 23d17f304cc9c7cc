package app

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"github.com/sudokuctl/sudokuctl/work/input"
)

// goneNames lists names that this program had before 0.1 and no longer has, with what to use instead. A name is a
// command ("job plan"), a flag of a command ("run --plan") or of all ("--trust"), a word that a flag took
// ("convert --to=png"), a key of the config ("key plugins.trust"), or a setting of a bundled plugin or a word that it
// took ("setting convex.variant=x"). It is kept until 0.2.
var goneNames = []struct{ names, now string }{
	{"job",
		`shards are libraries: "sudokuctl run FILE --shard 1/100 --db part-1.db", then "sudokuctl import part-*.db"`},
	{"plan, job plan",
		`a shard needs no plan: "sudokuctl run FILE --shard 1/100 --db part-1.db" computes the first of a hundred`},
	{"submit, job submit",
		`the scheduler starts "sudokuctl run FILE --shard auto --db part.db"; examples/machines has job files`},
	{"worker, job worker",
		`no broker hands out work: start "sudokuctl run FILE --shard 1/100 --db part-1.db" on each machine`},
	{"status, job status", `"sudokuctl import --complete part-*.db" says which shards are missing`},
	{"merge, job merge", `shards are libraries, and "sudokuctl import part-*.db" merges them`},
	{"run --plan, run --out",
		`a shard needs no plan and is a library: "sudokuctl run FILE --shard 1/100 --db part-1.db"`},
	{"run --on, run --listen, run --lease, run --recheck, run --creds, run --tls-ca, run --tls-cert, run --tls-key",
		`no broker hands out work: start "sudokuctl run FILE --shard 1/100 --db part-1.db" on each machine`},
	{"serve --parts",
		`shards are libraries: "sudokuctl import part-*.db" merges them, and "sudokuctl serve" shows what they hold`},
	{"serve --no-sql",
		`"sudokuctl serve" answers queries in SQL on this machine alone unless --sql is given; --sql=false answers none`},
	{"export --to=parquet",
		`"sudokuctl export --to csv" writes what DuckDB and pandas read, and a library imports the file of another`},

	{"lab",
		`"sudokuctl paper" and "sudokuctl levels" stayed, and "sudokuctl export --to csv" serves other studies`},
	{"agree, lab agree", `"sudokuctl export --to csv" writes all metrics; any program for statistics correlates them`},
	{"dataset, lab dataset",
		`"sudokuctl generate" and "export" make data sets, "sudokuctl check" and "grade" examine them`},
	{"dataset make, lab dataset make",
		`"sudokuctl generate --save" makes puzzles, and "sudokuctl export --to csv" writes them with metrics`},
	{"dataset audit, lab dataset audit", `"sudokuctl check" examines each puzzle of a file`},
	{"dataset show, lab dataset show", `DuckDB and pandas read Parquet files`},
	{"verify, lab verify", `"sudokuctl explain" shows steps that it derives itself; claims of others are not checked`},
	{"study, lab study, study sample, lab study sample, study transition, lab study transition",
		`"sudokuctl generate" makes puzzles, "sudokuctl grade -o csv" measures them`},
	{"lab archive", `docs/papers.md has the commands that make each table`},
	{"lab paper", `it is "sudokuctl paper"`},
	{"lab levels", `it is "sudokuctl levels"`},
	{"plugin league", `"sudokuctl bench" and "sudokuctl compare" compare solvers`},
	{"bench --card, bench --bands, bench --images, bench --training",
		`"sudokuctl compare" says how often each solver was right`},

	{"plugin index, plugin index add, plugin index list, plugin index remove",
		`plugins are listed in one file, which "plugin_index:" in the config names; "sudokuctl plugin search" reads ` +
			`it`},
	{"plugin install", `"sudokuctl plugin add NAME" downloads, checks and adds a plugin of the list`},
	{"plugin upgrade", `"sudokuctl plugin add NAME" takes the version that the list has now`},
	{"plugin publish",
		`an entry in plugins/index.yaml publishes a plugin; "sudokuctl plugin add URL --sha256 SUM" needs none`},
	{"plugin search --index, plugin search --timeout", `"plugin_index:" in the config names the list`},

	{"trust, plugin trust",
		`a config in the current folder runs nothing that was not added: "sudokuctl plugin add PATH" adds a program`},
	{"--trust, key plugins.trust", `"sudokuctl plugin add --sandbox none PATH" records it, for that plugin alone`},
	{"--weak-sandbox, key plugins.weak_sandbox",
		`"sudokuctl plugin add --sandbox weak PATH" records it, for that plugin alone`},

	{"mcp", `"sudokuctl serve" is an HTTP API, and "sudokuctl serve --pipe" answers a program, one line of JSON each`},
	{"man", `"sudokuctl COMMAND --help" says all of it`},
	{"plugin new --grpc", `--lang python makes lines or JSON lines; docs/plugin-protocol.md describes gRPC`},
	{"plugin new --model", `"sudokuctl plugin new NAME --json" makes a program in Python to put a model into`},
	{"plugin new --lang=shell",
		`--lang python or --lang c makes a plugin in as few lines; docs/plugin-protocol.md has the lines themselves`},

	{"setting generate.method=controlled_bias",
		`"sudokuctl generate --minimal" carves puzzles; D. Berthier publishes samples of known bias and a generator`},

	{"convert --to=png, export --to=png",
		`--to svg and --to pdf print, and any browser or "rsvg-convert" makes a PNG of an SVG`},
}

// gone returns the sentence about a name that left, "" if the program never had it.
func gone(name string) string { return goneByName()[name] }

var goneByName = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, g := range goneNames {
		for name := range strings.SplitSeq(g.names, ", ") {
			called := fmt.Sprintf("%q", "sudokuctl "+name)
			if kind, rest, _ := strings.Cut(name, " "); kind == "key" || kind == "setting" {
				called = fmt.Sprintf("%s %q", kind, rest)
			} else if strings.HasPrefix(name, "-") {
				called = name
			}
			all[name] = fmt.Sprintf("%s left in 0.1: %s", called, g.now)
		}
	}
	return all
})

// movedNames are commands that are called otherwise now. The old words still work, and say so.
var movedNames = [][2]string{{"candidates", "check --candidates"}, {"resume", "run --resume"}, {"pipe", "serve --pipe"},
	{"restore", "delete --undo"}}

// formerlyBelow are the commands that were below "db", which was also called "library".
var formerlyBelow = []string{"stats", "runs", "tag", "edit", "delete", "restore", "dedupe", "random", "daily", "book"}

// Moved returns a command line in which the words of a command that moved are those of now, with a sentence about it, ""
// if no command of it has moved.
func Moved(root *cobra.Command, args []string) (now []string, sentence string) {
	at := operands(root, args)
	if len(at) == 0 {
		return args, ""
	}
	was, word := args[at[0]], args[at[0]]
	if parent := word; len(at) > 1 && (parent == "db" || parent == "library") && slices.Contains(formerlyBelow, args[at[1]]) {
		word = args[at[1]]
		was += " " + word
		args = slices.Delete(slices.Clone(args), at[1], at[1]+1)
	}
	is := word
	for _, name := range movedNames {
		if name[0] == word {
			is = name[1]
		}
	}
	if is == was {
		return args, ""
	}
	return slices.Concat(args[:at[0]], strings.Fields(is), args[at[0]+1:]), fmt.Sprintf("%q is %q now", "sudokuctl "+was, "sudokuctl "+is)
}

// operands returns the places of the words of a command line that are neither flags of a command nor values of these.
func operands(c *cobra.Command, args []string) (at []int) {
	for i := 0; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			break
		}
		if len(word) < 2 || word[0] != '-' {
			at = append(at, i)
			continue
		}
		f := c.Flag(strings.TrimLeft(word, "-"))
		if f == nil && len(word) == 2 {
			f = c.Flags().ShorthandLookup(word[1:])
		}
		if f == nil && len(word) == 2 {
			f = c.InheritedFlags().ShorthandLookup(word[1:])
		}
		if f != nil && f.NoOptDefVal == "" {
			i++
		}
	}
	return at
}

// understood returns a command line as cobra takes it: with the words of now for commands that moved, and with "solve" before
// what can be read as puzzles. The error is about a command that left or that never was.
func (a *App) understood(root *cobra.Command, args []string) ([]string, error) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd(args...)
	args, sentence := Moved(root, args)
	if sentence != "" {
		fmt.Fprintln(a.Stderr, sentence)
	}
	c, rest, _ := root.Find(args)
	at := operands(c, rest)
	if len(at) == 0 || !c.HasSubCommands() || strings.HasPrefix(args[0], "__") {
		return args, nil
	}
	if err := goneCommand(c, rest); err != nil {
		return nil, err
	}
	if c != root {
		return args, noSubcommand(c, []string{rest[at[0]]})
	}
	solve, _, _ := root.Find([]string{"solve"})
	if at := operands(solve, args); len(at) > 0 && a.readable(args[at[0]]) || slices.ContainsFunc(args, isPuzzle) {
		return append([]string{"solve"}, args...), nil
	}
	return args, noSubcommand(c, []string{rest[at[0]]})
}

func isPuzzle(arg string) bool {
	_, err := sudoku.ParsePuzzle(arg)
	return err == nil
}

// readable reports whether a word names puzzles: a file, a sample or a link.
func (a *App) readable(word string) bool {
	if word == "-" {
		return false
	}
	_, err := input.Parse(word, a.Stdin)
	return err == nil || strings.Contains(word, "://") || strings.HasPrefix(word, input.SamplePrefix)
}

// goneCommand returns an error if a command line names a command that left, wherever its flags stand.
func goneCommand(c *cobra.Command, args []string) error {
	path, sentence := strings.TrimPrefix(c.CommandPath(), c.Root().Name()), ""
	for _, i := range operands(c, args) {
		path = strings.TrimSpace(path + " " + args[i])
		further := gone(path)
		if further == "" {
			break
		}
		sentence = further
	}
	if sentence == "" {
		return nil
	}
	return UsageErrorf("%s", sentence)
}

// goneFlag returns the sentence about a flag, such as "--plan", or a word of one, "--to=png", that left a command;
// "" if none did.
func goneFlag(c *cobra.Command, flag string) string {
	_, path, _ := strings.Cut(c.CommandPath(), " ")
	if sentence := gone(path + " " + flag); sentence != "" {
		return sentence
	}
	return gone(flag)
}

// goneSetting returns the sentence about a setting of a bundled plugin, or about its value, if that left; "" if not.
func goneSetting(id, setting string, value any) string {
	if sentence := gone("setting " + id + "." + setting); sentence != "" {
		return sentence
	}
	return gone(fmt.Sprintf("setting %s.%s=%v", id, setting, value))
}
