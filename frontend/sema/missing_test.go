package sema

import (
	"strings"
	"testing"
)

// substitutes are statements that read an element as if it was there, with the value that the message proposes to insert, "" for none,
// and words that its help says.
var substitutes = []struct{ stmt, value, words string }{
	{"sum += X", "0.0", ": 0 changes nothing in a sum"},
	{"sum -= 2.0 * -X", "0.0", ": 0 changes nothing in a sum"},
	{"sum = sum + X / 2.0", "0.0", "in a sum"},
	{"sum = X + sum", "0.0", "in a sum"},
	{"sum += Z as f32", "0", "in a sum"},
	{"sum += if sum > 0.0 { X } else { 1.0 }", "0.0", "in a sum"},
	{"atomic_fetch_add(&shrd c[0], Z);", "0", "in a sum"},
	{"let v = X; sum += v", "0.0", "in a sum"},
	{"let v = X; let w = v * v; sum += w", "0.0", "in a sum"},
	{"tmp[[thread]] = X; sync; for i in 0..32 { sum += tmp[i] }", "0.0", "in a sum"},
	{"tmp[[thread]] = X; sync; tmp[[thread]] += 1.0", "0.0", "in a sum"},
	{"sum *= X", "1.0", "in a product"},
	{"sum = sum * X", "1.0", "in a product"},
	{"l *= Z", "1", "in a product"},
	{"sum /= X", "1.0", "in a product"},
	{"sum = max(sum, X)", "f32::NEG_INFINITY", ": `f32::NEG_INFINITY` changes nothing in a maximum"},
	{"l = max(Z, l)", "i32::MIN", ": `i32::MIN` changes nothing in a maximum"},
	{"u = max(U, u)", "u32::MIN", "in a maximum"},
	{"atomic_max(&shrd c[0], Z);", "i32::MIN", "in a maximum"},
	{"let v = X; sum = max(sum, v)", "f32::NEG_INFINITY", "in a maximum"},
	{"tmp[[thread]] = X; sync; for i in 0..32 { sum = max(sum, tmp[i]) }", "f32::NEG_INFINITY", "in a maximum"},
	{"let mut v = X; v = max(v, shfl_xor(v, 1u32))", "f32::NEG_INFINITY", "in a maximum"},
	{"let mut v = X; for k in halved_range(16) { v += shfl_down(v, k as u32) } sum = v", "0.0", "in a sum"},
	{"sum = min(X, sum)", "f32::INFINITY", ": `f32::INFINITY` changes nothing in a minimum"},
	{"l = min(l, Z)", "i32::MAX", "in a minimum"},
	{"yes = yes && B", "true", ": `true` changes nothing"},
	{"yes = yes || B", "false", ": `false` changes nothing"},
	{"u |= U", "0", ": `0` changes nothing"},
	{"u &= U", "u32::MAX", ": `u32::MAX` changes nothing"},
	{"l = l & Z", "-1", ": `-1` changes nothing"},
	// Nothing is known: a guess, and the message says so.
	{"sum = X + 1.0", "0.0", "0 is a guess"},
	{"let v = X", "0.0", "0 is a guess"},
	{"out[[thread]] = X", "0.0", "0 is a guess"},
	{"out[[thread]] = 2.0 * X - 1.0", "0.0", "0 is a guess"},
	{"if B { sum += 1.0 }", "false", "say what it is where there is none"},
	// It depends on what somebody means, or the value is not easily found.
	{"sum += exp(X - sum)", "", "`exp(v - sum)` is 0, which changes nothing in a sum: `exp` of `f32::NEG_INFINITY` is 0"},
	{"sum += exp(X) * 2.0", "", "`exp(v) * 2.0` is 0, which changes nothing in a sum"},
	{"let e = exp(X); sum += e", "", "`exp(v)` is 0"},
	{"out[[thread]] = log(X)", "", "`log(v)` is what it should be"},
	{"sum += user(X)", "", "`user(v)` is 0"},
	{"sum = max(sum, user(X))", "", "`user(v)` is `f32::NEG_INFINITY`, which changes nothing in a maximum"},
	{"sum = max(sum, 2.0 * X)", "", "`2.0 * v` is `f32::NEG_INFINITY`"},
	{"sum *= X + 1.0", "", "`v + 1.0` is 1, which changes nothing in a product"},
	{"sum += X - 1.0", "", "`v - 1.0` is 0"},
	{"let d = X - 1.0; sum += d * d", "", "`v - 1.0` is 0"},
	{"sum += 1.0 / X", "", "`1.0 / v` is 0"},
	{"if X > sum { sum = 0.0 }", "", "`v > sum` is what it should be"},
	{"out[U] = 1.0", "", "do what needs the index only where there is one: `if let e = &w.group_up"},
	{"let v = U; tmp[v] += 1.0", "", "only where there is one"},
	{"let v = U % 32; sum += x[v as u64]", "", "only where there is one"},
	{"sum = max(sum, Z as f32)", "", "a v for all that is done with it"},
	{"let v = X; sum += v; sum = max(sum, v)", "", "a v for all that is done with it"},
	{"let v = X; sum = min(sum, v); sum += exp(v)", "", "a v for all that is done with it"},
}

// TestSubstitutes holds that a value is inserted only where what is done with the element says which, or nothing is known of it,
// and that the help says the same as what is inserted.
func TestSubstitutes(t *testing.T) {
	for _, s := range substitutes {
		read := strings.NewReplacer("X", "x.group_up::<32>[0][[thread]]", "Z", "z.group_up::<32>[0][[thread]]",
			"U", "w.group_up::<32>[0][[thread]]", "B", "b.group_up::<32>[0][[thread]]")
		var stmt strings.Builder // capital letters that stand alone
		for i, r := range s.stmt {
			alone := !strings.ContainsAny(s.stmt[max(0, i-1):i]+s.stmt[min(i+1, len(s.stmt)):min(i+2, len(s.stmt))], "ABCDEFGHIJKLMNOPQRSTUVWXYZ_:")
			if alone {
				stmt.WriteString(read.Replace(string(r)))
			} else {
				stmt.WriteRune(r)
			}
		}
		text := `fn user(v: f32) -[t: gpu.thread]-> f32 { v }
fn k<n: nat>(x: & gpu.global [f32; n], z: & gpu.global [i32; n], w: & gpu.global [u32; n], b: & gpu.global [bool; n],
  out: &uniq gpu.global [f32; 32], c: & gpu.global [AtomicI32; 1]) -[grid: gpu.grid<X<1>, X<32>>]-> () {
  sched(X) block in grid {
    let tmp = alloc::<gpu.shared, [f32; 32]>();
    sched(X) thread in block {
      let mut sum = 0.0f32; let mut l = 0i32; let mut u = 0u32; let mut yes = true;
      ` + stmt.String() + `
    }
  }
}`
		_, diags := analyze(newContext(), text)
		if diags.Len() != 1 || diags.Sorted()[0].Code != missingElement || diags.Sorted()[0].Help == nil {
			t.Errorf("%s: %v", s.stmt, diags.Sorted())
			continue
		}
		help, value := diags.Sorted()[0].Help, ""
		if len(help.Edits) > 0 {
			value = strings.TrimSuffix(strings.TrimPrefix(help.Edits[1].Text, " else "), ")")
			if _, after := analyze(newContext(), applyEdits(text, help.Edits)); after.Len() > 0 {
				t.Errorf("%s: the fix leaves %v", s.stmt, after.Sorted())
			}
		}
		if value != s.value || !strings.Contains(help.Message, s.words) {
			t.Errorf("%s: %q is inserted: %s", s.stmt, value, help.Message)
		}
	}
}
