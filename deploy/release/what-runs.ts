import type { Target } from './targets.ts'

/** Code, data that code requires, and machine code, whose libraries may end in a version. */
const RUNS = /\.(?:js|cjs|mjs|json|wasm|node)$|\.so(?:\.\d+)*$/
/** Licence texts, which a package never goes without. */
export const LICENCE_FILE = /^(?:licen[cs]e|copying|notice|unlicense)\b/i
/** A library's own tests, wherever they lie in it. */
const TEST_FILE = /(?:^|\/)__tests__\/|\.(?:test|spec)\.[cm]?js$/
/** Folders at a package's top that no program loads. */
const BESIDE_PROGRAM =
  /^(?:tests?|__tests__|bench|benchmarks?|examples?|docs?|fixtures|coverage|website|\.[^/]+)\//

/** Folders of single packages that serve to build or document them. */
const OF_PACKAGE: Record<string, RegExp> = {
  'better-sqlite3': /^(?:deps|src)\//,
  koffi: /^(?:vendor\/|lib\/|cnoke\.cjs$)/,
  sharp: /^(?:install|src)\//,
  zod: /^src\//,
}

/**
 * Whether a file of a package, by its path in the package, can be loaded on the target, or is the
 * text of a licence.
 */
export function runsOnTarget(name: string, path: string, target: Target): boolean {
  const file = path.slice(path.lastIndexOf('/') + 1)
  if (BESIDE_PROGRAM.test(path) || TEST_FILE.test(path) || OF_PACKAGE[name]?.test(path))
    return false
  if (LICENCE_FILE.test(file)) return true
  if (file.startsWith('.') || !RUNS.test(file)) return false
  const prebuilt = /^prebuilds\/([^/]+)\//.exec(path)
  if (prebuilt !== null && prebuilt[1] !== target.name) return false
  return !(file.endsWith('.node') && /\bmusl/.test(path))
}
