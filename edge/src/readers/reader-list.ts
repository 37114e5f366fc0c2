import { READERS_MAX } from '@vehicle-control/protocol'
import { z } from 'zod'
import { CONFIG_EXAMPLE } from '../config-file.ts'
import { ReaderConfig } from './reader-config.ts'
import { resourceOf } from './open-reader.ts'

/** The readers of EDGE_CONFIG, together: no id twice, no port or address twice. */
export const ReadersConfig = z
  .array(ReaderConfig, `debe ser una lista de lectores, como en ${CONFIG_EXAMPLE}`)
  .min(1, `debe tener un lector, como en ${CONFIG_EXAMPLE}`)
  .superRefine((readers, context) => {
    const ids = new Set<string>()
    const resources = new Set<string>()
    for (const [i, reader] of readers.entries()) {
      for (const { id, path } of logicalIds(reader)) {
        if (ids.has(id)) {
          const message = `"${id}" es también el id de otro lector; dé a cada uno el suyo`
          context.addIssue({ code: 'custom', path: [i, ...path], message })
        }
        ids.add(id)
      }
      const resource = resourceOf(reader)
      if (resource === null) continue
      if (resources.has(resource)) {
        const message = 'es también el puerto de otro lector; cada puerto sirve a uno'
        const keys = ['path', 'listen', 'url', 'port', 'simulated']
        const key = keys.find((name) => name in reader) ?? 'id'
        context.addIssue({ code: 'custom', path: [i, key], message })
      }
      resources.add(resource)
    }
    if (ids.size > READERS_MAX) {
      const message = `debe tener como mucho ${READERS_MAX} lectores, con las antenas que tienen nombre`
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
