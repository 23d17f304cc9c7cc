package app

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/sudoku/nearest"
)

// keyTree is what keys a mapping may have; nil means anything.
type keyTree map[string]keyTree

// configKeys are the keys of config.yaml. A list's elements have the keys of the list.
var configKeys = treeOf(keys)

// treeOf sorts keys into mappings.
func treeOf(keys []key) keyTree {
	tree := keyTree{}
	for _, k := range keys {
		at := tree
		parts := strings.Split(k.name, ".")
		for _, part := range parts[:len(parts)-1] {
			if at[part] == nil {
				at[part] = keyTree{}
			}
			at = at[part]
		}
		at[parts[len(parts)-1]] = k.elements
	}
	return tree
}

// checkKeys refuses keys that nothing reads, with the place and the key that was probably meant, and values of another type
// than the key's. It names all of them.
func checkKeys(file string, tree *yaml.Node) error {
	if len(tree.Content) == 0 {
		return nil
	}
	c := keyCheck{file: file}
	c.names("", tree.Content[0], configKeys)
	c.types("", tree.Content[0])
	if c.faults == nil {
		return nil
	}
	return UsageErrorf("%w", errors.Join(c.faults...))
}

// keyCheck collects what is wrong with the keys of a file.
type keyCheck struct {
	file   string
	faults []error
}

func (c *keyCheck) fault(at *yaml.Node, format string, args ...any) {
	c.faults = append(c.faults, fmt.Errorf("%s:%d:%d: %s", c.file, at.Line, at.Column, fmt.Sprintf(format, args...)))
}

func (c *keyCheck) names(path string, node *yaml.Node, known keyTree) {
	if known == nil {
		return
	}
	if node.Kind == yaml.SequenceNode {
		for _, element := range node.Content {
			c.names(path, element, known)
		}
	}
	if node.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		below, ok := known[key.Value]
		if !ok {
			c.fault(key, "unknown key %q%s", path+key.Value, screen.DidYouMean(key.Value, known.names()))
			continue
		}
		c.names(path+key.Value+".", node.Content[i+1], below)
	}
}

// types refuses values that another type than the key's could be made of, such as a limit of 2.7 or true.
func (c *keyCheck) types(path string, node *yaml.Node) {
	if node.Kind != yaml.MappingNode {
		return
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		name, value := path+node.Content[i].Value, node.Content[i+1]
		for value.Kind == yaml.AliasNode {
			value = value.Alias
		}
		c.types(name+".", value)
		for _, k := range keys {
			if want := k.wants(value); k.name == name && want != "" {
				if value.Kind == yaml.ScalarNode {
					want += fmt.Sprintf(", not %q", value.Value)
				}
				c.fault(value, "%s must be %s", name, want)
			}
		}
	}
}

// wants says what a value should be, "" if it is that.
func (k *key) wants(value *yaml.Node) string {
	if value.Tag == "!!null" {
		return ""
	}
	switch k.fallback.(type) {
	case []any:
		if value.Kind != yaml.SequenceNode {
			return "a list"
		}
		return ""
	case []string:
		return wantsTexts(value)
	}
	if value.Kind != yaml.ScalarNode {
		return "a single value"
	}
	switch k.fallback.(type) {
	case int:
		if value.Tag != "!!int" {
			return "a whole number"
		}
	case uint64:
		if value.Tag != "!!int" || strings.HasPrefix(value.Value, "-") {
			return "a whole number of 0 or more"
		}
	case time.Duration:
		if _, err := time.ParseDuration(value.Value); err != nil {
			return "a time with its unit such as 10s"
		}
	}
	return ""
}

// wantsTexts says what a list of texts should be, "" if it is that; a single text will do.
func wantsTexts(value *yaml.Node) string {
	if value.Kind == yaml.MappingNode {
		return "a list"
	}
	for _, element := range value.Content {
		if element.Kind == yaml.MappingNode || element.Kind == yaml.SequenceNode {
			return "a list of texts"
		}
	}
	return ""
}

// checkEnvironment refuses values of another type than the key's. It returns a line for each variable that nothing reads.
func checkEnvironment(environment []string) (unread []string, err error) {
	var known []string // in small letters, as Nearest compares
	for i := range keys {
		known = append(known, strings.ToLower(keys[i].variable()))
	}
	for _, entry := range environment {
		name, value, _ := strings.Cut(entry, "=")
		if value == "" || !strings.HasPrefix(name, variablePrefix) || slices.Contains(otherVariables, name) || reserved(name) {
			continue
		}
		i := slices.IndexFunc(keys, func(k key) bool { return k.variable() == name })
		if i < 0 {
			line := "nothing reads the environment variable " + name
			if near := nearest.Name(name, known); near != "" {
				line += fmt.Sprintf("; did you mean %q?", strings.ToUpper(near))
			}
			unread = append(unread, line)
			continue
		}
		if want := keys[i].wants(&yaml.Node{Kind: yaml.ScalarNode, Value: value, Tag: scalarTag(value)}); want != "" {
			return nil, UsageErrorf("environment variable %s must be %s, not %q", name, want, value)
		}
	}
	return unread, nil
}

// reserved reports whether a variable is for plugins or tests.
func reserved(variable string) bool {
	return slices.ContainsFunc(reservedPrefixes, func(p string) bool { return strings.HasPrefix(variable, p) })
}

// scalarTag is the type that YAML would give to a text.
func scalarTag(text string) string {
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return "!!int"
	}
	return "!!str"
}

func (t keyTree) names() []string {
	var names []string
	for name := range t {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
