// Package interior minimises linear and diagonal quadratic functions over {x ≥ 0, A x = b} with the
// primal-dual interior-point method of Mehrotra (1992) and a sparse Cholesky factorisation.
//
// # The problem
//
//	minimise  cᵀx + ½ xᵀQx   subject to  A x = b, x ≥ 0        Q = diag(q) ≥ 0
//
// A has few entries in a column. A point is optimal when
//
//	A x = b,  x ≥ 0            primal feasible     residual rp = b − A x
//	Aᵀy + z − q∘x = c,  z ≥ 0  dual feasible       residual rd = c + q∘x − Aᵀy − z
//	x∘z = 0                    complementary       mu = xᵀz / n
//
// # A step
//
// Newton's method on these equations, with x∘z = σ·mu instead of 0, asks for
//
//	A dx = rp,   Aᵀdy + dz − q∘dx = rd,   z∘dx + x∘dz = rc
//
// Eliminating dz and dx leaves the normal equations, m × m, positive semidefinite:
//
//	(A D Aᵀ) dy = rp − A D g      D = diag(1 / (q + z/x)),  g = rc/x − rd
//	dx = D (Aᵀdy + g),  dz = (rc − z∘dx)/x
//
// Each iteration factorises A D Aᵀ once and solves twice: the predictor aims at mu = 0 (rc = −x∘z) and tells
// how far one can go; the corrector aims at σ·mu, σ = (mu of the predictor / mu)³, and takes the predictor's
// second-order error with it (rc = σ·mu − x∘z − dxa∘dza).
//
// # The factorisation
//
// The pattern of A D Aᵀ never changes for one A, so Load orders its rows once by minimum degree, on a graph
// kept as bit sets, whose rows at the moment of elimination are also the pattern of the factor L. Where the
// remaining graph is nearly complete the rest is factorised as a dense triangle:
//
//	L = | L11      |   L11, L21: sparse columns, left-looking
//	    | L21  L22 |   L22: dense rows
//
// Rows of A may depend on one another. A pivot that cancels to nothing belongs to such a row; it is skipped
// and its dy is 0. There may also be no strictly interior point at all: x then goes to 0 and z to infinity
// where x must be 0. When numbers no longer suffice, the answer is Stalled. That is never a statement about
// feasibility; to get one, check y, see the certificates of package relax.
//
// # Sources
//
// S. Mehrotra, On the Implementation of a Primal-Dual Interior Point Method, SIAM J. Optimization 2, 1992. W. F. Tinney
// and J. W. Walker, Direct Solutions of Sparse Network Equations by Optimally Ordered Triangular Factorization, Proc.
// IEEE 55, 1967 (minimum degree). S. J. Wright, Primal-Dual Interior-Point Methods, SIAM, 1997 (skipped pivots).
//
// # Memory
//
// All memory is kept from solve to solve; once the engine has seen the largest problem it allocates nothing.
package interior
