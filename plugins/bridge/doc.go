// Package bridge makes a plugin of any program that reads puzzles and writes solutions as lines of text.
//
//	host <── gRPC ──> bridge (a go-plugin process) <── lines on stdin and stdout ──> the program
//
// # The language (level 0)
//
// A question is one line: the cells of a classic puzzle, "." for an empty one; for other shapes the short notation
// shape:cells[:map], with digits 1-9A-Z… whatever alphabet the puzzle was written in; behind it the constraints that
// the program has declared by name, each behind "~". An answer is one line:
//
//	534678912…            the first run of exactly as many symbols as the puzzle has cells, wherever it is
//	none                  it has no solution ("no solution", "not possible", "unsatisfiable" … are understood too)
//	many GRID GRID        it has several; both are shown, because a claim proves nothing
//	unsupported           the program cannot take such a puzzle
//	error: text           the program failed on this puzzle
//
// [Program.Answer] is a regular expression for programs that say it otherwise. Unless the program is declared complete,
// "none" means that it gave up, and a single solution does not mean that there are no others.
//
// # The language (level 1)
//
// Messages are JSON objects, one a line. The bridge greets with {"hello":1}. The program answers with the declarations
// that its manifest leaves out (greeting). A request asks to solve, grade, explain or generate; the lines of the answer
// carry its id, and the last of them says how it ended ("done"). One request is open at a time in a process.
// {"settings":{…}} comes before the first request that it holds for, {"cancel":id} when the rest of an answer is not
// needed: a process that does not end its answer soon after is killed.
//
// # Modes (of level 0)
//
//   - line: a process per worker, one question, one answer, in lock step.
//   - batch: a process for a run of questions: all in, close, all out. A puzzle whose answer is in doubt (the
//     process died, the number of lines is another) is asked again alone.
//   - oneshot: a process per puzzle with {puzzle}, {limit}, {seed} and {timeout_ms} in its arguments, or the puzzle as
//     its only line of input. Every line of its output may show a solution.
//   - dimacs: a process per solution, which gets a propositional formula (package cnf) and prints a model as SAT
//     solvers do. Solutions that are known are excluded by further clauses.
//   - auto: oneshot if an argument has {puzzle}, else line; batch as soon as the flush trap is recognised.
//
// # The flush trap
//
// C's stdio, Python and mawk keep what they print to a pipe until 4 KiB have come together or their input
// ends. Such a program never answers in lock step. It is recognised like this: no line within 2 s, but a
// second process, whose input is closed behind the same question, answers within 2 s.
//
// # Bounds
//
// A process that misses the budget of its puzzle is killed with all that it started. A line may have 1 MiB, the output
// for a puzzle 64 MiB. The last 4 KiB of standard error are kept. The data segment may grow to memory_mb.
package bridge
