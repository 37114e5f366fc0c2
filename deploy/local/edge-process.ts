import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Child, type ChildOptions, root } from './child.ts'

/** The content of EDGE_CONFIG. */
export interface EdgeSetup {
  readers: object[]
  relays?: object
  inputs?: object[]
  sensors?: object[]
}

/** Starts an edge; its configuration file lies in its data folder. */
export function startEdgeProcess(
  edge: { dataDir: string; hubUrl: string; code: string; setup: EdgeSetup },
  env: NodeJS.ProcessEnv = {},
  options: ChildOptions = {},
): Child {
  mkdirSync(edge.dataDir, { recursive: true })
  const config = join(edge.dataDir, 'edge.json')
  writeFileSync(config, JSON.stringify(edge.setup))
  return new Child(
    join(root, 'edge/dist/main.js'),
    {
      EDGE_HUB_URL: edge.hubUrl,
      EDGE_AGENT_CODE: edge.code,
      EDGE_DATA_DIR: edge.dataDir,
      EDGE_CONFIG: config,
      ...env,
    },
    options,
  )
}
