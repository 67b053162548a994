"""Reading `show -json` strictly, and comparing what a capture gives with what core wrote.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
from decimal import Decimal


def strict(text):
    """Parses JSON: no NaN, no key twice, numbers with all their digits."""
    def pairs(items):
        result = dict(items)
        if len(result) != len(items):
            raise ValueError('a key stands twice: %r' % [key for key, _ in items])
        return result

    def constant(name):
        raise ValueError('not JSON: ' + name)
    return json.loads(text, parse_float=Decimal, parse_int=Decimal, parse_constant=constant,
                      object_pairs_hook=pairs)


def canonical(value):
    return json.dumps(value, sort_keys=True, default=lambda number: '%s' % number.normalize())


# --- Types: which arrays are sets ---------------------------------------------------------------

def nested(nesting, inner):
    return inner if nesting in ('single', 'group') else [nesting, inner]


def object_type(attributes, blocks=()):
    members = {}
    for name, block in dict(blocks).items():
        members[name] = nested(block['nesting_mode'], block_type(block['block']))
    for name, attribute in attributes.items():
        if 'nested_type' in attribute:
            inner = attribute['nested_type']
            members[name] = nested(inner['nesting_mode'], object_type(inner['attributes']))
        else:
            members[name] = attribute['type']
    return ['object', members]


def block_type(block):
    return object_type(block.get('attributes', {}), block.get('block_types', {}))


def resource_types(schemas):
    """Type by (mode, name) from `providers schema -json`."""
    types = {}
    for provider in schemas.get('provider_schemas', {}).values():
        for mode, key in (('managed', 'resource_schemas'), ('data', 'data_source_schemas')):
            for name, schema in provider.get(key, {}).items():
                types[mode, name] = block_type(schema['block'])
    return types


def part(tree, key):
    """What stands beside an element or member in a tree of the same form, or for all of it."""
    if isinstance(tree, dict):
        return tree.get(key)
    if isinstance(tree, list):
        return tree[key] if isinstance(key, int) and key < len(tree) else None
    return tree


def join(value, unknown, sensitive, kind):
    """One tree of values with what is unknown and sensitive at each place; sets sorted."""
    if isinstance(value, list):
        inner = kind[1] if isinstance(kind, list) and kind[0] in ('list', 'set') else None
        types = kind[1] if isinstance(kind, list) and kind[0] == 'tuple' else None
        items = [join(item, part(unknown, i), part(sensitive, i), types[i] if types else inner)
                 for i, item in enumerate(value)]
        if isinstance(kind, list) and kind[0] == 'set':
            items.sort(key=canonical)
        return items, unknown is True, sensitive is True
    if isinstance(value, dict):
        members = kind[1] if isinstance(kind, list) and kind[0] in ('object', 'map') else {}
        names = set(value) | (set(unknown) if isinstance(unknown, dict) else set())
        names |= set(sensitive) if isinstance(sensitive, dict) else set()
        inner = members if isinstance(kind, list) and kind[0] == 'map' else None
        return {name: join(value.get(name, '(absent)'), part(unknown, name), part(sensitive, name),
                           inner if inner is not None else members.get(name))
                for name in names}, unknown is True, sensitive is True
    return value, unknown or False, sensitive or False


def marks(tree, path=()):
    """Paths of a tree of `true`."""
    if tree is True:
        return {path}
    found = set()
    items = tree.items() if isinstance(tree, dict) else enumerate(tree if isinstance(tree, list) else ())
    for key, inner in items:
        found |= marks(inner, path + (key,))
    return found


def covered(ours, theirs):
    """Does every mark of ours stand, or stand above, in theirs?"""
    return all(any(path[:n] in theirs for n in range(len(path) + 1)) for path in ours)
