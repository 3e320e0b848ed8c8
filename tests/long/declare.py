"""Runs programs with invented outputs: arguments that the SDK does not have are errors."""

import runpy
import sys

import pulumi


class Mocks(pulumi.runtime.Mocks):
    def new_resource(self, args):
        return [f"{args.name}-id", args.inputs]

    def call(self, args):
        return {}


pulumi.runtime.set_mocks(Mocks())
pulumi.runtime.set_all_config({"project:alicePassword": "invented"})
for file in sys.argv[1:]:
    runpy.run_path(file)
    print(file)
