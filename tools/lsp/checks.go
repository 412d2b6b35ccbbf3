package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/protocol"

	"descend/frontend/fix"
	"descend/ir"
	"descend/tools/recheck"
)

// known is what the checks found out about a function for its callers.
type known struct{ needs, effects []string }

// check checks a unit: its findings are complete then. Some functions take seconds, so nobody but who asks for findings waits for that: checks
// work with copies of functions, while units are made and requests answered. What goes wrong begins anew once, from nothing.
func (s *server) check(ctx context.Context, u *unit) error {
	select {
	case s.checking <- struct{}{}:
	case <-ctx.Done():
		return protocol.ErrRequestCancelled
	}
	defer func() { <-s.checking }()
	for again := false; ; again = true {
		var todo *recheck.Changes
		err := s.work(ctx, func() error {
			if u.gone && !u.checked {
				return protocol.ErrRequestCancelled
			}
			if !u.checked && u.Module != nil {
				todo = u.checks.Changes(u.Module)
			}
			return nil
		})
		if err == nil && todo != nil {
			var outdated bool
			if outdated, err = s.apply(u, todo); outdated {
				return protocol.ErrRequestCancelled
			}
		}
		if ctx.Err() != nil || errors.Is(err, protocol.ErrRequestCancelled) {
			return protocol.ErrRequestCancelled
		}
		if err := s.work(ctx, func() error {
			if u.gone && !u.checked {
				return protocol.ErrRequestCancelled
			}
			var found []*ir.Diagnostic
			if err == nil && todo != nil {
				found, err = u.found(todo)
			}
			if err != nil {
				u.checks.Forget()
				if s.restarts++; !again {
					return nil
				}
			}
			u.finish(found, err)
			return nil
		}); err != nil || u.checked {
			return err
		}
	}
}

// finish gives a unit the findings of the checks, or the error that they ended with, which is in the log.
func (u *unit) finish(found []*ir.Diagnostic, err error) {
	if u.checked {
		return
	}
	u.checked = true
	if err != nil {
		u.diags.Errorf(u.span(0, 0).Loc(u.ctx), "", "%v", err)
	}
	for _, d := range found {
		u.diags.Report(d)
	}
	if u.Module == nil {
		return
	}
	fix.Edit(u.ctx, u.Sources(), u.diags)
}

// apply checks what has changed, as long as somebody wants that.
func (s *server) apply(u *unit, todo *recheck.Changes) (outdated bool, err error) {
	defer s.protect(&err)
	return u.checks.Apply(todo, func() bool { return s.current(u) })
}

// found gives all errors as they are in the unit, which gets what was found out about its functions.
func (u *unit) found(todo *recheck.Changes) ([]*ir.Diagnostic, error) {
	u.known = map[string]known{}
	for _, name := range todo.Names {
		k := known{effects: u.checks.Effects(name)}
		for _, n := range u.checks.Facts(name).Inferred {
			k.needs = append(k.needs, n.String())
		}
		u.known[name] = k
	}
	return u.checks.Found(u.Program, todo)
}
