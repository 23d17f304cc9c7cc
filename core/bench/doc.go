// Package bench says what a run was and what its results mean: pure functions over results, and charts.
package bench
