/** A secret that is shorter would hide every word that holds it. */
const SHORTEST = 4
const HIDDEN = '***'

/** Names of fields whose values nobody reads, whatever they are. */
const FIELD =
  /pass(word|wd|phrase)?|pwd|clave|contraseñ|secret|token|api[_-]?key|private[_-]?key|authoriz|cookie|credential/i

const WORDS =
  '(?:pass(?:word|wd|phrase)?|pwd|clave|contraseña|secret|token|api[_-]?key|private[_-]?key|authorization|cookie|credentials?)'
/** What stands behind such a word: in quotes, in quotes of a text within a text, or up to a blank. */
const VALUE = String.raw`(?:"(?:[^"\\]|\\.)*"|'[^']*'|(\\{1,8}["'])[^]{0,2048}?\2|["'\\][^\r\n]*|[^\s,;&"'\\]+)`

/** Each takes away one kind of secret that a text may hold, in a time that grows with its length. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN[^-]*PRIVATE KEY-----[^]*?(?:-----END[^-]*-----|$)/g, HIDDEN],
  // Up to the last @ before a path: a password may hold one.
  [/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]{1,30}:\/\/)[^\s/"'<>\\]{0,512}@/gi, `$1${HIDDEN}@`],
  [/\b(set-cookie|cookie)\s*[:=][^\r\n]*/gi, `$1: ${HIDDEN}`],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${HIDDEN}`],
  [new RegExp(String.raw`(${WORDS}[\\"']{0,9}\s{0,9}[:=]\s{0,9})${VALUE}`, 'gi'), `$1${HIDDEN}`],
  [new RegExp(String.raw`(--${WORDS}\s{1,9})${VALUE}`, 'gi'), `$1${HIDDEN}`],
]

/** Runs of which keys and tokens are made. The shortest that the hub makes has 43 characters. */
const RUN = /[\w+-]{32,}={0,2}/g
/** Of a metric: no token has so many words of small letters. */
const NAME = /^[a-z]+(?:_[a-z0-9]{1,12}){3,}$/
/** Ids of replicas. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const EMAIL = /([\p{L}\p{N}_.%+-])[\p{L}\p{N}_.%+-]{0,63}@([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*)/gu

export interface HideSecretsOptions {
  /** Hidden wherever they stand, as they are and as URLs, JSON and base64 write them. */
  secrets: readonly string[]
  /** Long runs of letters and digits that are no secret. */
  known?: readonly string[]
}

/** Takes secrets out of texts and of values that become JSON; shortens e-mail addresses. */
export interface HideSecrets {
  text(text: string): string
  /** The same value, without those of fields that are named as secrets are. */
  value(value: unknown): unknown
}

/** Takes values out of a text, in every form that createHideSecrets knows. */
export function hideValues(text: string, secrets: readonly string[]): string {
  return formsOf(secrets).reduce((left, secret) => left.replaceAll(secret, HIDDEN), text)
}

export function createHideSecrets({ secrets, known = [] }: HideSecretsOptions): HideSecrets {
  const exact = formsOf(secrets)
  const isKnown = new Set(known)

  function text(given: string): string {
    let left = given
    for (const secret of exact) left = left.replaceAll(secret, HIDDEN)
    for (const [pattern, instead] of RULES) left = left.replaceAll(pattern, instead)
    left = left.replaceAll(RUN, (run) => (isKnown.has(run) || !isRandom(run) ? run : HIDDEN))
    // The pattern looks at each letter's next 64.
    return left.includes('@') ? left.replaceAll(EMAIL, '$1***@$2') : left
  }

  function value(given: unknown): unknown {
    if (typeof given === 'string') return text(given)
    if (Array.isArray(given)) return given.map(value)
    if (typeof given !== 'object' || given === null) return given
    return Object.fromEntries(
      Object.entries(given).map(([name, one]) => {
        const isSecret = FIELD.test(name) && one !== null && typeof one !== 'boolean'
        return [text(name), isSecret ? HIDDEN : value(one)]
      }),
    )
  }

  return { text, value }
}

/** No word, and no id of a replica. */
function isRandom(run: string): boolean {
  return (
    !UUID.test(run) &&
    !NAME.test(run) &&
    (/\d/.test(run) || (/[a-z]/.test(run) && /[A-Z]/.test(run)))
  )
}

/** The longest first: one may be a part of another. */
function formsOf(secrets: readonly string[]): string[] {
  const forms = secrets.flatMap((secret) => [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
  ])
  const long = forms.filter((form) => form.length >= SHORTEST)
  return [...new Set(long)].toSorted((a, b) => b.length - a.length)
}
