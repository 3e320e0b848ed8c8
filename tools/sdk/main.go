// Writes the SDK of the provider plugin for a language, with Pulumi's own generators. `pulumi package gen-sdk` does the
// same where the language's host of today is installed; this needs the schema alone.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/blang/semver"
	gen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "pulumi-flowgate"

// noOther is what loads other packages: the schema refers to none, and so needs no plugin and no network.
type noOther struct{}

var errOther = errors.New("the schema refers to another package, and none can be loaded here")

func (noOther) LoadPackage(string, *semver.Version) (*schema.Package, error) { return nil, errOther }

func (noOther) LoadPackageV2(context.Context, *schema.PackageDescriptor) (*schema.Package, error) {
	return nil, errOther
}

func (noOther) LoadPackageReference(string, *semver.Version) (schema.PackageReference, error) {
	return nil, errOther
}

func (noOther) LoadPackageReferenceV2(context.Context, *schema.PackageDescriptor) (schema.PackageReference, error) {
	return nil, errOther
}

var generators = map[string]func(*schema.Package) (map[string][]byte, error){
	"go": func(pkg *schema.Package) (map[string][]byte, error) {
		return gen.GeneratePackage(tool, pkg, nil)
	},
	"python": func(pkg *schema.Package) (map[string][]byte, error) {
		return python.GeneratePackage(tool, pkg, nil, noOther{})
	},
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 3 || generators[args[0]] == nil {
		return errors.New("arguments: go|python, the schema, the folder to write to, for go the import path of it")
	}
	text, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return fmt.Errorf("%s: %w", args[1], err)
	}
	if len(args) == 4 {
		path, err := json.Marshal(gen.GoPackageInfo{ImportBasePath: args[3], RootPackageName: "flowgate"})
		if err != nil {
			return err
		}
		spec.Language["go"] = path
	}
	pkg, faults, err := schema.BindSpec(spec, noOther{}, schema.ValidationOptions{})
	if err != nil {
		return err
	}
	if faults.HasErrors() {
		return faults
	}
	files, err := generators[args[0]](pkg)
	if err != nil {
		return err
	}
	for name, content := range files {
		path := filepath.Join(args[2], name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
