import { afterAll, beforeAll, expect, it } from 'vitest'
import { Host, expectNoForbiddenCall, soon } from './host.ts'

const EDGE = 'vehicle-control-edge'
const SETTLE = 'vehicle-control-settle'

let host: Host
beforeAll(async () => {
  host = await Host.install()
  host.machine.write(
    '/etc/vehicle-control/edge.env',
    'EDGE_HUB_URL=http://127.0.0.1\nEDGE_AGENT_CODE=g1\n',
  )
  host.machine.run(`systemctl enable --quiet --now ${EDGE}`)
  for (const version of ['2-crashes', '3-runs']) host.addRelease(version)
  host.machine.run(`cd /opt/vehicle-control/releases/2-crashes/edge && rm dist && mkdir dist
    echo 'process.exit(1)' | tee dist/main.js > dist/relays-off.js`)
})
afterAll(() => host?.end())

const activate = (version: string, holdS: number) =>
  host.machine.run(`vehicle-control-release activate ${version} --hold ${holdS} --by test`)
/** The release of this version, with no trial that goes on. */
const expectSettled = (version: string) => {
  expect(host.release()).toMatchObject({ current: version, pending: null })
  expect(host.show(EDGE, 'ActiveState')).toBe('active')
}

it('a release that crashes is tried less and less often, and the one before runs again', async () => {
  const pid = host.show(EDGE, 'MainPID')
  activate('2-crashes', 300)
  await soon(() => expect(host.log(EDGE)).toContain('failed again and again: starting in'))
  expect(host.machine.run('vehicle-control-release rollback')).toBe('rolled back to 1-a')
  await soon(() => expect(host.show(EDGE, 'ActiveState')).toBe('active'))
  expectSettled('1-a')
  expect(host.show(EDGE, 'MainPID')).not.toBe(pid)
})

it('one that nobody confirms is taken back by systemd alone', async () => {
  activate('3-runs', 5)
  await soon(() => expectSettled('1-a'))
  expect(host.release()).toMatchObject({ rolledBack: { by: 'settle' } })
  expect(host.log(SETTLE)).toContain('rolled back to 1-a')
  await soon(() => expect(host.show(EDGE, 'ActiveState')).toBe('active'))
})

it('one that is confirmed stays, and its watch ends', async () => {
  activate('3-runs', 300)
  await soon(() => expect(host.show(EDGE, 'ActiveState')).toBe('active'))
  expect(host.show(SETTLE, 'ActiveState')).toBe('active')
  host.machine.run('vehicle-control-release confirm 3-runs')
  await soon(() => expect(host.show(SETTLE, 'ActiveState')).toBe('inactive'))
  expectSettled('3-runs')
})

it('one on trial is taken back although the machine rebooted meanwhile', async () => {
  activate('1-a', 40)
  await host.machine.reboot()
  await soon(() => expectSettled('3-runs'))
  expect(host.release()).toMatchObject({ rolledBack: { by: 'settle' } })
  const log = host.machine.run(`journalctl --boot --unit ${SETTLE} --output cat --no-pager`)
  expect(log).toContain('rolled back to 3-runs')
  for (const unit of [EDGE, SETTLE]) expectNoForbiddenCall(host, unit)
})
