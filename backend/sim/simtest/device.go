package simtest

import (
	"fmt"

	"descend/backend/sim"
)

// Memory is the memory of a device that tests make: everything of a sim.Device but Launch. Address 0 is never
// given out, and what is left at the end was never freed.
type Memory struct {
	blocks map[sim.Address][]byte
	next   sim.Address
}

// gap lies between two allocations, in bytes.
const gap = 1 << 12

// Alloc makes n bytes, filled with a pattern.
func (m *Memory) Alloc(n int64) (sim.Address, error) {
	if m.blocks == nil {
		m.blocks, m.next = map[sim.Address][]byte{}, gap
	}
	a, data := m.next, make([]byte, n)
	for i := range data {
		data[i] = 0xA5
	}
	m.blocks[a] = data
	m.next += (sim.Address(n)/gap + 2) * gap
	return a, nil
}

// Free ends an allocation; another address is an error.
func (m *Memory) Free(a sim.Address) error {
	if _, ok := m.blocks[a]; !ok {
		return fmt.Errorf("no allocation starts at %#x", a)
	}
	delete(m.blocks, a)
	return nil
}

// Bytes are the n bytes at an address, which must lie in one allocation.
func (m *Memory) Bytes(a sim.Address, n int64) ([]byte, error) {
	for start, data := range m.blocks {
		if a >= start && a-start <= sim.Address(len(data)) && n <= int64(len(data))-int64(a-start) {
			return data[a-start:][:n:n], nil
		}
	}
	return nil, fmt.Errorf("%d bytes at %#x are not in an allocation", n, a)
}

// ToDevice copies from the host.
func (m *Memory) ToDevice(dst sim.Address, src []byte) error {
	to, err := m.Bytes(dst, int64(len(src)))
	copy(to, src)
	return err
}

// ToHost copies to the host.
func (m *Memory) ToHost(dst []byte, src sim.Address) error {
	from, err := m.Bytes(src, int64(len(dst)))
	copy(dst, from)
	return err
}

// Copy copies within the device.
func (m *Memory) Copy(dst, src sim.Address, n int64) error {
	from, err := m.Bytes(src, n)
	if err != nil {
		return err
	}
	return m.ToDevice(dst, from)
}

// Live is the number of allocations that were not freed.
func (m *Memory) Live() int { return len(m.blocks) }
