package simtest

import (
	"fmt"

	"descend/backend/sim"
)

// Memory is the memory of a device that tests make: everything of a sim.Device but Launch. Address 0 is never
// given out, and what is left at the end was never freed. Memory of one GPU cannot be used on another.
type Memory struct {
	// Count is the number of GPUs; 0 is 1.
	Count  int
	device int
	blocks map[sim.Address]block
	next   sim.Address
}

type block struct {
	data   []byte
	device int
}

// gap lies between two allocations, in bytes.
const gap = 1 << 12

// Devices is the number of GPUs.
func (m *Memory) Devices() int { return max(1, m.Count) }

// Use chooses the GPU of the calls that follow.
func (m *Memory) Use(device int) error {
	m.device = device
	return nil
}

// Alloc makes n bytes, filled with a pattern.
func (m *Memory) Alloc(n int64) (sim.Address, error) {
	if m.blocks == nil {
		m.blocks, m.next = map[sim.Address]block{}, gap
	}
	a, data := m.next, make([]byte, n)
	for i := range data {
		data[i] = 0xA5
	}
	m.blocks[a] = block{data, m.device}
	m.next += (sim.Address(n)/gap + 2) * gap
	return a, nil
}

// Free ends an allocation; another address is an error.
func (m *Memory) Free(a sim.Address) error {
	if b, ok := m.blocks[a]; !ok || b.device != m.device {
		return fmt.Errorf("no allocation of GPU %d starts at %#x", m.device, a)
	}
	delete(m.blocks, a)
	return nil
}

// Bytes are the n bytes at an address, which must lie in one allocation.
func (m *Memory) Bytes(a sim.Address, n int64) ([]byte, error) {
	for start, b := range m.blocks {
		data := b.data
		if b.device == m.device && a >= start && a-start <= sim.Address(len(data)) && n <= int64(len(data))-int64(a-start) {
			return data[a-start:][:n:n], nil
		}
	}
	return nil, fmt.Errorf("%d bytes at %#x are not in an allocation of GPU %d", n, a, m.device)
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
