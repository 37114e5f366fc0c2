import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../../local/child.ts'

const folder = mkdtempSync(join(tmpdir(), 'units-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Exposure, times ten, as `systemd-analyze security` counts it: less is better. */
const EXPOSURE = [
  ['vehicle-control-edge.service', 15],
  ['vehicle-control-hub.service', 11],
  ['vehicle-control-hub-backup.service', 11],
  ['vehicle-control-enrolled.service', 9],
  ['vehicle-control-settle.service', 11],
] as const
const textOf = (unit: string) => readFileSync(join(root, 'systemd', unit), 'utf8')
const units = readdirSync(join(root, 'systemd')).filter((name) =>
  /\.(service|timer|path)$/.test(name),
)

// Where this machine has what a host has: systemd looks whether commands are there.
for (const unit of units) {
  const here = textOf(unit)
    .replaceAll('/opt/vehicle-control/current/bin/node', process.execPath)
    .replaceAll('/opt/vehicle-control/current/', `${root}/`)
    .replaceAll('/usr/local/sbin/', `${root}/deploy/install/`)
  writeFileSync(join(folder, unit), here)
}
const analyze = (unit: string, ...args: string[]) =>
  spawnSync('systemd-analyze', [...args, join(folder, unit)], { encoding: 'utf8' })

it.each(units)('%s says nothing that systemd does not know', (unit) => {
  const { status, stdout, stderr } = analyze(unit, 'verify', '--man=no', '--recursive-errors=no')
  expect(`${stdout}${stderr}`).toBe('')
  expect(status).toBe(0)
})

it('every service has a limit to its exposure', () => {
  const services = units.filter((name) => name.endsWith('.service'))
  expect(EXPOSURE.map(([unit]) => unit).toSorted()).toEqual(services.toSorted())
})

it.each(EXPOSURE)('%s is exposed by at most %d tenths', (unit, exposure) => {
  const threshold = `--threshold=${exposure}`
  const { status, stdout } = analyze(unit, 'security', '--offline=yes', '--no-pager', threshold)
  expect(stdout).toContain('Overall exposure level')
  expect(status).toBe(0)
})

describe.each(['vehicle-control-edge.service', 'vehicle-control-hub.service'])('%s', (unit) => {
  const text = textOf(unit)

  it('lets V8 allocate its protection keys, and is watched', () => {
    const filters = [...text.matchAll(/^SystemCallFilter=(?!~)(.*)$/gm)].map(([, names]) => names)
    expect(filters.join(' ').split(' ')).toContain('@pkey')
    expect(text).toMatch(/^Type=notify$/m)
    expect(text).toMatch(/^WatchdogSec=\d+$/m)
  })

  it('has a limit to what it takes of its host, and makes files for its own account', () => {
    expect(text).toMatch(/^MemoryMax=\d+[M%]$/m)
    expect(text).toMatch(/^UMask=0077$/m)
  })

  it('allows devices by number: a name is looked up only at the start', () => {
    const allowed = [...text.matchAll(/^DeviceAllow=(\S+)/gm)].map(([, device]) => device)
    // Of these the kernel has chosen the number before the first unit starts.
    const isKnown = (device = '') => /^char-(\d+|gpiochip|gpiomem)$/.test(device)
    expect(allowed.filter((device) => !isKnown(device))).toEqual([])
  })
})

it('the groups of the edge are those that its accounts file makes', () => {
  const made = [...textOf('vehicle-control.sysusers.conf').matchAll(/^g (\S+)/gm)]
  const wanted = /^SupplementaryGroups=(.*)$/m.exec(textOf('vehicle-control-edge.service'))?.[1]
  expect(wanted?.split(' ').toSorted()).toEqual(made.map(([, group = '']) => group).toSorted())
})
