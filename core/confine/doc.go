// Package confine runs programs of strangers: it takes rights from them and ends all that they started.
//
//	host ── warden (Run) ── program ── whatever that starts
//	            └── counts processes, passes the end on, outlives the host and takes everything with it
//
// # Words
//
//   - The warden is the process that calls [Run]. It starts the program from one thread that has given up rights; the
//     program and all its descendants inherit that. The warden's other threads keep theirs and supervise.
//   - [Rights] are what a program may do: which files it may read, where it may write, how much it may use.
//   - A task is a process or a thread.
//   - A tree is a process and its descendants, those included that left its session and its group.
//
// # What the kernel is asked for (Linux)
//
//   - Landlock: no file is opened, executed, made, renamed or removed but below the folders that the rights name, and (from
//     Linux 6.12) no process outside gets a signal. It also keeps a process from looking into one outside.
//   - seccomp: no sockets but Unix streams, and those do not connect; no change of owners, modes, times and attributes; no
//     keyrings, System V objects, namespaces, io_uring. New tasks are counted: the kernel asks the warden before each, which
//     says no when there are too many. Nothing else counts them exactly: RLIMIT_NPROC counts all processes of a user and
//     nothing for root, and control groups belong to the administrator.
//     A program that runs others (Rights.Proc) is refused nothing itself, and learns of what they are refused by an eventfd
//     ([Refusals]).
//   - Capabilities are dropped, so that root is nobody special.
//   - Limits (setrlimit): data, CPU time, file size and open files of each process, no core dumps. Who has used its CPU time
//     gets SIGXCPU, and SIGKILL a second later.
//   - The warden is a subreaper: what loses its parent becomes its child, so that no double fork and no new session hides a
//     process. It dies last, and the host's death (PR_SET_PDEATHSIG) is its order to end.
//
// On other systems nothing of this is enforced, and [Enforced] says so.
package confine
