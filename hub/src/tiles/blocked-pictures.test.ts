import { expect, it } from 'vitest'
import { BlockedPictures } from './blocked-pictures.ts'

const place = (x: number) => ({ z: 12, x, y: 1 })
const bytes = (length: number, byte = 1) => new Uint8Array(length).fill(byte)
const bare = new Headers()
const tagged = new Headers({ etag: '"a"' })

it('knows the picture by its mark, whatever server sends it', () => {
  const marked = new Headers({ etag: '"a"', 'x-blocked': 'you' })
  expect(new BlockedPictures(false).look(place(1), marked, bytes(30_000))).toEqual([])
})

it('knows it by its size, where it has no ETag', () => {
  const pictures = new BlockedPictures(true)
  expect(pictures.look(place(1), bare, bytes(6987))).toEqual([])
  expect(pictures.look(place(2), tagged, bytes(6987))).toBeNull()
})

it('knows it by being the same in three places, and names them', () => {
  const pictures = new BlockedPictures(true)
  const words = bytes(9000)
  expect(pictures.look(place(1), bare, words)).toBeNull()
  expect(pictures.look(place(1), bare, words)).toBeNull()
  expect(pictures.look(place(2), bare, words)).toBeNull()
  expect(pictures.look(place(3), bare, words)).toEqual([place(1), place(2), place(3)])
})

it('takes seas, forests, other pictures and other servers for what they are', () => {
  const pictures = new BlockedPictures(true)
  for (let x = 0; x < 200; x++) {
    expect(pictures.look(place(x), bare, bytes(100))).toBeNull()
    expect(pictures.look(place(x), tagged, bytes(9000))).toBeNull()
    expect(pictures.look(place(x), bare, bytes(9000, x))).toBeNull()
    expect(new BlockedPictures(false).look(place(x), bare, bytes(6987))).toBeNull()
  }
})
