import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../local/child.ts'

/** How many requirements of levels 1 and 2 each section of ASVS 5.0 has; their numbers have no holes. */
const SECTIONS = `
  1.1:2 1.2:9 1.3:11 1.4:3 1.5:2
  2.1:3 2.2:3 2.3:4 2.4:1
  3.2:2 3.3:4 3.4:6 3.5:5 3.7:2
  4.1:3 4.2:1 4.3:2 4.4:4
  5.1:1 5.2:3 5.3:2 5.4:3
  6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
  7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2
  8.1:2 8.2:3 8.3:1 8.4:1
  9.1:3 9.2:4
  10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3
  11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
  12.1:3 12.2:2 12.3:4
  13.1:1 13.2:5 13.3:2 13.4:5
  14.1:2 14.2:4 14.3:3
  15.1:3 15.2:3 15.3:7
  16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
  17.1:1 17.2:4 17.3:2
`
const VERDICTS = ['met', '**not met**', 'not applicable']

const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const table = textOf('deploy/security/asvs-5-level-2.md').replace(/ +/g, ' ')
const rows = [...table.matchAll(/^\| (V[\d.]+) \| ([12]) \| (.+?) \| (.*) \|$/gm)].map(
  ([, id = '', , verdict = '', reason = '']) => ({ id, verdict, reason }),
)
const numberOf = (verdict: string) => rows.filter((row) => row.verdict === verdict).length

it('has each requirement once, with a verdict and where it is shown or why not', () => {
  const asked = SECTIONS.trim()
    .split(/\s+/)
    .flatMap((section) => {
      const [name = '', length] = section.split(':')
      return Array.from({ length: Number(length) }, (_, i) => `V${name}.${i + 1}`)
    })
  expect(asked).toHaveLength(253)
  expect(rows.map(({ id }) => id)).toEqual(asked)
  const unjudged = rows.filter(({ verdict, reason }) => !VERDICTS.includes(verdict) || !reason)
  expect(unjudged).toEqual([])
})

it('names no file that is not there', () => {
  const named = [...table.matchAll(/`((?:protocol|edge|hub|web|deploy|systemd)\/[^`]*)`/g)]
  const paths = named.map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(100)
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('is counted right, here and in SECURITY.md', () => {
  const [met, unmet, idle] = VERDICTS.map(numberOf)
  expect(table).toContain(`| ${met} | ${unmet} | ${idle} | ${rows.length} |`)
  const said = textOf('SECURITY.md').replace(/\s+/g, ' ')
  expect(said).toContain(
    `Of the ${rows.length} requirements of OWASP's standard, levels 1 and 2, **${met} are met, ${unmet} are not met and ${idle} are not applicable**`,
  )
})
