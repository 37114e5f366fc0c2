import { spawn } from 'node:child_process'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { BRIDGE, HOST_ADDRESS, PACKAGES, TREES } from './plan.ts'
import { sh, until } from './shell.ts'

const APT_PORT = 3142
const PID_FILE = join(TREES, 'apt-proxy.pid')

/** Where a machine's apt finds Debian: the machines have no way out of their own. */
export const APT_PROXY = `http://${HOST_ADDRESS}:${APT_PORT}`

/** A bridge for the machines, with this host on it, and Debian's packages through it. */
export async function startNetwork(logs: string): Promise<void> {
  await sh(`ip link add ${BRIDGE} type bridge
    ip address add ${HOST_ADDRESS}/24 dev ${BRIDGE}
    ip link set ${BRIDGE} up`)
  mkdirSync(PACKAGES, { recursive: true })
  const log = openSync(join(logs, 'apt-proxy.log'), 'a')
  const proxy = spawn('/usr/sbin/apt-cacher-ng', ['-c', writeSettings(logs)], {
    stdio: ['ignore', log, log],
    detached: true,
  })
  proxy.unref()
  closeSync(log)
  writeFileSync(PID_FILE, String(proxy.pid))
  await until('the apt proxy', async () => {
    const answer = await fetch(APT_PROXY).catch(() => null)
    return answer !== null
  })
}

// Debian's own settings send machines to mirrors that this host may not reach.
function writeSettings(logs: string): string {
  const folder = join(TREES, 'apt-proxy')
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'acng.conf'),
    `CacheDir: ${PACKAGES}
LogDir: ${logs}
SupportDir: /usr/lib/apt-cacher-ng
BindAddress: ${HOST_ADDRESS}
Port: ${APT_PORT}
ForeGround: 1
`,
  )
  return folder
}

/** Takes away what `startNetwork` made, of this run or of one that was killed. */
export async function endNetwork(): Promise<void> {
  if (existsSync(PID_FILE)) {
    const pid = Number(readFileSync(PID_FILE, 'utf8'))
    if (isAptProxy(pid)) process.kill(pid)
    rmSync(PID_FILE)
  }
  if (existsSync(`/sys/class/net/${BRIDGE}`)) await sh(`ip link delete ${BRIDGE}`)
}

// A number that was written down long ago may be another process by now.
function isAptProxy(pid: number): boolean {
  const file = `/proc/${pid}/comm`
  return existsSync(file) && readFileSync(file, 'utf8').startsWith('apt-cacher-ng')
}
