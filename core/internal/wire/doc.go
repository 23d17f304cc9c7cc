// Package wire is the seam between sudokuctl and its plugins: the only place that knows protobuf, gRPC and
// how a plugin is served. Above it there are only the types of core/sudoku.
//
// # Words
//
//   - A [Batch] is a run of puzzles of one geometry with consecutive sequence numbers, their givens end to end.
//   - [Answers] are the columns of a message that answers such a run: one ending, count, time for each puzzle and the
//     solutions end to end.
//   - An [Ending] says how the work on one puzzle ended. A puzzle with many solutions is answered in parts.
//   - A [Client] is the host's end, [Handlers] are the plugin's.
//
// # Why a codec of our own
//
// The hot messages, SolveRequest, GradeRequest and SolveResponse, are written and read by hand (request_codec.go,
// answers_codec.go) in the wire format that protobuf prescribes, byte for byte what stock code writes. Stock code
// copies every bytes field and gRPC's default pool clears a whole MiB for each message over 32 KB; the codec here
// reads a message into a buffer that its Batch or Answers keeps and lets the columns alias it. All other messages
// take the stock path, and a plugin in another language needs nothing but proto/sudokuctl/v1/algorithm.proto.
package wire
