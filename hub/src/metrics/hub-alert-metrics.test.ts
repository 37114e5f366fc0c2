import type { HubAlert } from '@vehicle-control/protocol'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { createHubAlertMetrics } from './hub-alert-metrics.ts'

it('each kind is 1 while an alert of it stands, and 0 before and after', async () => {
  const since = '2026-03-10T12:00:00.000Z'
  const alertOf = (kind: HubAlert['kind'], until: string | null): HubAlert => {
    return { kind, hub: 'hub-1', since, until, cause: null }
  }
  const registry = new Registry()
  let alerts: HubAlert[] = []
  createHubAlertMetrics({ alerts: () => alerts, registry })
  const standing = async () => {
    const lines = (await registry.metrics()).split('\n')
    return lines.flatMap((line) => /^vc_hub_alerts\{kind="(\w+)"\} 1$/.exec(line)?.[1] ?? [])
  }
  expect(await standing()).toEqual([])
  expect(await registry.metrics()).toContain('vc_hub_alerts{kind="mail_failing"} 0')
  alerts = [alertOf('mail_failing', null), alertOf('database_away', since)]
  expect(await standing()).toEqual(['mail_failing'])
  alerts = []
  expect(await standing()).toEqual([])
})
