import { expect, it } from 'vitest'
import { Closers } from './closers.ts'

it('closes in the reverse order, one after the other, and once', async () => {
  const closers = new Closers()
  const order: string[] = []
  closers.add(() => order.push('store'))
  closers.add(async () => {
    order.push('agents begin')
    await Promise.resolve()
    order.push('agents end')
  })
  await Promise.all([closers.close(), closers.close()])
  expect(order).toEqual(['agents begin', 'agents end', 'store'])
})

it('closes the rest where one fails, and says what failed', async () => {
  const closers = new Closers()
  let isClosed = false
  closers.add(() => (isClosed = true))
  closers.add(() => Promise.reject(new Error('no disk')))
  await expect(closers.close()).rejects.toThrow('no disk')
  expect(isClosed).toBe(true)
})
