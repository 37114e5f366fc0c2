import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HUB, HUB_NAME, type Member, TREES } from '../machines/plan.ts'
import { sh } from '../machines/shell.ts'
import { INVENTORY, writeInventory } from './inventory.ts'
import { type Played, type PlayOptions, Play } from './playbook.ts'
import { RELEASES, signers } from './releases.ts'

const VAULT_PASSWORD = join(TREES, 'vault-password')
const SECRETS = join(TREES, 'secrets.json')

/** What an installer keeps in the vault; nothing that a play says may hold any of it. */
export interface SiteSecrets {
  vaultPassword: string
  adminPassword: string
  metricsToken: string
  readerPassword: string
}

export const ADMIN_EMAIL = 'jefa@fleet.test'

/** Those of the run. */
export function siteSecrets(): SiteSecrets {
  if (!existsSync(SECRETS)) {
    const planted = (name: string) => `canary-${name}-${randomBytes(12).toString('hex')}`
    const secrets: SiteSecrets = {
      vaultPassword: planted('vault'),
      adminPassword: planted('admin'),
      metricsToken: planted('metrics'),
      readerPassword: planted('reader'),
    }
    writeFileSync(SECRETS, JSON.stringify(secrets), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(SECRETS, 'utf8')) as SiteSecrets
}

/** What a site may have beside, or instead of, one hub on SQLite. */
export interface Beside {
  hubs?: readonly Member[]
  /** More variables of group `hub`. */
  hub?: object
}

/** The inventory of a site under TLS of its own authority and with a gate at each edge. */
export async function writeSite({ hubs = [HUB], hub = {} }: Beside = {}): Promise<void> {
  const secrets = siteSecrets()
  writeInventory({
    hubs,
    groups: {
      all: { release_dir: RELEASES, release_signers: signers() },
      hub: {
        hub_name: HUB_NAME,
        hub_admin_email: ADMIN_EMAIL,
        hub_admin_password: '{{ vault_admin_password }}',
        hub_environment: { HUB_TILES_UPSTREAM: 'off' },
        hub_secrets: { HUB_METRICS_TOKEN: '{{ vault_metrics_token }}' },
        ...hub,
      },
      edges: {
        edge_hub_url: `https://${HUB_NAME}`,
        edge_agent_location: 'Portería de {{ inventory_hostname }}',
        edge_config: {
          readers: [{ id: 'gate', type: 'line', path: '/dev/gate' }],
          relays: { driver: 'simulated', lines: [{ pin: 17 }] },
        },
        edge_secrets: { GATE_PASSWORD: '{{ vault_reader_password }}' },
      },
    },
  })
  writeFileSync(VAULT_PASSWORD, secrets.vaultPassword, { mode: 0o600 })
  const vault = join(INVENTORY, 'group_vars/all/vault.yml')
  const planted = {
    vault_admin_password: secrets.adminPassword,
    vault_metrics_token: secrets.metricsToken,
    vault_reader_password: secrets.readerPassword,
  }
  writeFileSync(vault, JSON.stringify(planted))
  await sh(`ansible-vault encrypt --vault-password-file ${VAULT_PASSWORD} ${vault} > /dev/null`)
}

/** Starts one of the project's playbooks against the site, with these variables. */
export function startPlay(
  playbook: string,
  as: string,
  variables: object = {},
  args: readonly string[] = [],
): Play {
  // In a file, as an installer gives a token: a command line is for all to see.
  const file = join(TREES, `${as}.json`)
  writeFileSync(file, JSON.stringify(variables), { mode: 0o600 })
  const given = ['--vault-password-file', VAULT_PASSWORD, '-e', `@${file}`]
  const options: PlayOptions = { as, inventory: INVENTORY, args: [...given, ...args] }
  return new Play(`playbooks/${playbook}.yml`, options)
}

/** The same, to its end. */
export function playSite(...given: Parameters<typeof startPlay>): Promise<Played> {
  return startPlay(...given).ended()
}
