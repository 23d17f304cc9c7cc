// Package plugins has the commands that list, add, install, test and publish plugins, and doctor, which starts all of them.
package plugins
