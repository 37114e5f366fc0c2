import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../local/child.ts'

const dist = join(root, 'web/dist')

it('a build holds no sources, nor says where they would be', () => {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
  const scripts = files.filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(50)
  expect(files.filter((file) => /\.map(\.\w+)?$/.test(file))).toEqual([])
  const telling = scripts.filter((file) =>
    readFileSync(join(dist, file), 'utf8').includes('sourceMappingURL='),
  )
  expect(telling).toEqual([])
})

it('the login page goes without the library for queries', () => {
  const page = readFileSync(join(dist, '.pages/login.html'), 'utf8')
  expect(page).toMatch(/\/assets\/common-[\w-]+\.js/)
  expect(page.match(/\/assets\/query-[\w-]+\.js/g)).toBeNull()
})
