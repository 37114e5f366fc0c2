import { queryOptions } from '@tanstack/react-query'
import type {
  ChangeSettingsRequest,
  MailTest as MailOutcome,
  ShownSiteConfig as Config,
} from '@vehicle-control/protocol'
import type { ApiClient } from '../http/client.ts'
import { MailTest, ShownSiteConfig, SiteState } from './config-shapes.ts'

const PATH = '/api/config'
/** What others set shows after at most so long. */
const CONFIG_EVERY_MS = 10_000
const STATE_EVERY_MS = 30_000

/** What the environment sets, and what superadmins set. */
export function siteConfigQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['site-config'],
    queryFn: ({ signal }) => fetchSiteConfig(api, signal),
    refetchInterval: CONFIG_EVERY_MS,
  })
}

export function fetchSiteConfig(api: ApiClient, signal?: AbortSignal): Promise<Config> {
  return api({ path: PATH, shape: ShownSiteConfig, signal })
}

/** How the hub stands: disks, database, backup, certificate, clocks, queues. */
export function siteStateQuery(api: ApiClient) {
  return queryOptions({
    queryKey: ['site-state'],
    queryFn: ({ signal }) => api({ path: `${PATH}/state`, shape: SiteState, signal }),
    refetchInterval: STATE_EVERY_MS,
  })
}

/** What is left out stays; 412 `changed_meanwhile` where somebody set one since `version`. */
export function changeSettings(api: ApiClient, body: ChangeSettingsRequest): Promise<Config> {
  return api({ method: 'PATCH', path: `${PATH}/settings`, body, shape: ShownSiteConfig })
}

/** Sends a mail to the caller's own address, and resolves to what the mail server said. */
export function testMail(api: ApiClient): Promise<MailOutcome> {
  return api({ method: 'POST', path: `${PATH}/mail-test`, shape: MailTest })
}

/** Where a browser gets what whoever helps has to know: a zip without secrets. */
export const DIAGNOSTICS_PATH = `${PATH}/diagnostics`
