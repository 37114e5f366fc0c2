import { HOOK_KEY_MIN } from './http/config.ts'
import type { ReaderConfig } from './reader-config.ts'

/** Errors of a file that no retry fixes. Any other error of it only keeps its reader closed. */
const NO_FILE = ['ENOENT', 'ENOTDIR', 'EISDIR']

/** The environment and files that readers' settings refer to. */
export interface ExternalSources {
  env: NodeJS.ProcessEnv
  readFile: (path: string) => string
}

/**
 * The first setting whose environment variable or file cannot serve, with its path and the fix; null
 * when all do. It quotes no variable: in a password's place it may be the password itself.
 */
export function externalFault(
  readers: readonly ReaderConfig[],
  sources: ExternalSources,
): string | null {
  for (const [i, reader] of readers.entries()) {
    for (const [key, value] of Object.entries(reader)) {
      const fault = typeof value === 'string' ? settingFault(key, value, sources) : null
      if (fault !== null) return `readers[${i}].${key} ${fault}`
    }
  }
  return null
}

function settingFault(
  key: string,
  value: string,
  { env, readFile }: ExternalSources,
): string | null {
  if (key === 'caFile') return fileFault(value, readFile)
  if (!key.endsWith('Env')) return null
  const secret = env[value]?.trim() ?? ''
  if (secret === '') return 'nombra una variable que falta; póngala en el entorno'
  if (key !== 'keyEnv' || secret.length >= HOOK_KEY_MIN) return null
  return `nombra una clave de menos de ${HOOK_KEY_MIN} caracteres; cree otra con "openssl rand -hex 24"`
}

function fileFault(path: string, readFile: (path: string) => string): string | null {
  try {
    readFile(path)
    return null
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (!NO_FILE.includes(code)) return null
    return `${path} no es un archivo (${code}); nombre el PEM de la autoridad que firmó el certificado`
  }
}
