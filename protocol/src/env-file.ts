/** Characters that systemd refuses in a file of variables, and unpaired surrogates, which no file holds. */
const UNSTORABLE = /[\uFEFF\p{Noncharacter_Code_Point}\p{Cs}]/gu
/** Characters with a meaning between double quotes, to one of the three readers at least. */
const ACTIVE_IN_DOUBLE_QUOTES = /["$\\`]/

/**
 * A file of variables that Node's `--env-file`, systemd's `EnvironmentFile` and `.` of a POSIX shell
 * all read alike. Names are of letters, digits and underscores.
 *
 * A value stands between single quotes, where every character is itself to all three. One that
 * holds a single quote stands between double quotes. One that also holds `"`, `$`, `\` or a
 * backtick has no form that all three read: its single quotes become ’. Control characters, line
 * breaks included, become spaces; what is no character is dropped.
 */
export function envFile(lines: readonly (readonly [name: string, value: string])[]): string {
  return lines.map(([name, value]) => `${name}=${quoted(value)}\n`).join('')
}

function quoted(value: string): string {
  const text = value.replace(/\p{Cc}/gu, ' ').replace(UNSTORABLE, '')
  if (!text.includes("'")) return `'${text}'`
  return ACTIVE_IN_DOUBLE_QUOTES.test(text) ? `'${text.replaceAll("'", '’')}'` : `"${text}"`
}
