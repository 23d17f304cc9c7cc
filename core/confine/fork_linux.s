// This file is empty: with it the compiler accepts functions without a body, which fork_linux.go takes from the runtime.
