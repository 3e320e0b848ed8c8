// Writes the SDKs that the engine of this module generates from a schema: go run . <schema> <folder>
package main

import (
	"encoding/json"
	"log"
	"os"
	"path/filepath"

	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	var spec schema.PackageSpec
	text, err := os.ReadFile(os.Args[1])
	check(err)
	check(json.Unmarshal(text, &spec))
	pkg, err := schema.ImportSpec(spec, nil, schema.NewPluginLoader(nil), schema.ValidationOptions{})
	check(err)
	files, err := golang.GeneratePackage("pulumi", pkg, nil)
	check(err)
	write("go", files)
	files, err = python.GeneratePackage("pulumi", pkg, nil, nil)
	check(err)
	write("python", files)
}

func write(language string, files map[string][]byte) {
	for name, text := range files {
		path := filepath.Join(os.Args[2], language, name)
		check(os.MkdirAll(filepath.Dir(path), 0o755))
		check(os.WriteFile(path, text, 0o644))
	}
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
