package stats_test

import (
	"fmt"

	"github.com/sudokuctl/sudokuctl/core/stats"
)

func ExampleSpearman() {
	clues := []float64{17, 22, 25, 30, 38}
	rating := []float64{8.3, 7.2, 7.8, 2.3, 1.5}
	fmt.Printf("%.2f\n", stats.Spearman(clues, rating))
	// Output: -0.90
}

// How likely is success after 3 of 10 trials, and after 300 of 1,000?
func ExampleShareOf() {
	fmt.Println(stats.ShareOf(3, 10))
	fmt.Println(stats.ShareOf(300, 1000))
	// Output:
	// 30.0 % (10.8–60.3)
	// 30.0 % (27.2–32.9)
}
