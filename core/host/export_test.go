package host

// PID returns the process id of the running process, 0 if none runs.
func (p *Plugin) PID() int {
	if proc := p.supervisor.Running(); proc != nil {
		return proc.PID()
	}
	return 0
}

// InBatches returns o with at most n puzzles in a message.
func InBatches(n int, o SolveOptions) SolveOptions {
	o.batch = n
	return o
}
