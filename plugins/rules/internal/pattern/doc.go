// Package pattern holds the techniques that look for a pattern of cells: singles, locked candidates, naked
// and hidden sets, fish, wings, strong links, almost locked sets and templates.
//
// Each has a constructor, such as [XYWing] or [Fish], that makes it for a position; the table of package
// ladder lists them. A technique keeps its scratch memory to itself. What several need is shared through the
// position, such as [ALSSets].
package pattern
