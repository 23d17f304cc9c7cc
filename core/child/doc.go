// Package child has what every program needs that starts others: one thread to start them from, and the beginning and end of
// what they print; checksums of what is started.
package child
