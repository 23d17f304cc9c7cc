// Package rulestest has puzzles for the tests of the plugin rules.
package rulestest
