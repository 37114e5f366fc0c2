import { expect, it } from 'vitest'
import { root } from '../local/child.ts'
import { testsThatReach } from './tests-that-reach.ts'

const folders = ['hub/src', 'deploy/test/contract']

it('finds a test by what it imports, directly, through others or of another package', () => {
  const found = testsThatReach(root, 'hub/src/testing/temp-store.ts', folders)
  expect(found).toEqual(
    expect.arrayContaining([
      'hub/src/store/people/audit-log.test.ts',
      'hub/src/api/people/users.test.ts',
      'deploy/test/contract/sync-contract.test.ts',
    ]),
  )
})

it('leaves out who imports only a type of it, or nothing', () => {
  const found = testsThatReach(root, 'hub/src/testing/temp-store.ts', folders)
  expect(found).not.toContain('hub/src/store/backup/backup.test.ts')
  expect(found).not.toContain('hub/src/config/config.test.ts')
})

it('refuses a target that has moved', () => {
  expect(() => testsThatReach(root, 'hub/src/testing/gone.ts', folders)).toThrow(/gone\.ts/)
})
