//go:build !linux

package confine

// Adopt does nothing here: orphans go to the system.
func Adopt() error { return nil }

// Shield does nothing here.
func Shield() error { return nil }

// EndOrphans does nothing here.
func EndOrphans() {}
