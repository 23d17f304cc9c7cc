// Package hosted does work with the plugins of a host, which are processes. A program of one's own that runs or solves puzzles
// as the command line does begins here.
package hosted
