// Package host is the user's door: it finds plugins, verifies, starts, supervises, restarts and stops their
// processes, and feeds them puzzles.
//
//	h := host.New(host.Options{Dirs: []string{"bin/plugins"}})
//	defer h.Close()
//	p, err := h.Open(ctx, host.Config{ID: "dlx"})
//	…
//	err = p.Solve(ctx, puzzles, runner.Options{Ask: runner.Ask{Limit: 2}}, func(n uint64, r sudoku.Result) error { … })
//
// # Rooms
//
//   - find finds candidates and compares their files with accepted checksums.
//   - lifecycle has the states of a process, its use of resources and how it ended.
//   - internal/process starts, stops and restarts the processes of a plugin.
//   - internal/pump moves puzzles to them and verified results back.
//
// # Words
//
//   - A [find.Candidate] is something that may be a plugin: a program in a plugin folder, a folder with a
//     plugin.yaml, a command of the configuration, an algorithm bundled with the program.
//   - A [Plugin] is a candidate that was opened. It has one process at a time and as many, one after the
//     other, as it takes.
//   - A verb is what a plugin is asked to do with a stream of puzzles: solve or grade.
//   - A suspect is a puzzle that was in flight when a process died.
//
// # The life of a plugin
//
//	found ──> verified ──> starting ──> ready ──> exited ──┐
//	              ^                       │  └──> hung ────┤ at once, then after 1, 2, 4 … 30 s
//	              └───────────────────────┼────────────────┘
//	                                      v       five deaths in a minute with nothing answered
//	                                   closed        └──> quarantined
//
// A death counts only if the process had answered nothing: a plugin that crashes on single puzzles goes on with the
// others, one that cannot run at all is given up.
//
// # The walk of a batch
//
//	input ──read──> open (a batch per geometry) ──full──> ready ──send──> in flight ──receive──> emit
//	                  └── the plugin has nothing to do ───────^              │  8 batches
//	                                                                         │ the process dies
//	            suspects <──────────── without those that were answered ─────┘
//	               └── one at a time, with nothing else in flight: the one that crashes it again is the cause
//
// A puzzle that the plugin does not take by what it declares (sudoku.Info.Fits) is not sent: its Unsupported result is
// delivered before the next answers or, if none are to come, after the stream, which is ended for that.
//
// A batch has up to 1,000 puzzles, as many as fit 20 ms of the plugin's time; so a slow algorithm has few puzzles in
// flight, and a fast one few messages. The first batches of an input are smaller, so that the plugin begins at once.
// Every row that comes back is looked up by its number, its grids are verified, and the verdict is derived
// (sudoku.VerdictOf). The caller's emit is the brake: while it works nothing is received, the plugin's stream fills,
// the batches in flight stay eight, the reader stops. With Options.Ordered, results that come early wait in a ring, and
// the input is not read further ahead than the ring is long.
//
// # Pitfalls of go-plugin
//
// Each of these was seen with go-plugin, and has a test.
//
//   - Standard input: a plugin gets the null device, and [PrivateStdin] keeps the program's own standard input from
//     child processes.
//   - Orphans: on Linux the kernel kills a plugin when its host dies. That is tied to the thread which
//     started it, so one thread that lives as long as the host starts all (process.Launcher). Elsewhere the SDK
//     watches its parent.
//   - Hangs: go-plugin's Kill waits forever for a stopped process; ours kills the process group after
//     StopTimeout.
//   - Restarts: a go-plugin client starts once. Each life of a plugin has its own (process.Process).
//   - Crashes show as a broken connection before the end of the process is known: errors wait for it, a
//     second at most, and carry the last lines of standard error (Process.Failed).
//   - Starts: [lifecycle.StartError] says what happened, the command, the folder and the last lines of standard error,
//     and quotes what was printed before the handshake.
//   - Output: standard error is drained, kept to 8 KiB and never parsed by go-plugin, whose parser panics on
//     JSON of the wrong type. Standard output after the handshake is drained beyond the 64 KiB at
//     which go-plugin stops.
//   - Environment: a plugin inherits the names listed in host.go and what its Config adds.
//   - Sockets live in a folder of mode 0700 for each process, removed with it; no certificates are used inside it.
//   - Checksums: SHA-256 of the manifest and every file that the command names, compared before the start;
//     that the files are still the same is looked at once more when the process runs. [find.ChecksumError] shows
//     both sums.
//
// # When a plugin hangs
//
// With a timeout, a process that answers nothing for timeout and grace while it owes answers is killed, and the
// puzzle is Timeout. Without one, only a process that answers no ping and uses no CPU is. See internal/pump/watch.go.
package host
