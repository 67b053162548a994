#!/usr/bin/env python3
# check_union.py: our messages and calls against what Terraform and OpenTofu ever released.
# SPDX-License-Identifier: GPL-2.0-or-later
"""
protocol-union.json lists every field, enum and call that any version of Terraform, OpenTofu and
terraform-plugin-go declared, by number, and who declared it. What a stable release or the main
branch of Terraform or OpenTofu has must be in our descriptors, exactly so, and nothing else.
Deviations are listed below, each with its reason; one that no longer is one fails too.

  check_union.py --dump dump_descriptors --union protocol-union.json   checks
  check_union.py --full NOTES --union protocol-union.json              checks the excerpt
  check_union.py --full NOTES > protocol-union.json                    makes the excerpt anew
"""

import argparse
import collections
import json
import re
import subprocess
import sys

PRODUCTS = {"tf", "tofu"}
PACKAGES = ("tfplugin5", "tfplugin6")

# Messages of the union that we leave out, and why.
LEFT_OUT = {
    "GetProviderSchema.ServerCapabilities": "became the top-level ServerCapabilities, same bytes",
    "GetMetadata.EphemeralResourceMetadata": "OpenTofu's first name of EphemeralMetadata",
    "ActionSchema.Unlinked": "no fields and pre-releases only",
}

# Fields of the union that we leave out in favour of another one of the same number, and why.
OTHER_TYPE = {
    ("GetProviderSchema.Response", 6): ("ServerCapabilities", "moved to the top level, same bytes"),
    ("GetMetadata.Response", 6): ("GetMetadata.EphemeralMetadata", "renamed, same bytes"),
}

# Labels that we don't repeat, and why.
NO_OPTIONAL = {
    (message, name): "a message field tells absent from empty without being optional"
    for message, name in (
        ("OpenEphemeralResource.Response", "renew_at"),
        ("RenewEphemeralResource.Response", "renew_at"),
        ("ListResource.Event", "resource_object"),
        ("WriteStateBytes.RequestChunk", "meta"),
    )
}

# Enums of the union that we leave out, and why.
LEFT_OUT_ENUMS = {
    "ActionSchema.Lifecycle.ExecutionOrder": "of a field that only pre-releases had",
}

# Calls and messages that aren't Terraform's, so that the union doesn't have them.
OTHERS_MESSAGES = {
    "plugin.Empty": [],
    "plugin.ConnInfo": [
        (1, "service_id", "uint32"),
        (2, "network", "string"),
        (3, "address", "string"),
        (4, "knock", "ConnInfo.Knock"),
    ],
    "plugin.ConnInfo.Knock": [(1, "knock", "bool"), (2, "ack", "bool"), (3, "error", "string")],
    "plugin.StdioData": [(1, "channel", "StdioData.Channel"), (2, "data", "bytes")],
    "grpc.health.v1.HealthCheckRequest": [(1, "service", "string")],
    "grpc.health.v1.HealthCheckResponse": [(1, "status", "HealthCheckResponse.ServingStatus")],
    "google.protobuf.Empty": [],
    "google.protobuf.Timestamp": [(1, "seconds", "int64"), (2, "nanos", "int32")],
}
OTHERS_ENUMS = {
    "plugin.StdioData.Channel": ["INVALID", "STDOUT", "STDERR"],
    "grpc.health.v1.HealthCheckResponse.ServingStatus": [
        "UNKNOWN", "SERVING", "NOT_SERVING", "SERVICE_UNKNOWN",
    ],
}
OTHERS_CALLS = {
    "/plugin.GRPCBroker/StartStream": ("plugin.ConnInfo", "plugin.ConnInfo", True, True),
    "/plugin.GRPCController/Shutdown": ("plugin.Empty", "plugin.Empty", False, False),
    "/plugin.GRPCStdio/StreamStdio": ("google.protobuf.Empty", "plugin.StdioData", False, True),
    "/grpc.health.v1.Health/Check": (
        "grpc.health.v1.HealthCheckRequest", "grpc.health.v1.HealthCheckResponse", False, False,
    ),
    "/grpc.health.v1.Health/Watch": (
        "grpc.health.v1.HealthCheckRequest", "grpc.health.v1.HealthCheckResponse", False, True,
    ),
}

EXCEPTIONS = {
    "message": LEFT_OUT,
    "type": OTHER_TYPE,
    "label": NO_OPTIONAL,
    "enum": LEFT_OUT_ENUMS,
}

Field = collections.namedtuple("Field", "number name type label oneof")

errors = []
applied = set()


def excepted(table, key):
    """Is there an exception for this deviation? Notes that it was needed."""
    if key in EXCEPTIONS[table]:
        applied.add((table, key))
    return key in EXCEPTIONS[table]


def expect(condition, text):
    if not condition:
        errors.append(text)


def in_products(sources, prerelease):
    return not prerelease and bool(PRODUCTS & set(sources))


# ---- the excerpt


def excerpt_message(fields):
    merged = {}
    for f in fields:
        key = (f["number"], f["name"], f["type"], f["label"], f["oneof"])
        sources, prerelease = merged.get(key, (set(), True))
        merged[key] = (sources | set(f["seen"]), prerelease and f["prerelease_only"])
    return [[*key, sorted(sources), pre] for key, (sources, pre) in merged.items()]


def excerpt_call(r):
    return [r["path"], r["request"], r["response"], r["client_stream"], r["server_stream"],
            sorted(r["seen"])]


def excerpt(full):
    messages = {
        package: {name: excerpt_message(fields) for name, fields in sorted(messages.items())}
        for package, messages in full["messages"].items()
    }
    return {
        "messages": messages,
        "enums": full["enums"],
        "rpcs": [excerpt_call(r) for r in full["rpcs"]],
    }


def format_excerpt(value):
    """One line for each field, enum value and call, so that a change reads as one."""
    if isinstance(value, dict) and value:
        lines = [f"{json.dumps(key)}: {format_excerpt(inner)}" for key, inner in value.items()]
        return "{\n" + ",\n".join(lines) + "\n}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(map(json.dumps, value)) + "\n]"
    return json.dumps(value)


# ---- what we ship


def read_dump(program):
    lines = json.loads(subprocess.run([program], check=True, capture_output=True).stdout)
    messages, enums, rpcs = {}, {}, {}
    for line in filter(None, lines):
        if "rpc" in line:
            path, *call = line.values()
            rpcs[path] = tuple(call)
        elif "enum" in line:
            enums.setdefault(line["enum"], {})[line["number"]] = line["name"]
        else:
            fields = messages.setdefault(line["message"], [])
            if "number" in line:
                fields.append(line)
    return messages, enums, rpcs


def is_map_entry(messages, name):
    fields = messages.get(name, [])
    return name.endswith("Entry") and [f["name"] for f in fields] == ["key", "value"]


def type_text(messages, package, name):
    """A type as the union writes it: within its package, and a map as a map."""
    if is_map_entry(messages, name):
        key, value = (type_text(messages, package, f["type"]) for f in messages[name])
        return f"map<{key},{value}>"
    return name.removeprefix(package + ".")


def our_fields(messages, package, fields):
    result = {}
    for f in fields:
        text = type_text(messages, package, f["type"])
        label = "repeated" if f["repeated"] and not text.startswith("map<") else None
        oneof = f["oneof"] or None
        if oneof == "?":  # a oneof of one field is what proto3's "optional" stands for
            label, oneof = "optional", None
        result[f["number"]] = Field(f["number"], f["name"], text, label, oneof)
    return result


# ---- the comparison


def expected_fields(message, entries):
    result = {}
    for number, name, type_, label, oneof, sources, prerelease in entries:
        if not in_products(sources, prerelease):
            continue
        other = OTHER_TYPE.get((message, number))
        if other and type_ != other[0] and excepted("type", (message, number)):
            continue
        if label == "optional" and excepted("label", (message, name)):
            label = None
        field = Field(number, name, type_, label, oneof)
        expect(result.get(number, field) == field, f"{message} {number}: ambiguous in the union")
        result[number] = field
    return result


def is_wrapper(name, union):
    """Does the message only hold the names of others?"""
    return not union[name] and any(other.startswith(name + ".") for other in union)


def check_messages(package, union, messages):
    for name, entries in union.items():
        expected = expected_fields(name, entries)
        unreleased = entries and not expected
        ours = messages.get(f"{package}.{name}")
        if unreleased or is_wrapper(name, union) or excepted("message", name):
            expect(ours is None, f"{package}.{name}: not to be there")
            continue
        expect(ours is not None, f"{package}.{name}: missing")
        have = our_fields(messages, package, ours or [])
        for number in sorted(expected.keys() | have.keys()):
            want, got = expected.get(number), have.get(number)
            expect(want == got, f"{package}.{name} {number}: the union has {want}, we have {got}")


def check_nothing_else(union, messages):
    for name in messages:
        package, _, rest = name.partition(".")
        known = rest in union.get(package, {}) or name in OTHERS_MESSAGES
        expect(known or is_map_entry(messages, name), f"{name}: not in the union")


def check_others(messages, enums, rpcs):
    for name, want in OTHERS_MESSAGES.items():
        package = name[:re.search(r"\.[A-Z]", name).start()]
        have = our_fields(messages, package, messages.get(name, []))
        got = [(f.number, f.name, f.type) for f in have.values()]
        expect(name in messages and got == want, f"{name}: not {want} but {got}")
    for name, want in OTHERS_ENUMS.items():
        got = enums.get(name)
        expect(got == dict(enumerate(want)), f"{name}: not {want} but {got}")
    for path, want in OTHERS_CALLS.items():
        got = rpcs.get(path)
        expect(got == want, f"{path}: not {want} but {got}")


def check_enums(package, union, enums):
    for name, values in union.items():
        expected = None if excepted("enum", name) else {int(k): v for k, v in values.items()}
        got = enums.get(f"{package}.{name}")
        expect(got == expected, f"{package}.{name}: the union has {expected}, we have {got}")
    ours = {e.removeprefix(package + ".") for e in enums if e.startswith(package + ".")}
    expect(ours <= union.keys(), f"{package}: enums not in the union: {ours - union.keys()}")


def check_rpcs(union, rpcs):
    expected = set(OTHERS_CALLS)
    for path, request, response, client_stream, server_stream, sources in union:
        package = path[1:].split(".")[0]
        if package not in PACKAGES or not PRODUCTS & set(sources):
            continue
        expected.add(path)
        want = (f"{package}.{request}", f"{package}.{response}", client_stream, server_stream)
        got = rpcs.get(path)
        expect(got == want, f"{path}: the union has {want}, we have {got}")
    expect(rpcs.keys() <= expected, f"calls not in the union: {sorted(rpcs.keys() - expected)}")


def check_first_package(union, messages):
    """The package `proto` of the first pre-releases is read with the messages of tfplugin5."""
    for name, entries in union["proto"].items():
        have = our_fields(messages, "tfplugin5", messages.get(f"tfplugin5.{name}", []))
        for number, field, type_, *_ in entries:
            got = have.get(number)
            expect(got and (got.name, got.type) == (field, type_),
                   f"proto.{name} {number}: {field} {type_}, but tfplugin5 has {got}")


def check(union, program):
    messages, enums, rpcs = read_dump(program)
    for package in PACKAGES:
        check_messages(package, union["messages"][package], messages)
        check_enums(package, union["enums"][package], enums)
    check_nothing_else(union["messages"], messages)
    check_rpcs(union["rpcs"], rpcs)
    check_first_package(union["messages"], messages)
    check_others(messages, enums, rpcs)
    for table, exceptions in EXCEPTIONS.items():
        for key in exceptions:
            expect((table, key) in applied, f"needless exception for {table} {key}")
    print(f"{len(messages)} messages, {sum(map(len, messages.values()))} fields, "
          f"{len(enums)} enums, {len(rpcs)} calls: {len(errors)} differences")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--dump", help="the program that prints our descriptors")
    parser.add_argument("--union", help="the excerpt of the notes")
    parser.add_argument("--full", help="the notes")
    args = parser.parse_args()

    if args.full and not args.union:
        with open(args.full, encoding="utf-8") as f:
            print(format_excerpt(excerpt(json.load(f))))
        return 0
    with open(args.union, encoding="utf-8") as f:
        union = json.load(f)
    if args.full:
        with open(args.full, encoding="utf-8") as f:
            expect(excerpt(json.load(f)) == union, "the excerpt is not up to date")
    if args.dump:
        check(union, args.dump)
    for error in errors:
        print(error)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
