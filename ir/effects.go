package ir

// EffectsOf lists what an operation does to memory, with what is done inside it; known is false if it may do
// anything.
func EffectsOf(op *Operation) (effects []Effect, known bool) {
	known = EveryEffect(op, func(e Effect) bool {
		effects = append(effects, e)
		return true
	})
	if !known {
		return nil, false
	}
	return effects, true
}

// EveryEffect says whether the effects of an operation, with what is done inside it, are known and may is true of each. It
// stops at the first that it is not true of: an operation with a long body is asked often, and its first write says most.
func EveryEffect(op *Operation, may func(Effect) bool) bool {
	def := op.Def()
	if def == nil {
		return false
	}
	recursive := def.Has(RecursiveMemoryEffects)
	if def.Has(Pure) && !recursive {
		return true
	}
	if e, ok := op.Typed().(EffectsOp); ok {
		for _, e := range e.Effects() {
			if !may(e) {
				return false
			}
		}
	} else if !recursive && !def.Has(ConstantLike) && !def.Has(ReturnLike) {
		return false
	}
	if !recursive {
		return true
	}
	for _, r := range op.regions {
		for b := r.first; b != nil; b = b.next {
			for o := b.first; o != nil; o = o.next {
				if !EveryEffect(o, may) {
					return false
				}
			}
		}
	}
	return true
}

// IsMemoryEffectFree says whether the operation, with what is inside, does nothing to memory.
func IsMemoryEffectFree(op *Operation) bool {
	return EveryEffect(op, func(Effect) bool { return false })
}

// IsSpeculatable says whether executing the operation where the program does not is harmless: it has no
// effect and no undefined behaviour.
func IsSpeculatable(op *Operation) bool {
	def := op.Def()
	if def == nil {
		return false
	}
	if def.Has(Pure) || def.Has(ConstantLike) {
		return true
	}
	if s, ok := op.Typed().(interface{ IsSpeculatable() bool }); ok {
		return s.IsSpeculatable()
	}
	return def.Has(RecursiveMemoryEffects) && RegionsSpeculatable(op)
}

// RegionsSpeculatable says whether everything inside the operation is speculatable.
func RegionsSpeculatable(op *Operation) bool {
	for _, r := range op.regions {
		for b := r.first; b != nil; b = b.next {
			for o := b.first; o != nil; o = o.next {
				if !o.Has(ReturnLike) && !IsSpeculatable(o) {
					return false
				}
			}
		}
	}
	return true
}

// IsTriviallyDead says whether the operation is unused and may be erased.
func IsTriviallyDead(op *Operation) bool { return op.Unused() && WouldBeDead(op) }

// WouldBeDead says whether the operation may be erased if its results have no uses: it is no terminator or
// symbol, only reads, or allocates what nobody else sees, and ends.
func WouldBeDead(op *Operation) bool {
	def := op.Def()
	if def == nil || def.Has(Terminator) || def.Has(Symbol) {
		return false
	}
	if def.Has(Pure) && len(op.regions) == 0 {
		return true
	}
	return EveryEffect(op, func(e Effect) bool {
		switch e.Kind {
		case ReadEffect:
			return true
		case AllocEffect:
			return e.Value != nil && e.Value.op != nil && op.IsAncestorOf(e.Value.op)
		default:
			return false // writes and frees of memory allocated inside would be dead too, but need alias analysis
		}
	}) && ends(op)
}

// ends says whether the operation has no loop that may go on forever.
func ends(op *Operation) bool {
	return len(op.regions) == 0 || op.ctx.LoopsEnd || op.Walk(func(o *Operation) WalkResult {
		if _, endless := o.Typed().(UnboundedLoop); endless {
			return Interrupt
		}
		return Advance
	})
}
