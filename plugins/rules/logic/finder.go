package logic

// first makes a technique that stops at the first pattern of an enumeration.
func first(each func(e *engine, done func() bool) bool) finder {
	return func(e *engine) bool { return each(e, func() bool { return true }) }
}

func anyHiddenSet(k int, seen uint32) finder {
	return func(e *engine) bool { return e.findAnyHiddenSet(k, seen) }
}

func anyNakedSet(k int, seen uint32) finder {
	return func(e *engine) bool { return e.findAnyNakedSet(k, seen) }
}

func finnedFish(k int, sashimi bool) finder {
	return func(e *engine) bool { return e.eachFinnedFish(k, sashimi, func() bool { return true }) }
}

func bentSet(k int) finder {
	return func(e *engine) bool { return e.eachBentSet(k, func() bool { return true }) }
}

func siamese(k int) finder {
	return func(e *engine) bool { return e.eachSiameseFish(k, func() bool { return true }) }
}

func complexFish(kind fishKind) finder {
	return func(e *engine) bool { return e.eachComplexFish(kind, func() bool { return true }) }
}

func siameseComplex(kind fishKind) finder {
	return func(e *engine) bool { return e.eachSiameseComplexFish(kind, func() bool { return true }) }
}

func uniqueness(kind int) finder {
	return func(e *engine) bool { return e.eachUniqueness(kind, func() bool { return true }) }
}

func lockedSet(k int) finder {
	return func(e *engine) bool { return e.eachLockedSet(k, func() bool { return true }) }
}
