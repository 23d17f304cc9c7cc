package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPuzzlesAreMadeWhole finds sudoku.Puzzle in the place of *sudoku.Puzzle outside of core/sudoku: a literal, new or a variable
// makes a puzzle without a geometry. What is written into Givens() gets round all that a puzzle knows of itself.
func TestPuzzlesAreMadeWhole(t *testing.T) {
	seen := 0
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || filepath.Dir(path) == filepath.Clean("../../core/sudoku") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte("sudoku.Puzzle")) {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, text, 0)
		if err != nil {
			return err
		}
		seen++
		for _, at := range madeHere(file) {
			t.Errorf("%s: a puzzle that NewPuzzle, With or ParsePuzzle has not made so", files.Position(at))
		}
		return nil
	})
	if err != nil || seen < 50 {
		t.Errorf("%d files, %v", seen, err)
	}
}

// madeHere returns where a file uses sudoku.Puzzle as other than *sudoku.Puzzle, leaves that out of literals, or writes into Givens().
func madeHere(file *ast.File) (places []token.Pos) {
	pointers := map[ast.Node]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StarExpr:
			pointers[n.X] = true
		case *ast.SelectorExpr:
			if isPuzzle(n) && !pointers[n] {
				places = append(places, n.Pos())
			}
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				if cell, ok := to.(*ast.IndexExpr); ok && isGivens(cell.X) {
					places = append(places, to.Pos())
				}
			}
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok {
					e = pair.Value
				}
				if lit, ok := e.(*ast.CompositeLit); ok && lit.Type == nil && holdsPuzzles(n.Type) {
					places = append(places, lit.Pos())
				}
			}
		}
		return true
	})
	return places
}

// isGivens reports whether an expression is a call of the method Givens.
func isGivens(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	if !ok {
		return false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	return ok && method.Sel.Name == "Givens"
}

// holdsPuzzles reports whether a type is a slice, an array or a map of *sudoku.Puzzle.
func holdsPuzzles(t ast.Expr) bool {
	switch held := t.(type) {
	case *ast.ArrayType:
		t = held.Elt
	case *ast.MapType:
		t = held.Value
	default:
		return false
	}
	pointer, ok := t.(*ast.StarExpr)
	return ok && isPuzzle(pointer.X)
}

func isPuzzle(e ast.Expr) bool {
	s, ok := e.(*ast.SelectorExpr)
	if !ok || s.Sel.Name != "Puzzle" {
		return false
	}
	of, ok := s.X.(*ast.Ident)
	return ok && of.Name == "sudoku"
}

func TestMadeHere(t *testing.T) {
	for text, want := range map[string]int{
		"var p *sudoku.Puzzle": 0, "var p = []*sudoku.Puzzle{q, nil}": 0, "func f(p *sudoku.Puzzle) { q := *p; _ = q }": 0,
		"var p sudoku.Puzzle": 1, "var p = &sudoku.Puzzle{}": 1, "var p = new(sudoku.Puzzle)": 1,
		"func f(p *sudoku.Puzzle) { p.Givens()[1], x = 2, 3 }": 1, "var p = []*sudoku.Puzzle{{}, q}": 1,
		"var p = map[int]*sudoku.Puzzle{1: {}}": 1, "var p = make([]sudoku.Puzzle, 3)": 1,
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package p; "+text, 0)
		if err != nil || len(madeHere(file)) != want {
			t.Errorf("%s: %v, %v", text, madeHere(file), err)
		}
	}
}
