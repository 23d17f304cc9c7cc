//go:build !unix

package nine

import "time"

var began = time.Now()

// cpuTime is the wall's clock where the CPU's is not at hand.
func cpuTime() time.Duration { return time.Since(began) }
