package plugin

import "syscall"

// alive reports whether there is a process pid, and not only somebody who still asks how it ended.
func alive(pid int) bool {
	process, err := syscall.OpenProcess(syscall.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return err == syscall.ERROR_ACCESS_DENIED
	}
	defer syscall.CloseHandle(process)
	event, err := syscall.WaitForSingleObject(process, 0)
	return err == nil && event == syscall.WAIT_TIMEOUT
}
