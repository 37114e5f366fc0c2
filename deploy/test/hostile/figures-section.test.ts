import { expect, it } from 'vitest'
import { withSection } from './figures-section.ts'

const page = '# Figures\n\n| what |\n|---|\n| a |\n'

it('puts the attacks at the end of a page that has none', () => {
  expect(withSection(page, 'one\n')).toBe(`${page}\n## Attacks\n\none\n`)
})

it('replaces them, and leaves what is before and after', () => {
  const long = `${withSection(page, 'one\n')}\n## More\n\nrest\n`
  expect(withSection(long, 'two\n')).toBe(`${page}\n## Attacks\n\ntwo\n\n## More\n\nrest\n`)
})
