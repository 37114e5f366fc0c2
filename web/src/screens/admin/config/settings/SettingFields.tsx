import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Input.css'
import { Box, Checkbox, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ShownSiteConfig } from '@vehicle-control/protocol'
import { ALWAYS_MAILED } from '@vehicle-control/protocol/mailed-alerts'
import { useId } from 'react'
import { clampWindow } from '../../../../forms/suppress-bounds.ts'
import { formatCount } from '../../../../site-time/site-time.ts'
import { CONFIG_TEXTS } from '../../../../texts/admin/admin-config.ts'
import classes from '../config.module.css'
import { BOUNDS, type SettingName, type SettingValues } from './setting-values.ts'

const { names, hints, ...TEXTS } = CONFIG_TEXTS.settings
const KINDS = Object.entries(CONFIG_TEXTS.kinds)
const PLAIN = { autoComplete: 'off', spellCheck: false } as const

interface SettingFieldsProps {
  form: UseFormReturnType<SettingValues>
  whileBusy: { readOnly: boolean; 'aria-disabled': boolean }
  config: ShownSiteConfig
}

/** The fields of the settings; those that the environment sets show what it says. */
export function SettingFields({ form, whileBusy, config }: SettingFieldsProps) {
  const { fixed_by: fixedBy, unreadable } = config
  const field = (name: SettingName, hint: string) => {
    const variable = fixedBy[name]
    const notes = [
      ...(variable === undefined ? [] : [CONFIG_TEXTS.fixedBy(variable)]),
      hint,
      ...(unreadable.includes(name) ? [TEXTS.unreadable] : []),
    ]
    return {
      ...PLAIN,
      label: names[name],
      description: notes.join(' · '),
      ...(unreadable.includes(name) && { descriptionProps: { 'data-warning': true } }),
      ...whileBusy,
      ...(variable !== undefined && {
        readOnly: true,
        'aria-disabled': true,
        classNames: { input: classes.fromOutside },
      }),
      ...form.getInputProps(name),
    }
  }
  const window = field('suppress_window_ms', hints.suppress_window_ms(...BOUNDS.suppress_window_ms))
  return (
    <>
      <TextInput {...field('site_name', hints.site_name)} />
      <TextInput
        {...window}
        inputMode="numeric"
        aria-required
        onBlur={({ currentTarget: { value } }) =>
          form.setFieldValue('suppress_window_ms', clampWindow(value))
        }
      />
      <TextInput
        {...field(
          'offline_alert_minutes',
          hints.offline_alert_minutes(...BOUNDS.offline_alert_minutes),
        )}
        inputMode="numeric"
        aria-required
      />
      <Textarea
        {...field('alert_recipients', hints.alert_recipients)}
        inputMode="email"
        autoCapitalize="none"
        rows={3}
      />
      <AlertKinds
        muted={form.values.muted_alerts}
        isFixed={whileBusy.readOnly || fixedBy.muted_alerts !== undefined}
        isUnreadable={unreadable.includes('muted_alerts')}
        notes={field('muted_alerts', hints.muted_alerts).description}
        onChange={(muted) => form.setFieldValue('muted_alerts', muted)}
      />
    </>
  )
}

interface AlertKindsProps {
  muted: readonly string[]
  isFixed: boolean
  isUnreadable: boolean
  notes: string
  onChange: (muted: string[]) => void
}

/** The kinds of alerts that are mailed. */
function AlertKinds(props: AlertKindsProps) {
  const { muted, isFixed, isUnreadable, notes, onChange } = props
  const id = useId()
  const sent = KINDS.filter(([kind]) => !muted.includes(kind)).length
  return (
    <fieldset className="stack" data-gap="tiny" aria-describedby={id}>
      <Box component="legend" className="muted" p={0} fw={500}>
        {names.muted_alerts}
      </Box>
      <p id={id} className={isUnreadable ? 'note warn' : 'note'}>
        {notes}
      </p>
      <details className={classes.kinds}>
        <summary>{TEXTS.kinds(formatCount(sent), formatCount(KINDS.length))}</summary>
        <div>
          {KINDS.map(([kind, words]) => (
            <Checkbox
              key={kind}
              label={ALWAYS_MAILED.includes(kind) ? TEXTS.always(words) : words}
              checked={!muted.includes(kind)}
              disabled={ALWAYS_MAILED.includes(kind)}
              aria-disabled={isFixed}
              onChange={({ currentTarget: { checked } }) => {
                if (isFixed) return
                const others = muted.filter((one) => one !== kind)
                onChange(checked ? others : [...others, kind])
              }}
            />
          ))}
        </div>
      </details>
    </fieldset>
  )
}
