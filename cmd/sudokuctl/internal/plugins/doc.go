// Package plugins has the commands that list, add, test and make plugins, and doctor, which starts all of them.
package plugins
