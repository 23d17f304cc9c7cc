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
// # Messages
//
// A Request and Answers are sent and received as they are: the codec translates them into messages of protobuf, which
// stock code writes and reads. A plugin in another language needs nothing but proto/sudokuctl/v1/algorithm.proto.
package wire
