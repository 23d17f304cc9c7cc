// Package lifecycle has what callers know of a plugin's processes: the states of their life, what they used of the machine, and
// how they ended. Package host draws the states.
package lifecycle
