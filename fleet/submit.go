package fleet

import (
	"embed"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"
)

//go:embed jobs
var jobFiles embed.FS

// Job says how to run the shards of a plan under a batch scheduler.
type Job struct {
	Plan    string // path of the plan, which all machines can read
	Dir     string // folder for parts, which all machines can write
	Program string // path or name of sudokuctl on those machines
	Image   string // container image, for schedulers that run containers
	Shards  int
	Only    []int // shards to run, from 1; nil for all
	Cores   int   // processors of a shard
}

// Systems are the schedulers that job files can be written for.
var Systems = []string{"slurm", "k8s", "nomad", "parallel"}

// File writes the job file of a scheduler and returns it with the command that submits it.
func (j Job) File(system string) (text, command string, err error) {
	if !slices.Contains(Systems, system) {
		return "", "", fmt.Errorf("invalid scheduler %q: must be one of %s", system, strings.Join(Systems, ", "))
	}
	if j.Shards < 1 {
		return "", "", fmt.Errorf("the number of shards must be at least 1, not %d", j.Shards)
	}
	if j.Cores < 1 {
		return "", "", fmt.Errorf("the processors of a shard must be at least 1, not %d", j.Cores)
	}
	for _, path := range []*string{&j.Plan, &j.Dir} {
		if *path, err = filepath.Abs(*path); err != nil {
			return "", "", err
		}
		if strings.ContainsAny(*path, "\"'\\$`\n") {
			return "", "", fmt.Errorf("a job file cannot name the path %q: it has quotes or characters with a meaning in the shell", *path)
		}
	}
	t, err := template.New(system).Funcs(template.FuncMap{"ranges": Ranges, "all": j.all, "list": list, "volume": j.volume}).ParseFS(jobFiles, "jobs/"+system)
	if err != nil {
		return "", "", err
	}
	var b strings.Builder
	if err := t.ExecuteTemplate(&b, system, j); err != nil {
		return "", "", err
	}
	file := map[string]string{"slurm": "sbatch job.slurm", "k8s": "kubectl apply -f job.yaml", "nomad": "nomad job run job.hcl",
		"parallel": "sh job.sh"}
	return b.String(), file[system], nil
}

// FileName is the usual name of a scheduler's job file.
func FileName(system string) string {
	return map[string]string{"slurm": "job.slurm", "k8s": "job.yaml", "nomad": "job.hcl", "parallel": "job.sh"}[system]
}

// all returns the shards to run, from 1.
func (j Job) all() []int {
	if j.Only != nil {
		return j.Only
	}
	all := make([]int, j.Shards)
	for i := range all {
		all[i] = i + 1
	}
	return all
}

// volume returns the folder that holds both the plan and the parts, which containers must see under its own name.
func (j Job) volume() string {
	dir := path.Dir(j.Plan)
	for !strings.HasPrefix(j.Dir+"/", strings.TrimSuffix(dir, "/")+"/") {
		dir = path.Dir(dir)
	}
	return dir
}

// list writes numbers behind each other, with blanks between.
func list(numbers []int) string { return strings.Trim(fmt.Sprint(numbers), "[]") }
