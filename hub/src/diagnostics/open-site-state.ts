import type { SiteState } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Cluster } from '../cluster/cluster.ts'
import { type Config, databaseFile } from '../config/config.ts'
import type { ConnectedAgents } from '../ingest/connected-agents.ts'
import type { HubMail } from '../mail/hub-mail.ts'
import type { Store } from '../store/open-store.ts'
import { RUNNING } from '../version.ts'
import { DatabaseGrowth } from './database-growth.ts'
import { createSiteState, type SiteStateParts } from './site-state.ts'

interface OpenSiteStateParts {
  config: Config
  store: Pick<Store, 'db' | 'readOnly'>
  cluster: Pick<Cluster, 'replicas'>
  agents: Pick<ConnectedAgents, 'presence' | 'unstoredEntries'>
  mail: Pick<HubMail, 'waiting'> | null
  accessList: SiteStateParts['accessList']
  watch: SiteStateParts['watch']
  log: Logger
}

/** How the hub stands, for whoever asks. */
export interface OpenedSiteState {
  siteState: () => Promise<SiteState>
  stop(): void
}

/** Begins to note how the database grows. */
export function openSiteState(parts: OpenSiteStateParts): OpenedSiteState {
  const { config, store, cluster, agents, mail, watch, accessList, log } = parts
  const growth = new DatabaseGrowth({ ...store, file: databaseFile(config), log })
  growth.start()
  const siteState = createSiteState({
    config,
    readOnly: store.readOnly,
    watch,
    presence: agents.presence,
    replicas: cluster.replicas,
    accessList,
    waitingMails: () => mail?.waiting() ?? 0,
    waitingEntries: () => agents.unstoredEntries,
    version: RUNNING.version,
    now: Date.now,
  })
  return { siteState, stop: () => growth.stop() }
}
