package process

import (
	"math"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"

	"github.com/sudokuctl/sudokuctl/core/host/lifecycle"
)

// processAttr changes nothing: the job object of the family ends all its processes.
func processAttr(attr *syscall.SysProcAttr) *syscall.SysProcAttr { return attr }

// family is a process and all that it starts, in a job object: Windows kills what is in it when its last handle is
// closed, which is when the host ends, however it ends. What the process starts before it is in the job stays outside.
type family struct {
	head *os.Process
	job  windows.Handle // 0 if there is none: then the process is alone
}

// newFamily puts p into a job object, so that its children end with it. Without one it stands for p alone.
func newFamily(p *os.Process) family {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return family{head: p}
	}
	if err := adopt(job, p.Pid); err != nil {
		windows.CloseHandle(job)
		return family{head: p}
	}
	return family{p, job}
}

// adopt puts a process into a job, which is killed when it is closed.
func adopt(job windows.Handle, pid int) error {
	var limits windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if _, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)),
		uint32(unsafe.Sizeof(limits))); err != nil {
		return err
	}
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(pid))
	if err != nil {
		return err
	}
	defer windows.CloseHandle(process)
	return windows.AssignProcessToJobObject(job, process)
}

// kill kills the family.
func (f family) kill() {
	if f.job == 0 || windows.TerminateJobObject(f.job, 1) != nil {
		_ = f.head.Kill()
	}
}

// end kills what is left of the family after its head has been reaped; the family is not used afterwards.
func (f family) end() {
	if f.job != 0 {
		windows.CloseHandle(f.job)
	}
}

// lock does nothing here.
func lock(*os.File) bool { return true }

// own reports false, so that nothing is swept here.
func own(os.FileInfo) bool { return false }

// peakRSS returns 0, because Windows does not report it here.
func peakRSS(*os.ProcessState) int64 { return 0 }

// liveUsage is not known here before the process ends.
func liveUsage(int) (lifecycle.Usage, bool) { return lifecycle.Usage{}, false }

// treeUsage is not known either.
func treeUsage(int) (lifecycle.Usage, bool) { return lifecycle.Usage{}, false }

// OpenFiles returns no limit: none is known here.
func OpenFiles() int { return math.MaxInt32 }
