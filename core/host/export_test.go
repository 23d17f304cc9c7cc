package host

// PID returns the process id of the running process, 0 if none runs.
func (p *Plugin) PID() int {
	if proc := p.supervisor.Running(); proc != nil {
		return proc.PID()
	}
	return 0
}

// InBatches has at most n puzzles travel in a message to p.
func InBatches(p *Plugin, n int) *Plugin {
	p.batch = n
	return p
}
