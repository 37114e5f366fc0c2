import type { Chance } from './chance.ts'

/** What a sender who says this in a field of its own choice hopes to read again in a refusal. */
export const SENT_MARK = 'vc-mark-sent-5b1f'

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e\u2066',
  'é'.normalize('NFD'),
  '😀'.repeat(200),
  'x'.repeat(5000),
  'x'.repeat(70_000),
  '../../../../etc/passwd',
  '..%2f..%2fhub.db',
  "' or 1=1 --",
  '"; drop table users; --',
  '%_%',
  '=cmd|calc!A0',
  '＝1+1',
  '<script>alert(1)</script>',
  'a\r\nSet-Cookie: vc_session=evil',
  '${jndi:ldap://127.0.0.1/x}',
  '{{7*7}}',
  'NaN',
  '-0',
  '1e999',
  '0x10',
  '9007199254740993',
  '9'.repeat(400),
  '2026-13-45T99:99:99Z',
  '-271821-04-20T00:00:00.000Z',
  'javascript:alert(1)',
  '//evil.example/x',
  'constructor',
  '__proto__',
  SENT_MARK,
]

const VALUES: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  0.1,
  1e-320,
  1e21,
  1e308,
  Number.MAX_SAFE_INTEGER + 1,
  -(2 ** 31) - 1,
  2 ** 53,
  [],
  {},
  [[]],
  ['x', 'x'],
  { length: { toString: 0 } },
  { toJSON: 1 },
  JSON.parse('{"__proto__":{"admin":true}}') as unknown,
  { constructor: { prototype: { admin: true } } },
  { $gt: '' },
]

/** A text that nobody means well with. */
export const hostileText = (chance: Chance): string => chance.pick(TEXTS)

/** A value of JSON that nobody means well with. */
export function hostileValue(chance: Chance): unknown {
  if (chance.percent(45)) return hostileText(chance)
  if (chance.percent(90)) return chance.pick(VALUES)
  return nested(chance, 1 + chance.below(12))
}

function nested(chance: Chance, depth: number): unknown {
  if (depth === 0) return chance.pick(VALUES)
  return chance.percent(50) ? [nested(chance, depth - 1)] : { a: nested(chance, depth - 1) }
}

/** The same value with something of it changed, missing, doubled or added, anywhere inside. */
export function mutate(chance: Chance, value: unknown): unknown {
  if (chance.percent(8)) return hostileValue(chance)
  if (Array.isArray(value)) {
    const at = chance.below(value.length + 1)
    if (at === value.length || chance.percent(20)) return [...(value as unknown[]), value[0]]
    return value.map((one: unknown, i) => (i === at ? mutate(chance, one) : one))
  }
  if (typeof value !== 'object' || value === null) return hostileValue(chance)
  const keys = Object.keys(value)
  if (keys.length === 0 || chance.percent(10)) {
    const added = chance.pick(['__proto__', 'constructor', 'id', 'role', 'toString', ''])
    return Object.fromEntries([...Object.entries(value), [added, hostileValue(chance)]])
  }
  const key = chance.pick(keys)
  if (chance.percent(15)) {
    return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
  }
  const changed = mutate(chance, (value as Record<string, unknown>)[key])
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, name === key ? changed : one]),
  )
}

/** JSON of a value as no serialiser would write it, or no JSON at all. */
export function hostileJson(chance: Chance, value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  const deep = 1 + chance.below(30_000)
  switch (chance.below(12)) {
    case 0:
      return text.slice(0, chance.below(text.length))
    case 1:
      return text.replace('{', '{"__proto__":{"role":"superadmin"},')
    case 2:
      return text.replace(/"(\w+)":/, (pair, key: string) => `"${key}":null,${pair}`)
    case 3:
      return `\ufeff${text}`
    case 4:
      return text.replace(
        /:\s*[^,}\]]+/,
        `:${chance.pick(['NaN', 'Infinity', '1e999', '-0', '01'])}`,
      )
    case 5:
      return '['.repeat(deep) + ']'.repeat(deep)
    case 6:
      return text.replace(/\{/, `{"a":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)},`)
    case 7:
      return `${text}${text}`
    case 8:
      return chance.bytes(1 + chance.below(200)).toString('latin1')
    case 9:
      return text.replaceAll('"', "'")
    default:
      return text
  }
}

/** The same without halves of characters, which no URL holds. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd')
