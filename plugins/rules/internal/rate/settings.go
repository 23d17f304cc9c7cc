package rate

// Settings are what may be set.
type Settings struct {
	Techniques string  `setting:"techniques" summary:"se: Sudoku Explainer's ladder; hodoku: HoDoKu's, with more techniques; all: every technique; these may be followed by techniques to leave out and to add (hodoku,-uniqueness,+wxyz_wing), or techniques may be listed (naked_single,hidden_single,x_wing); none of these guesses; paper: Maji & Pal's ET-I to ET-IV, then guesses (complete); et1 … et4: up to that technique, no guesses; backtracking: plain search, to compare with"`
	UpTo       float64 `setting:"up_to" min:"1" max:"12" summary:"leave out techniques of Sudoku Explainer's ladder that are rated above this; 9 spares the slowest chains"`
	Count      string  `setting:"count" summary:"grade with a metric count_… for each of these techniques too: how many steps of the way with the chosen techniques use it (x_wing,wings; all: every one that is chosen)"`
	HoDoKu     bool    `setting:"hodoku" summary:"grade with HoDoKu's scores too; they take longer, and images of a puzzle may score otherwise"`
	Metrics    string  `setting:"metrics" enum:"all,se,qqwing_level,variant_step" summary:"measure this metric alone, which is quicker"`
	StopAt     float64 `setting:"stop_at" max:"12" summary:"with metrics se or variant_step: once it is sure that it is this or more, say so as se_bound or variant_bound and leave it there; 0: never"`
}

// Defaults are the settings of which nothing else is said.
var Defaults = Settings{Techniques: "se", UpTo: 12, Metrics: "all"}
