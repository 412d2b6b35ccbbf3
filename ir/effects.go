package ir

// EffectsOf lists what an operation does to memory, with what is done inside it; known is false if it may do
// anything.
func EffectsOf(op *Operation) (effects []Effect, known bool) {
	def := op.Def()
	if def == nil {
		return nil, false
	}
	if e, ok := op.Typed().(EffectsOp); ok {
		effects, known = e.Effects(), true
	} else if def.Has(Pure) || def.Has(ConstantLike) || def.Has(ReturnLike) {
		known = true
	}
	if !def.Has(RecursiveMemoryEffects) {
		return effects, known
	}
	for _, r := range op.regions {
		for b := r.first; b != nil; b = b.next {
			for o := b.first; o != nil; o = o.next {
				inner, ok := EffectsOf(o)
				if !ok {
					return nil, false
				}
				effects = append(effects, inner...)
			}
		}
	}
	return effects, true
}

// IsMemoryEffectFree says whether the operation, with what is inside, does nothing to memory.
func IsMemoryEffectFree(op *Operation) bool {
	e, known := EffectsOf(op)
	return known && len(e) == 0
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
// symbol and only reads, or allocates what nobody else sees.
func WouldBeDead(op *Operation) bool {
	def := op.Def()
	if def == nil || def.Has(Terminator) || def.Has(Symbol) {
		return false
	}
	if def.Has(Pure) && len(op.regions) == 0 {
		return true
	}
	effects, known := EffectsOf(op)
	if !known {
		return false
	}
	for _, e := range effects {
		switch e.Kind {
		case ReadEffect:
		case AllocEffect:
			if e.Value == nil || e.Value.op == nil || !op.IsAncestorOf(e.Value.op) {
				return false
			}
		default:
			// writes and frees of memory allocated inside would be dead too, but need alias analysis
			return false
		}
	}
	return true
}
