// Package confine runs programs that nobody vouches for: it takes rights from them and ends all that they started.
//
//	host ── warden (Run) ──┬─ first process of a PID namespace ── program ── whatever that starts
//	            └── counts tasks and shared memory, outlives the host and takes everything with it
//
// # Words
//
//   - The warden is the process that calls [Run]. It starts the program and supervises it.
//   - [Rights] are what a program may do: which files it may read, where it may write, how much it may use.
//   - A task is a process or a thread.
//   - A tree is a process and its descendants, those included that left its session and its group.
//   - A plan is the list of system calls that a new process makes between fork and exec.
//
// # No thread is left inside
//
// Landlock lets a process signal and trace what is in its own domain. So no thread of the warden, or of a bridge that runs
// programs of others, may ever be in the domain of a program: the memory of one thread is that of all. The new process
// restricts itself. It has one thread and none of the Go runtime, so that it can only make system calls that were prepared
// before the fork, as syscall.ForkExec does. The last restriction is the filter, whose file it sends to the warden over a
// socket; then it becomes the program. Warden and bridge cannot be traced either (PR_SET_DUMPABLE).
//
// # What the kernel is asked for (Linux)
//
//   - Landlock: no file is opened, executed, made, renamed or removed but below the folders that the rights name, and (from
//     Linux 6.12) no process outside gets a signal. It also keeps a process from looking into one outside.
//   - seccomp: no sockets but Unix streams, and those do not connect; no datagrams; no change of owners, modes, times
//     and attributes; no look into other processes, no change of their limits, priorities and processors; no
//     keyrings, System V objects, POSIX queues, namespaces, io_uring; nothing that is newer than the list. New tasks
//     and shared memory are counted: the kernel asks the warden before each, which refuses when there are too many.
//     Nothing else counts them exactly: RLIMIT_NPROC counts all processes of a user and nothing for root, RLIMIT_DATA
//     private memory alone, and control groups belong to the administrator. A program that runs others (Rights.Proc)
//     is not refused tasks itself; an eventfd reports what the others are refused ([Refusals]). A signal that reaches a
//     process before the warden has read its question interrupts the call: a shell that starts one process just while
//     another ends may say, rarely and on a busy machine, that it cannot fork.
//   - A PID namespace, with a user namespace if this is not root: the program can name no process outside. Its first process
//     does nothing but wait, and the kernel ends all in the namespace when it ends. It ends with the warden, even a warden
//     that is killed. A kernel or a container may refuse such namespaces; then the warden is a subreaper: what loses its
//     parent becomes its child, so that no double fork and no new session hides a process, but a killed warden leaves them.
//   - Capabilities are dropped, so that root has no special rights.
//   - Limits (setrlimit): data, stack, CPU time, file size and open files of each process, no core dumps. A process that has used its
//     CPU time gets SIGXCPU, and SIGKILL a second later.
//   - The warden ends last. When the host dies, the kernel signals the warden to end (PR_SET_PDEATHSIG). Files that it inherited are closed
//     in the program, but for the first three.
//
// On other systems nothing of this is enforced, and [Enforced] says so.
package confine
