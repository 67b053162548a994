// The values of a capture, decoded by go-cty: what core and SDKs use themselves.
// The file is a row of types and values in turn, each behind its length in four bytes.
// SPDX-License-Identifier: GPL-2.0-or-later
package main

import (
	"encoding/binary"
	"fmt"
	"log"
	"os"
	"sort"
	"syscall"
	"time"

	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
	"github.com/zclconf/go-cty/cty/msgpack"
)

const rounds = 9

type sample struct {
	ty   cty.Type
	data []byte
}

func part(file []byte) ([]byte, []byte) {
	n := binary.LittleEndian.Uint32(file)
	return file[4 : 4+n], file[4+n:]
}

func read(path string) (samples []sample, bytes int) {
	file, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	types := map[string]cty.Type{}
	for len(file) > 0 {
		var text, data []byte
		text, file = part(file)
		data, file = part(file)
		ty, known := types[string(text)]
		if !known {
			if ty, err = ctyjson.UnmarshalType(text); err != nil {
				log.Fatal(err)
			}
			types[string(text)] = ty
		}
		samples = append(samples, sample{ty, data})
		bytes += len(data)
	}
	return samples, bytes
}

// Processor time of the whole program, the garbage collector's included.
func processorTime() float64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()).Seconds()
}

func measure(samples []sample) float64 {
	begin, times := processorTime(), 0
	for times == 0 || processorTime()-begin < 0.3 {
		for _, s := range samples {
			if _, err := msgpack.Unmarshal(s.data, s.ty); err != nil {
				log.Fatal(err)
			}
		}
		times++
	}
	return (processorTime() - begin) / float64(times)
}

func main() {
	samples, bytes := read(os.Args[1])
	taken := make([]float64, rounds)
	for i := range taken {
		taken[i] = measure(samples)
	}
	sort.Float64s(taken)
	fmt.Printf("go-cty %.1f MB/s\n", float64(bytes)/1e6/taken[rounds/2])
}
