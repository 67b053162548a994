/* tape.h
 * MessagePack as a flat list of tokens.
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TF_CODEC_TAPE_H
#define TF_CODEC_TAPE_H

#include "token.h"

/**
 * Reads one MessagePack value. Time and memory follow the bytes that are there, never a count that
 * they declare. What comes before a failure is on the tape.
 * @param tape set up by tf_tape_init()
 */
void tf_tape_read(tf_tape *tape);

#endif
