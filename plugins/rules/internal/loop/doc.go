// Package loop holds HoDoKu's alternating inference chains and nice loops, in which groups and almost locked sets may take
// part. web.go has the nodes and links of a board, niceloop.go the search and the sentence.
package loop
