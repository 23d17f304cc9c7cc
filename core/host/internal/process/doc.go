// Package process runs the processes of plugins: it starts one, shakes hands, keeps the end of its standard error, reports what
// it has used, stops it with all that it started, and starts the next one after a delay that grows.
package process
