// Package relations finds rows of the polytope of package relax that follow from others, so that they can be left out.
//
// Let M be the incidence matrix of full houses and cells. Every vector k with kᵀM = 0 makes, for each digit d,
// Σ k_h row(h,d) vanish: the three rows of a band are the three boxes of the band. And for each full house
// Σ_d row(h,d) = Σ_{c in h} row(c), so that cell rows whose columns of M are independent follow from the others. On the
// classic 9×9 that is 9·6 + 21 = 75 of 324 rows.
package relations
