import { expect, vi } from 'vitest'
import { CHECKOUT, Machine, NODE } from './machine.ts'

const TOOL = 'vehicle-control-release'

/** A machine on which the product lies as it does on a gate: accounts, rules, a release that is current. */
export class Host {
  readonly machine: Machine

  private constructor(machine: Machine) {
    this.machine = machine
  }

  /** Resolves when release `1-a` is current. Nothing is configured, enabled or started. */
  static async install(): Promise<Host> {
    const host = new Host(await Machine.boot())
    const { machine } = host
    const from = `${CHECKOUT}/systemd`
    machine.run(`install -D -m 755 ${CHECKOUT}/deploy/install/${TOOL} /usr/local/sbin/${TOOL}
      install -D -m 644 ${from}/vehicle-control.sysusers.conf /etc/sysusers.d/vehicle-control.conf
      install -D -m 644 ${from}/60-vehicle-control.rules /etc/udev/rules.d/60-vehicle-control.rules
      install -D -m 644 ${from}/vehicle-control-journald.conf /etc/systemd/journald.conf.d/vehicle-control.conf
      install -d /etc/vehicle-control
      systemd-sysusers
      systemctl restart systemd-journald`)
    host.addRelease('1-a')
    machine.run(`${TOOL} activate 1-a`)
    return host
  }

  /** A release of this checkout and the host's Node, as unpacking an archive leaves it. */
  addRelease(version: string): void {
    const release = `/opt/vehicle-control/releases/${version}`
    this.machine.run(`mkdir -p ${release}/bin ${release}/deploy ${release}/edge && cd ${release}
      ln -s ${NODE} bin/node
      ln -s ${CHECKOUT}/{hub,protocol,web,node_modules,package.json} .
      ln -s ${CHECKOUT}/edge/{dist,package.json} edge/
      cp -r ${CHECKOUT}/systemd . && cp -r ${CHECKOUT}/deploy/install deploy/`)
  }

  log(unit: string): string {
    return this.machine.run(`journalctl --unit ${unit} --output cat --no-pager`)
  }

  show(unit: string, property: string): string {
    return this.machine.run(`systemctl show ${unit} --property ${property} --value`)
  }

  /** The hub's command line, with its account and environment. */
  hub(command: string): string {
    return this.machine.run(`set -a; . /etc/vehicle-control/hub.env; cd /
      HUB_DATA_DIR=/var/lib/vehicle-control-hub setpriv --reuid vehicle-control-hub --regid vehicle-control-hub \\
        --clear-groups ${NODE} ${CHECKOUT}/hub/dist/main.js ${command}`)
  }

  /** What `vehicle-control-release status` says. */
  release(): { current: string; pending: object | null; rolledBack: { by: string } | null } {
    return JSON.parse(this.machine.run(`${TOOL} status`)) as ReturnType<Host['release']>
  }

  end(): Promise<void> {
    return this.machine.end()
  }
}

/** Waits until a check passes, on a machine with other work. */
export const soon = (check: () => void) => vi.waitFor(check, { timeout: 100_000, interval: 300 })

/** Expects that no process of a unit was ended for a system call. */
export function expectNoForbiddenCall(host: Host, unit: string): void {
  expect(host.machine.run(`journalctl --unit ${unit} --no-pager`)).not.toMatch(/status=31|\bSYS\b/)
}
