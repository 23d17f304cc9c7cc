package about

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
)

// Man is the command that writes the man pages.
func Man() *cobra.Command {
	return &cobra.Command{
		Use:         "man FOLDER",
		Short:       "Write the man pages",
		Long:        "Write a man page for each command into a folder, which is made if it is not there.",
		Example:     "  sudokuctl man man1 && man man1/sudokuctl-run.1",
		Hidden:      true, // it is for who makes packages
		Args:        cobra.ExactArgs(1),
		Annotations: map[string]string{"config": "none"},
		RunE: func(c *cobra.Command, args []string) error {
			err := os.MkdirAll(args[0], 0o755)
			if err == nil {
				err = writeManPages(c.Root(), args[0])
			}
			if err != nil {
				return fmt.Errorf("writing man pages: %w", err)
			}
			return nil
		},
	}
}

func writeManPages(c *cobra.Command, folder string) error {
	if !c.IsAvailableCommand() && c.HasParent() {
		return nil
	}
	var page strings.Builder
	err := manPage.Execute(&page, c)
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, manName(c)+".1"), []byte(page.String()), 0o644)
	}
	for _, below := range c.Commands() {
		if err == nil {
			err = writeManPages(below, folder)
		}
	}
	return err
}

func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPage writes the help of a command in the language of man.
var manPage = template.Must(template.New("page").Funcs(template.FuncMap{
	"name": manName, "roff": roff, "upper": strings.ToUpper, "version": app.Version, "variables": app.Variables,
}).Parse(`.TH "{{upper (name .)}}" 1 "" "sudokuctl {{version}}"
.SH NAME
{{roff (name .)}} \- {{roff .Short}}
.SH SYNOPSIS
{{roff .UseLine}}
.SH DESCRIPTION
{{roff (or .Long .Short)}}
{{- if .HasAvailableSubCommands}}
.SH COMMANDS
{{- range .Commands}}{{if .IsAvailableCommand}}
.TP
.B {{roff .Name}}
{{roff .Short}}
{{- end}}{{end}}{{end}}
.SH OPTIONS
.nf
{{roff .NonInheritedFlags.FlagUsages}}
.fi
{{- if .HasAvailableInheritedFlags}}
.SH GLOBAL OPTIONS
.nf
{{roff .InheritedFlags.FlagUsages}}
.fi
{{- end}}
{{- if .Example}}
.SH EXAMPLES
.nf
{{roff .Example}}
.fi
{{- end}}
.SH EXIT STATUS
.nf
0    done
1    an error
2    a usage error
3    a puzzle has no solution
4    a puzzle has several solutions where one was asked for
5    unknown: gave up, or timed out
6    a plugin failed
7    plugins disagree
130  interrupted by ^C
.fi
.SH ENVIRONMENT
.TP
.B SUDOKUCTL_CONFIG
The config file, as \-\-config.
.TP
.B SUDOKUCTL_SDK
The checkout that plugin new \-\-lang go builds against, as \-\-sdk.
{{- range variables}}
.TP
.B {{.Name}}
The key {{.Key}} of the config.
{{- end}}
.TP
.B NO_COLOR, CLICOLOR, CLICOLOR_FORCE, TERM
Whether output on a terminal is coloured; \-\-color counts more.
.TP
.B PAGER, LESS
The pager of long explanations, by default less \-FRX.
.TP
.B XDG_DATA_HOME, XDG_CONFIG_HOME
Where added plugins and the user's config are.
.SH FILES
.TP
.B config.yaml
The config of this folder; it counts once the folder was accepted with sudokuctl trust.
.TP
.B $XDG_CONFIG_HOME/sudokuctl/config.yaml
The user's config, if the folder has none; by default in ~/.config.
.TP
.B sudoku.db
The library, an SQLite database, unless the config or \-\-db names another.
.TP
.B bin/plugins
A folder of plugins, see plugin_dirs of the config.
.TP
.B $XDG_DATA_HOME/sudokuctl
Plugins that were added, what was accepted, and logs; by default in ~/.local/share.
.SH SEE ALSO
{{- if .HasParent}}
.BR {{roff (name .Parent)}} (1)
{{- else}}
.BR sudokuctl\-solve (1),
.BR sudokuctl\-run (1),
.BR sudokuctl\-plugin (1)
{{- end}}
`))

// roff writes a text so that man shows it as it is.
func roff(text string) string {
	lines := strings.Split(strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(strings.TrimRight(text, "\n")), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
