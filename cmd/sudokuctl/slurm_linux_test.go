package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/sudokuctl/sudokuctl/fleet"
	"github.com/sudokuctl/sudokuctl/fleet/part"
)

// TestSLURM has a real SLURM of three nodes compute a plan as an array job, kills two of its tasks, and submits again what
// merge prints: the content is that of a run on one machine. It takes the packages slurmctld and slurmd, but no rights and no
// configuration of the system.
func TestSLURM(t *testing.T) {
	if os.Getenv("SUDOKUCTL_TEST_SLURM") == "" {
		t.Skip("set SUDOKUCTL_TEST_SLURM=1 to start a SLURM of three nodes")
	}
	dir, exe := t.TempDir(), program(t)
	t.Setenv("HOME", dir)
	t.Setenv("SLURM_CONF", startSLURM(t))
	output(t, exe, dir, "plan", "--generate", "9000", "--chunk-size", "250", "--solver", "entropybt", "--grader", "rules", "--seed", "1",
		"--out", "plan.json")
	plan, err := fleet.LoadPlan(filepath.Join(dir, "plan.json"))
	if err != nil {
		t.Fatal(err)
	}
	const shards = 9
	output(t, exe, dir, "submit", "plan.json", "parts", "--on", "slurm", "--shards", fmt.Sprint(shards), "--program", exe)
	killed := killTasks(t, exe, plan, filepath.Join(dir, "parts"), shards, 2)
	waitForJobs(t)
	killed = slices.DeleteFunc(killed, func(shard int) bool { return isDone(plan, filepath.Join(dir, "parts"), shard, shards) })

	merge := exec.Command(exe, "merge", "plan.json", "parts", "--on", "slurm", "--shards", fmt.Sprint(shards))
	merge.Dir = dir
	said, err := merge.CombinedOutput()
	if merge.ProcessState.ExitCode() != 8 {
		t.Fatalf("merge of what is incomplete: %v\n%s", err, said)
	}
	again := regexp.MustCompile(`to compute what is missing: sudokuctl (.* --only (\S+))`).FindSubmatch(said)
	if again == nil || string(again[2]) != fleet.Ranges(killed) {
		t.Fatalf("tasks %v were killed, and merge says\n%s", killed, said)
	}
	output(t, exe, dir, append(strings.Fields(string(again[1])), "--program", exe)...)
	waitForJobs(t)

	output(t, exe, dir, "run", "--plan", "plan.json", "--out", "alone")
	var contents [2]struct {
		Rows    int64  `json:"rows"`
		Content string `json:"content_hash"`
	}
	for i, parts := range []string{"alone", "parts"} {
		if err := json.Unmarshal([]byte(output(t, exe, dir, "merge", "plan.json", parts, "-o", "jsonl")), &contents[i]); err != nil {
			t.Fatal(err)
		}
	}
	if contents[0] != contents[1] || contents[0].Rows != 9000 || contents[0].Content == "" {
		t.Errorf("%+v on one machine, %+v under SLURM", contents[0], contents[1])
	}
}

// startSLURM starts a controller and three nodes of one processor each, all as this user, and returns their configuration.
func startSLURM(t *testing.T) (config string) {
	t.Helper()
	dir := t.TempDir()
	self, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	name, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	fmt.Fprintf(&text, `ClusterName=test
SlurmctldHost=%s(127.0.0.1)
SlurmctldPort=%d
SlurmUser=%s
SlurmdUser=%[3]s
AuthType=auth/none
CredType=cred/none
StateSaveLocation=%[4]s
SlurmdSpoolDir=%[4]s/%%n
SlurmctldPidFile=%[4]s/slurmctld.pid
SlurmdPidFile=%[4]s/%%n.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
`, name, freePort(t), self.Username, dir)
	nodes := []string{"n1", "n2", "n3"}
	for _, n := range nodes {
		fmt.Fprintf(&text, "NodeName=%s NodeHostname=%s NodeAddr=127.0.0.1 Port=%d CPUs=1 State=UNKNOWN\n", n, name, freePort(t))
	}
	config = filepath.Join(dir, "slurm.conf")
	if err := os.WriteFile(config, []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	start := func(program string, args ...string) {
		path, err := exec.LookPath(program)
		if err != nil {
			t.Fatal(err)
		}
		c := exec.Command(path, args...)
		c.Env = append(os.Environ(), "SLURM_CONF="+config)
		var said bytes.Buffer
		c.Stdout, c.Stderr = &said, &said
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() {
			_ = c.Process.Signal(syscall.SIGTERM)
			_ = c.Wait()
			if t.Failed() {
				t.Logf("%s %v:\n%s", program, args, said.String())
			}
		})
	}
	start("slurmctld", "-D", "-i", "-f", config)
	for _, n := range nodes {
		start("slurmd", "-D", "-N", n, "-f", config)
	}
	waitLong(t, "three idle nodes", func() bool {
		idle, _ := slurm(config, "sinfo", "-h", "-N", "-t", "idle")
		return strings.Count(idle, "\n") == len(nodes)
	})
	return config
}

func freePort(t *testing.T) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// slurm returns what a command of SLURM prints, and false if the controller does not answer.
func slurm(config, command string, args ...string) (string, bool) {
	c := exec.Command(command, args...)
	c.Env = append(os.Environ(), "SLURM_CONF="+config)
	out, err := c.Output()
	return string(out), err == nil
}

// waitForJobs waits until no job is left.
func waitForJobs(t *testing.T) {
	t.Helper()
	waitLong(t, "the jobs to end", func() bool {
		left, ok := slurm(os.Getenv("SLURM_CONF"), "squeue", "-h")
		return ok && left == ""
	})
}

// waitLong waits ten minutes at most.
func waitLong(t *testing.T, what string, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Minute); !done(); {
		if time.Now().After(deadline) {
			t.Fatalf("waited ten minutes for %s", what)
		}
	}
}

// killTasks kills n tasks of the array job that have written a part and are not done, and returns their shards.
func killTasks(t *testing.T, exe string, plan *fleet.Plan, parts string, shards, n int) (killed []int) {
	t.Helper()
	waitLong(t, "tasks that can be killed", func() bool {
		for shard := 1; shard <= shards && len(killed) < n; shard++ {
			_, err := os.Stat(filepath.Join(parts, part.Name(shard-1)))
			if err != nil || slices.Contains(killed, shard) || isDone(plan, parts, shard, shards) {
				continue
			}
			for _, pid := range tasks(exe, shard) {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
			killed = append(killed, shard)
		}
		return len(killed) == n
	})
	return killed
}

// isDone reports whether the part is there that a shard writes last.
func isDone(plan *fleet.Plan, parts string, shard, shards int) bool {
	last := shard - 1
	for last+shards < len(plan.Chunks) {
		last += shards
	}
	_, err := os.Stat(filepath.Join(parts, part.Name(last)))
	return err == nil
}

// tasks returns the processes of a program that compute a shard as tasks of our SLURM.
func tasks(exe string, shard int) (pids []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, file := range files {
		env, err := os.ReadFile(file)
		if err != nil || !bytes.Contains(env, []byte("SLURM_CONF="+os.Getenv("SLURM_CONF")+"\x00")) ||
			!bytes.Contains(env, fmt.Appendf(nil, "SLURM_ARRAY_TASK_ID=%d\x00", shard)) {
			continue
		}
		var pid int
		if _, err := fmt.Sscanf(file, "/proc/%d/environ", &pid); err != nil {
			continue
		}
		if target, err := os.Readlink(filepath.Join(filepath.Dir(file), "exe")); err == nil && target == exe {
			pids = append(pids, pid)
		}
	}
	return pids
}
