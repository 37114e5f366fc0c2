"""The filter env_file: a dictionary as a file of variables."""

import re
import unicodedata

from ansible.errors import AnsibleFilterError

NAME = re.compile(r'[A-Za-z_][A-Za-z0-9_]*\Z')
ACTIVE_IN_DOUBLE_QUOTES = re.compile(r'["$\\`]')


def env_file(variables):
    """
    A file that systemd's EnvironmentFile, Node's --env-file and a POSIX shell all read alike, sorted
    by name. The rule is that of protocol/src/env-file.ts, but that a value which has no such form is
    refused here, not altered: it may be a password. The message never quotes a value. A variable
    whose value is None is left out.
    """
    given = sorted((variables or {}).items())
    return ''.join('%s=%s\n' % (name, quoted(name, value)) for name, value in given if value is not None)


def quoted(name, value):
    if not NAME.match(name):
        raise AnsibleFilterError('%r is no name of a variable: letters, digits and underscores' % name)
    if isinstance(value, bool):
        value = int(value)
    text = str(value)
    if any(is_unstorable(character) for character in text):
        raise AnsibleFilterError('%s holds a line break or a control character; write it in one line' % name)
    if "'" not in text:
        return "'%s'" % text
    if ACTIVE_IN_DOUBLE_QUOTES.search(text):
        raise AnsibleFilterError(
            '%s holds a single quote together with a double one, a dollar, a backslash or a backtick, '
            'which no file of variables can hold; choose another value' % name)
    return '"%s"' % text


def is_unstorable(character):
    code = ord(character)
    is_noncharacter = 0xFDD0 <= code <= 0xFDEF or (code & 0xFFFE) == 0xFFFE
    return unicodedata.category(character) in ('Cc', 'Cs') or character == '\ufeff' or is_noncharacter


class FilterModule:
    """What Ansible looks for."""

    def filters(self):
        return {'env_file': env_file}
