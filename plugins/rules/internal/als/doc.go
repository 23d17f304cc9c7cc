// Package als holds the techniques that look for almost locked sets: k cells of a house with k+1 candidates between them. The sets
// of a position are found once and shared, as [Sets].
package als
