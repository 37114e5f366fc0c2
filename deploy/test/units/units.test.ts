import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../../local/child.ts'

const folder = mkdtempSync(join(tmpdir(), 'units-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Exposure, times ten, as `systemd-analyze security` counts it: less is better. */
const units = [
  ['vehicle-control-edge.service', 20],
  ['vehicle-control-hub.service', 15],
] as const

describe.each(units)('%s', (unit, exposure) => {
  const text = readFileSync(join(root, 'systemd', unit), 'utf8')
  const file = join(folder, unit)
  // Where node lies on this machine: systemd looks whether the command is there.
  writeFileSync(file, text.replaceAll('/usr/bin/node', process.execPath))
  const analyze = (...args: string[]) =>
    spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' })

  it('says nothing that systemd does not know', () => {
    const { status, stdout, stderr } = analyze('verify', '--man=no', '--recursive-errors=no')
    expect(`${stdout}${stderr}`).toBe('')
    expect(status).toBe(0)
  })

  it(`is exposed by at most ${exposure / 10}`, () => {
    const threshold = `--threshold=${exposure}`
    const { status, stdout } = analyze('security', '--offline=yes', '--no-pager', threshold)
    expect(stdout).toContain('Overall exposure level')
    expect(status).toBe(0)
  })

  it('lets V8 allocate its protection keys, and is watched', () => {
    const filters = [...text.matchAll(/^SystemCallFilter=(?!~)(.*)$/gm)].map(([, names]) => names)
    expect(filters.join(' ').split(' ')).toContain('@pkey')
    expect(text).toMatch(/^Type=notify$/m)
    expect(text).toMatch(/^WatchdogSec=\d+$/m)
  })

  it('allows devices by number: a name is looked up only at the start', () => {
    const allowed = [...text.matchAll(/^DeviceAllow=(\S+)/gm)].map(([, device]) => device)
    // Of gpiochip the kernel has chosen the number before the first unit starts.
    const isKnown = (device = '') => /^char-(\d+|gpiochip)$/.test(device)
    expect(allowed.filter((device) => !isKnown(device))).toEqual([])
  })
})
