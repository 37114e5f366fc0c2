// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { readTab, tabsOf } from './admin-tabs.ts'

it.each([
  ['superadmin', 'usuarios', 'usuarios'],
  ['admin', 'usuarios', 'vehiculos'],
  ['operator', 'usuarios', 'vehiculos'],
  ['operator', 'agentes', 'agentes'],
  ['operator', 'accesos', 'accesos'],
  ['superadmin', 'config', 'config'],
  ['admin', 'config', 'vehiculos'],
])('shows to %s at ?tab=%s the tab %s', (role, tab, shown) => {
  expect(readTab(new URLSearchParams({ tab }), tabsOf({ roles: [role] }))).toBe(shown)
})
