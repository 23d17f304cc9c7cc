package file

import (
	"database/sql/driver"
)

// prepared is a statement of a batch that is run without what database/sql does to its arguments, which takes as long as the
// driver does to hand them over: they must be values that a driver takes.
type prepared struct {
	b         *Batch
	statement driver.Stmt
}

// prepare prepares a statement, which must be closed before the batch ends.
func (b *Batch) prepare(query string) (*prepared, error) {
	p := &prepared{b: b}
	err := b.conn.Raw(func(conn any) (err error) {
		p.statement, err = conn.(driver.ConnPrepareContext).PrepareContext(b.ctx, query)
		return err
	})
	return p, err
}

func (p *prepared) exec(args []driver.NamedValue) error {
	return p.b.conn.Raw(func(any) error {
		_, err := p.statement.(driver.StmtExecContext).ExecContext(p.b.ctx, args)
		return err
	})
}

func (p *prepared) close() {
	_ = p.b.conn.Raw(func(any) error { return p.statement.Close() })
}
