import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Child, type LogLine, root } from './child.ts'

/** Starts an edge with these readers; its configuration file lies in its data folder. */
export function startEdgeProcess(
  options: { dataDir: string; hubUrl: string; code: string; readers: object[] },
  env: NodeJS.ProcessEnv = {},
  onLine?: (line: LogLine) => void,
): Child {
  mkdirSync(options.dataDir, { recursive: true })
  const config = join(options.dataDir, 'edge.json')
  writeFileSync(config, JSON.stringify({ readers: options.readers }))
  return new Child(
    join(root, 'edge/dist/main.js'),
    {
      EDGE_HUB_URL: options.hubUrl,
      EDGE_AGENT_CODE: options.code,
      EDGE_DATA_DIR: options.dataDir,
      EDGE_CONFIG: config,
      ...env,
    },
    { onLine },
  )
}
