// Package plain makes untrusted text safe to show and to store.
//
// A plugin, a puzzle file or a database can hold texts that steer a terminal: escape sequences move the cursor, rename the
// window or type for the reader, and marks of direction make a line read as another. Such characters are shown as \u001b
// or \u202e, as JSON writes them, so that JSON on a terminal stays JSON.
//
// [Line] and [Text] make a text safe, and [Screen] is the way to a terminal that lets nothing else through.
package plain
