import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../local/child.ts'

/**
 * The rooms (top folders) of each package, earliest first: each imports only from rooms on lines before
 * its own. Rooms that are not listed, and the folders inside all, may import in any order without a circle.
 */
const ORDER: Record<string, string[][]> = {
  'hub/src': [
    ['config', 'version.ts', 'closers.ts'],
    ['secrets', 'limits'],
    ['store'],
    ['entries'],
    ['audit', 'bus', 'photos', 'tiles'],
    ['auth', 'settings', 'access'],
    ['realtime'],
    ['cluster', 'access'],
    ['ingest'],
    ['commands', 'alerts', 'cleanup', 'seed'],
    ['mail', 'metrics'],
    ['diagnostics'],
    ['api', 'cli'],
    ['body-timeout.ts'],
    ['http-server.ts'],
    ['hub-context.ts', 'open-clients.ts'],
    ['open-app.ts'],
    ['hub.ts', 'service-manager.ts'],
    ['main.ts'],
  ],
  'edge/src': [
    [
      'version.ts',
      'usage.ts',
      'service-environment.ts',
      'random.ts',
      'device-error.ts',
      'entry.ts',
      'private-files.ts',
      'config-choice.ts',
      'clock',
      'local-socket',
    ],
    ['config-file.ts'],
    ['gpio'],
    ['readers'],
    ['suppress', 'outbox'],
    ['relays', 'sensors', 'access'],
    ['inputs'],
    ['config.ts', 'relays-off.ts'],
    ['health', 'sync'],
    ['enroll'],
    ['capture', 'metrics'],
    ['doctor'],
    ['edge.ts'],
    ['run-edge.ts'],
    ['main.ts'],
  ],
  'web/src': [
    ['browser', 'texts'],
    ['site-time'],
    ['api'],
    ['live'],
    ['app-parts.ts'],
    ['components'],
    ['forms', 'dialogs'],
    ['paper'],
    ['charts'],
    ['sound'],
    ['secrets', 'relays', 'sessions'],
    ['contacts'],
    ['reads'],
    ['export'],
    ['map'],
    ['screens'],
    ['kiosk'],
    ['shell'],
    ['routes'],
    ['App.tsx'],
    ['main.tsx'],
  ],
}

interface Import {
  from: string
  to: string
}

const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)

/** The sources of a folder, with those of its folders; no tests. */
function filesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => isSource(name) && !name.split('/').includes('testing'))
}

/** Every import of one file of a folder by another, types and lazy ones included; no tests. */
function importsIn(folder: string): Import[] {
  const files = filesIn(folder)
  return files.flatMap((from) => {
    const text = readFileSync(join(folder, from), 'utf8').replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '')
    const found = text.matchAll(/(?:\bfrom|\bimport\(?)\s*'(\.[^']+)'/g)
    return [...found].flatMap(([, path = '']) => {
      const to = relative('.', join(dirname(from), path))
      return files.includes(to) ? [{ from, to }] : []
    })
  })
}

/** The imports between the files and folders that lie side by side in `place`. */
function between(imports: readonly Import[], place: string): Map<string, Map<string, Import>> {
  const depth = place === '' ? 0 : place.split('/').length
  const arrows = new Map<string, Map<string, Import>>()
  for (const one of imports) {
    if (place !== '' && ![one.from, one.to].every((file) => file.startsWith(`${place}/`))) continue
    const [from = '', to = ''] = [one.from, one.to].map((file) => file.split('/')[depth])
    if (from === to) continue
    arrows.set(from, (arrows.get(from) ?? new Map<string, Import>()).set(to, one))
  }
  return arrows
}

/** A way from a room back to itself, as the imports that make it; undefined when there is none. */
function circle(arrows: Map<string, Map<string, Import>>): Import[] | undefined {
  const done = new Set<string>()
  function walk(room: string, way: { room: string; by: Import }[]): Import[] | undefined {
    const start = way.findIndex((step) => step.room === room)
    if (start >= 0) return way.slice(start).map((step) => step.by)
    if (done.has(room)) return undefined
    for (const [to, by] of arrows.get(room) ?? []) {
      const found = walk(to, [...way, { room, by }])
      if (found) return found
    }
    done.add(room)
    return undefined
  }
  for (const room of arrows.keys()) {
    const found = walk(room, [])
    if (found) return found
  }
  return undefined
}

describe.each(['protocol/src', 'hub/src', 'edge/src', 'web/src', 'deploy'])('%s', (house) => {
  const imports = importsIn(join(root, house))
  const places = new Set(['', ...imports.flatMap(({ from }) => parents(from))])

  test.each([...places])('has no circle of imports side by side in "%s"', (place) => {
    expect(circle(between(imports, place))).toBeUndefined()
  })
})

describe.each(Object.entries(ORDER))('the rooms of %s', (house, lines) => {
  const lineOf = (room: string) => lines.findIndex((line) => line.includes(room))
  const arrows = [...between(importsIn(join(root, house)), '')]

  test('are all in their order', () => {
    const rooms = new Set(filesIn(join(root, house)).map((file) => file.split('/')[0]))
    expect(new Set(lines.flat())).toEqual(rooms)
  })

  test('import only from those before them', () => {
    const back = arrows.flatMap(([from, tos]) =>
      [...tos].filter(([to]) => lineOf(to) >= lineOf(from)).map(([, by]) => by),
    )
    expect(back).toEqual([])
  })
})

function parents(file: string): string[] {
  const parent = dirname(file)
  return parent === '.' ? [] : [parent, ...parents(parent)]
}
