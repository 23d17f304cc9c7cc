package clause

import "sync"

// kept has one value for each key, so that equal values share memory. It is emptied when a stream of ever new ones fills it.
type kept[T any] struct {
	sync.Mutex
	byKey map[string]*T
}

const mostKept = 4096

func (k *kept[T]) get(key string) *T {
	k.Lock()
	defer k.Unlock()
	return k.byKey[key]
}

// only returns the value that was first kept under a key: v if there was none.
func (k *kept[T]) only(key string, v *T) *T {
	k.Lock()
	defer k.Unlock()
	if first := k.byKey[key]; first != nil {
		return first
	}
	if k.byKey == nil || len(k.byKey) >= mostKept {
		k.byKey = map[string]*T{}
	}
	k.byKey[key] = v
	return v
}
