import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * The names of this machine, in lower case: its own, without its domain, as mDNS announces it, and
 * those that the machine's hosts file gives it. What a network says of it (a search domain of DHCP)
 * is not among them: whoever runs that network could lead such a name anywhere.
 */
export function machineNames(name = hostname(), hostsFile = readHostsFile()): string[] {
  const full = name.toLowerCase()
  const [short = full] = full.split('.', 1)
  if (short === '') return []
  const own = [full, short, `${short}.local`]
  const others = hostsFile.split('\n').flatMap((line) => {
    const [, ...names] = line.toLowerCase().replace(/#.*/, '').trim().split(/\s+/)
    return names.some((each) => each === full || each === short) ? names : []
  })
  return [...new Set([...own, ...others])]
}

function readHostsFile(): string {
  try {
    return readFileSync('/etc/hosts', 'utf8')
  } catch {
    // A machine without one has only its own name.
    return ''
  }
}
