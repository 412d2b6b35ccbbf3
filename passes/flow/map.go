package flow

import "maps"

// Map is a map for states: a copy shares the entries until one of the two is changed. The zero value is an empty one.
type Map[K comparable, V any] struct {
	entries map[K]V
	shared  bool
}

// Clone is a copy.
func (m *Map[K, V]) Clone() Map[K, V] {
	m.shared = true
	return *m
}

// Get is the value of a key, the zero value if it has none.
func (m *Map[K, V]) Get(k K) V { return m.entries[k] }

// Has says whether a key has a value.
func (m *Map[K, V]) Has(k K) bool {
	_, ok := m.entries[k]
	return ok
}

// Len is the number of keys.
func (m *Map[K, V]) Len() int { return len(m.entries) }

// Entries are the keys with their values. This map must not be changed, and it stays as it is when m changes if m is a copy or has one.
func (m *Map[K, V]) Entries() map[K]V { return m.entries }

// Set gives a key a value.
func (m *Map[K, V]) Set(k K, v V) {
	m.own()
	m.entries[k] = v
}

// Delete takes the value of a key.
func (m *Map[K, V]) Delete(k K) {
	if m.Has(k) {
		m.own()
		delete(m.entries, k)
	}
}

// own sees to it that nobody else has the entries.
func (m *Map[K, V]) own() {
	switch {
	case len(m.entries) == 0:
		m.entries = map[K]V{}
	case m.shared:
		m.entries = maps.Clone(m.entries)
	}
	m.shared = false
}
