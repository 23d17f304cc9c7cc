// Package plugins has the commands that list, add and test plugins, and doctor, which starts all of them.
package plugins
