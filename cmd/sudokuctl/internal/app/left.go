package app

import (
	"fmt"
	"strings"
	"sync"

	"github.com/spf13/cobra"
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

	{"mcp", `"sudokuctl serve" is an HTTP API, and "sudokuctl pipe" answers a program, one line of JSON each`},
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

// goneCommand returns an error if a command line names a command that left, wherever its flags stand.
func goneCommand(root *cobra.Command, args []string) error {
	c, rest, _ := root.Find(args)
	path, sentence := strings.TrimPrefix(c.CommandPath(), root.Name()), ""
	for len(rest) > 0 {
		word := rest[0]
		rest = rest[1:]
		if strings.HasPrefix(word, "-") {
			f := c.Flag(strings.TrimLeft(word, "-"))
			if f == nil && len(word) == 2 {
				f = c.Flags().ShorthandLookup(word[1:])
			}
			if f != nil && f.NoOptDefVal == "" && len(rest) > 0 {
				rest = rest[1:]
			}
			continue
		}
		path = strings.TrimSpace(path + " " + word)
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
