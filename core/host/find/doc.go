// Package find finds what may be a plugin: programs, folders with a plugin.yaml, bundled algorithms. It starts nothing, and
// compares files with the checksums that were accepted.
package find
