package fleet

import (
	"cmp"
	"embed"
	"fmt"
	"path"
	"path/filepath"
	"regexp"
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
	Program string // path or name of sudokuctl on those machines, "" for the usual one
	Image   string // container image, for schedulers that run containers
	Shards  int
	Only    []int // shards to run, from 1; nil for all
	Cores   int   // processors of a shard
	Pinned  bool  // these processors are the shard's alone
	// Options of the scheduler, such as --time=1:00:00; SLURM alone takes them.
	Options []string
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
	if len(j.Options) > 0 && system != "slurm" {
		return "", "", fmt.Errorf("options of a scheduler, %q, are for slurm alone", j.Options[0])
	}
	if j.Program == "" {
		j.Program = map[string]string{"k8s": "/sudokuctl"}[system] // where the image has it
	}
	j.Program = cmp.Or(j.Program, "sudokuctl")
	options, err := j.optionLines()
	if err != nil {
		return "", "", err
	}
	t, err := template.New(system).Funcs(template.FuncMap{"ranges": Ranges, "all": j.all, "list": list, "volume": j.volume,
		"memory": func() int { return j.Cores * coreMemory }, "options": func() []string { return options }}).ParseFS(jobFiles, "jobs/"+system)
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

// coreMemory is what a job asks for each processor, in MiB: host and plugin take a fifth of it, as a rule.
const coreMemory = 512

// optionLines returns the options of the scheduler, with the value of each, as they stand in a job file.
func (j Job) optionLines() (lines []string, err error) {
	for _, o := range j.Options {
		if o == "" || strings.ContainsAny(o, "\"'\\$`\n") {
			return nil, fmt.Errorf("a job file cannot hold the option %q", o)
		}
		isValue := len(lines) > 0 && !strings.HasPrefix(o, "-")
		if strings.ContainsAny(o, " \t#") {
			o = `"` + o + `"`
		}
		if isValue {
			lines[len(lines)-1] += " " + o
		} else {
			lines = append(lines, o)
		}
	}
	return lines, nil
}

// jobNumber is the number of a job in what a scheduler says when it has taken it.
var jobNumber = regexp.MustCompile(`\b[0-9]+\s*$`)

// MergeAfter returns the command that merges the parts once a job has ended, "" if the scheduler knows none; said is what it said
// when the job was submitted.
func (j Job) MergeAfter(system, said string) string {
	id := strings.TrimSpace(jobNumber.FindString(said))
	options, err := j.optionLines()
	if system != "slurm" || id == "" || err != nil {
		return ""
	}
	return strings.Join(slices.Concat([]string{"sbatch"}, options,
		[]string{fmt.Sprintf("--dependency=afterany:%s --wrap '%s merge %s %s --on slurm --shards %d'",
			id, cmp.Or(j.Program, "sudokuctl"), j.Plan, j.Dir, j.Shards)}), " ")
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
