import { z } from 'zod'
import {
  ALERT_RECIPIENTS_MAX,
  OFFLINE_ALERT_MINUTES_MAX,
  OFFLINE_ALERT_MINUTES_MIN,
} from '../limits.ts'
import { ALWAYS_MAILED, MAIL_ADDRESS } from '../mailed-alerts.ts'
import { line } from '../text.ts'
import { Alert } from './alerts.ts'

/** Something that the environment sets, or leaves at its default. Never a secret. */
export const FixedSetting = z.object({
  /** What a page has words for; a newer hub may name more. */
  name: z.string(),
  /** As a person would say it, without credentials; null: none, off. */
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  /** `HUB_…` where the environment sets it, several with commas; null: it is the default. */
  by: z.string().nullable(),
})
export type FixedSetting = z.infer<typeof FixedSetting>

const email = line(254)
  .toLowerCase()
  .regex(MAIL_ADDRESS, 'Correo inválido: escribe algo como nombre@empresa.co')

/** What superadmins set while the hub runs. */
export const SiteSettings = z.object({
  /** On documents, walls, invites and notices of accounts; null: nobody named the site. */
  site_name: line(80)
    .min(1)
    .regex(
      /^[^\p{Zl}\p{Zp}\p{Bidi_C}]*$/u,
      'Hay caracteres que cortan la línea o voltean el texto; quítalos',
    )
    .regex(/[^\p{C}\p{Z}\p{DI}]/u, 'Ese nombre no se vería; escribe letras o números')
    .nullable(),
  /** Clamped to 10,000 to 600,000. */
  suppress_window_ms: z.number().finite(),
  /** Who gets alert mails, each once; null: every administrator. */
  alert_recipients: z
    .array(email)
    .min(1, 'Escribe al menos un correo, o deja que sean todos los administradores')
    .max(
      ALERT_RECIPIENTS_MAX,
      `Son más de ${ALERT_RECIPIENTS_MAX} correos; quita alguno, o usa una lista de tu servidor de correo`,
    )
    .nullable(),
  /** Kinds that are not mailed, none of ALWAYS_MAILED; one that a newer hub brings is mailed until somebody says otherwise. */
  muted_alerts: z.array(Alert.shape.kind).max(64),
  /** An agent that was not heard of for so long is an alert; «en línea» stays as it is. */
  offline_alert_minutes: z
    .int('Escribe los minutos sin decimales')
    .min(
      OFFLINE_ALERT_MINUTES_MIN,
      `Son muy pocos: el mínimo es ${OFFLINE_ALERT_MINUTES_MIN} minutos`,
    )
    .max(
      OFFLINE_ALERT_MINUTES_MAX,
      `Son demasiados: el máximo es ${OFFLINE_ALERT_MINUTES_MAX} minutos, un día`,
    ),
})
export type SiteSettings = z.infer<typeof SiteSettings>

/** GET /api/config. */
export const SiteConfig = z.object({
  fixed: z.array(FixedSetting),
  settings: SiteSettings,
  /** Settings that the environment sets, by the variable that does: they cannot be changed here. */
  fixed_by: z.partialRecord(SiteSettings.keyof(), z.string()),
  /** Settings whose stored value a newer hub wrote and this one cannot read: it goes by the default. */
  unreadable: z.array(SiteSettings.keyof()),
  /** Send it with a change: it is refused (412 `changed_meanwhile`) where somebody changed them since. */
  version: z.int(),
})
export type SiteConfig = z.infer<typeof SiteConfig>

/** SiteConfig as a page takes it: one that is open while the hub is updated meets what a newer hub wrote. */
export const ShownSiteConfig = SiteConfig.extend({
  settings: z.object({
    site_name: z.string().nullable(),
    suppress_window_ms: z.number(),
    alert_recipients: z.array(z.string()).nullable(),
    muted_alerts: z.array(z.string()),
    offline_alert_minutes: z.number(),
  } satisfies Record<keyof SiteSettings, z.ZodType>),
  fixed_by: z
    .object({
      site_name: z.string(),
      suppress_window_ms: z.string(),
      alert_recipients: z.string(),
      muted_alerts: z.string(),
      offline_alert_minutes: z.string(),
    } satisfies Record<keyof SiteSettings, z.ZodType>)
    .partial(),
  unreadable: z.array(z.string()),
})
export type ShownSiteConfig = z.infer<typeof ShownSiteConfig>

/** PATCH /api/config/settings; what is left out stays. Answers the whole SiteConfig. */
export const ChangeSettingsRequest = SiteSettings.partial().extend({
  // What is stored of it by an older hub is ignored, and makes the others no less readable.
  muted_alerts: z
    .array(
      Alert.shape.kind.refine(
        (kind) => !ALWAYS_MAILED.includes(kind),
        'Ese aviso se envía siempre: incendio, alarma de un sensor y cuarentena no se silencian',
      ),
    )
    .max(64)
    .optional(),
  version: z.int(),
})
export type ChangeSettingsRequest = z.infer<typeof ChangeSettingsRequest>
