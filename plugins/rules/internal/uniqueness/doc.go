// Package uniqueness holds the techniques that argue from the puzzle having exactly one solution: unique
// rectangles and loops, HoDoKu's uniqueness tests, hidden and avoidable rectangles, and the bivalue
// universal grave (BUG).
//
// All of them rest on a deadly pattern: cells in which two digits could be exchanged for a second solution.
package uniqueness
