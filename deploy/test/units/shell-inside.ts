import { spawnSync } from 'node:child_process'

/** Shell commands, as root, inside a machine whose first process is this machine's process `systemd`. */
export abstract class ShellInside {
  /** Empty while nothing runs inside. */
  protected systemd = ''

  /** Takes the systemd that a process here has started; false where there is none yet. */
  protected enter(parent: number | undefined): boolean {
    const { stdout } = spawnSync('pgrep', ['-P', String(parent), '-x', 'systemd'])
    this.systemd = stdout.toString().trim()
    return this.systemd !== ''
  }

  /** The output of a shell command inside, whatever its exit code. */
  try(command: string): string {
    const { stdout, stderr } = this.shell(command)
    return `${stdout}${stderr}`.trim()
  }

  /**
   * The output of a shell command inside.
   *
   * @throws Error when it fails.
   */
  run(command: string): string {
    const { status, stdout, stderr } = this.shell(command)
    if (status !== 0) throw new Error(`${command}: exit ${status}: ${stderr}`)
    return stdout.trim()
  }

  protected shell(command: string, input = '') {
    const enter = ['-t', this.systemd, '-m', '-u', '-i', '-n', '-p', '-C']
    const path = 'PATH=/usr/local/sbin:/usr/sbin:/usr/bin:/sbin:/bin'
    const shell = ['env', '-i', path, 'bash', '-c', command]
    return spawnSync('nsenter', [...enter, ...shell], { encoding: 'utf8', input })
  }
}
