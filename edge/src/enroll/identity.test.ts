import { ConfigError } from '@vehicle-control/protocol'
import { mkdtemp, readFile, readdir, rm, stat, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { updateIdentity } from './credentials.ts'
import { openIdentityStore } from './identity.ts'

describe('identity file', () => {
  let directory: string
  let messages: string[]
  const log = pino({}, { write: (line) => messages.push(line) })
  const open = () => openIdentityStore(join(directory, 'data'), log)
  const path = () => join(directory, 'data', 'identity.json')

  beforeEach(async () => {
    messages = []
    directory = await mkdtemp(join(tmpdir(), 'identity-'))
  })
  afterEach(() => rm(directory, { recursive: true }))

  it('is absent at first, and makes its directory', async () => {
    expect((await open()).current()).toBeNull()
    expect((await stat(join(directory, 'data'))).isDirectory()).toBe(true)
    expect(messages).toEqual([])
  })

  it('comes back as it was saved, and is for the owner alone', async () => {
    const identity = { agentCode: 'gate-1', apiKey: 'vc_1_x', join: 'j', suppressWindowMs: 30_000 }
    await (await open()).save(identity)
    expect((await open()).current()).toEqual(identity)
    expect((await stat(path())).mode & 0o777).toBe(0o600)
    expect(await readdir(join(directory, 'data'))).toEqual(['identity.json'])
  })

  it('keeps what a newer version has added', async () => {
    const store = await open()
    await store.save({ agentCode: 'gate-1', shelf: { of: 'newer' } })
    const again = await open()
    await updateIdentity(again, 'gate-1', { join: 'j' })
    expect((await open()).current()).toEqual({
      agentCode: 'gate-1',
      join: 'j',
      shelf: { of: 'newer' },
    })
  })

  it('holds the last of many saves', async () => {
    const store = await open()
    const saves = [1, 2, 3, 4, 5].map((i) => store.save({ agentCode: 'gate-1', join: `j${i}` }))
    expect(store.current()?.join).toBe('j5')
    await Promise.all(saves)
    expect((await open()).current()?.join).toBe('j5')
  })

  it.each(['', '{"agentCode":"gate-1","api', '{"agentCode":"gate 1"}', 'null'])(
    'sets aside a file that holds %j and starts without one',
    async (text) => {
      await mkdir(join(directory, 'data'))
      await writeFile(path(), text)
      expect((await open()).current()).toBeNull()
      const [aside = ''] = await readdir(join(directory, 'data'))
      expect(aside).toMatch(/^identity\.json\.corrupt-\d+$/)
      expect(await readFile(join(directory, 'data', aside), 'utf8')).toBe(text)
      expect(messages).toHaveLength(1)
    },
  )

  it('names the fix for a file that cannot be read', async () => {
    await mkdir(path(), { recursive: true })
    await expect(open()).rejects.toThrow(ConfigError)
    await expect(open()).rejects.toThrow(/EDGE_DATA_DIR.*EISDIR/)
  })

  it('reports a save that the disk refuses, and saves again when it does not', async () => {
    const store = await open()
    await mkdir(`${path()}.tmp`)
    await expect(store.save({ agentCode: 'gate-1' })).rejects.toThrow('EISDIR')
    await rm(`${path()}.tmp`, { recursive: true })
    await store.save({ agentCode: 'gate-1', apiKey: 'vc_1_x' })
    expect((await open()).current()?.apiKey).toBe('vc_1_x')
  })
})
