package app

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sudokuctl/sudokuctl/core/sudoku"
	"go.yaml.in/yaml/v3"
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

// checkKeys refuses keys that nothing reads, with the place and the key that was probably meant.
func checkKeys(file string, tree *yaml.Node) error {
	if len(tree.Content) == 0 {
		return nil
	}
	return checkNode(file, "", tree.Content[0], configKeys)
}

func checkNode(file, path string, node *yaml.Node, known keyTree) error {
	if known == nil {
		return nil
	}
	if node.Kind == yaml.SequenceNode {
		for _, element := range node.Content {
			if err := checkNode(file, path, element, known); err != nil {
				return err
			}
		}
		return nil
	}
	if node.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(node.Content); i += 2 {
		key := node.Content[i]
		below, ok := known[key.Value]
		if !ok {
			return UsageErrorf("%s:%d:%d: unknown key %q%s", file, key.Line, key.Column, path+key.Value,
				DidYouMean(key.Value, known.names()))
		}
		if err := checkNode(file, path+key.Value+".", node.Content[i+1], below); err != nil {
			return err
		}
	}
	return nil
}

func (t keyTree) names() []string {
	var names []string
	for name := range t {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// DidYouMean returns "; did you mean …?" for the nearest known name, or "" where none is near.
func DidYouMean(word string, known []string) string {
	best := sudoku.Nearest(word, known)
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}
