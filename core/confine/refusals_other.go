//go:build !linux

package confine

// Refusals returns nothing: nobody counts here.
func Refusals() (count int64, most int) { return 0, 0 }
