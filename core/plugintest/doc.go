// Package plugintest tells an author whether an algorithm keeps the promises that sudokuctl relies on. A
// plugin's test is one line:
//
//	func TestConformance(t *testing.T) { plugintest.Run(t, search.Spec()) }
//
// # Words
//
//   - A [Check] is one promise, with a name such as solve/givens-kept.
//   - A [Subject] is what is checked. [Direct] calls the functions of a Spec, [Across] serves the Spec and
//     talks to it over the protocol; a host can make one of a plugin of any language.
//   - A [Process] lets checks start and end the processes behind a subject, and talk lines with a program.
//   - A [Fault] says what was sent, what came back and how to fix it.
//   - testdata/promises.txt holds the puzzles whose solutions are counted, one a line: geometry puzzle count
//     [solution]. A test of this package counts them with a search too simple to be wrong.
//
// An algorithm may run out of time or give up, and it may say that it cannot take a geometry: what it may
// not do is answer wrongly, twice or not at all.
package plugintest
