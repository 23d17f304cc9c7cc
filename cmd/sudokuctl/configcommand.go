package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"
)

func (a *app) configCommand() *cobra.Command {
	c := &cobra.Command{Use: "config", Short: "show and check the configuration"}
	var origin bool
	show := &cobra.Command{
		Use: "show", Short: "print every key with its value", Args: cobra.NoArgs,
		Long: "Print every key with its value; with --origin also where it is from: default, file, " +
			"environment or flag.",
		Example: "  sudokuctl config show --origin",
		RunE:    func(*cobra.Command, []string) error { return a.configShow(origin) },
	}
	show.Flags().BoolVar(&origin, "origin", false, "say where each value is from")
	validate := &cobra.Command{
		Use: "validate", Short: "check the config file and the settings of its plugins", Args: cobra.NoArgs,
		Long: `Check the config file: its keys and types, that each plugin is found, and that it takes its
settings. Plugins that were not accepted are not started (see "sudokuctl help trust").`,
		RunE: func(c *cobra.Command, _ []string) error {
			for _, p := range a.config.Plugins {
				if p.Enabled != nil && !*p.Enabled {
					continue
				}
				if a.config.plugin(p.ID).Refused != "" {
					a.remark("%s was not looked at: it is not accepted", p.ID)
					continue
				}
				if _, err := a.open(c.Context(), p.ID, ""); err != nil {
					return err
				}
			}
			a.remark("%s is good", a.config.name())
			return nil
		},
	}
	path := &cobra.Command{
		Use: "path", Short: "print which config file is read", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if a.config.file == "" {
				a.remark("no config file; looked for %s", strings.Join(configPlaces(), " and "))
				return nil
			}
			_, err := fmt.Fprintln(a.stdout, a.config.file)
			return err
		},
	}
	c.AddCommand(show, validate, path)
	return c
}

func (a *app) configShow(origin bool) error {
	columns := []string{"key", "value"}
	if origin {
		columns = append(columns, "origin")
	}
	l, err := a.listing(columns...)
	if err != nil {
		return err
	}
	keys := a.config.viper.AllKeys()
	slices.Sort(keys)
	for _, key := range keys {
		text, err := yamlLine(a.config.viper.Get(key))
		if err != nil {
			return err
		}
		name, from := strings.ReplaceAll(key, delimiter, "."), a.config.origin(key)
		value := map[string]any{"key": name, "value": a.config.viper.Get(key), "origin": from}
		if err := l.row(value, []string{name, text, from}[:len(columns)]...); err != nil {
			return err
		}
	}
	return l.end()
}

// yamlLine writes a value as YAML on one line, a text without quotation marks.
func yamlLine(value any) (string, error) {
	if text, ok := value.(string); ok {
		return text, nil
	}
	var node yaml.Node
	if err := node.Encode(value); err != nil {
		return "", fmt.Errorf("writing %v: %w", value, err)
	}
	node.Style = yaml.FlowStyle
	text, err := yaml.Marshal(&node)
	return strings.Join(strings.Fields(string(text)), " "), err
}

// origin says where the value of a key is from.
func (c *config) origin(key string) string {
	variable := "SUDOKUCTL_" + strings.ToUpper(strings.ReplaceAll(key, delimiter, "_"))
	switch {
	case c.flagged[key]:
		return "flag"
	case os.Getenv(variable) != "":
		return "environment " + variable
	case c.viper.InConfig(key):
		return "file " + c.file
	}
	return "default"
}
