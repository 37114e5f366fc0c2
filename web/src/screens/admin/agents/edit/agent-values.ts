import type { AgentDetail, CreateAgentRequest } from '@vehicle-control/protocol'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'
import { placeFaults, readPlace, writeDegrees } from './coordinates-input.ts'

const WORDS = DEVICE_TEXTS.fields
const CODE = /^[A-Za-z0-9_-]{1,64}$/

/** The longest values that the hub takes. */
export const MAX_LENGTH = { code: 64, name: 120, location: 200 } as const

/** An agent as its form holds it. */
export interface AgentValues {
  readonly code: string
  readonly name: string
  readonly location: string
  readonly lat: string
  readonly lng: string
}

export const EMPTY_AGENT: AgentValues = { code: '', name: '', location: '', lat: '', lng: '' }

/** The form's values of an existing agent. */
export function valuesOf({ code, name, location, lat, lng }: AgentDetail): AgentValues {
  return { code, name, location: location ?? '', lat: writeDegrees(lat), lng: writeDegrees(lng) }
}

/** The name under which what was typed of an agent is kept when a session ends. */
export function draftOfAgent(code: string): string {
  return `agent ${code}`
}

/** What is wrong with a code; null: nothing. */
export function codeFault(code: string): string | null {
  if (code.trim() === '') return WORDS.codeRequired
  return CODE.test(code.trim()) ? null : WORDS.codeInvalid
}

/** What is wrong with a form, by field. */
export function agentFaults(values: AgentValues): Record<keyof AgentValues, string | null> {
  return {
    code: codeFault(values.code),
    name: values.name.trim() === '' ? WORDS.nameRequired : null,
    location: null,
    ...placeFaults(values),
  }
}

/** The body for a form without faults; empty fields become null. */
export function bodyOf(values: AgentValues): CreateAgentRequest {
  const { lat, lng } = readPlace(values) ?? { lat: null, lng: null }
  return {
    code: values.code.trim(),
    name: values.name.trim(),
    location: values.location.trim() || null,
    lat,
    lng,
  }
}
