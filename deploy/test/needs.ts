import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** What the tests need of Debian: a file of each package, and the package. */
const needs = [
  { file: '/usr/bin/chromium', debian: 'chromium' },
  { file: '/usr/bin/socat', debian: 'socat' },
  { file: '/usr/bin/gcc', debian: 'gcc' },
  { file: '/usr/include/stdlib.h', debian: 'libc6-dev' },
  { file: '/usr/bin/strace', debian: 'strace' },
  { file: '/usr/lib/postgresql', debian: 'postgresql' },
  { file: '/usr/sbin/mosquitto', debian: 'mosquitto' },
  { file: '/usr/bin/ssh-keygen', debian: 'openssh-client' },
  { file: '/usr/bin/openssl', debian: 'openssl' },
  { file: '/usr/bin/ssh-keygen', debian: 'openssh-client' },
  { file: '/usr/bin/systemd-tmpfiles', debian: 'systemd' },
]

const apt = (...args: string[]) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0

/**
 * Installs the Debian packages that are missing, when this is root. Otherwise, and when apt fails,
 * it throws with the command that installs them.
 */
export function installNeeds(): void {
  const missing = needs.filter(({ file }) => !existsSync(file)).map(({ debian }) => debian)
  if (missing.length === 0) return
  const install = ['install', '--yes', '--no-install-recommends', ...missing]
  if (process.getuid?.() === 0) {
    process.stdout.write(`installing ${missing.join(' ')}\n`)
    if (apt('update') && apt(...install)) return
  }
  throw new Error(`the tests need packages; run: sudo apt-get ${install.join(' ')}`)
}
