import { ChangeSettingsRequest, SiteConfig } from '@vehicle-control/protocol'
import { changeSettings } from '../../settings/change-settings.ts'
import { type StoredSettings, siteSettings } from '../../store/settings/site-settings.ts'
import { auditActor } from '../http/audit-entry.ts'
import { declareCall } from '../http/call.ts'
import { SUPERADMINS } from '../http/callers.ts'
import { apiError, invalidField } from '../http/errors.ts'
import type { ApiParts } from '../parts.ts'

export const siteConfigCalls = [
  declareCall({
    id: 'siteConfig',
    method: 'GET',
    path: '/api/config',
    who: SUPERADMINS,
    summary: 'How the hub is set: by its environment, without secrets, and by superadmins',
    answer: SiteConfig,
    async handle(_, parts) {
      return configOf(await siteSettings(parts.readOnly), parts)
    },
  }),
  declareCall({
    id: 'changeSettings',
    method: 'PATCH',
    path: '/api/config/settings',
    who: SUPERADMINS,
    summary: 'Change settings of the whole installation; what is left out stays',
    body: ChangeSettingsRequest,
    example: { version: 0, site_name: 'Patio Norte', offline_alert_minutes: 10 },
    answer: SiteConfig,
    errors: ['changed_meanwhile'],
    async handle({ body: { version: seen, ...patch }, ...request }, parts) {
      for (const [name, variable] of Object.entries(parts.settings.fixedBy)) {
        if (Object.hasOwn(patch, name)) throw fixedByEnvironment(name, variable)
      }
      const change = { patch, seen, by: auditActor(request), now: parts.now() }
      const stored = await changeSettings(parts, change)
      if (stored !== null) return configOf(stored, parts)
      throw apiError(
        'changed_meanwhile',
        'Otra persona cambió los ajustes; revisa lo que cambió e intenta de nuevo',
      )
    },
  }),
]

function configOf(
  { settings: stored, unreadable, version }: StoredSettings,
  { settings, fixedSettings }: ApiParts,
): SiteConfig {
  return {
    fixed: fixedSettings(),
    settings: settings.inForce(stored),
    fixed_by: settings.fixedBy,
    unreadable: [...unreadable.keys()],
    version,
  }
}

function fixedByEnvironment(name: string, variable: string) {
  const problem = `Lo fija ${variable}; cámbialo en el entorno del hub, o quita la variable`
  return invalidField(name, problem, problem)
}
