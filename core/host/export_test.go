package host

// PID returns the process id of the running process, 0 if none runs.
func (p *Plugin) PID() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.process == nil {
		return 0
	}
	return p.process.runner.pid()
}

// InBatches returns o with at most n puzzles in a message.
func InBatches(n int, o SolveOptions) SolveOptions {
	o.batch = n
	return o
}
