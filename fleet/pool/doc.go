// Package pool hands out the chunks of a plan to workers that come and go, through NATS JetStream.
//
// # Words
//
//   - The coordinator has the plan, the folder of parts and the ledger beside them (package ledger). It sends chunks, takes
//     parts, and decides alone what is done.
//   - A worker asks for an [Offer], opens the plugins, compares them with the plan, and computes one chunk after the other.
//   - The broker is the NATS server or cluster between them: of the user, or embedded (package broker). It is never
//     authoritative: it may lose everything that it holds, and may deliver twice.
//   - The window is what has been sent and is not yet done: a few chunks for each worker, so that a broker holds little.
//   - A parcel is the puzzles of a chunk or its part on their way: in the message, or, if a message cannot hold it, as an
//     object beside it.
//
// # How a chunk travels
//
//	coordinator                     broker                       worker
//	  Load ── sudoku.work.RUN.N ──> work queue ── lease ───────> Compute, renewing the lease
//	  Save, Record, ack <────────── result queue <── RUN.N ───── part
//	                                work queue <──── ack ─────── and only then
//
// A chunk that is in the window is in the work queue, in the result queue, or lost. From time to time the coordinator looks,
// and sends again what is lost; so the loss of a broker costs the time of some chunks and nothing else. No clock decides
// anything: a lease is the broker's, measured by the broker.
//
// A chunk may be computed twice. The first part with its name stays (package part), and the ledger has one row for it.
//
// Every call of JetStream has a short deadline of its own and is repeated: a request that is sent before a cluster has a
// leader gets no answer at all.
package pool
