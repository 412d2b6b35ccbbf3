package main

import (
	"strings"
	"testing"
)

// TestWay counts what a full block executes of a kernel with two versions, and of one that asks for each element.
func TestWay(t *testing.T) {
	const (
		start = "        /*0008*/                   S2R R0, SR_TID.X ;\n"
		exit  = "        /*0ff8*/                   EXIT ;\n.L_x_9:\n        /*1000*/                   BRA `(.L_x_9) ;\n"
		store = "        /*0010*/                   STG.E.64 [R2], R4 ;\n"
		add   = "        /*0018*/                   IADD R2, R2, R3 ;\n"
	)
	for _, tt := range []struct {
		name, listing string
		body, units   int
	}{
		{"straight", start + store + add + store + exit, 5, 2},
		{"two versions, the long one first", start + "        /*0020*/              @!P0 BRA P1, `(.L_x_0) ;\n" +
			add + add + add + store + "        /*0028*/                   EXIT ;\n.L_x_0:\n" + add + store + exit, 5, 1},
		{"two versions that meet", start + "        /*0020*/                   BRA CC.NEU, `(.L_x_0) ;\n" +
			add + store + "        /*0028*/                   BRA `(.L_x_1) ;\n.L_x_0:\n" + add + add + add + store + ".L_x_1:\n" + store + exit, 7, 2},
		{"what jumps back to an end", start + "        /*0020*/              @!P0 BRA P1, `(.L_x_0) ;\n" + add + ".L_x_1:\n" + store + exit +
			".L_x_0:\n" + store + store + add + "        /*0028*/                   BRA `(.L_x_1) ;\n", 8, 3},
		{"a version with wide accesses", start + "        /*0020*/              @!P0 BRA P1, `(.L_x_0) ;\n" + store + store + exit[:strings.Index(exit, ".L")] +
			".L_x_0:\n        /*0030*/                   STG.E.128 [R2], R4 ;\n" + exit, 4, 2},
		{"checks", start + "        /*0020*/              @P0 EXIT ;\n" + store + "        /*0028*/                   SSY `(.L_x_2)         }\n" +
			"        /*0030*/               @P6 SYNC                        (*\"BRANCH_TARGETS .L_x_2\"*)        }\n" + store +
			"        /*0038*/                   SYNC                        (*\"BRANCH_TARGETS .L_x_2\"*);\n.L_x_2:\n" + exit, 8, 2},
	} {
		c := analyse(parse(tt.listing), "STG")
		if c.body != tt.body || c.units != tt.units || c.loop {
			t.Errorf("%s: %d instructions for %d units, want %d for %d", tt.name, c.body, c.units, tt.body, tt.units)
		}
	}
}
