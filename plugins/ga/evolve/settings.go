package evolve

// The variants.
const (
	memeticVariant = "memetic"
	paperVariant   = "paper"
)

// The choices of the other named settings.
const (
	own          = "auto" // of an enumeration: what the variant itself does
	plus         = "plus"
	generational = "generational"
	worstHalf    = "worst"
	anyHalf      = "any"
	bestHalf     = "best"
)

// settings are what may be set. A number of −1 stands for the variant's own value, see defaults.
type settings struct {
	Variant     string  `setting:"variant" enum:"memetic,paper" summary:"the algorithm as printed (paper), or improved (memetic)"`
	Encoding    string  `setting:"encoding" enum:"auto,rows,columns,blocks" summary:"the houses that are genes; auto: rows for paper, else those with fewest permutations"`
	Propagation string  `setting:"propagation" enum:"auto,none,givens,matching" summary:"what narrows the candidates first; auto: none for paper, else matching"`
	Objective   string  `setting:"objective" enum:"entropy,conflicts" summary:"what is optimised: the entropy of all houses, or plain counts of repeats"`
	Population  int     `setting:"population" min:"-1" max:"100000" summary:"individuals; −1: paper 200, memetic 8"`
	Crossover   float64 `setting:"crossover" min:"-1" max:"1" summary:"share of the children that are crossed; −1: paper 0.5, memetic 0.1"`
	Mutation    float64 `setting:"mutation" min:"-1" max:"1" summary:"paper: probability that a mutation changes a gene; −1: 0.2"`
	Tournament  int     `setting:"tournament" min:"-1" max:"1000" summary:"how many random individuals compete to be a parent; −1: paper 1, else 2"`
	Elite       int     `setting:"elite" min:"-1" max:"1000" summary:"paper: who outlives a generational survival; memetic: remembered partners; −1: 1 and 4"`

	Survival   string  `setting:"survival" enum:"plus,generational" summary:"paper: the best of parents and children survive, or the children but for the elite"`
	Duplicates bool    `setting:"duplicates" summary:"paper: whether equal individuals may live together"`
	RenewEvery int     `setting:"renew_every" min:"0" max:"1e9" summary:"paper: generations from one renewal of the population to the next; 0: never"`
	RenewShare float64 `setting:"renew_share" min:"0" max:"1" summary:"paper: share of the population that is renewed"`
	Renewed    string  `setting:"renewed" enum:"worst,any,best" summary:"paper: which individuals are renewed"`

	Steps   int     `setting:"steps" min:"1" max:"1e6" summary:"memetic: mutations of an individual in a generation, its local search"`
	Hottest float64 `setting:"hottest" min:"0.01" max:"100" summary:"memetic: temperature of the first individual; at 1 a first repeat has odds of 1:4"`
	Coldest float64 `setting:"coldest" min:"-1" max:"100" summary:"memetic: temperature of the last individual; −1: by the size of the grid, 0.7 for 9×9"`

	RestartAfter   int64   `setting:"restart_after" min:"-1" max:"1e12" summary:"evaluations until a fresh population; 0: never; −1: paper 1e5, memetic 2.5e5"`
	MaxEvaluations int64   `setting:"max_evaluations" min:"-1" max:"1e15" summary:"evaluations until it gives up; 0: no bound; −1: paper 5e6, memetic 5e7"`
	Patience       float64 `setting:"patience" min:"0" max:"1e9" summary:"gives up on more solutions after this many times the cost of those found; 0: never"`
}

var usual = settings{
	Variant: memeticVariant, Encoding: own, Propagation: own, Objective: byEntropy, Population: -1, Crossover: -1.0,
	Mutation: -1.0, Tournament: -1, Elite: -1, Survival: plus, RenewEvery: 20, RenewShare: 0.5,
	Renewed: worstHalf, Steps: 200, Hottest: 0.7, Coldest: -1.0, RestartAfter: -1, MaxEvaluations: -1, Patience: 20.0,
}
