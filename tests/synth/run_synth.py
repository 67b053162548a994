#!/usr/bin/env python3
"""What Wireshark shows of the synthetic captures.

usage: run_synth.py CASES_DIR [--build BUILD | --stock] [NAME...] [-- TSHARK-OPTION...]

With --build, the plugin of that build must show every capture as its NAME.expect.json says (case.h
describes that file), in one pass and in two, and nothing may be malformed. With --stock the captures
themselves are tried: the grpc dissector alone, without the plugin, must find every message.
The environment variable TSHARK names the program.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import glob
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'plugin'))
import tshark  # noqa: E402

SERVER_PORT = 41234
FIELDS = ['frame.number', 'tfplugin.message', 'tfplugin.field', 'tfplugin.value',
          'tfplugin.status', '_ws.expert.message']
SHOWN = 5
EXPERT_ERROR = '8388608'


def run(words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          stdin=subprocess.DEVNULL)
    out = done.stdout.decode('utf-8', 'replace')
    if done.returncode:
        raise RuntimeError('exit %d: %s' % (done.returncode,
                                            done.stderr.decode('utf-8', 'replace')[-2000:]))
    return out


def layers_of(words, shown_filter, fields):
    columns = [word for field in fields for word in ('-e', field)]
    out = run(words + ['-Y', shown_filter, '-T', 'json'] + columns)
    return [packet['_source']['layers'] for packet in json.loads(out or '[]')]


def differences(what, got, want):
    """Says where two lists differ, at the first place only."""
    if got == want:
        return []
    at = next((i for i, pair in enumerate(zip(got, want)) if pair[0] != pair[1]),
              min(len(got), len(want)))
    return ['%s %d of %d: expected %s, shown %s (%d in all)' % (
        what, at + 1, len(want), json.dumps(want[at])[:300] if at < len(want) else 'no more',
        json.dumps(got[at])[:300] if at < len(got) else 'no more', len(got))]


def compare_frame(layers, want):
    """A frame against the messages that end in it: their fields and values come one after another."""
    problems = []
    for field in ('field', 'value'):
        lists = [message[field + 's'] for message in want]
        if None not in lists:
            problems += differences('frame %s: %s' % (layers['frame.number'][0], field),
                                    layers.get('tfplugin.' + field, []), sum(lists, []))
    return problems


def compare_messages(frames, want):
    names = [name for layers in frames for name in layers.get('tfplugin.message', [])]
    problems = differences('message', names, [message['message'] for message in want])
    if problems:
        return problems
    for layers in frames:
        count = len(layers.get('tfplugin.message', []))
        problems += compare_frame(layers, want[:count])
        want = want[count:]
    return problems


def compare(words, expected):
    frames = layers_of(words, 'tfplugin', FIELDS)
    experts = [text for layers in frames for text in layers.get('_ws.expert.message', [])]
    problems = []
    if expected['messages'] is not None:
        problems += compare_messages(frames, expected['messages'])
        shown = [int(n) for layers in frames for n in layers.get('tfplugin.status', [])]
        problems += differences('status', shown, expected['status'])
    return problems + ['no expert info with "%s", only %s' % (text, sorted(set(experts))[:9])
                       for text in expected['expert'] if not any(text in e for e in experts)]


def complaints(words, expected):
    """Lines of the whole tree that must never be, whoever draws them; in a spoilt capture those of
    our own protocol only. Expert info may call malformed what is meant to be."""
    malformed = 'Malformed Packet' if expected['broken'] else 'Malformed'
    lines = run(words + ['-V']).splitlines()
    return ['-V: ' + line.strip() for line in lines
            if (malformed in line or 'Dissector bug' in line)
            and (not expected['spoilt'] or 'tfplugin' in line.lower())]


def check_plugin(words, expected):
    problems = []
    for passes in ([], ['-2']):
        problems += [' '.join(passes + [text]) for text in compare(words + passes, expected)]
    return problems + complaints(words, expected)


def check_stock(words, expected):
    """Wireshark alone, told the port. Without .proto files its protobuf dissector only guesses."""
    words = words + ['-d', 'tcp.port==%d,http2' % SERVER_PORT, '--disable-protocol', 'protobuf']
    frames = layers_of(words, 'grpc || http2', ['grpc.message_length', '_ws.expert.severity',
                                                '_ws.expert.message'])
    found = sum(len(layers.get('grpc.message_length', [])) for layers in frames)
    problems = []
    if expected['grpc'] >= 0 and found != expected['grpc']:
        problems.append('grpc sees %d messages, sent were %d' % (found, expected['grpc']))
    if not expected['spoilt']:
        problems += ['expert: %s' % layers['_ws.expert.message'] for layers in frames
                     if EXPERT_ERROR in layers.get('_ws.expert.severity', [])]
    return problems + complaints(words, expected)


def words_for(build):
    program = os.environ.get('TSHARK', 'tshark')
    return tshark.command(build, program) if build else [program]


def main():
    args, extra = sys.argv[1:], []
    if '--' in args:
        extra = args[args.index('--') + 1:]
        args = args[:args.index('--')]
    stock = '--stock' in args
    build = args[args.index('--build') + 1] if '--build' in args else None
    folder, names = args[0], [a for a in args[1:] if a not in ('--stock', '--build', build)]
    passed = failed = 0
    for path in sorted(glob.glob(os.path.join(folder, '*.expect.json'))):
        expected = json.load(open(path, encoding='utf-8'))
        if names and expected['case'] not in names:
            continue
        words = words_for(build) + ['-r', path.replace('.expect.json', '.pcapng')]
        try:
            problems = (check_stock if stock else check_plugin)(
                words + expected['options'] + extra, expected)
        except RuntimeError as error:
            problems = [str(error)]
        passed, failed = passed + (not problems), failed + bool(problems)
        if problems:
            print('FAIL %s (%s)' % (expected['case'], expected['what']))
            print('\n'.join('  ' + text for text in problems[:SHOWN]))
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed or not passed else 0


if __name__ == '__main__':
    sys.exit(main())
