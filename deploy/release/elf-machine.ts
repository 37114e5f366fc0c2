import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from './copy-code.ts'
import type { Target } from './targets.ts'

const MAGIC = 0x464c457f
const MACHINE_AT = 18

/** The processor of an ELF file (e_machine); null for any other file. */
function machineOf(file: string): number | null {
  const header = Buffer.alloc(MACHINE_AT + 2)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, header)
  } finally {
    closeSync(handle)
  }
  return header.readUInt32LE(0) === MAGIC ? header.readUInt16LE(MACHINE_AT) : null
}

/**
 * Makes sure that all machine code of a tree is the target's, and that there is some.
 *
 * @throws Error that names the files for another processor.
 */
export function assertMachine(tree: string, target: Target): void {
  const found = filesBelow(tree).flatMap((file) => {
    const machine = machineOf(join(tree, file))
    return machine === null ? [] : [{ file, machine }]
  })
  const wrong = found.filter(({ machine }) => machine !== target.elfMachine)
  if (wrong.length > 0 || found.length === 0) {
    const named = wrong.map(({ file }) => file).join(', ')
    throw new Error(`not for ${target.name}: ${named || 'no machine code at all'}`)
  }
}
