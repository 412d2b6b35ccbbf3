package ptx

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"descend/backend/libllvm"
	"descend/ir/outfile"
)

// CacheVar names the environment variable that, if set, gives a folder that keeps what Compile made. A machine
// without LLVM, such as a GPU server, can run programs whose kernels were compiled into the folder elsewhere.
const CacheVar = libllvm.CacheVar

// cacheVersion changes when what a Result means does.
const cacheVersion = 1

// cacheFile is where the result for an input lies; "" without a cache.
func cacheFile(o Options, llvmIR []byte) string {
	dir := os.Getenv(CacheVar)
	if dir == "" {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%d %s %d %q\n", cacheVersion, o.Target, o.OptLevel, o.Declared)
	h.Write(llvmIR)
	return filepath.Join(dir, hex.EncodeToString(h.Sum(nil))[:32]+"."+o.Target+".json")
}

// readCache gives the result that is kept in a file. What cannot be read is compiled again.
func readCache(file string) (r Result, ok bool) {
	if file == "" {
		return r, false
	}
	data, err := os.ReadFile(file)
	return r, err == nil && json.Unmarshal(data, &r) == nil && len(r.PTX) > 0
}

// writeCache keeps a result; a folder that cannot be written is an error, since its user relies on it.
func writeCache(file string, r Result) error {
	if file == "" {
		return nil
	}
	data, err := json.Marshal(r)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(file), 0o777)
	}
	if err == nil {
		err = outfile.Write(file, func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("%s: %w", CacheVar, err)
	}
	return nil
}
