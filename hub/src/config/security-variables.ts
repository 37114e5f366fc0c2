import { isIP } from 'node:net'
import { HUB_KEY_MIN, Role } from '@vehicle-control/protocol'
import { z } from 'zod'

const ROLES: readonly string[] = Role.options
/** How long a person's session lasts, used or not. */
export const SESSION_HOURS = 12
const LONGEST_IDLE_MINUTES = SESSION_HOURS * 60
const FLAG = ['0', '1'] as const

/** The variables of host names, keys, tokens, second factors and sessions. */
export const SecurityVariables = {
  HUB_HOSTS: z
    .string()
    .default('')
    .transform((text, context) => {
      const names = parts(text).map((name) => name.toLowerCase())
      if (
        names.every((name) => /^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(name) && isIP(name) === 0)
      )
        return names
      const message = 'is not a list of names; write it as hub.example,gates.local, without ports'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }),
  HUB_AUDIT_KEY: z
    .string()
    .trim()
    .min(
      HUB_KEY_MIN,
      `is shorter than ${HUB_KEY_MIN} characters; make one with «openssl rand -base64 32»`,
    )
    .optional(),
  HUB_METRICS_TOKEN: z
    .string()
    .regex(
      /^[\w.~+/=-]{16,256}$/,
      'is not 16 to 256 letters, digits and -._~+/=; make one with «openssl rand -base64 32»',
    )
    .optional(),
  HUB_REQUIRE_2FA: z
    .string()
    .default('')
    .transform((text, context) => {
      const roles = parts(text)
      const known = roles.flatMap((role) => Role.safeParse(role).data ?? [])
      if (known.length === roles.length) return known
      const message = `is not a list of roles; write some of ${ROLES.join(',')}`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }),
  HUB_IDLE_MINUTES: z
    .string()
    .regex(/^\d{1,4}$/, 'is not a number of minutes; give a whole number, 0 for no limit')
    .transform(Number)
    .refine(
      (minutes) => minutes <= LONGEST_IDLE_MINUTES,
      `is longer than a session lasts; give at most ${LONGEST_IDLE_MINUTES}, or 0 for no limit`,
    )
    .default(0),
  HUB_RESET_CONSOLE: z
    .enum(FLAG, 'is neither 0 nor 1; set 1 to print reset tokens too')
    .default('0'),
}

function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
