//go:build !cgo

package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"net/url"
	"runtime"
	"strings"

	"github.com/ncruces/go-sqlite3"
	ncruces "github.com/ncruces/go-sqlite3/driver"
)

// Driver is the name of the driver for database/sql.
const Driver = "sudokuctl-sqlite"

func init() { sql.Register(Driver, &preparing{}) }

// Version returns the version of SQLite and the driver that brings it.
func Version() string {
	const driver = "(ncruces/go-sqlite3, without cgo)"
	c, err := sqlite3.Open(":memory:")
	if err != nil {
		return "unknown " + driver
	}
	defer c.Close()
	s, _, err := c.Prepare("SELECT sqlite_version()")
	if err != nil {
		return "unknown " + driver
	}
	defer s.Close()
	s.Step()
	return s.ColumnText(0) + " " + driver
}

// CodeOf returns the code of an error of SQLite, 0 if it is another error.
func CodeOf(err error) Code {
	code, ok := errors.AsType[sqlite3.ExtendedErrorCode](err)
	if !ok {
		return 0
	}
	e, _ := errors.AsType[*sqlite3.Error](err)
	if code == sqlite3.IOERR_SHMSIZE || code == sqlite3.IOERR_WRITE && (e == nil || errors.Unwrap(e) == nil) {
		return Full // no room for more shared memory, or a write that was cut short without an error of the system
	}
	return Code(code.Code())
}

// hardLimit is what one connection may take of memory.
const hardLimit = 128 << 20

// RegisterBounded registers a driver for queries that people write. Its connections only read: see authorize. No value may
// have more than length bytes, and if SQLite needs more memory than hardLimit in one connection, it is out of memory. The
// connections know functions, which no view or index of the library may need.
func RegisterBounded(name string, length int, functions ...Function) {
	sql.Register(name, &preparing{prepare: func(c *sqlite3.Conn) error {
		c.Limit(sqlite3.LIMIT_LENGTH, length)
		c.HardHeapLimit(hardLimit)
		if err := know(c, functions); err != nil {
			return err
		}
		return c.SetAuthorizer(func(action sqlite3.AuthorizerActionCode, first, second, _, _ string) sqlite3.AuthorizerReturnCode {
			return sqlite3.AuthorizerReturnCode(authorize(int(action), first, second))
		})
	}, bounded: true})
}

// RegisterWith registers a driver whose connections know functions.
func RegisterWith(name string, functions ...Function) {
	sql.Register(name, &preparing{prepare: func(c *sqlite3.Conn) error { return know(c, functions) }})
}

// know has a connection know functions.
func know(c *sqlite3.Conn, functions []Function) error {
	for _, f := range functions {
		if err := c.CreateFunction(f.Name, f.Arguments, sqlite3.DETERMINISTIC, f.scalar); err != nil {
			return err
		}
	}
	return nil
}

// scalar calls the function with the values of SQLite.
func (f *Function) scalar(c sqlite3.Context, values ...sqlite3.Value) {
	arguments := make([]any, len(values))
	for i, v := range values {
		switch v.Type() {
		case sqlite3.INTEGER:
			arguments[i] = v.Int64()
		case sqlite3.FLOAT:
			arguments[i] = v.Float()
		case sqlite3.TEXT:
			arguments[i] = v.Text()
		case sqlite3.BLOB:
			arguments[i] = v.Blob(nil)
		}
	}
	value, err := f.Call(arguments)
	if err != nil {
		c.ResultError(err)
		return
	}
	switch value := value.(type) {
	case int64:
		c.ResultInt64(value)
	case float64:
		c.ResultFloat(value)
	case string:
		c.ResultText(value)
	case []byte:
		c.ResultBlob(value)
	default:
		c.ResultNull()
	}
}

// preparing is a driver that understands the data source names of go-sqlite3 and prepares each connection.
type preparing struct {
	prepare func(*sqlite3.Conn) error
	bounded bool // in memory, so that SQLite may run out of it, which is a panic of the driver
}

// Open opens a connection to the file that name describes and prepares it.
func (d *preparing) Open(name string) (driver.Conn, error) {
	c, err := d.OpenConnector(name)
	if err != nil {
		return nil, err
	}
	return c.Connect(context.Background())
}

// OpenConnector returns a connector whose connections are all prepared: bounds, functions and authorizer are set
// before the first statement.
func (d *preparing) OpenConnector(name string) (driver.Connector, error) {
	c, err := (&ncruces.SQLite{}).OpenConnector(translated(name))
	return &connector{c, d}, err
}

// connector prepares each connection that it opens.
type connector struct {
	driver.Connector
	driver *preparing
}

// Driver returns the driver that prepares connections, as database/sql wants it.
func (c *connector) Driver() driver.Driver { return c.driver }

// Connect opens a connection and prepares it. It is closed again if that fails.
func (c *connector) Connect(ctx context.Context) (driver.Conn, error) {
	opened, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	raw := opened.(ncruces.Conn).Raw()
	if err = defend(raw); err == nil && c.driver.prepare != nil {
		err = c.driver.prepare(raw)
	}
	if err != nil {
		opened.Close()
		return nil, err
	}
	if c.driver.bounded {
		return boundedConn{opened.(ncruces.Conn)}, nil
	}
	return opened, nil
}

// defend has SQLite distrust the file: a schema may call harmless functions only, no statement writes the schema itself
// or does without a journal, and a damaged page is found when it is read.
func defend(c *sqlite3.Conn) error {
	_, err := c.Config(sqlite3.DBCONFIG_DEFENSIVE, true)
	if err == nil {
		_, err = c.Config(sqlite3.DBCONFIG_TRUSTED_SCHEMA, false)
	}
	if err == nil {
		err = c.Exec("PRAGMA cell_size_check = ON")
	}
	return err
}

// boundedConn makes errors of the panics of its queries.
type boundedConn struct{ ncruces.Conn }

// PrepareContext prepares a statement whose panics become errors.
func (c boundedConn) PrepareContext(ctx context.Context, query string) (s driver.Stmt, err error) {
	defer recovered(&err)
	if s, err = c.Conn.(driver.ConnPrepareContext).PrepareContext(ctx, query); err != nil {
		return nil, err
	}
	return boundedStmt{s}, nil
}

// boundedStmt is a statement whose panics become errors.
type boundedStmt struct{ driver.Stmt }

// QueryContext runs the statement. Its rows turn a panic of the translated SQLite, such as no memory, into an error.
func (s boundedStmt) QueryContext(ctx context.Context, args []driver.NamedValue) (driver.Rows, error) {
	rows, err := s.Stmt.(driver.StmtQueryContext).QueryContext(ctx, args)
	return boundedRows{rows}, err
}

// boundedRows are rows whose panics become errors.
type boundedRows struct{ driver.Rows }

// Next reads a row, and returns an error where the translated SQLite panics.
func (r boundedRows) Next(values []driver.Value) (err error) {
	defer recovered(&err)
	return r.Rows.Next(values)
}

// Close ends the query, and returns an error where the translated SQLite panics.
func (r boundedRows) Close() (err error) {
	defer recovered(&err)
	return r.Rows.Close()
}

// recovered is deferred: it makes an error of a panic that is one.
func recovered(err *error) {
	switch cause := recover().(type) {
	case nil:
	case runtime.Error:
		panic(cause)
	case error:
		*err = cause
	default:
		panic(cause)
	}
}

// pragmas are the options of go-sqlite3 that are pragmas, in the order in which they are set: a connection that waits for
// others does so from its first statement on, and one that may only query can set nothing more.
var pragmas = []string{"busy_timeout", "journal_mode", "synchronous", "foreign_keys", "cache_size", "query_only"}

// translated writes a data source name of go-sqlite3 as one of this driver.
func translated(name string) string {
	path, query, _ := strings.Cut(name, "?")
	options, err := url.ParseQuery(query)
	if err != nil {
		return name
	}
	for option, otherwise := range map[string]string{"_busy_timeout": "5000", "_foreign_keys": "off"} { // as there
		if !options.Has(option) {
			options.Set(option, otherwise)
		}
	}
	for _, pragma := range pragmas {
		if value := options.Get("_" + pragma); value != "" {
			options.Add("_pragma", pragma+"("+value+")")
		}
		options.Del("_" + pragma)
	}
	if !strings.HasPrefix(path, "file:") {
		path = "file:" + (&url.URL{Path: path}).EscapedPath()
	}
	return path + "?" + options.Encode()
}
