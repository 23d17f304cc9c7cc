// Command gen writes the Go code of the protocol, with the plugins of protoc. It is a module of its own: nothing else
// needs its compiler.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/pluginpb"
)

const module = "github.com/sudokuctl/sudokuctl/core/internal/wire/pb"

var generators = []string{
	"google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.12",
	"google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2",
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal("usage: gen IMPORTS FILE.proto OUT")
	}
	if err := generate(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal(err)
	}
}

// generate writes what the generators make of a file below the folder imports.
func generate(imports, file, out string) error {
	compiler := protocompile.Compiler{Resolver: &protocompile.SourceResolver{ImportPaths: []string{imports}},
		SourceInfoMode: protocompile.SourceInfoStandard}
	files, err := compiler.Compile(context.Background(), file)
	if err != nil {
		return err
	}
	request := &pluginpb.CodeGeneratorRequest{FileToGenerate: []string{file}, Parameter: proto.String("module=" + module)}
	for _, f := range files {
		request.ProtoFile = append(request.ProtoFile, protodesc.ToFileDescriptorProto(f))
	}
	message, err := proto.Marshal(request)
	if err != nil {
		return err
	}
	for _, generator := range generators {
		if err := run(generator, message, out); err != nil {
			return fmt.Errorf("running %s: %w", generator, err)
		}
	}
	return nil
}

// run has one generator answer a request, and writes the files of its answer.
func run(generator string, request []byte, out string) error {
	c := exec.Command("go", "run", generator)
	c.Stdin, c.Stderr = bytes.NewReader(request), os.Stderr
	answer, err := c.Output()
	if err != nil {
		return err
	}
	var response pluginpb.CodeGeneratorResponse
	if err := proto.Unmarshal(answer, &response); err != nil {
		return err
	}
	if response.Error != nil {
		return errors.New(response.GetError())
	}
	for _, f := range response.File {
		if err := os.WriteFile(out+"/"+f.GetName(), []byte(f.GetContent()), 0o644); err != nil {
			return err
		}
	}
	return nil
}
