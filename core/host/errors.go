package host

import "fmt"

// SettingsError says why a plugin does not take the settings that it was given.
type SettingsError struct {
	ID  string // of the plugin
	Err error
}

// Error names the plugin and the cause.
func (e *SettingsError) Error() string { return fmt.Sprintf("configuring plugin %q: %v", e.ID, e.Err) }

// Unwrap returns the cause.
func (e *SettingsError) Unwrap() error { return e.Err }
