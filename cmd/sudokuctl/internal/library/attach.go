package library

import (
	"context"
	"errors"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/app"
	"github.com/sudokuctl/sudokuctl/cmd/sudokuctl/internal/screen"
	"github.com/sudokuctl/sudokuctl/fleet/attached"
	"github.com/sudokuctl/sudokuctl/store"
)

func attach(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: "attach DIR", Short: "Make list and random read a folder of parts as well",
		Args: cobra.ExactArgs(1),
		Long: `Make list and random read the parts in a folder as well, Parquet files of "run --plan" and "export
--to parquet". Nothing is copied: a part is read anew for each question, at some seconds a million
puzzles. Its puzzles have no number and no tags, and are not compared with those of the database;
import a part if you want that. Parts that you add to the folder later are found.`,
		Example: "  sudokuctl library attach parts/\n  sudokuctl list --where 'se >= 9' --sort -se --limit 10",
		RunE: func(c *cobra.Command, args []string) error {
			s, err := a.OpenStore(c.Context())
			if err != nil {
				return err
			}
			defer s.Close()
			parts, rows, err := attached.Attach(c.Context(), s, args[0])
			if err != nil {
				return err
			}
			a.Remark("%s: %d %s with %d %s", args[0], parts, screen.Plural(parts, "part"), rows, screen.Plural(int(rows), "puzzle"))
			return nil
		},
	}
}

func detach(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: "detach DIR", Short: "Stop reading a folder of parts",
		Args:    cobra.ExactArgs(1),
		Example: "  sudokuctl library detach parts/",
		RunE: func(c *cobra.Command, args []string) error {
			if err := exists(c.Context(), a); err != nil {
				return err
			}
			s, err := a.OpenStore(c.Context())
			if err != nil {
				return err
			}
			defer s.Close()
			err = attached.Detach(c.Context(), s, args[0])
			if errors.Is(err, store.ErrNotFound) {
				return app.UsageErrorf("%q is not attached; \"sudokuctl library attached\" lists what is", args[0])
			}
			return err
		},
	}
}

func listAttached(a *app.App) *cobra.Command {
	return &cobra.Command{
		Use: "attached", Short: "List the folders of parts that are attached",
		Args:    cobra.NoArgs,
		Example: "  sudokuctl library attached",
		RunE: func(c *cobra.Command, _ []string) error {
			return a.WithLibrary(c.Context(), func(s *store.Store) error { return writeAttached(c.Context(), a, s) })
		},
	}
}

// attachedRecord is a folder that is attached. Its keys are stable.
type attachedRecord struct {
	Folder string `json:"folder"`
	Parts  int    `json:"parts"`
	Rows   int64  `json:"rows"`
}

func writeAttached(ctx context.Context, a *app.App, s *store.Store) error {
	folders, err := s.Attached(ctx)
	if err != nil {
		return err
	}
	l, err := a.Listing("folder", "parts", "rows")
	if err != nil {
		return err
	}
	for _, folder := range folders {
		r := attachedRecord{Folder: folder}
		if r.Parts, r.Rows, err = attached.Survey(ctx, folder); err != nil {
			return err
		}
		if err := l.Row(r, r.Folder, strconv.Itoa(r.Parts), strconv.FormatInt(r.Rows, 10)); err != nil {
			return err
		}
	}
	return l.End()
}
