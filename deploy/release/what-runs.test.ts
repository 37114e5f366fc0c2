import { expect, it } from 'vitest'
import { TARGETS, targetsNamed } from './targets.ts'
import { runsOnTarget } from './what-runs.ts'

const [arm64] = targetsNamed(['linux-arm64'])
if (arm64 === undefined) throw new Error('no such target')

it.each([
  ['zod', 'index.js'],
  ['zod', 'v4/core/index.cjs'],
  ['zod', 'LICENSE'],
  ['@img/sharp-libvips-linux-arm64', 'lib/libvips-cpp.so.8.18.7'],
  ['@serialport/bindings-cpp', 'prebuilds/linux-arm64/@serialport+bindings-cpp.armv8.glibc.node'],
  ['better-sqlite3', 'build/Release/better_sqlite3.node'],
  ['koffi', 'src/koffi/index.cjs'],
  ['debug', 'src/node.js'],
  ['some-library', 'lib/latest.js'],
])('%s keeps %s', (name, path) => {
  expect(runsOnTarget(name, path, arm64)).toBe(true)
})

it.each([
  ['zod', 'index.d.ts'],
  ['zod', 'README.md'],
  ['zod', 'index.js.map'],
  ['pino', 'test/basic.test.js'],
  ['pino', '.eslintrc.json'],
  ['pg-protocol', 'dist/inbound-parser.test.js'],
  ['some-library', 'src/core/__tests__/path.js'],
  ['@serialport/bindings-cpp', 'prebuilds/linux-x64/@serialport+bindings-cpp.glibc.node'],
  ['@serialport/bindings-cpp', 'prebuilds/linux-arm64/@serialport+bindings-cpp.armv8.musl.node'],
  ['@koromix/koffi-linux-arm64', 'musl_arm64/koffi.node'],
  ['better-sqlite3', 'deps/copy.js'],
])('%s leaves out %s', (name, path) => {
  expect(runsOnTarget(name, path, arm64)).toBe(false)
})

it('makes all targets unless some are named', () => {
  expect(targetsNamed([])).toBe(TARGETS)
  expect(() => targetsNamed(['linux-arm'])).toThrow(/linux-x64, linux-arm64/)
})
