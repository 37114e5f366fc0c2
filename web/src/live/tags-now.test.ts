import { expect, it } from 'vitest'
import { createStore } from '../browser/external-store.ts'
import { noteTags, type TagsNow } from './tags-now.ts'

it('remembers a thousand tags, the newest, and forgets one that nobody has any more', () => {
  const tags = createStore<TagsNow>(new Map())
  const asset = { asset_id: 1, name: 'ABC123' }
  const note = (uid: string, now: typeof asset | null = asset) =>
    noteTags(tags, [{ uid, asset: now }])
  for (let i = 0; i < 1000; i++) note(`E2${i}`)
  note('E20')
  note('E2new')
  expect(tags.get().size).toBe(1000)
  expect(['E20', 'E21', 'E2new'].map((uid) => tags.get().has(uid))).toEqual([true, false, true])
  note('E20', null)
  expect(tags.get().has('E20')).toBe(false)
})
