// Package record is what the program says of one puzzle, in the records that the command line, the HTTP API and the program
// for the web share. It derives them from what algorithms found, whoever runs these: it starts no plugin and reads no
// library. The algorithms are [runner.Runner]s. The keys of a record are stable.
package record
