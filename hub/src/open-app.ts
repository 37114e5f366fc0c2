import { fileURLToPath } from 'node:url'
import type { AccessList } from './access/access-list.ts'
import { createApp } from './api/app.ts'
import { MAIL_TESTS_OF_AN_ACCOUNT } from './api/config/mail-test.ts'
import type { Arrivals } from './api/http/arrivals.ts'
import type { LoopMonitor } from './api/http/health.ts'
import { REPORTS_OF_AN_ACCOUNT } from './api/reads/tag-reports.ts'
import type { OpenedHubWatch } from './alerts/of-hub/open-hub-watch.ts'
import type { ChainCheck } from './audit/chain-check.ts'
import type { OwedEntries } from './audit/owed-entries.ts'
import type { Logins } from './auth/open-logins.ts'
import { resetDelivery } from './auth/password-reset/reset-delivery.ts'
import type { Cluster } from './cluster/cluster.ts'
import type { RelayCommands } from './commands/relay-commands.ts'
import { fixedSettings } from './config/fixed-settings.ts'
import { secretValues } from './config/secret-values.ts'
import { createDiagnostics } from './diagnostics/diagnostics.ts'
import type { OpenedSiteState } from './diagnostics/open-site-state.ts'
import type { HubContext } from './hub-context.ts'
import type { ConnectedAgents } from './ingest/connected-agents.ts'
import { createRateLimit } from './limits/rate-limit.ts'
import type { HubMail } from './mail/hub-mail.ts'
import type { Clients } from './open-clients.ts'
import type { LiveSettings } from './settings/live-settings.ts'
import type { Store } from './store/open-store.ts'
import { TILES_OF_A_SESSION, type Tiles } from './tiles/tiles.ts'
import { RUNNING } from './version.ts'

/** What the app is made of, opened. */
export interface OpenedParts {
  store: Store
  cluster: Cluster
  logins: Logins
  clients: Clients
  agents: ConnectedAgents
  mail: HubMail | null
  commands: RelayCommands
  loop: LoopMonitor
  arrivals: Arrivals
  settings: LiveSettings
  tiles: Tiles
  watch: OpenedHubWatch
  state: OpenedSiteState
  auditChain: ChainCheck
  owedEntries: OwedEntries
  accessList: AccessList
}

/** Everything that this hub answers over HTTP. */
export function openApp(
  { config, log, passwords, registry, recentLines }: HubContext,
  { store, cluster, logins, clients, agents, mail, watch, state, settings, ...others }: OpenedParts,
) {
  const { db, urgentReads, readOnly, searches, key } = store
  const { publicOrigin, metricsToken, secondFactorRoles, timeZone } = config
  const { presence } = agents
  const hubAlerts = () => watch.alerts()
  const fixed = () =>
    fixedSettings(config, { ...RUNNING, replicas: cluster.replicas.living().length })
  return createApp({
    db,
    urgentReads,
    readOnly,
    searches,
    key,
    bus: cluster.bus,
    log: log.child({ part: 'api' }),
    registry,
    ...others,
    ...clients,
    publicOrigin,
    metricsToken,
    passwords,
    secondFactorRoles,
    ...logins,
    peopleMail: mail?.people ?? null,
    mailTester: () => mail?.test ?? null,
    mailTestRateLimit: createRateLimit(MAIL_TESTS_OF_AN_ACCOUNT),
    siteState: state.siteState,
    diagnostics: createDiagnostics({
      secrets: secretValues(config),
      running: RUNNING,
      readOnly,
      presence,
      registry,
      siteState: state.siteState,
      settings: () => {
        return { fixed: fixed(), fixed_by: settings.fixedBy, settings: settings.current }
      },
      offlineMinutes: () => settings.current.offline_alert_minutes,
      hubAlerts,
      recentLines,
      now: Date.now,
    }),
    deliverReset: resetDelivery(mail?.deliverReset ?? null, config),
    demoAllowed: config.demoLogin,
    now: Date.now,
    presence,
    hubAlerts,
    onStoreFault: (error) => watch.noteFault(error),
    rfidStatus: () => agents.rfidStatus(),
    timeZone,
    settings,
    fixedSettings: fixed,
    tileRateLimit: createRateLimit(TILES_OF_A_SESSION),
    reportRateLimit: createRateLimit(REPORTS_OF_AN_ACCOUNT),
    running: RUNNING,
    version: RUNNING.version,
    webRoot: fileURLToPath(new URL('../../web/dist', import.meta.url)),
  })
}
