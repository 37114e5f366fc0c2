import { expect } from 'vitest'
import { bootSecondHub, edges, hub, secondHub } from './fleet.ts'
import { account, FAULTLESS, storedReads } from './gate/account.ts'
import type { Machine } from './machines/machine.ts'
import { HUB, SECOND_HUB } from './machines/plan.ts'
import { until } from './machines/shell.ts'
import { askHub, currentOn, untilConnected } from './play/hosts.ts'
import { type Beside, playSite, writeSite } from './play/site.ts'
import { scenario } from './scenario.ts'

const [gate] = edges as [Machine]
const hubs = [hub, secondHub]
const ON_HUBS = ['-l', 'hub']
const onPostgres: Beside = { hub: { hub_database: 'postgres' } }

scenario('a hub goes from SQLite to Postgres with every read', async () => {
  await writeSite(onPostgres)
  const { code, text } = await playSite('to-postgres', 'to-postgres')
  expect(code, text.slice(-3000)).toBe(0)
  await untilConnected()
  expect(await account()).toMatchObject(FAULTLESS)
})

scenario('a second hub joins it, in its release, and no read is lost', async () => {
  await bootSecondHub()
  await writeSite({ ...onPostgres, hubs: [HUB, SECOND_HUB] })
  const { code, text } = await playSite('site', 'site-two-hubs', {}, ON_HUBS)
  expect(code, text.slice(-3000)).toBe(0)
  expect(currentOn(secondHub)).toBe(currentOn(hub))
  await untilConnected()
  expect(await account()).toMatchObject(FAULTLESS)
})

scenario('a hub takes up a certificate that a run made before it was stopped', async () => {
  // What that run came to: the files, and neither the hub restarted nor Caddy told.
  await hub.run(
    `cd /etc/vehicle-control && openssl req -x509 -config /dev/null -newkey ec \
      -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 7300 -subj "/CN=anew" \
      -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=IP:${hub.address} \
      -keyout hub-tls.key -out hub-tls.crt`,
  )
  expect(await askedWith(await certificateOf(hub), hub)).toMatch(/self.signed certificate/)
  const { code, text } = await playSite('site', 'site-new-certificate', {}, ON_HUBS)
  expect(code, text.slice(-3000)).toBe(0)
  expect(await askedWith(await certificateOf(hub), hub)).toContain(currentOn(hub))
  await untilConnected()
  expect(await account()).toMatchObject(FAULTLESS)
})

scenario('hubs that Caddy asks in the clear change to TLS together, or not at all', async () => {
  const caddyfile = '/etc/caddy/Caddyfile'
  await hub.run(`cp -p ${caddyfile} /root/ && sed -i '/tls_trusted_ca_certs/d' ${caddyfile}`)
  const { code, text } = await playSite('site', 'site-one-of-two', {}, ['-l', hub.name])
  expect(code).not.toBe(0)
  expect(text).toContain('Caddy asks the hubs in the clear still')
  await hub.run(`cp -p /root/Caddyfile ${caddyfile}`)
})

scenario('a second run changes nothing on either', async () => {
  const { code, recap, text } = await playSite('site', 'site-two-hubs-again', {}, ON_HUBS)
  expect(code, text.slice(-3000)).toBe(0)
  expect(Object.values(recap).map(({ changed }) => changed)).toEqual([0, 0])
})

scenario('hubs answer the network by TLS alone, each by a certificate of its own', async () => {
  for (const [one, other] of [hubs, hubs.toReversed()] as [Machine, Machine][]) {
    expect(await answersInTheClear(one)).toEqual([])
    expect(await askedWith(await certificateOf(one), one)).toContain(currentOn(one))
    expect(await askedWith(await certificateOf(other), one)).toMatch(/self.signed certificate/)
    const key = await one.run('stat -c "%U %G %a" /etc/vehicle-control/hub-tls.key')
    expect(key).toBe('root vehicle-control-hub 640')
  }
})

scenario('gates go on at the other hub when either is killed', async () => {
  // Only the hub: its machine has broker, database and Caddy.
  await hub.run(
    'systemctl kill --signal=KILL vehicle-control-hub; systemctl stop vehicle-control-hub',
  )
  await untilReadsOfAll('with the first hub gone')
  await hub.run('systemctl start vehicle-control-hub')
  // They stay where they are, so that all have to go.
  await secondHub.kill()
  await untilReadsOfAll('with the second one without power')
  await secondHub.start()
  await untilConnected()
  expect(await account()).toMatchObject(FAULTLESS)
})

scenario('a hub that is removed leaves the other as it was alone', async () => {
  const removed = await playSite('remove', 'remove-hub', { confirm: secondHub.name })
  expect(removed.code, removed.text.slice(-3000)).toBe(0)
  expect(await secondHub.run('ls /etc/vehicle-control')).not.toMatch(/hub-tls|hub\.env/)
  await writeSite(onPostgres)
  const { code, text } = await playSite('site', 'site-one-hub-again', {}, ON_HUBS)
  expect(code, text.slice(-3000)).toBe(0)
  const left = await hub.run('ls /etc/vehicle-control /etc/caddy; ss -Hltn "sport = :8080"')
  expect(left).not.toMatch(/hub-tls|vehicle-control-hubs/)
  expect(left).toContain('127.0.0.1:8080')
  expect(await askHub('users', 'list')).toHaveLength(1)
  await untilConnected()
  expect(await account()).toMatchObject(FAULTLESS)
})

/** Ports of a machine at which anybody learns of a hub without TLS. */
async function answersInTheClear(machine: Machine): Promise<number[]> {
  const listening = await machine.run('ss -Hltn | sed "s/.*:\\([0-9]*\\) .*:.*/\\1/"')
  const ports = [...new Set(listening.split('\n').map(Number))]
  expect(ports).toContain(8080)
  const asked = ports.map(async (port) => {
    const curl = `curl -s -m 5 http://${machine.address}:${port}/healthz`
    const { output } = await gate.try(curl)
    return output.includes('version') ? [port] : []
  })
  return (await Promise.all(asked)).flat()
}

/** What a hub says of its health to who trusts this certificate alone, or why it is not believed. */
async function askedWith(certificate: string, { address }: Machine): Promise<string> {
  const curl = `curl -sS -m 5 --cacert /tmp/hub.crt https://${address}:8080/healthz`
  return (await gate.try(`cat > /tmp/hub.crt; ${curl}`, certificate)).output
}

const certificateOf = (machine: Machine) => machine.run('cat /etc/vehicle-control/hub-tls.crt')

/** Waits until the hubs have stored more of every gate. */
async function untilReadsOfAll(when: string): Promise<void> {
  const before = await storedReads()
  await until(`reads of every gate ${when}`, async () => {
    const now = await storedReads()
    return edges.every(({ name }) => (now.get(name)?.length ?? 0) > (before.get(name)?.length ?? 0))
  })
}
