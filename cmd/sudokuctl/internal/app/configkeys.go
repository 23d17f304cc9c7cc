package app

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/core/runner"
)

// checkKeys refuses keys that nothing reads, with the place and the key that was probably meant, and values of another type
// than the key's. It names all of them.
func checkKeys(file string, tree *yaml.Node) error {
	var faults []error
	for _, document := range tree.Content {
		checkValue("", document, reflect.TypeFor[Config](), func(at *yaml.Node, fault string) {
			faults = append(faults, fmt.Errorf("%s:%d:%d: %s", file, at.Line, at.Column, fault))
		})
	}
	if faults == nil {
		return nil
	}
	return UsageErrorf("%w", errors.Join(faults...))
}

// checkValue reports what is wrong with the value of a key, and with those below it; elements of a list have the key of the list.
func checkValue(name string, value *yaml.Node, t reflect.Type, fault func(at *yaml.Node, fault string)) {
	for value.Kind == yaml.AliasNode {
		value = value.Alias
	}
	if want := wanted(t, value); want != "" {
		fault(value, strings.TrimSpace(name+" must be "+want))
		return
	}
	switch {
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Struct:
		for _, element := range value.Content {
			checkValue(name, element, t.Elem(), fault)
		}
	case t.Kind() == reflect.Struct && value.Kind == yaml.MappingNode:
		below, known := map[string]reflect.Type{}, []string{}
		for field := range t.Fields() {
			if key := field.Tag.Get("mapstructure"); key != "" {
				below[key], known = field.Type, append(known, key)
			}
		}
		prefix := strings.TrimPrefix(name+".", ".")
		for i := 0; i+1 < len(value.Content); i += 2 {
			key := value.Content[i]
			if t := below[key.Value]; t != nil {
				checkValue(prefix+key.Value, value.Content[i+1], t, fault)
			} else if sentence := gone("key " + prefix + key.Value); sentence != "" {
				fault(key, sentence)
			} else {
				fault(key, fmt.Sprintf("unknown key %q%s", prefix+key.Value, screen.DidYouMean(key.Value, known)))
			}
		}
	}
}

// wanted says what a value should be to be of a type, "" if it is: 2.7 is no whole number, and a single text will do for a list.
func wanted(t reflect.Type, value *yaml.Node) (want string) {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	tag, good := value.ShortTag(), false
	switch of := reflect.New(t); {
	case t == reflect.TypeFor[time.Duration]():
		_, err := time.ParseDuration(value.Value)
		want, good = "a time with its unit such as 10s", err == nil
	case t == reflect.TypeFor[[]string]():
		want, good = "a list of texts", tag == "!!seq" && value.Decode(of.Interface()) == nil || value.Kind == yaml.ScalarNode
	case t.Kind() == reflect.Slice:
		want, good = "a list", tag == "!!seq"
	case t.Kind() == reflect.Struct || t.Kind() == reflect.Map:
		want, good = "a mapping", tag == "!!map"
	case t.Kind() == reflect.Int:
		want, good = "a whole number", tag == "!!int" && value.Decode(of.Interface()) == nil
	case t.Kind() == reflect.Uint64:
		want, good = "a whole number of 0 or more", tag == "!!int" && value.Decode(of.Interface()) == nil
	case t.Kind() == reflect.Float64:
		want, good = "a number", value.Decode(of.Interface()) == nil
	case t.Kind() == reflect.Bool:
		want, good = "true or false", value.Decode(of.Interface()) == nil
	default:
		want, good = "a single value", value.Kind == yaml.ScalarNode
	}
	if good || tag == "!!null" {
		return ""
	}
	if value.Kind == yaml.ScalarNode {
		want += fmt.Sprintf(", not %q", value.Value)
	}
	return want
}

// settingNodes returns the settings of each plugin in the file, nil for one without.
func (c *Config) settingNodes() (nodes []*yaml.Node) {
	if c.tree == nil || len(c.tree.Content) == 0 {
		return nil
	}
	if list := valueOf(c.tree.Content[0], "plugins"); list != nil {
		for _, entry := range list.Content {
			nodes = append(nodes, valueOf(entry, "settings"))
		}
	}
	return nodes
}

// valueOf returns the value of a key of a mapping, nil if it has none.
func valueOf(mapping *yaml.Node, key string) *yaml.Node {
	for mapping.Kind == yaml.AliasNode {
		mapping = mapping.Alias
	}
	for i := 0; i+1 < len(mapping.Content) && mapping.Kind == yaml.MappingNode; i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return nil
}

// placed returns an error about settings with the place in the file of the setting that it names, if the file has it.
func (c *Config) placed(err *runner.SettingsError) error {
	for i, node := range c.settingNodes() {
		if node == nil || i >= len(c.Plugins) || c.Plugins[i].ID != err.ID {
			continue
		}
		for k := 0; k+1 < len(node.Content); k += 2 {
			key := node.Content[k]
			if _, flagged := c.set[err.ID][key.Value]; !flagged && strings.Contains(err.Error(), fmt.Sprintf("setting %q", key.Value)) {
				return fmt.Errorf("%s:%d:%d: %w", c.Name(), key.Line, key.Column, err)
			}
		}
	}
	return err
}
