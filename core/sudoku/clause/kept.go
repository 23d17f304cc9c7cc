package clause

import "sync"

// kept has one value for each key, so that equal values share memory. It is emptied when a stream of ever new ones fills it.
type kept[T any] struct {
	sync.Mutex
	byKey map[string]*T
	size  int // of all keys and values
}

// mostKept is how large a kept may become: keys count by the byte, values by the step or digit that they hold.
const mostKept = 1 << 23

func (k *kept[T]) get(key string) *T {
	k.Lock()
	defer k.Unlock()
	return k.byKey[key]
}

// only returns the value that was first kept under a key: v if there was none.
func (k *kept[T]) only(key string, v *T, size int) *T {
	k.Lock()
	defer k.Unlock()
	if first := k.byKey[key]; first != nil {
		return first
	}
	size += len(key)
	if k.size += size; k.byKey == nil || k.size > mostKept {
		k.byKey, k.size = map[string]*T{}, size
	}
	k.byKey[key] = v
	return v
}
