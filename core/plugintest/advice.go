package plugintest

// Dialect is what the author of a subject writes in. Advice is worded for it.
type Dialect int

// The dialects.
const (
	Go        Dialect = iota // the SDK for Go
	Lines                    // a program that reads and prints lines
	JSONLines                // a program that reads and prints JSON lines
	GRPC                     // the gRPC service itself, in any language
)

// Advice that names what an author in Go writes.
const (
	fixEnding       = "return nil, sudoku.ErrGaveUp, sudoku.ErrUnsupported or ctx.Err() from an undisturbed search"
	fixStepsEnding  = "return nil, sudoku.ErrGaveUp or ctx.Err()"
	fixShapes       = "declare in Info.Shapes which geometries it can take"
	fixUndeclared   = "return sudoku.ErrUnsupported for what Info.Shapes does not name"
	fixSoft         = "declare Info.SoftClues, or return sudoku.ErrUnsupported"
	fixOnlySolution = "emit only solutions of the puzzle"
	fixItself       = "emit the grid itself once, then return nil"
	fixDistinct     = "emit each distinct solution once"
	fixLimit        = "return when emit returns false, not before"
	fixStop         = "return nil when emit returns false"
	fixNoProof      = "return sudoku.ErrGaveUp: nil without a solution says that there is none"
	fixNotEnough    = "return sudoku.ErrGaveUp when the techniques do not suffice"
	fixLook         = "ask ctx.Err() every thousand steps or so"
	fixInterrupted  = "return ctx.Err() when it is not nil"
	fixState        = "keep no state between puzzles but what Seed sets"
	fixSeed         = "do not declare Info.Deterministic"
	fixOrderSeed    = "draw from a generator seeded with Order.Seed alone"
	fixShared       = "share nothing between solvers that one of them writes to"
	fixPowers       = "give the Spec a Solver, Grader, Explainer or Generator"
	fixShapeText    = "write shapes as Geometry.Shape does"
	fixMetrics      = "declare in Info.Metrics what a grader measures, and nothing if there is none"
	fixMetric       = "grade each metric once, and declare it in Info.Metrics"
)

// advice has the same advice for the other dialects, in their order; "" if that of Go will do.
var advice = map[string][GRPC]string{
	fixEnding: {"print a solution, none, many or unsupported for every puzzle; \"error: …\" says that something broke",
		"end an answer with \"done\": finished, gave_up, timed_out or unsupported; error says that something broke",
		"end an undisturbed search as exhausted, stopped, gave up, timed out or unsupported; failed says that something broke"},
	fixStepsEnding: {"", "end the answer with \"done\": finished, gave_up or timed_out",
		"end the answer as exhausted, stopped, gave up or timed out"},
	fixShapes: {"name in shapes of plugin.yaml which geometries it can take",
		"name in shapes of the greeting or plugin.yaml which geometries it can take", "name in shapes which geometries it can take"},
	fixUndeclared: {"print unsupported for what shapes of plugin.yaml does not name",
		"answer \"done\": \"unsupported\" for what shapes does not name", "end as unsupported what shapes does not name"},
	fixSoft: {"print unsupported for soft clues", "declare the capability soft_clues, or answer \"done\": \"unsupported\"",
		"declare soft_clues, or end as unsupported"},
	fixOnlySolution: {"print only solutions of the puzzle", "send only solutions of the puzzle",
		"send only solutions of the puzzle"},
	fixItself: {"print the grid itself, once", "send the grid itself once, then \"done\": \"finished\"",
		"send the grid itself once, then end as exhausted"},
	fixDistinct: {"print each distinct solution once", "send each distinct solution once", "send each distinct solution once"},
	fixLimit: {"print as many solutions as {limit} says, if there are so many",
		"send as many solutions as the limit of the request says, if there are so many",
		"send as many solutions as Options.limit says, if there are so many"},
	fixStop: {"", "end the answer when {\"cancel\": …} comes", "end the stream when it is cancelled"},
	fixNoProof: {"do not say complete in plugin.yaml, or print none only if there is no solution",
		"answer \"done\": \"gave_up\": finished without a solution says that there is none",
		"end as gave up: exhausted without a solution says that there is none"},
	fixNotEnough: {"", "answer \"done\": \"gave_up\" when the techniques do not suffice",
		"end as gave up when the techniques do not suffice"},
	fixLook: {"let nothing keep the process from being killed", "look now and then for a line {\"cancel\": …}",
		"look now and then whether the stream is cancelled, the puzzle stopped or timeout_ns over"},
	fixInterrupted: {"let nothing keep the process from being killed", "answer \"done\": \"timed_out\" when timeout_ms is over",
		"end as timed out when timeout_ns is over"},
	fixState: {"keep no state between puzzles", "keep no state between puzzles but what the seed sets",
		"keep no state between puzzles but what the seed sets"},
	fixSeed: {"do not say deterministic in plugin.yaml", "do not declare the capability deterministic",
		"do not declare deterministic"},
	fixOrderSeed: {"", "draw from a generator seeded with the order's seed alone",
		"draw from a generator seeded with GenerateRequest.seed alone"},
	fixShared: {"several processes run at once: share no file, port or lock between them, or do not say deterministic in plugin.yaml",
		"several processes run at once: share no file, port or lock between them, or do not declare deterministic",
		"share nothing between puzzles worked on at the same time that one of them writes to, or do not declare deterministic"},
	fixPowers: {"name a power in capabilities of plugin.yaml", "name a power in capabilities: solve, grade, explain, generate",
		"name a power in powers: solve, grade, explain, generate"},
	fixShapeText: {"write shapes such as 9, 6 or 9+x, without an alphabet", "write shapes such as 9, 6 or 9+x, without an alphabet",
		"write shapes such as 9, 6 or 9+x, without an alphabet"},
	fixMetrics: {"", "declare in metrics what a grader measures, and nothing if there is none",
		"declare in metrics what a grader measures, and nothing if there is none"},
	fixMetric: {"", "grade each metric once, and declare it in metrics", "grade each metric once, and declare it in metrics"},
}

// in returns advice in a dialect.
func (d Dialect) in(fix string) string {
	if d == Go {
		return fix
	}
	if other := advice[fix][d-1]; other != "" {
		return other
	}
	return fix
}
