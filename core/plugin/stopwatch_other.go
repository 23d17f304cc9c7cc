//go:build !linux

package plugin

// usageOfThread says that the system does not tell of a single thread.
func usageOfThread() (threadUsage, bool) { return threadUsage{}, false }
