package host

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"descend/ir/pattern"
)

// CacheVar names the environment variable that gives the folder of the cache in place of the user's; "off" is none.
const CacheVar = "DESCEND_CPU_CACHE"

// cacheLimit is the most bytes that a cache keeps.
const cacheLimit = 256 << 20

// Cache keeps what Build has made, by what it was made of. What it gives is executed: so neither its folder nor a file
// in it counts unless it belongs to this user and nobody else may write to it. Several processes may use a cache
// at the same time: files appear whole, and one that is not what was written is no file.
type Cache struct {
	Dir   string
	root  *os.Root
	limit int64
}

// ErrNoCache says that the user wants none.
var ErrNoCache = errors.New(CacheVar + " is off")

// UserCache opens the cache of this user, and makes its folder. The error says why there is none.
func UserCache() (*Cache, error) {
	dir := os.Getenv(CacheVar)
	switch dir {
	case "off":
		return nil, ErrNoCache
	case "":
		base, err := os.UserCacheDir()
		if err != nil {
			return nil, err
		}
		dir = filepath.Join(base, "descend", "cpu")
	}
	return openCache(dir, cacheLimit)
}

func openCache(dir string, limit int64) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	info, err := root.Stat(".") // of the folder that was opened, whatever the name means by now
	if err == nil {
		err = trusted(info)
	}
	if err != nil {
		root.Close()
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return &Cache{dir, root, limit}, nil
}

// Close ends the use of the cache.
func (c *Cache) Close() error { return c.root.Close() }

// entryName is the form of the names of files in a cache; others are left alone. Those that are not yet whole end in .new.
var entryName = pattern.Of(`^[0-9a-f]{64}(\.[0-9A-Z]+\.new)?$`)

// or gives what is kept under a key, or else makes it and keeps it. A cache that is nil, or has no key, keeps nothing.
func (c *Cache) or(key func() string, make func() ([]byte, error)) ([]byte, error) {
	if c == nil {
		return make()
	}
	k := key()
	if k == "" {
		return make()
	}
	if data := c.get(k); data != nil {
		return data, nil
	}
	data, err := make()
	if err == nil {
		c.put(k, data)
	}
	return data, err
}

// get gives what was put under a key, nil for nothing. A file is the checksum of key and data, and then the data.
func (c *Cache) get(key string) []byte {
	f, err := c.root.Open(key)
	if err != nil {
		return nil
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() || trusted(info) != nil {
		return nil
	}
	file, err := io.ReadAll(io.LimitReader(f, c.limit+1))
	if err != nil || len(file) < sha256.Size {
		return nil
	}
	data := file[sha256.Size:]
	if sum := checksum(key, data); !bytes.Equal(sum, file[:sha256.Size]) {
		return nil
	}
	now := time.Now()
	_ = c.root.Chtimes(key, now, now) // used last; a cache that cannot be written to still gives
	return data
}

// put keeps data under a key, if it can, and removes what was not used for longest.
func (c *Cache) put(key string, data []byte) {
	temporary := key + "." + rand.Text() + ".new"
	f, err := c.root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	_, err = f.Write(append(checksum(key, data), data...))
	if err = errors.Join(err, f.Close()); err == nil {
		err = c.root.Rename(temporary, key)
	}
	if err != nil {
		_ = c.root.Remove(temporary)
		return
	}
	c.prune()
}

// entries lists the files of the cache, that used last first.
func (c *Cache) entries() []fs.FileInfo {
	list, err := fs.ReadDir(c.root.FS(), ".")
	if err != nil {
		return nil
	}
	var out []fs.FileInfo
	for _, e := range list {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && entryName().MatchString(e.Name()) {
			out = append(out, info)
		}
	}
	slices.SortFunc(out, func(a, b fs.FileInfo) int { return b.ModTime().Compare(a.ModTime()) })
	return out
}

// prune keeps the files used last up to the limit, and no parts of files that somebody began an hour ago.
func (c *Cache) prune() {
	total := int64(0)
	for _, e := range c.entries() {
		total += e.Size()
		unfinished := filepath.Ext(e.Name()) != ""
		if total > c.limit && !unfinished || unfinished && time.Since(e.ModTime()) > time.Hour {
			_ = c.root.Remove(e.Name())
			total -= e.Size()
		}
	}
}

// Usage is the number of files and bytes, and the most bytes that are kept.
func (c *Cache) Usage() (files int, size, limit int64) {
	for _, e := range c.entries() {
		files, size = files+1, size+e.Size()
	}
	return files, size, c.limit
}

func checksum(key string, data []byte) []byte {
	h := sha256.New()
	fields(h, []byte(key), data)
	return h.Sum(nil)
}

// fields adds texts to a hash, each with its length.
func fields(h hash.Hash, texts ...[]byte) {
	for _, t := range texts {
		fmt.Fprintf(h, "%d:", len(t))
		h.Write(t)
	}
}

// cacheKey is a name for everything that decides what a compiler makes: its input, how it is told to, which compiler it
// is, the system that is linked with, and the processor if the code is for this one. "" if that is not known.
func cacheKey(compiler, how string, native bool, inputs map[string][]byte) string {
	real, err := filepath.EvalSymlinks(compiler)
	if err != nil {
		return ""
	}
	tool, err := os.Stat(real)
	if err != nil {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q %d %d %q\n", real, tool.Size(), tool.ModTime().UnixNano(), how)
	system, _ := os.ReadFile("/etc/os-release")
	fields(h, system)
	if native {
		cpu := processor()
		if len(cpu) == 0 {
			return ""
		}
		fields(h, cpu)
	}
	for _, n := range slices.Sorted(maps.Keys(inputs)) {
		fields(h, []byte(n), inputs[n])
	}
	return hex.EncodeToString(h.Sum(nil))
}

// ofProcessor are the lines of /proc/cpuinfo that say what a processor can execute, on x86 and on ARM.
var ofProcessor = pattern.Of(`(?m)^(?:vendor_id|cpu family|model|stepping|flags|Features|CPU (?:implementer|architecture|variant|part|revision))\s*:.*$`)

// processor says what kind of processor this is; nothing if that is not known.
func processor() []byte {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return nil
	}
	first, _, _ := bytes.Cut(text, []byte("\n\n"))
	return bytes.Join(ofProcessor().FindAll(first, -1), []byte("\n"))
}
