package clause

import "math/bits"

// Digits is a set of digits: bit d-1 stands for digit d.
type Digits uint64

// All returns the set {1, …, n}.
func All(n int) Digits { return Digits(1)<<n - 1 }

// Has reports whether digit d is in s.
func (s Digits) Has(d int) bool { return s>>(d-1)&1 == 1 }

// With returns s with digit d.
func (s Digits) With(d int) Digits { return s | 1<<(d-1) }

// Without returns s without digit d.
func (s Digits) Without(d int) Digits { return s &^ (1 << (d - 1)) }

// Len returns how many digits are in s.
func (s Digits) Len() int { return bits.OnesCount64(uint64(s)) }

// Min returns the smallest digit of s, 0 if s is empty.
func (s Digits) Min() int {
	if s == 0 {
		return 0
	}
	return bits.TrailingZeros64(uint64(s)) + 1
}

// Max returns the greatest digit of s, 0 if s is empty.
func (s Digits) Max() int { return bits.Len64(uint64(s)) }

// All calls yield with each digit of s in increasing order; it is an iter.Seq[int].
func (s Digits) All(yield func(int) bool) {
	for ; s != 0; s &= s - 1 {
		if !yield(s.Min()) {
			return
		}
	}
}
