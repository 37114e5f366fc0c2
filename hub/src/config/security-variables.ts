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
      const message =
        'no es una lista de nombres; escríbala como hub.example,gates.local, sin puertos'
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }),
  HUB_AUDIT_KEY: z
    .string()
    .trim()
    .min(
      HUB_KEY_MIN,
      `tiene menos de ${HUB_KEY_MIN} caracteres; cree otra con «openssl rand -base64 32»`,
    )
    .optional(),
  HUB_METRICS_TOKEN: z
    .string()
    .regex(
      /^[\w.~+/=-]{16,256}$/,
      'no tiene de 16 a 256 letras, cifras y -._~+/=; cree otra con «openssl rand -base64 32»',
    )
    .optional(),
  HUB_REQUIRE_2FA: z
    .string()
    .default('')
    .transform((text, context) => {
      const roles = parts(text)
      const known = roles.flatMap((role) => Role.safeParse(role).data ?? [])
      if (known.length === roles.length) return known
      const message = `no es una lista de roles; escriba algunos de ${ROLES.join(',')}`
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }),
  HUB_IDLE_MINUTES: z
    .string()
    .regex(/^\d{1,4}$/, 'no es un número de minutos; ponga un número entero, 0 para ningún límite')
    .transform(Number)
    .refine(
      (minutes) => minutes <= LONGEST_IDLE_MINUTES,
      `es más de lo que dura una sesión; ponga como mucho ${LONGEST_IDLE_MINUTES}, o 0 para ningún límite`,
    )
    .default(0),
  HUB_RESET_CONSOLE: z
    .enum(FLAG, 'no es 0 ni 1; ponga 1 para mostrar también los tokens de restablecer')
    .default('0'),
}

function parts(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
