import { expect, it } from 'vitest'
import { marginStyles } from './running-heads.ts'

it('quotes whatever a site is called', () => {
  const names = { headLeft: 'Patio "sur"\\ }\n</style>', headRight: 'b', footLeft: 'c' }
  const css = marginStyles(names)
  expect(css).toContain('content: "Patio \\22 sur\\22 \\5c  }\\a \\3c /style>";')
  expect(css).toContain('content: "Página " counter(page) " de " counter(pages);')
})
