// Package verify judges deductions that somebody claims, one by one: a person, a program, a language model.
//
// # Words
//
//   - A [Claim] says that some cells have some values, that some candidates are ruled out, and possibly by which technique.
//   - It is false if the solution says otherwise, known if it says nothing new, proved if a technique gives it in the state
//     that the claims before it have led to, unproved if it is true but no technique gives it in one step.
//   - Other says that a technique gives it, but not the one that was named.
//
// Whatever is true is entered before the next claim is judged, proved or not; what is false is left out, so that one mistake is
// counted once.
package verify
