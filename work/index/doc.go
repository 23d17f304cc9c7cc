// Package index finds, verifies, installs and publishes plugins. An index is a folder of YAML files that a keeper signs;
// it is served as it is, by a web server or a Git host, or used from a disk.
//
//	index.yaml           what there is: a line and a checksum for each plugin, a serial number, an expiry date
//	index.yaml.minisig   the keeper's signature of it
//	plugins/ID.yaml      an Entry: the author's key, and a Release for each version
//	archives/…           an archive for each release and platform, signed by the author
//
// # Who is believed
//
//   - The keeper's key is accepted once, by a person. Everything else hangs on it: index.yaml has the checksum of each entry,
//     an entry has the checksum of each archive.
//   - The author's key is in the entry. An installed plugin is upgraded only to what the same key has signed, whoever
//     keeps the index.
//   - The serial number only grows. An index that is older than one that was seen is refused.
//   - The server is not believed at all: what it sends has a limit of size and time, and it may not redirect elsewhere.
//
// # What is installed
//
// Install shows an Offer, which says what the plugin asks for, before anything is downloaded. The archive is unpacked into a
// new folder, tried there by the caller, in the sandbox, and accepted as the last step. Whatever fails before that
// leaves nothing behind.
package index
