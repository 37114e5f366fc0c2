import { READERS_MAX } from '@vehicle-control/protocol'
import { z } from 'zod'
import { CONFIG_EXAMPLE } from '../config-file.ts'
import { ReaderConfig } from './reader-config.ts'
import { resourceOf } from './open-reader.ts'

/** The readers of EDGE_CONFIG, together: no id twice, no port or address twice. */
export const ReadersConfig = z
  .array(ReaderConfig, `must be a list of readers, as in ${CONFIG_EXAMPLE}`)
  .min(1, `must hold a reader, as in ${CONFIG_EXAMPLE}`)
  .superRefine((readers, context) => {
    const ids = new Set<string>()
    const resources = new Set<string>()
    for (const [i, reader] of readers.entries()) {
      for (const { id, path } of logicalIds(reader)) {
        if (ids.has(id)) {
          const message = `"${id}" is the id of another reader too; give each its own`
          context.addIssue({ code: 'custom', path: [i, ...path], message })
        }
        ids.add(id)
      }
      const resource = resourceOf(reader)
      if (resource === null) continue
      if (resources.has(resource)) {
        const message = 'is the port of another reader too; one port serves one reader'
        const keys = ['path', 'listen', 'url', 'port', 'simulated']
        const key = keys.find((name) => name in reader) ?? 'id'
        context.addIssue({ code: 'custom', path: [i, key], message })
      }
      resources.add(resource)
    }
    if (ids.size > READERS_MAX) {
      const message = `must hold at most ${READERS_MAX} readers, antennas with names included`
      context.addIssue({ code: 'custom', path: [], message })
    }
  })

/** The ids of a reader and of its antennas that have names, with their paths in its settings. */
function logicalIds(reader: ReaderConfig): { id: string; path: string[] }[] {
  const antennas = 'antennas' in reader ? (reader.antennas as Record<string, string>) : {}
  return [
    { id: reader.id, path: ['id'] },
    ...Object.entries(antennas ?? {}).map(([port, id]) => ({ id, path: ['antennas', port] })),
  ]
}
