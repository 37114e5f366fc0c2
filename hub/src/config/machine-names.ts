import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * The names of this machine, in lower case: its host name with and without the domain, its mDNS
 * name, and those of the hosts file. A search domain from DHCP is not used: whoever runs that
 * network could let such a name resolve to any machine.
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
