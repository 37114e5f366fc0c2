import { ConfigError } from '@vehicle-control/protocol/errors'
import type { z } from 'zod'
import { es } from 'zod/locales'

/** A whole file of EDGE_CONFIG, for what is said of a faulty one. */
export const CONFIG_EXAMPLE =
  '{"readers":[{"id":"gate","type":"line","path":"/dev/ttyUSB0","baudRate":9600}]}'

/**
 * The variables that have a value, trimmed: one without is set in systemd's EnvironmentFile, to an
 * empty text.
 */
export function nonEmptyVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value !== '' && value !== undefined),
  )
}

/**
 * The JSON of the file that EDGE_CONFIG names.
 *
 * @throws ConfigError when it cannot be read or is no JSON.
 */
export function readConfigFile(path: string, readFile: (path: string) => string): unknown {
  return parseJson(path, readText(path, readFile))
}

function readText(path: string, readFile: (path: string) => string): string {
  try {
    // Some editors put a byte order mark before the text, which no JSON parser takes.
    return readFile(path).replace(/^\uFEFF/, '')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    const fix =
      code === 'EACCES'
        ? `deje que el usuario del edge lo lea: sudo chmod a+r ${path}`
        : `nombre un archivo JSON, por ejemplo ${CONFIG_EXAMPLE}`
    throw new ConfigError(`EDGE_CONFIG ${path} no se puede leer (${code}); ${fix}`, { cause })
  }
}

// The parser's own message is dropped: it quotes the text around the fault, which may be a secret.
function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const position = /at position (\d+)/.exec(String(error))?.[1]
    const line = position === undefined ? '' : ` en la línea ${lineOf(text, Number(position))}`
    throw new ConfigError(`EDGE_CONFIG ${path} no es JSON válido${line}; revíselo con jq`)
  }
}

function lineOf(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}

/**
 * Parses a part of the configuration. Whatever has no words of its own is told in those of zod's Spanish
 * locale: no fault is English because somebody forgot its text.
 */
export function parseConfig<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): z.ZodSafeParseResult<z.output<Schema>> {
  return schema.safeParse(given, { error: es().localeError })
}

/** The first fault of a configuration: its JSON path, or its variable, and what is wrong. */
export function describeFault(error: z.ZodError): string {
  const issue = error.issues[0]
  if (issue === undefined) return 'no es válida'
  if (issue.code === 'unrecognized_keys') {
    const key = jsonPath([...issue.path, issue.keys[0] ?? ''])
    return `${key} no es una clave conocida; corríjala o quítela`
  }
  return `${jsonPath(issue.path)} ${issue.message}`.trim()
}

function jsonPath(path: PropertyKey[]): string {
  let text = ''
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`
    else text += text === '' ? String(step) : `.${String(step)}`
  }
  return text
}
