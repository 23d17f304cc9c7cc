// Package pattern holds the techniques that look for a pattern of cells: singles, locked candidates, naked
// and hidden sets, fish, wings, strong links and templates.
//
// Each has a constructor, such as [XYWing] or [Fish], that makes it for a position; the table of package
// ladder lists them. A technique keeps its scratch memory to itself.
package pattern
