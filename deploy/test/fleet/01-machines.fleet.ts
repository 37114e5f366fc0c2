import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../local/child.ts'
import { edges, hub, tagsOf } from './fleet.ts'
import { printedBy } from './gate/journal.ts'
import type { Machine } from './machines/machine.ts'
import { until } from './machines/shell.ts'
import { INVENTORY, writeInventory } from './play/inventory.ts'
import { play } from './play/playbook.ts'

const [gate] = edges as [Machine]

const trial = join(root, 'deploy/test/fleet/play/trial.yml')

describe('Ansible', () => {
  beforeAll(() => writeInventory())

  it('reaches every machine, installs and writes', async () => {
    const { code, recap, text } = await play(trial, { as: 'trial', inventory: INVENTORY })
    expect(code, text.slice(-2000)).toBe(0)
    expect(Object.keys(recap).toSorted()).toEqual(['gate-1', 'gate-2', 'gate-3', 'hub-1'])
    expect(await hub.run('cat /etc/fleet-trial; rsync --version | head -1')).toMatch(
      /^hub-1\nrsync/,
    )
  })

  it('changes nothing in a second run', async () => {
    const { recap } = await play(trial, { as: 'trial-again', inventory: INVENTORY })
    expect(Object.values(recap).map(({ changed }) => changed)).toEqual([0, 0, 0, 0])
  })

  it('talks to nobody whose key it does not know', async () => {
    const env = {
      ANSIBLE_SSH_COMMON_ARGS: '-o UserKnownHostsFile=/dev/null',
      // Nor over a connection that is still open.
      ANSIBLE_SSH_ARGS: '-o ControlPath=none',
    }
    const options = { as: 'trial-strangers', inventory: INVENTORY, env }
    const { code, recap } = await play(trial, options)
    expect(code).not.toBe(0)
    expect(recap['hub-1']).toMatchObject({ ok: 0, unreachable: 1 })
  })
})

describe('a machine', () => {
  it('keeps what was written over a reboot', async () => {
    const before = await gate.boot()
    await gate.reboot()
    expect(await gate.boot()).not.toBe(before)
    expect(await gate.run('cat /etc/fleet-trial')).toBe('gate-1')
  })

  it('keeps it when its plug is pulled, and is reached again', async () => {
    await gate.kill()
    expect((await gate.try('true')).code).toBeNull()
    await gate.start()
    expect(await gate.run('cat /etc/fleet-trial')).toBe('gate-1')
    const { recap } = await play(trial, { as: 'trial-after-kill', inventory: INVENTORY })
    expect(recap['gate-1']).toMatchObject({ failed: 0, unreachable: 0, changed: 0 })
  })
})

describe('a gate', () => {
  /** What somebody reads who holds the port for so many lines. */
  const hold = async (lines: number) =>
    (await gate.run(`head --lines ${lines} /dev/gate`)).split(/\s+/)
  afterAll(() => gate.run('rm -f /var/lib/gate/journal; systemctl restart gate'))

  it('prints nothing while nobody holds the port', async () => {
    await gate.run('systemctl restart gate')
    expect(printedBy(gate)).toEqual({ taken: [], onTheWay: [] })
  })

  it('prints each tag once, over a reboot too, and tells which were taken', async () => {
    const first = await hold(25)
    await gate.reboot()
    const second = await hold(25)
    const numbers = [...first, ...second].map((tag) => Number(tag.slice(tagsOf(gate).length)))
    expect(first[0]?.startsWith(tagsOf(gate))).toBe(true)
    const printed = await until('the port to be let go', () => {
      const { taken, onTheWay } = printedBy(gate)
      return onTheWay.length > 0 && { taken, onTheWay }
    })
    const all = [...printed.taken, ...printed.onTheWay]
    expect(numbers.filter((number) => !all.includes(number))).toEqual([])
    expect(printed.taken.filter((number) => !numbers.includes(number))).toEqual([])
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})
