import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../local/child.ts'
import { builtOf, filesBelow } from './copy-code.ts'
import { PROGRAMS } from './stage-packages.ts'

const tsc = join(root, 'node_modules/.bin/tsc')

it.each(PROGRAMS)('what ships of %s is what its project compiles', (program) => {
  const config = execFileSync(tsc, ['-p', join(root, program), '--showConfig'], {
    encoding: 'utf8',
  })
  const compiled = (JSON.parse(config) as { files: string[] }).files.map((file) =>
    file.replace('./src/', `${program}/dist/`).replace(/\.ts$/, '.js'),
  )
  const sources = filesBelow(join(root, program, 'src')).map((file) => `${program}/src/${file}`)
  const shipped = sources.map(builtOf).filter((file) => file !== null)
  expect(shipped.toSorted()).toEqual(compiled.toSorted())
  expect(shipped.length).toBeGreaterThan(10)
})
