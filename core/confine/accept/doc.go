// Package accept records which programs a person has accepted, and what they may do.
//
// # Words
//
//   - A plugin ([Plugin]) is accepted by itself, with "plugin add".
//   - A folder ([Folder]) was accepted with all programs that its files named, by earlier versions. Their records still count.
//   - A sum is the SHA-256 of a file, in hexadecimal.
//   - A file is one's own if nobody but its user, or the administrator, can write to it: see [Own].
//
// Nothing here starts a program.
package accept
