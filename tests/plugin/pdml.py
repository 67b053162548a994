"""What the dissector shows of a capture, message by message.

A frame may hold several messages, and a message several findings: only the tree keeps them apart.
SPDX-License-Identifier: GPL-2.0-or-later
"""
import xml.etree.ElementTree as ET

import tshark


class Node:
    """A field and what stands below it."""

    def __init__(self, element):
        self.name = element.get('name')
        self.text = element.get('show', '')
        self.below = [Node(e) for e in element if e.get('name')]

    def find(self, name):
        """All fields of this name at any depth, in order."""
        for node in self.below:
            if node.name == name:
                yield node
            yield from node.find(name)

    def text_of(self, name):
        """The text of the first field of this name, or None."""
        return next((n.text for n in self.find(name)), None)


def messages(build, capture, display_filter, options=()):
    """Yields (frame number, node) for each protocol message in the frames that the filter takes."""
    out = tshark.run(build, ['-r', capture, '-Y', display_filter, '-T', 'pdml', '-J', 'tfplugin frame'] + list(options))
    for packet in ET.fromstring(out).iter('packet'):
        frame = 0
        for proto in packet.iter('proto'):
            if proto.get('name') == 'frame':
                frame = int(next(f.get('show') for f in proto.iter('field') if f.get('name') == 'frame.number'))
            elif proto.get('name') == 'tfplugin':
                yield frame, Node(proto)
