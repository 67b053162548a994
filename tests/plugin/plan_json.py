"""The changes that a plan's JSON (`show -json`) lists, place by place, as the dissector shows them.

SPDX-License-Identifier: GPL-2.0-or-later
"""
import json
import re
from fractions import Fraction

UNKNOWN = ('unknown',)
ABSENT = ('absent',)
IDENTIFIER = re.compile(r'^[A-Za-z_][A-Za-z0-9_-]*$')


def load(path):
    with open(path, encoding='utf-8') as file:
        return json.load(file, parse_float=Fraction, parse_int=Fraction)


# --- Types: ('object', {name: type}), ('list', type), ('tuple',), ('any',), ... -----------------------

def parse_type(t):
    if isinstance(t, str):
        return ('any',) if t == 'dynamic' else (t,)
    if t[0] == 'object':
        return ('object', {name: parse_type(inner) for name, inner in t[1].items()})
    if t[0] == 'tuple':
        return ('tuple', [parse_type(inner) for inner in t[1]])
    return (t[0], parse_type(t[1]))


def nested_type(nesting, inner):
    return inner if nesting in ('single', 'group') else (nesting, inner)


def attributes_type(attributes):
    return {name: parse_type(a['type']) if 'type' in a else
            nested_type(a['nested_type']['nesting_mode'],
                        ('object', attributes_type(a['nested_type'].get('attributes', {}))))
            for name, a in attributes.items()}


def block_type(block):
    members = attributes_type(block.get('attributes', {}))
    for name, inner in block.get('block_types', {}).items():
        members.setdefault(name, nested_type(inner['nesting_mode'], block_type(inner['block'])))
    return ('object', members)


def resource_types(schemas):
    return {name: block_type(schema['block'])
            for provider in schemas.get('provider_schemas', {}).values()
            for name, schema in provider.get('resource_schemas', {}).items()}


# --- Values ----------------------------------------------------------------------------------------

def with_unknown(after, unknown):
    """`after` with what `after_unknown` says put into it."""
    if unknown is True:
        return UNKNOWN
    if isinstance(unknown, dict):
        after = {} if after is None else dict(after) if isinstance(after, dict) else after
        if isinstance(after, dict):
            for key, inner in unknown.items():
                if inner is not False:
                    after[key] = with_unknown(after.get(key), inner)
    elif isinstance(unknown, list) and isinstance(after, list):
        after = [with_unknown(v, unknown[i]) if i < len(unknown) else v for i, v in enumerate(after)]
    return after


def canonical(value):
    """A text that is the same for the same value; lists in it lose their order, as sets have none."""
    if value in (UNKNOWN, ABSENT):
        return '(%s)' % value[0]
    if isinstance(value, dict):
        return '{%s}' % ', '.join('%s: %s' % (json.dumps(k), canonical(v)) for k, v in sorted(value.items()))
    if isinstance(value, list):
        return '[%s]' % ', '.join(sorted(canonical(v) for v in value))
    if isinstance(value, Fraction):
        return str(value)
    return json.dumps(value)


def exact(value):
    """The same, but lists keep their order."""
    if isinstance(value, list):
        return '[%s]' % ', '.join(exact(v) for v in value)
    if isinstance(value, dict):
        return '{%s}' % ', '.join('%s: %s' % (json.dumps(k), exact(v)) for k, v in sorted(value.items()))
    return canonical(value)


LITERAL = re.compile(r'\(unknown[^"]*?(?:"(?:[^"\\]|\\.)*"[^"]*?)*\)|\(absent\)|"(?:[^"\\]|\\.)*"|[{}\[\],=]|[^\s,{}\[\]=]+')


def parse_literal(text):
    """A value as the dissector writes it: `{a = 1, "b c" = [null]}`."""
    tokens = LITERAL.findall(text)
    value, rest = parse_tokens(tokens, 0)
    if rest != len(tokens):
        raise ValueError('cannot read ' + text)
    return value


def parse_tokens(tokens, i):
    token = tokens[i]
    if token == '{' or token == '[':
        return parse_container(tokens, i + 1, {} if token == '{' else [])
    if token.startswith('(unknown'):
        return UNKNOWN, i + 1
    if token == '(absent)':
        return ABSENT, i + 1
    if token.startswith('"'):
        return json.loads(token, strict=False), i + 1
    if token in ('null', 'true', 'false'):
        return json.loads(token), i + 1
    return Fraction(token), i + 1


def parse_container(tokens, i, value):
    while tokens[i] not in '}]':
        if tokens[i] == ',':
            i += 1
        if isinstance(value, dict):
            key = json.loads(tokens[i], strict=False) if tokens[i].startswith('"') else tokens[i]
            value[key], i = parse_tokens(tokens, i + 2)
        else:
            inner, i = parse_tokens(tokens, i)
            value.append(inner)
    return value, i + 1


# --- Differences -----------------------------------------------------------------------------------

def attribute_path(path, name):
    if not IDENTIFIER.match(name):
        return '%s[%s]' % (path, json.dumps(name, ensure_ascii=False))
    return '%s.%s' % (path, name) if path else name


def key_path(path, key):
    return '%s[%s]' % (path, json.dumps(key, ensure_ascii=False))


def is_nothing(value):
    return value is None or value is ABSENT


def child_type(type_, key):
    if type_[0] == 'object':
        return type_[1].get(key, ('any',))
    if type_[0] == 'tuple':
        return type_[1][key] if key < len(type_[1]) else ('any',)
    return type_[1] if type_[0] in ('list', 'map') else ('any',)


def differences(before, after, type_, path='', element=False):
    """Yields (path, before, after)."""
    if is_nothing(before) and is_nothing(after) and (not element or before is after):
        return
    shape = after if not is_nothing(after) else before
    other = before if shape is after else after
    opens = isinstance(shape, (dict, list)) and (type(other) is type(shape) or (is_nothing(other) and shape))
    if not opens:
        if exact(before) != exact(after):
            yield path, before, after
    elif isinstance(shape, dict):
        yield from keyed(before, after, type_, path)
    elif type_[0] == 'set':
        old = [canonical(v) for v in before or []] if not is_nothing(before) else []
        now = [canonical(v) for v in after or []] if not is_nothing(after) else []
        yield from ((path, v, ABSENT) for v in (before if old else []) if not take(now[:], v))
        yield from ((path, ABSENT, v) for v in (after if now else []) if not take(old[:], v))
    else:
        old, now = before if not is_nothing(before) else [], after if not is_nothing(after) else []
        for i in range(max(len(old), len(now))):
            yield from differences(old[i] if i < len(old) else ABSENT, now[i] if i < len(now) else ABSENT,
                                   child_type(type_, i), '%s[%d]' % (path, i), True)


def take(values, value):
    return canonical(value) in values


def keyed(before, after, type_, path):
    old, now = before if not is_nothing(before) else {}, after if not is_nothing(after) else {}
    is_map = type_[0] == 'map'
    for key in sorted(set(old) | set(now)):
        place = key_path(path, key) if is_map else attribute_path(path, key)
        yield from differences(old.get(key, ABSENT), now.get(key, ABSENT), child_type(type_, key), place, is_map)


# --- Dynamic values --------------------------------------------------------------------------------

def has_dynamic(type_):
    if type_[0] == 'object':
        return any(map(has_dynamic, type_[1].values()))
    if type_[0] == 'tuple':
        return any(map(has_dynamic, type_[1]))
    return type_[0] == 'any' or (len(type_) > 1 and has_dynamic(type_[1]))


def loosen(path, type_):
    """JSON does not tell maps from objects and sets from lists where the type is dynamic: there paths
    say neither."""
    name = re.match(r'[A-Za-z0-9_-]*', path).group(0)
    if not has_dynamic(child_type(type_, name)):
        return path
    path = re.sub(r'\[\d+\]', '', path)
    return re.sub(r'\["([A-Za-z_][A-Za-z0-9_-]*)"\]', r'.\1', path)


def steps_path(steps, type_):
    """A path of replace_paths in words."""
    path = ''
    for step in steps:
        if isinstance(step, str):
            path = key_path(path, step) if type_[0] == 'map' else attribute_path(path, step)
        else:
            path += '[%d]' % step
        type_ = child_type(type_, step if isinstance(step, str) else int(step))
    return path
