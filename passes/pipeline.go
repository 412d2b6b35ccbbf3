package passes

import (
	"errors"
	"fmt"
	"strings"
)

// PipelineError is a mistake in a textual pipeline, at the offset Pos.
type PipelineError struct {
	Text, Message string
	Pos           int
}

// Error is the message as mlir-opt words it, with the text and a caret.
func (e *PipelineError) Error() string {
	return fmt.Sprintf("MLIR Textual PassPipeline Parser:1:%d: error: %s\n%s\n%s^", e.Pos+1, e.Message, e.Text, strings.Repeat(" ", e.Pos))
}

// ParsePipeline reads "anchor(element,..)"; an element is a pass, pass{options}, or a nested anchor(..).
// The anchor "any" stands for any operation.
func (r *Registry) ParsePipeline(text string) (*Manager, error) {
	p := &pipelineParser{reg: r, text: text}
	p.space()
	start := p.pos
	name := p.name()
	p.space()
	if name == "" || p.pos >= len(text) || text[p.pos] != '(' {
		return nil, &PipelineError{text, "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'", start}
	}
	m := NewManager(name)
	p.pos++
	if err := p.elements(m); err != nil {
		return nil, err
	}
	p.space()
	if p.pos != len(text) {
		return nil, p.fail(p.pos, "expected end of pipeline")
	}
	return m, nil
}

// ParsePasses reads the elements inside of a pipeline, for any operation.
func (r *Registry) ParsePasses(text string) (*Manager, error) {
	m, err := r.ParsePipeline("any(" + text + ")")
	var pe *PipelineError
	if errors.As(err, &pe) {
		pe.Text, pe.Pos = text, min(max(pe.Pos-len("any("), 0), len(text))
	}
	return m, err
}

type pipelineParser struct {
	reg  *Registry
	text string
	pos  int
}

func (p *pipelineParser) fail(pos int, format string, args ...any) error {
	return &PipelineError{p.text, fmt.Sprintf(format, args...), pos}
}

func (p *pipelineParser) space() {
	for p.pos < len(p.text) && strings.IndexByte(" \t\n\r", p.text[p.pos]) >= 0 {
		p.pos++
	}
}

func (p *pipelineParser) peek() byte {
	if p.pos < len(p.text) {
		return p.text[p.pos]
	}
	return 0
}

func (p *pipelineParser) name() string {
	start := p.pos
	for p.pos < len(p.text) && strings.IndexByte(",(){} \t\n\r", p.text[p.pos]) < 0 {
		p.pos++
	}
	return p.text[start:p.pos]
}

// elements reads up to the closing parenthesis.
func (p *pipelineParser) elements(m *Manager) error {
	p.space()
	if p.peek() == ')' {
		p.pos++
		return nil
	}
	for {
		p.space()
		start := p.pos
		name := p.name()
		p.space()
		switch p.peek() {
		case '(':
			if p.reg.Has(name) {
				return p.fail(p.pos, "'%s' is a pass; it has options in braces, but no passes inside", name)
			}
			if name == "" {
				return p.fail(start, "'' does not refer to a registered pass or pass pipeline")
			}
			p.pos++
			if err := p.elements(m.Nest(name)); err != nil {
				return err
			}
		default:
			options, err := p.options()
			if err != nil {
				return err
			}
			pass, err := p.reg.New(name, options)
			if err != nil {
				return p.fail(start, "%s", err)
			}
			if err := m.check(pass); err != nil {
				return p.fail(start, "%s", err)
			}
			m.items = append(m.items, item{pass: pass})
		}
		p.space()
		switch p.peek() {
		case ',':
			p.pos++
		case ')':
			p.pos++
			return nil
		case 0:
			return p.fail(p.pos, "expected ')' to close the pipeline")
		default:
			return p.fail(p.pos, "expected ',' after parsing pipeline")
		}
	}
}

// options reads {..} if it is next.
func (p *pipelineParser) options() (string, error) {
	if p.peek() != '{' {
		return "", nil
	}
	start, depth := p.pos, 0
	var quote byte
	for ; p.pos < len(p.text); p.pos++ {
		switch ch := p.text[p.pos]; {
		case quote != 0:
			if ch == quote {
				quote = 0
			}
		case ch == '"' || ch == '\'':
			quote = ch
		case ch == '{':
			depth++
		case ch == '}':
			if depth--; depth == 0 {
				p.pos++
				return p.text[start+1 : p.pos-1], nil
			}
		}
	}
	return "", p.fail(start, "missing closing '}' while processing pass options")
}

// String is the textual pipeline.
func (m *Manager) String() string {
	parts := make([]string, len(m.items))
	for i, it := range m.items {
		if it.nested != nil {
			parts[i] = it.nested.String()
		} else {
			parts[i] = passText(it.pass)
		}
	}
	return m.anchorName() + "(" + strings.Join(parts, ",") + ")"
}
