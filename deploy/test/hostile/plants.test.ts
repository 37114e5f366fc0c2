import { describe, expect, it } from 'vitest'
import { Plants } from './plants.ts'

describe('the search for planted secrets', () => {
  const plants = new Plants()
  const secret = plants.plant('a password')
  plants.know('a code', '482913')

  it.each([
    ['as it is', `{"password":"${secret}"}`],
    ['in a URL', `postgres://hub:${secret}@127.0.0.1`],
    ['cut', `"${secret.slice(0, 20)}…"`],
    ['in base64 of its own', Buffer.from(secret).toString('base64')],
    ['in base64 with what is before it', Buffer.from(`ana:${secret}`).toString('base64')],
    ['in base64 with more before it', Buffer.from(`anna:${secret} `).toString('base64')],
    ['in hex', Buffer.from(secret).toString('hex')],
    ['as bytes of a buffer', JSON.stringify(Buffer.from(secret))],
  ])('finds one %s', (_, said) => {
    expect(plants.foundIn(`a line before\n${said}\na line after`)).toEqual([
      expect.stringMatching(/^a password: /),
    ])
  })

  it('finds none where none is', () => {
    expect(plants.foundIn('{"password":"[Redacted]","code":48291}')).toEqual([])
    expect(plants.foundIn('{"time":1764829137,"code":4829134}')).toEqual([])
    expect(plants.foundIn('code 482913')).toHaveLength(1)
  })
})
