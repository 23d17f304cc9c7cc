package fleet

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// runJob is "sudokuctl run" as far as job files use it.
func runJob(args []string) error {
	f := flag.NewFlagSet("run", flag.ContinueOnError)
	planFile, dir := f.String("plan", "", ""), f.String("out", "", "")
	shardText, jobs := f.String("shard", "", ""), f.Int("jobs", 0, "")
	if err := f.Parse(args); err != nil {
		return err
	}
	plan, err := LoadPlan(*planFile)
	if err != nil {
		return err
	}
	shard, err := ParseShard(*shardText, os.Getenv)
	if err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	h := hostOf(self)
	defer h.Close()
	_, err = RunShard(context.Background(), openOn(h), plan, shard, *dir, *jobs, nil)
	return err
}

func TestSubmit(t *testing.T) {
	j := Job{Plan: "/data/plan.json", Dir: "/data/parts", Program: "sudokuctl", Image: "sudokuctl:1", Shards: 9, Only: []int{2, 3, 4, 8},
		Cores: 2}
	for _, system := range Systems {
		text, command, err := j.File(system)
		if err != nil || command == "" {
			t.Fatal(err)
		}
		if !strings.Contains(text, "2-4,8") && !strings.Contains(text, "2 3 4 8") || !strings.Contains(text, "/data/plan.json") {
			t.Errorf("%s:\n%s", system, text)
		}
	}
	j.Pinned = true
	for system, want := range map[string]string{"slurm": `exec srun --cpu-bind=cores "sudokuctl" run`, "nomad": "cores = 2",
		"k8s": "limits:", "parallel": `taskset --cpu-list $((({%} - 1) * 2))-$(({%} * 2 - 1)) "sudokuctl" run`} {
		if text, _, err := j.File(system); err != nil || !strings.Contains(text, want) {
			t.Errorf("%s: no %q in\n%s", system, want, text)
		}
	}
	for _, j := range []Job{{Shards: 0, Cores: 1}, {Shards: 1, Cores: 0}, {Shards: 1, Cores: -1}} {
		if _, _, err := j.File("slurm"); err == nil {
			t.Errorf("a job of %d shards with %d processors is written", j.Shards, j.Cores)
		}
	}
	if _, _, err := (Job{Shards: 1}).File("cron"); err == nil {
		t.Error("an unknown scheduler")
	}
}

// TestSlurmOptions passes options on, and says how to merge when the job has ended.
func TestSlurmOptions(t *testing.T) {
	j := Job{Plan: "plan.json", Dir: "parts", Shards: 9, Cores: 1, Options: []string{"--time=1:00:00", "-A", "lab", "--comment=two words"}}
	text, _, err := j.File("slurm")
	if err != nil || !strings.Contains(text, "\n#SBATCH --time=1:00:00\n#SBATCH -A lab\n#SBATCH \"--comment=two words\"\nexec \"sudokuctl\" run ") {
		t.Errorf("%v:\n%s", err, text)
	}
	j.Options = j.Options[:3]
	want := "sbatch --time=1:00:00 -A lab --dependency=afterany:4711 --wrap 'sudokuctl merge plan.json parts --on slurm --shards 9'"
	if got := j.MergeAfter("slurm", "Submitted batch job 4711\n"); got != want {
		t.Error(got)
	}
	if got := j.MergeAfter("slurm", "no number"); got != "" {
		t.Error(got)
	}
	if _, _, err := j.File("k8s"); err == nil {
		t.Error("Kubernetes takes options of SLURM")
	}
	j.Options = []string{"--wrap=`x`"}
	if _, _, err := j.File("slurm"); err == nil {
		t.Error("a job file holds what a shell would execute")
	}
	if text, _, err := (Job{Plan: "p", Dir: "d", Shards: 1, Cores: 1}).File("k8s"); err != nil || !strings.Contains(text, `command: ["/sudokuctl", "run", `) {
		t.Errorf("%v:\n%s", err, text)
	}
}

func TestVolume(t *testing.T) {
	for _, c := range []struct{ plan, dir, want string }{
		{"/data/plan.json", "/data/parts", "/data"}, {"/data/parts/plan.json", "/data/parts", "/data/parts"},
		{"/data/a/plan.json", "/data/ab", "/data"}, {"/plans/p.json", "/parts", "/"},
	} {
		if got := (Job{Plan: c.plan, Dir: c.dir}).volume(); got != c.want {
			t.Errorf("%s and %s: %s", c.plan, c.dir, got)
		}
	}
}

// kubernetesJob is what is used of the schema of batch/v1.
type kubernetesJob struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string
	Metadata   struct {
		GenerateName string `yaml:"generateName"`
	}
	Spec struct {
		CompletionMode       string `yaml:"completionMode"`
		Completions          int
		Parallelism          int
		BackoffLimitPerIndex int `yaml:"backoffLimitPerIndex"`
		Template             struct {
			Spec struct {
				RestartPolicy string `yaml:"restartPolicy"`
				Security      struct {
					Group       int    `yaml:"fsGroup"`
					GroupChange string `yaml:"fsGroupChangePolicy"`
				} `yaml:"securityContext"`
				Containers []struct {
					Name, Image string
					Command     []string
					Env         []struct{ Name, Value string }
					Resources   struct{ Requests, Limits map[string]string }
					Mounts      []struct {
						Name      string
						MountPath string `yaml:"mountPath"`
					} `yaml:"volumeMounts"`
				}
				Volumes []struct {
					Name  string
					Claim struct {
						Name string `yaml:"claimName"`
					} `yaml:"persistentVolumeClaim"`
				}
			}
		}
	}
}

var nomadArgs = regexp.MustCompile(`args += \["-c", (".*")\]`)

// TestJobs runs job files as their schedulers do: each job with the variable that says which one it is. First a part of the
// shards, then those that a survey names.
func TestJobs(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh")
	}
	run := func(t *testing.T, env string, args ...string) {
		t.Helper()
		c := exec.Command(args[0], args[1:]...)
		c.Env, c.Dir = append(os.Environ(), strings.Fields(env)...), t.TempDir()
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s %v: %v\n%s", env, args, err, out)
		}
	}
	schedulers := map[string]func(t *testing.T, text string, shards []int){
		"slurm": func(t *testing.T, text string, shards []int) {
			if want := "#SBATCH --array=" + Ranges(shards); !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
			for _, i := range shards {
				run(t, fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", i), sh, "-c", text)
			}
		},
		"k8s": func(t *testing.T, text string, shards []int) {
			var j kubernetesJob
			d := yaml.NewDecoder(bytes.NewReader([]byte(text)))
			d.KnownFields(true)
			if err := d.Decode(&j); err != nil {
				t.Fatal(err)
			}
			if j.APIVersion != "batch/v1" || j.Kind != "Job" || j.Spec.CompletionMode != "Indexed" || j.Spec.Completions != len(shards) ||
				j.Spec.Template.Spec.RestartPolicy != "Never" || j.Spec.Template.Spec.Security.Group != 65532 || j.Spec.Template.Spec.Volumes[0].Claim.Name != "sudokuctl" {
				t.Errorf("%+v", j)
			}
			c := j.Spec.Template.Spec.Containers[0]
			if c.Resources.Requests["memory"] != "512Mi" || filepath.Base(c.Command[0]) == "sh" {
				t.Errorf("%+v", c)
			}
			if pinned := strings.Contains(text, "limits:"); pinned && !maps.Equal(c.Resources.Limits, c.Resources.Requests) {
				t.Errorf("%+v", c.Resources)
			}
			env := ""
			for _, e := range c.Env {
				env += e.Name + "=" + e.Value + " "
			}
			for i := range shards {
				run(t, fmt.Sprintf("%s JOB_COMPLETION_INDEX=%d", env, i), c.Command...)
			}
		},
		"nomad": func(t *testing.T, text string, shards []int) {
			m := nomadArgs.FindStringSubmatch(text)
			if m == nil {
				t.Fatalf("no command in\n%s", text)
			}
			command, err := strconv.Unquote(m[1])
			if err != nil {
				t.Fatal(err)
			}
			for i := range shards {
				run(t, fmt.Sprintf("NOMAD_ALLOC_INDEX=%d", i), sh, "-c", command)
			}
		},
		"parallel": func(t *testing.T, text string, _ []int) {
			if _, err := exec.LookPath("parallel"); err != nil {
				t.Skip("GNU parallel is not installed")
			}
			run(t, "HOME="+t.TempDir(), sh, "-c", text)
		},
	}
	open := opener(t)
	for system, start := range schedulers {
		t.Run(system, func(t *testing.T) {
			dir := t.TempDir()
			plan, err := MakePlan(t.Context(), open, request(inputFile(t, dir, 100)), nil)
			if err != nil {
				t.Fatal(err)
			}
			j := Job{Plan: filepath.Join(dir, "plan.json"), Dir: filepath.Join(dir, "parts"), Image: "i", Shards: 3, Cores: 1, Only: []int{1, 3}}
			if err := plan.Save(j.Plan); err != nil {
				t.Fatal(err)
			}
			if j.Program, err = os.Executable(); err != nil {
				t.Fatal(err)
			}
			for _, missing := range []string{"[1]", "[]"} {
				text, _, err := j.File(system)
				if err != nil {
					t.Fatal(err)
				}
				start(t, text, j.Only)
				s, err := Take(t.Context(), plan, j.Dir, true, nil)
				if err != nil || fmt.Sprint(s.Missing) != missing {
					t.Fatalf("missing %v, want %s: %v", s.Missing, missing, err)
				}
				j.Only = s.Open(3)
				j.Pinned = system == "k8s" || system == "parallel" && exec.Command("taskset", "--cpu-list", "0-0", "true").Run() == nil
			}
		})
	}
}
