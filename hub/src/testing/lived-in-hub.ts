import { NO_PIN, type Role } from '@vehicle-control/protocol'
import { inviteNew } from '../auth/invites/invite.ts'
import { hashToken } from '../auth/tokens.ts'
import { PasswordsOverloaded } from '../auth/passwords/password-semaphore.ts'
import { limitPasswords } from '../auth/passwords/passwords.ts'
import { addGroup } from '../store/access/access-groups.ts'
import { denyTags } from '../store/access/denied-tags.ts'
import { appendAudit } from '../store/people/audit-log.ts'
import { saveGates } from '../store/access/access-gates.ts'
import { savePolicy } from '../store/access/access-policies.ts'
import type { Db } from '../store/database.ts'
import { withLockOfAllHubs } from '../store/transaction.ts'
import { putCard, updateCard } from '../store/agents/enroll-cards.ts'
import { createEnrollToken } from '../store/agents/enroll-tokens.ts'
import { putPasswordReset } from '../store/auth/password-resets.ts'
import { BUCKET_MS } from '../store/reports/buckets.ts'
import { insertCommand } from '../store/commands/relay-commands.ts'
import { createSession } from '../store/auth/sessions.ts'
import { createUser } from '../store/people/users.ts'
import { addPairing } from '../store/people/wall-pairings.ts'
import { saveSettings } from '../store/settings/settings.ts'
import { putSitePlan } from '../store/settings/site-plan.ts'
import type { AgentDeviceRow } from '../store/schema/agents.ts'
import type { MailTester } from '../mail/mail-tester.ts'
import { callNames } from './declared-answer.ts'
import { callExample, exampleOf } from './example-call.ts'
import { onePictureTiles } from './one-picture-tiles.ts'
import { cheapScrypt, createTestHub } from './test-hub.ts'

export type LivedInHub = Awaited<ReturnType<typeof createLivedInHub>>

const email = 'ana@example.co'
const password = 'blue tractor'

/**
 * A hub in which no list is empty and every example of the OpenAPI document is taken: by the
 * superadmin of `token`, for agent gate-1, asset 1 and user 1, or user 2, who is invited.
 */
export async function createLivedInHub() {
  const now = Date.now()
  const state = {
    connected: true,
    passwordsBusy: false,
    tilesBusy: false,
    reportsBusy: false,
    wallsBusy: false,
    mailTestsBusy: false,
    hasMailer: true,
  }
  const secondFactorRoles: Role[] = []
  const refuseWhenBusy = () => {
    if (state.passwordsBusy) throw new PasswordsOverloaded()
  }
  const sendTestMail: MailTester = async (to) => {
    return { to, server: 'mail.example:587', sent: true, cause: null, answer: '250 Ok' }
  }
  const wallWaitS = async () => (state.wallsBusy ? 3 : 0)
  const hub = await createTestHub({
    // One moment for all: no day and no quarter of an hour ends between a row and its list.
    now: () => now,
    secondFactorRoles,
    presence: { isConnected: () => state.connected, lastSeen: () => now },
    deliver: () => 'sent',
    hubAlerts: () => [
      {
        kind: 'disk_full',
        hub: 'hub-1',
        since: new Date(now).toISOString(),
        until: null,
        cause: 'hub',
        free_bytes: 4096,
      },
    ],
    tiles: await onePictureTiles(),
    tileRateLimit: { waitS: async () => (state.tilesBusy ? 3 : 0) },
    mailTester: () => (state.hasMailer ? sendTestMail : null),
    mailTestRateLimit: { waitS: async () => (state.mailTestsBusy ? 3 : 0) },
    wallRateLimit: { asked: wallWaitS, polled: wallWaitS, tried: wallWaitS },
    reportRateLimit: { waitS: async () => (state.reportsBusy ? 3 : 0) },
    passwords: limitPasswords({
      async hash(text) {
        refuseWhenBusy()
        return await cheapScrypt.hash(text)
      },
      async verify(text, hash) {
        refuseWhenBusy()
        return await cheapScrypt.verify(text, hash)
      },
    }),
  })
  const { db } = hub
  const soon = now + 60_000
  const passwordHash = await cheapScrypt.hash(password)
  const account = { email, name: 'Ana', role: 'superadmin' as const, kiosk: false, demo: false }
  const userId = await createUser(db, { ...account, passwordHash, now })
  await withLockOfAllHubs(db, async (trx) => {
    const invited = {
      email: 'ida@example.co',
      name: 'Ida',
      role: 'operator' as const,
      passwordHash,
    }
    const by = { email, address: null, now }
    await inviteNew(trx, { ...invited, token: 'invite-token' }, by)
  })
  const token = 'token-of-ana'
  const session = { userId, tokenHash: hashToken(token), now, expiresAt: soon, address: null }
  await createSession(db, session)
  await putPasswordReset(db, { userId, tokenHash: hashToken('reset-token'), now, expiresAt: soon })
  for (const [text, code] of [
    ['enroll-token', null],
    ['bound-token', 'gate-9'],
  ] as const) {
    const tokenHash = hashToken(text)
    await createEnrollToken(db, { tokenHash, code, createdBy: userId, now, expiresAt: soon })
  }
  for (const [text, code] of [
    ['card-token', 'gate-3'],
    ['asking-token', 'gate-1'],
  ] as const) {
    await putCard(db, { token_hash: hashToken(text), code, expires_at: soon })
  }
  // Whose fingerprint is that of the example.
  const asks = { claim_hash: '1f0c88ab03de7c15'.padEnd(64, '0'), asked_at: now, seen_at: now }
  await updateCard(db, 'gate-1', asks)

  const agent = { code: 'gate-1', code_key: 'gate-1', name: 'Gate', created_at: now }
  const replica = hub.replicas.me
  await db
    .insertInto('agents')
    .values({ ...agent, replica })
    .execute()
  const reader = { agent_id: 1, reader: 'gate', type: 'line', path: '/dev/ttyUSB0', noise: 0 }
  const silent = { ...reader, state: 'silent' as const, simulated: 0 as const, error: null }
  await db
    .insertInto('agent_readers')
    .values({ ...silent, updated_at: now })
    .execute()
  await db.insertInto('agent_devices').values(devicesOf(now)).execute()
  const metric = { agent_id: 1, metric: 'undervoltage' as const, value: 1, unit: '' }
  await db
    .insertInto('agent_metrics')
    .values({ ...metric, at: now, since: now })
    .execute()
  const off = { event: 'clock_off', detail: '360000 ms', at: now, received_at: now }
  await db
    .insertInto('agent_events')
    .values({ epoch_id: 1, seq: 5, agent_id: 1, ...off })
    .execute()
  const asset = { type: 'vehicle' as const, name: 'Onix', plate: 'AAA111', rfid_tag: 'TAG-1' }
  await db
    .insertInto('assets')
    .values({ ...asset, created_at: now, updated_at: now })
    .execute()
  await addGroup(db, 'Residentes', now)
  // One of the example's.
  await denyTags(db, ['TEST-1'], { assetId: 1, at: now, by: email })
  const epoch = { epoch: 'a'.repeat(16), agent_id: 1, watermark: 4, updated_at: now }
  await db.insertInto('agent_epochs').values(epoch).execute()
  const bucket = Math.floor(now / BUCKET_MS) * BUCKET_MS
  const counted = { bucket, agent_id: 1, reads: 1, suppressed: 0 }
  await db.insertInto('read_counts').values(counted).execute()
  const entry = { epoch_id: 1, agent_id: 1, received_at: now }
  const read = { seq: 1, reader: 'gate', uid: 'TAG-1', asset_id: 1, read_at: now, late: 0 as const }
  await db
    .insertInto('reads')
    .values([
      { ...entry, ...read, clock: 'synced' },
      // Before its tag was registered.
      { ...entry, ...read, clock: 'synced', seq: 4, asset_id: null, read_at: now - 1 },
    ])
    .execute()
  await addAccess(db, now)
  const report = { uid: 'TEST-1', agent_id: 1, read_at: now, note: 'Azul', reported_by: 'Ana' }
  await db
    .insertInto('tag_reports')
    .values({ ...report, reported_at: now })
    .execute()
  const gap = { seq: 2, from_seq: 1, to_seq: 2, counts: '{"read":2}', reason: 'cap', at: now }
  await db
    .insertInto('gaps')
    .values({ ...entry, ...gap, lost: 2 })
    .execute()
  const letter = { seq: 3, kind: 'read', payload: '{}', error: 'bad' }
  await db
    .insertInto('dead_letters')
    .values({ ...entry, ...letter })
    .execute()
  const minute = { agent_id: 1, minute: now - (now % 60_000), sum: 21, count: 1 }
  await db
    .insertInto('telemetry_minutes')
    .values({ ...minute, type: 'temp' })
    .execute()
  const command = { agent_id: 1, state: 0, duration_ms: null, address: null, actor: email }
  const relays = [
    { id: 'first', pin: 17, relay: null },
    { id: 'by-name', pin: NO_PIN, relay: 'Barrera' },
  ]
  for (const relay of relays) {
    await insertCommand(db, { ...command, ...relay, created_at: now, replica })
  }
  await withLockOfAllHubs(db, (trx) =>
    appendAudit(trx, { at: now, actor: email, action: 'login', target: email, address: null }),
  )
  const plan = { id: 'b'.repeat(32), width: 400, height: 300 }
  const content = new Uint8Array([1])
  await putSitePlan(db, plan, { content, contentType: 'image/webp', createdBy: userId, now })
  const pairing = { network: '192.0.2.1', address: '192.0.2.1', device: null, expires_at: soon }
  for (const [code, secret] of [
    ['CDFGHJKM', 'secret-of-a-wall'],
    ['CDFGHJKN', 'secret-of-the-code'],
  ] as const) {
    const hashes = { code_hash: hub.key.digest(code), secret_hash: hashToken(secret) }
    await addPairing(db, { ...pairing, ...hashes })
  }
  // As a newer hub writes what this one has no word for.
  await saveSettings(db, [
    { key: 'muted_alerts', value: '["clock_step"]' },
    { key: 'offline_alert_minutes', value: '{"minutes":7}' },
    { key: 'suppress_window_ms', value: '"soon"' },
  ])
  const livedIn = { ...hub, now, state, secondFactorRoles, token }
  for (const add of callNames.filter((name) => name.startsWith('POST ') && !name.includes(':'))) {
    const list = add.replace('POST', 'GET')
    if (!callNames.includes(list)) continue
    const answer = await callExample(livedIn, list)
    // Nothing above has filled it: it has what the example adds.
    if ((await answer.text()).includes('[]')) await callExample(livedIn, add)
  }
  return livedIn
}

/** A gate that observes, with a list that it keeps, a rule that it does not know, and what it decided. */
async function addAccess(db: Db, now: number): Promise<void> {
  const rules = exampleOf('PUT /api/access/gates/:code')['rules'] as object[]
  const policy = { agentId: 1, mode: 'observe', rules: JSON.stringify(rules) }
  await savePolicy(db, policy, { seen: 0, now, by: email })
  const held = { list_id: 'abcdefghijklmnop', edits: 120, digest: '', denied: '', policy: null }
  const said = { agent_id: 1, mode: 'observe', complete: 1 as const, is_equal: 0 as const }
  await saveGates(db, [{ ...said, ...held, refused: '[9]', equal_at: null, told_at: now }])
  const decided = { epoch_id: 1, seq: 6, read_seq: null, agent_id: 1, reader: 'gate', uid: 'TAG-1' }
  const what = { verdict: 'deny', reason: 'hours', rule: 1, marked: 0 as const, mode: 'observe' }
  const when = { decided_at: now, received_at: now, clock: 'synced', late: 0 as const }
  await db
    .insertInto('decisions')
    .values({ ...decided, ...what, ...when, asset_id: 1, count: 1, facts: '{}' })
    .execute()
  const other = { code: 'gate-2', code_key: 'gate-2', name: 'Other gate', created_at: now }
  await db
    .insertInto('agents')
    .values({ ...other, deleted_at: now })
    .execute()
  const read = { epoch_id: 2, seq: 1, agent_id: 2, reader: 'gate', uid: 'TAG-1', asset_id: 1 }
  await db
    .insertInto('reads')
    .values({ ...read, read_at: now - 2, received_at: now, clock: 'synced', late: 0 })
    .execute()
}

/** A device of each kind, with what a person should look at. */
function devicesOf(since: number): AgentDeviceRow[] {
  const { sensors, inputs, relays } = {
    sensors: [{ source: 'patio', types: ['temp'], state: 'stale', error: 'no answer' }],
    inputs: [
      { id: 'humo', pin: 5, rule: 'fire', active: true },
      { id: 'lazo', pin: 13, rule: 'report', active: true, sense: 'loop' },
    ],
    relays: {
      driver: 'gpiochip',
      simulated: false,
      pins: [17],
      named: [{ name: 'Barrera', pin: 17 }],
      error: 'in use',
    },
  }
  const row = (device: Omit<AgentDeviceRow, 'agent_id' | 'told' | 'since'>, told: unknown) => {
    return { agent_id: 1, ...device, told: JSON.stringify(told), since }
  }
  return [
    row({ kind: 'sensor', name: 'patio', state: 'stale', alert: 'sensor_stale' }, sensors[0]),
    row({ kind: 'input', name: 'humo', state: 'active', alert: 'input_fire' }, inputs[0]),
    row({ kind: 'loop', name: 'lazo', state: 'active', alert: null }, inputs[1]),
    row({ kind: 'barrier', name: '', state: 'left_open', alert: null }, { position: 'open' }),
    row({ kind: 'relays', name: '', state: 'failed', alert: 'relays_failed' }, relays),
  ]
}
