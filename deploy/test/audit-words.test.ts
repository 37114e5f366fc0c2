import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SiteSettings } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { root } from '../local/child.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const ACTION =
  /'((?:access|agent|asset|audit|database|login|rows|session|settings|tag|user|vehicles|wall)\.[a-z0-9_]+)'/g
const actionsIn = (text: string) => [...text.matchAll(ACTION)].map(([, action = '']) => action)

it('«Registro» has a word for each action that the hub writes down', () => {
  const sources = readdirSync(join(root, 'hub/src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|^testing\b/.test(path))
    .map((path) => join('hub/src', path))
  const written = sources.flatMap((path) => actionsIn(read(path)))
  // Each setting has an action of its own; that of the window is older than the others.
  const set = Object.keys(SiteSettings.shape).map((name) => `settings.${name.replace('_ms', '')}`)
  const worded = new Set(actionsIn(read('web/src/texts/admin/admin-audit.ts')))
  const isWorded = (action: string) => worded.has(action) || action === 'settings.json'
  expect(written.length).toBeGreaterThan(50)
  expect([...written, ...set].filter((action) => !isWorded(action))).toEqual([])
  // Nor one for what the hub does not write.
  const known = new Set([...written, ...set])
  expect([...worded].filter((action) => !known.has(action))).toEqual([])
})
