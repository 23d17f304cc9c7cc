package pool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/sudokuctl/sudokuctl/fleet"
	"github.com/sudokuctl/sudokuctl/work/job"
)

// Subjects. Those of a run end with its name, or with its name and a chunk.
const (
	offerSubject  = "sudoku.offer"   // workers ask here, and a coordinator answers with an Offer
	liveSubject   = "sudoku.live."   // what workers say of themselves, lossy
	overSubject   = "sudoku.over."   // the run is over, lossy
	workSubject   = "sudoku.work."   // chunks, see Load
	resultSubject = "sudoku.result." // their parts
)

const (
	metaHeader   = "Sudoku-Meta"   // JSON: a fleet.Load or a result
	objectHeader = "Sudoku-Object" // name of the object that is the body
	consumerName = "takers"
	parcelTime   = time.Minute   // for an object of some megabytes
	parcelAge    = 6 * time.Hour // after which an object is forgotten; its chunk is sent again
	reserve      = 32 << 10      // of a message, for headers
	// mostResultBytes is what a broker in memory holds of results that the coordinator has not taken yet; workers wait then.
	mostResultBytes = 256 << 20
)

// WorkerSubjects returns what a worker of a run must be allowed to publish and to subscribe to, and no more: it can neither make
// streams, nor remove those of the run, nor read the results of others.
func WorkerSubjects(run string) (publish, subscribe []string) {
	q := queues{run: run}
	work, objects := q.workStream(), "OBJ_"+q.bucket()
	return []string{offerSubject, liveSubject + run, resultSubject + run + ".*", "$O." + q.bucket() + ".>",
		"$JS.API.CONSUMER.INFO." + work + "." + consumerName, "$JS.API.CONSUMER.MSG.NEXT." + work + "." + consumerName,
		"$JS.ACK." + work + "." + consumerName + ".>", "$JS.API.STREAM.INFO." + objects, "$JS.API.STREAM.MSG.GET." + objects,
		"$JS.API.DIRECT.GET." + objects + ".>", "$JS.API.CONSUMER.CREATE." + objects + ".>",
		"$JS.API.CONSUMER.DELETE." + objects + ".>", "$JS.FC." + objects + ".>"}, []string{"_INBOX.>", overSubject + run}
}

// Offer is what a coordinator tells a worker.
type Offer struct {
	Run        string           `json:"run"`
	Assignment fleet.Assignment `json:"assignment"`
	Lease      time.Duration    `json:"lease_ns"`
}

// result is what a worker says of a chunk; the body is its part, unless it failed.
type result struct {
	Chunk  int           `json:"chunk"`
	CPU    time.Duration `json:"cpu_ns"`
	Error  string        `json:"error,omitempty"`
	Worker job.Worker    `json:"worker"`
}

// queues are the two queues of a run, and the objects beside them.
type queues struct {
	nc  *nats.Conn
	js  jetstream.JetStream
	run string
}

func newQueues(nc *nats.Conn, run string) (*queues, error) {
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(callTime))
	if err != nil {
		return nil, fmt.Errorf("using JetStream: %w", err)
	}
	return &queues{nc, js, run}, nil
}

func (q *queues) workStream() string   { return "SUDOKU_WORK_" + q.run }
func (q *queues) resultStream() string { return "SUDOKU_RESULT_" + q.run }
func (q *queues) bucket() string       { return "SUDOKU_PARCEL_" + q.run }

// Storage is where a broker keeps what it holds.
type Storage struct {
	InMemory bool
	Replicas int
}

// make makes what is not there, however long a cluster takes until it has a leader. If the broker loses meanwhile what has
// been made already, the error is one that isLost knows.
func (q *queues) make(ctx context.Context, s Storage, lease time.Duration) error {
	kind := jetstream.FileStorage
	if s.InMemory {
		kind = jetstream.MemoryStorage
	}
	call := func(what string, call func(ctx context.Context) error) error {
		err := try(ctx, call, jetstream.ErrJetStreamNotEnabled, jetstream.ErrJetStreamNotEnabledForAccount, jetstream.ErrStreamNotFound)
		if err != nil {
			return fmt.Errorf("making %s on the broker: %w", what, err)
		}
		return nil
	}
	for stream, subject := range map[string]string{q.workStream(): workSubject, q.resultStream(): resultSubject} {
		most := int64(-1)
		if s.InMemory && subject == resultSubject {
			most = mostResultBytes
		}
		if err := call("stream "+stream, func(ctx context.Context) error {
			_, err := q.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{Name: stream, Subjects: []string{subject + q.run + ".*"},
				Retention: jetstream.WorkQueuePolicy, Storage: kind, Replicas: s.Replicas, MaxBytes: most, Discard: jetstream.DiscardNew})
			return err
		}); err != nil {
			return err
		}
		if err := call("the consumer of stream "+stream, func(ctx context.Context) error {
			_, err := q.js.CreateOrUpdateConsumer(ctx, stream, jetstream.ConsumerConfig{Durable: consumerName,
				AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease, MaxAckPending: 100_000})
			return err
		}); err != nil {
			return err
		}
	}
	return call("object store "+q.bucket(), func(ctx context.Context) error {
		_, err := q.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: q.bucket(), Storage: kind,
			Replicas: s.Replicas, TTL: parcelAge})
		return err
	})
}

// remove removes everything from the broker.
func (q *queues) remove(ctx context.Context) error {
	return errors.Join(q.js.DeleteStream(ctx, q.workStream()), q.js.DeleteStream(ctx, q.resultStream()),
		q.js.DeleteObjectStore(ctx, q.bucket()))
}

// held returns the chunks in a stream.
func (q *queues) held(ctx context.Context, stream, subject string) (map[int]bool, error) {
	s, err := q.js.Stream(ctx, stream)
	if err != nil {
		return nil, err
	}
	info, err := s.Info(ctx, jetstream.WithSubjectFilter(subject+q.run+".*"))
	if err != nil {
		return nil, err
	}
	chunks := make(map[int]bool, len(info.State.Subjects))
	for name := range info.State.Subjects {
		if n, err := strconv.Atoi(name[len(subject)+len(q.run)+1:]); err == nil {
			chunks[n] = true
		}
	}
	return chunks, nil
}

// recall takes a chunk back that no worker has taken.
func (q *queues) recall(ctx context.Context, chunk int) error {
	return try(ctx, func(ctx context.Context) error {
		s, err := q.js.Stream(ctx, q.workStream())
		if err != nil {
			return err
		}
		return s.Purge(ctx, jetstream.WithPurgeSubject(fmt.Sprintf("%s%s.%d", workSubject, q.run, chunk)))
	}, jetstream.ErrStreamNotFound)
}

// send publishes a chunk or its result under an id by which a broker knows it again, until the broker has it. It returns
// the name of the object beside the message, if there is one.
func (q *queues) send(ctx context.Context, subject string, chunk int, id string, meta any, body []byte,
	final ...error) (object string, err error) {
	text, err := json.Marshal(meta)
	if err != nil {
		return "", err
	}
	m := &nats.Msg{Subject: fmt.Sprintf("%s%s.%d", subject, q.run, chunk), Header: nats.Header{metaHeader: {string(text)}}, Data: body}
	err = try(ctx, func(once context.Context) error {
		if int64(len(body)) > q.nc.MaxPayload()-reserve {
			var err error
			if object, err = q.put(ctx, id, body); err != nil {
				return err
			}
			m.Header.Set(objectHeader, object)
			m.Data = nil
		}
		_, err := q.js.PublishMsg(once, m, jetstream.WithMsgID(q.run+"/"+id))
		return err
	}, final...)
	return object, err
}

// put makes an object and returns its name.
func (q *queues) put(ctx context.Context, name string, body []byte) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, parcelTime)
	defer cancel()
	store, err := q.js.ObjectStore(ctx, q.bucket())
	if err != nil {
		return "", err
	}
	_, err = store.PutBytes(ctx, name, body)
	return name, err
}

// errLost says that the object of a message is gone.
var errLost = errors.New("the object of a message is gone")

// body returns the body of a message.
func (q *queues) body(ctx context.Context, m jetstream.Msg) ([]byte, error) {
	name := m.Headers().Get(objectHeader)
	if name == "" {
		return m.Data(), nil
	}
	var data []byte
	err := try(ctx, func(context.Context) error {
		ctx, cancel := context.WithTimeout(ctx, parcelTime)
		defer cancel()
		store, err := q.js.ObjectStore(ctx, q.bucket())
		if err == nil {
			data, err = store.GetBytes(ctx, name)
		}
		if errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) {
			return errLost
		}
		return err
	}, errLost)
	return data, err
}

// drop removes an object that has done its work; if it fails, the object ages.
func (q *queues) drop(ctx context.Context, name string) {
	if name == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	if store, err := q.js.ObjectStore(ctx, q.bucket()); err == nil {
		_ = store.Delete(ctx, name)
	}
}

// take returns up to n messages of a stream, after waiting for the first one for a while. None is no error.
func (q *queues) take(ctx context.Context, stream string, n int, wait time.Duration) ([]jetstream.Msg, error) {
	once, cancel := context.WithTimeout(ctx, callTime)
	c, err := q.js.Consumer(once, stream, consumerName)
	cancel()
	if err != nil {
		return nil, err
	}
	all, err := collect(c.Fetch(1, jetstream.FetchMaxWait(wait)))
	if len(all) == 0 || n == 1 {
		return all, err
	}
	more, _ := collect(c.FetchNoWait(n - 1)) // next time, if not now
	return append(all, more...), nil
}

func collect(batch jetstream.MessageBatch, err error) (all []jetstream.Msg, _ error) {
	if err != nil {
		return nil, err
	}
	for m := range batch.Messages() {
		all = append(all, m)
	}
	return all, batch.Error()
}

const (
	callTime = 2 * time.Second // for one call of JetStream
	pause    = 200 * time.Millisecond
)

// try repeats a call until it succeeds, returns one of the errors that are final, or ctx ends.
func try(ctx context.Context, call func(ctx context.Context) error, final ...error) error {
	for {
		once, cancel := context.WithTimeout(ctx, callTime)
		err := call(once)
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
		for _, f := range final {
			if errors.Is(err, f) {
				return err
			}
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

// sleep returns early, with an error, if ctx ends.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
