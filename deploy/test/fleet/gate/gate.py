#!/usr/bin/env python3
"""A gate: cars that pass a reader that prints one tag a line at the serial port /dev/gate.

It prints only while somebody has the port open, and for sure: not in the first second after the
opening, in which the system's own buffers are emptied. Each tag passes once, ever. What it did
stands in the journal, one JSON object a line, written before the tag is printed.
"""

import json
import os
import select
import sys
import termios
import time
import tty

JOURNAL = "/var/lib/gate/journal"
PAUSE = "/var/lib/gate/pause"
PORT = "/dev/gate"
SETTLED_S = 1.0
LOOK_S = 0.02

prefix, per_second = sys.argv[1], float(sys.argv[2])


def last_number():
    if not os.path.exists(JOURNAL):
        return 0
    with open(JOURNAL, encoding="ascii") as lines:
        numbers = [json.loads(line).get("tag", 0) for line in lines]
    return max(numbers, default=0)


def note(**what):
    journal.write(json.dumps({"at": time.clock_gettime(time.CLOCK_MONOTONIC), **what}) + "\n")
    journal.flush()


def port():
    master, slave = os.openpty()
    tty.setraw(slave, termios.TCSANOW)
    name = os.ttyname(slave)
    os.chmod(name, 0o660)
    os.chown(name, 0, int(os.environ["GATE_GROUP"]))
    os.symlink(name, PORT)
    # From now on the other end hangs up whenever nobody holds it.
    os.close(slave)
    return master


def is_held(master):
    poll = select.poll()
    poll.register(master, select.POLLOUT)
    return not any(event & select.POLLHUP for _, event in poll.poll(0))


number = last_number()
journal = open(JOURNAL, "a", encoding="ascii")
note(boot=True)
master = port()
held_since = None
next_at = 0.0
while True:
    now = time.monotonic()
    held = is_held(master)
    if held != (held_since is not None):
        held_since = now if held else None
        note(held=held)
    settled = held_since is not None and now - held_since >= SETTLED_S
    if settled and now >= next_at and not os.path.exists(PAUSE):
        number += 1
        note(tag=number)
        os.write(master, f"{prefix}{number:012d}\r\n".encode("ascii"))
        next_at = max(next_at + 1 / per_second, now)
    time.sleep(LOOK_S)
