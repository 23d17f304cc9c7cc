package about

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
)

// FitHelp breaks the lines of the help of all commands below root where the terminal ends. Where there is no terminal, help
// stays as it is written.
func FitHelp(a *app.App, root *cobra.Command) {
	write := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		if width := a.Width(); width > 0 {
			var paragraphs []string
			for _, p := range paragraphsOf(c.Long) {
				paragraphs = append(paragraphs, a.Indented(p, 0))
			}
			c.Long = strings.Join(paragraphs, "\n")
			c.SetUsageTemplate(strings.ReplaceAll(c.UsageTemplate(), ".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", width)))
		}
		write(c, args)
	})
}

// paragraphsOf joins the lines of a text that belong together. A line that begins with a blank, as in a list, is a paragraph
// of its own.
func paragraphsOf(text string) (paragraphs []string) {
	open := false // the last paragraph goes on
	for line := range strings.SplitSeq(text, "\n") {
		alone := line == "" || line[0] == ' '
		if open && !alone {
			paragraphs[len(paragraphs)-1] += " " + line
			continue
		}
		paragraphs = append(paragraphs, line)
		open = !alone
	}
	return paragraphs
}
