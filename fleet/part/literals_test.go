package part

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// TestLiterals are read by a decompressor that does not know them, whatever the bytes.
func TestLiterals(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	d, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, symbols := range []int{1, 2, 9, 10, 40, 128, 200, 256} {
		for _, n := range []int{0, 1, 2, 5, 6, 7, 12, 100, 1023, 5000, blockSize - 1, blockSize, blockSize + 1, 3*blockSize + 4} {
			text := make([]byte, n)
			for i := range text {
				text[i] = byte('.' + min(random.IntN(symbols), random.IntN(symbols)))
			}
			packed, err := huffman.Encode(make([]byte, 3), text)
			if err != nil {
				t.Fatal(err)
			}
			got, err := d.DecodeAll(packed, nil)
			if err != nil || !bytes.Equal(got, text) {
				t.Errorf("%d bytes of %d symbols: %d bytes come back: %v", n, symbols, len(got), err)
			}
			if symbols == 9 && n >= 1023 && len(packed) > n*45/100+100 {
				t.Errorf("%d digits take %d bytes", n, len(packed))
			}
			if len(packed) > n+100 {
				t.Errorf("%d bytes of %d symbols take %d", n, symbols, len(packed))
			}
		}
	}
}
