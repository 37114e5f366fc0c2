import { describe, expect, it } from 'vitest'
import { type Dashboard, readDashboards } from './observed.ts'

type Panel = Dashboard['panels'][number]

const COLUMNS = 24

function overlap({ gridPos: a }: Panel, { gridPos: b }: Panel): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h
}

describe.each(readDashboards())('%s', (_, { panels, templating }) => {
  const shown = panels.filter(({ type }) => type !== 'row')

  it('has panels that lie beside each other, each under an id of its own', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    const pairs = panels.flatMap((a, n) => panels.slice(n + 1).map((b) => [a, b] as const))
    const overlapping = pairs.filter(([a, b]) => overlap(a, b))
    expect(overlapping.map(([a, b]) => [a.title, b.title])).toEqual([])
    const outside = panels.filter(({ gridPos: { x, w } }) => x < 0 || w < 1 || x + w > COLUMNS)
    expect(outside).toEqual([])
  })

  it('has a title, an explanation, a unit and queries in each panel', () => {
    expect(shown.length).toBeGreaterThan(5)
    for (const { title, description, datasource, fieldConfig, targets } of shown) {
      expect(description, title).toMatch(/\S \S/)
      expect(datasource, title).toBeDefined()
      expect(fieldConfig?.defaults.unit, title).toMatch(/^\w+$/)
      expect(targets.length, title).toBeGreaterThan(0)
      expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length)
    }
    expect(new Set(shown.map(({ title }) => title)).size).toBe(shown.length)
  })

  it('asks whichever Prometheus is chosen, by variables that it has', () => {
    const names = templating.list.map(({ name }) => name)
    expect(templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' })
    const used = JSON.stringify(shown).matchAll(/\$\{?([a-z]\w*)/g)
    expect([...used].map(([, name]) => name).filter((name = '') => !names.includes(name))).toEqual(
      [],
    )
  })
})

it('dashboards have uids of their own', () => {
  const uids = readDashboards().map(([, { uid }]) => uid)
  expect(new Set(uids).size).toBe(uids.length)
})
