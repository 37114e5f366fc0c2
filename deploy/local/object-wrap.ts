import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const HEADER = 'include/node/node_object_wrap.h'
/** The calls in the class's constructor and destructor. */
const CALLS = /^ *(?:AddCleanupHook|RemoveCleanupHook)\(\);\n/gm
/** What a binding imports that has these calls, and nothing else of better-sqlite3 12 does. */
const IMPORTED = 'RemoveEnvironmentCleanupHook'

/**
 * Makes the headers of a Node safe for better-sqlite3 12. Since Node 24.19 `node::ObjectWrap` takes
 * a cleanup hook back in its destructor, for which a context must be entered; the garbage collector
 * enters none, and the process aborts (`env != nullptr`, nodejs/node issue 65262). The class lies in
 * the header alone, so that one without the calls is that of every Node before, and better-sqlite3
 * closes its databases by a hook of its own. Its version 13 does without the class, and without
 * Node 20.
 *
 * @param nodeFolder A Node with its `include`, whose header is changed.
 * @returns The header as it is then.
 * @throws Error when the header has such hooks in another form.
 */
export function mendObjectWrap(nodeFolder: string): string {
  const file = join(nodeFolder, HEADER)
  const header = readFileSync(file, 'utf8')
  if (!header.includes('CleanupHook')) return header
  const mended = header.replace(CALLS, '')
  const taken = header.split('\n').length - mended.split('\n').length
  if (taken !== 2) throw new Error(`${file} registers its hooks in a form that is not known`)
  writeFileSync(file, mended)
  return mended
}

/** Whether a compiled binding aborts for what `mendObjectWrap` tells; one that is not there does not. */
export function aborts(binding: string): boolean {
  return existsSync(binding) && readFileSync(binding).includes(IMPORTED)
}
