// Package confine runs programs that nobody vouches for: it takes rights from them and ends all that they started.
//
//	host ── warden (Run) ──┬─ first process of a PID namespace ── program ── whatever that starts
//	            └── looks at tasks and shared memory, outlives the host and takes everything with it
//
// # Words
//
//   - The warden is the process that calls [Run]. It starts the program and supervises it.
//   - [Rights] are what a program may do: which files it may read, where it may write, how much it may use.
//   - A [Place] is a file or folder that somebody decided about, with its device and inode. The host finds it once, and
//     what the warden opens by its name must still be it; that descriptor is given to Landlock.
//   - A program is chosen if it is the system's, if PATH has it under the name that is used, or if a person typed it. A
//     [Command] may read the folders of chosen programs without a question. The plugin's own files never widen that.
//   - A task is a process or a thread.
//   - A tree is a process and its descendants, those included that left its session and its group.
//   - A plan is the list of system calls that a new process makes between fork and exec.
//
// # No thread is left inside
//
// Landlock lets a process signal and trace what is in its own domain. So no thread of the warden, or of a bridge that
// runs programs of others, may ever be in the domain of a program: the memory of one thread is that of all. The new
// process restricts itself. It has one thread and none of the Go runtime, so that it can only make system calls that
// were prepared before the fork, as syscall.ForkExec does. The last restriction is the filter; then it becomes the
// program. Warden and bridge cannot be traced either (PR_SET_DUMPABLE).
//
// # What the kernel is asked for (Linux)
//
//   - Landlock: no file is opened, executed, made, renamed or removed but below the folders that the rights name, and
//     (from Linux 6.12) no process outside gets a signal. It also keeps a process from looking into one outside.
//   - seccomp: no sockets but Unix streams, and those do not connect; no datagrams; no change of owners, modes, times
//     and attributes, and of the size of a file that is not open for writing, which old versions of Landlock allow; no
//     extended attributes; no requests to devices and file systems (ioctl) but a few; no look into other processes, no
//     change of their limits, priorities and processors; no keyrings, System V objects, POSIX queues, namespaces,
//     io_uring; nothing that is newer than the list. The kernel asks nobody before it starts a process: a signal would
//     interrupt the wait, and fork would fail as it never does outside.
//   - Tasks: RLIMIT_NPROC, which counts in the user namespace of the program (Linux 5.14) or, as root, for a user that
//     nobody else is: it binds neither root nor tells the tasks of one user apart. That user keeps one capability, to
//     open the files that root may open, if Landlock allows them. If neither can be had, the limit is what the whole
//     system has and Tasks more, and the warden ends a program that it sees to have more than Tasks. A program that
//     runs others (Rights.Proc) may always start tasks; its children may not ([Start], [Crowded]).
//   - Shared memory: RLIMIT_DATA counts private memory alone, and control groups belong to the administrator. The
//     warden looks ten times a second whether the system has grown by what was free, and then how much of that is the
//     program's. It ends what has too much.
//   - A network namespace, in which nobody listens: names of abstract sockets are the program's own.
//   - A PID namespace, with a user namespace if this is not root: the program can name no process outside. Its first
//     process does nothing but wait, and the kernel ends all in the namespace when it ends. It ends with the warden,
//     even a warden that is killed. A kernel or a container may refuse such namespaces; then the warden is a subreaper:
//     orphans become its children, so that no double fork and no new session hides a process, but a killed warden
//     leaves them.
//   - Capabilities are dropped, so that root has no special rights.
//   - Limits (setrlimit): data, stack, CPU time, file size and open files of each process, no core dumps. A process
//     that has used its CPU time gets SIGXCPU, and SIGKILL a second later.
//   - The warden ends last. When the host dies, the kernel signals the warden to end (PR_SET_PDEATHSIG). Files that it
//     inherited are closed in the program, but for the first three.
//
// [Rights.Enforced] says which of this the kernel has. If that makes a gap in a wall (see [Measure]), a program is
// started only with Rights.Weak. On other systems nothing of this is enforced.
package confine
