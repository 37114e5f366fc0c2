import { accessGroupCalls } from './access/groups.ts'
import { assetAccessCalls } from './access/asset-access.ts'
import { decisionCalls } from './access/decisions.ts'
import { deniedTagCalls } from './access/denied-tags.ts'
import { gateCalls } from './access/gates.ts'
import { agentCalls } from './agents/agents.ts'
import { alertCalls } from './agents/alerts.ts'
import { contactCalls } from './agents/contacts.ts'
import { enrollRequestCalls } from './agents/enroll-card.ts'
import { enrollmentCalls } from './agents/enrollment.ts'
import { keyCalls } from './agents/keys.ts'
import { lossCalls } from './agents/losses.ts'
import { mapCalls } from './agents/map.ts'
import { activityCalls } from './assets/activity.ts'
import { assetCalls } from './assets/assets.ts'
import { uploadCalls } from './assets/uploads.ts'
import { vehicleExportCalls } from './assets/vehicle-export.ts'
import { vehicleImportCalls } from './assets/vehicle-import.ts'
import { vehicleCalls } from './assets/vehicles.ts'
import { inviteTokenCalls } from './auth/invites.ts'
import { ownSessionCalls } from './auth/own-sessions.ts'
import { passwordCalls } from './auth/passwords.ts'
import { secondFactorCalls } from './auth/second-factor.ts'
import { sessionCalls } from './auth/sessions.ts'
import { commandCalls } from './commands/commands.ts'
import { diagnosticsCalls } from './config/diagnostics.ts'
import { mailTestCalls } from './config/mail-test.ts'
import { siteConfigCalls } from './config/site-config.ts'
import { siteStateCalls } from './config/state.ts'
import type { Call } from './http/call.ts'
import { auditCalls } from './people/audit.ts'
import { inviteCalls } from './people/invites.ts'
import { userSessionCalls } from './people/user-sessions.ts'
import { userCalls } from './people/users.ts'
import { wallPairingCalls } from './people/wall-pairings.ts'
import { wallCalls } from './people/walls.ts'
import { logCalls } from './reads/logs.ts'
import { rfidStatusCalls } from './reads/rfid-status.ts'
import { tagReportCalls } from './reads/tag-reports.ts'
import { reportCalls } from './reports/reports.ts'
import { apiDocumentCalls } from './settings/api-document.ts'
import { publicConfigCalls } from './settings/public-config.ts'
import { hubAlertCalls } from './settings/hub-alerts.ts'
import { suppressWindowCalls } from './settings/suppress-window.ts'
import { sitePlanCalls } from './settings/site-plan.ts'
import { telemetryCalls } from './telemetry/telemetry.ts'
import { tileCalls } from './tiles/tiles.ts'

/** A noun of the API: a folder here, a file in protocol and web, a tag in the OpenAPI document. */
export interface Noun {
  about: string
  calls: readonly Call[]
}

/** Every call of the API, by noun. */
export const callsByNoun: Record<string, Noun> = {
  auth: {
    about: 'Sessions, passwords and second factors',
    calls: [
      ...sessionCalls,
      ...ownSessionCalls,
      ...passwordCalls,
      ...inviteTokenCalls,
      ...secondFactorCalls,
    ],
  },
  people: {
    about: 'Accounts, wall screens, and who did what',
    calls: [
      ...userCalls,
      ...inviteCalls,
      ...userSessionCalls,
      ...wallCalls,
      ...wallPairingCalls,
      ...auditCalls,
    ],
  },
  agents: {
    about: 'The fleet: its places, keys, losses and alerts',
    calls: [
      ...agentCalls,
      ...keyCalls,
      ...enrollmentCalls,
      ...enrollRequestCalls,
      ...mapCalls,
      ...contactCalls,
      ...alertCalls,
      ...lossCalls,
    ],
  },
  assets: {
    about: 'Vehicles, products and furniture, with their photos',
    calls: [
      ...vehicleCalls,
      ...vehicleExportCalls,
      ...vehicleImportCalls,
      ...assetCalls,
      ...activityCalls,
      ...uploadCalls,
    ],
  },
  access: {
    about: 'Who may pass at which gate, and what gates decided',
    calls: [
      ...gateCalls,
      ...assetAccessCalls,
      ...accessGroupCalls,
      ...deniedTagCalls,
      ...decisionCalls,
    ],
  },
  reads: {
    about: 'Reads of tags, and the readers',
    calls: [...rfidStatusCalls, ...logCalls, ...tagReportCalls],
  },
  reports: { about: 'Counts of reads by day, hour and vehicle', calls: reportCalls },
  commands: { about: 'Relays', calls: commandCalls },
  telemetry: { about: 'Temperature, humidity and gas', calls: telemetryCalls },
  tiles: { about: 'The pictures of the map', calls: tileCalls },
  config: {
    about: 'What superadmins are shown of the hub itself, and may set',
    calls: [...siteConfigCalls, ...siteStateCalls, ...mailTestCalls, ...diagnosticsCalls],
  },
  settings: {
    about: 'What is set for the whole installation',
    calls: [
      ...suppressWindowCalls,
      ...sitePlanCalls,
      ...publicConfigCalls,
      ...hubAlertCalls,
      ...apiDocumentCalls,
    ],
  },
}

export const calls: readonly Call[] = Object.values(callsByNoun).flatMap((noun) => noun.calls)
