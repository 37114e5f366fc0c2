import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import type { ShownSiteConfig as Config } from '@vehicle-control/protocol'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, wordsOf } from '../../../../api/http/api-error.ts'
import {
  changeSettings,
  fetchSiteConfig,
  siteConfigQuery,
} from '../../../../api/settings/site-config.ts'
import { useApp } from '../../../../app-parts.ts'
import { useDialogs } from '../../../../dialogs/DialogsProvider.tsx'
import { DraftNotice } from '../../../../forms/DraftNotice.tsx'
import { focusFirst } from '../../../../forms/form-issues.ts'
import { Problem } from '../../../../forms/Problem.tsx'
import { typedIn, useKeptDraft } from '../../../../forms/use-kept-draft.ts'
import { useSubmission } from '../../../../forms/use-submission.ts'
import { CONFIG_TEXTS } from '../../../../texts/admin/admin-config.ts'
import { changedFields, type ChangedField } from '../../list/changed-fields.ts'
import { ChangedNotice } from '../../list/ChangedNotice.tsx'
import { changesOf, SETTING_LABELS, settingFaults, settingValues } from './setting-values.ts'
import { SettingFields } from './SettingFields.tsx'

const TEXTS = CONFIG_TEXTS.settings

/** What somebody else set while the form was being filled. */
interface Meanwhile {
  readonly theirs: Config
  readonly changes: readonly ChangedField[]
}

/** The form of what superadmins set. Until something is typed it follows what others set. */
export function SettingsForm({ config }: { config: Config }) {
  const { api } = useApp()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const { isBusy, whileBusy, problem, submit } = useSubmission()
  /** What the form was filled from. */
  const seen = useRef(config)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)
  const form = useForm({
    initialValues: settingValues(config.settings),
    validate: settingFaults,
    onSubmitPreventDefault: 'always',
  })
  const isRestored = useKeptDraft({
    name: 'config',
    query: { tab: 'config' },
    read: () => typedIn(form, false),
    restore: form.setValues,
  })
  const fill = (now: Config) => {
    const values = settingValues(now.settings)
    form.setInitialValues(values)
    form.setValues(values)
    form.clearErrors()
    seen.current = now
  }
  const take = (theirs: Config) => {
    fill(theirs)
    setMeanwhile(null)
  }
  const follow = useEffectEvent(() => {
    if (config.version !== seen.current.version && !form.isDirty() && !meanwhile) fill(config)
  })
  useEffect(() => follow(), [config])

  const send = (values: typeof form.values, over?: Config) => {
    const before = seen.current
    // A default that somebody typed takes the place of what nobody can read.
    const anew = config.unreadable.filter((name) => form.isTouched(name))
    const changes = changesOf(values, before.settings, anew)
    if (Object.keys(changes).length === 0) return dialogs.notify('info', TEXTS.unchanged)
    const call = async () => {
      try {
        const saved = await changeSettings(api, { ...changes, version: (over ?? before).version })
        queries.setQueryData(siteConfigQuery(api).queryKey, saved)
        take(saved)
        // The site's name, the suppression window, alerts: any answer may follow from a setting.
        void queries.invalidateQueries()
        dialogs.notify('success', TEXTS.saved)
      } catch (failure) {
        if (!(failure instanceof ApiError) || failure.code !== 'changed_meanwhile') throw failure
        const theirs = await fetchSiteConfig(api)
        const others = changedFields(SETTING_LABELS, before.settings, theirs.settings)
        setMeanwhile({ theirs, changes: others })
      }
    }
    void submit(call, isShown)
  }
  const submitForm = (event: FormEvent<HTMLFormElement>) =>
    form.onSubmit(
      (values) => send(values),
      (errors) => focusFirst(form, errors),
    )(event)
  const isShown = (failure: unknown) => {
    const issues = failure instanceof ApiError ? failure.issues : []
    // An address has a place in its list.
    const errors = Object.fromEntries(
      issues.map(({ path, message }) => [path.split('.')[0] ?? '', message]),
    )
    const known = Object.keys(errors).some((name) => Object.hasOwn(form.values, name))
    if (known) {
      form.setErrors(errors)
      focusFirst(form, errors)
    }
    return known
  }
  return (
    <form className="stack no-print" data-gap="large" noValidate onSubmit={submitForm}>
      <DraftNotice isShown={isRestored} />
      <SettingFields form={form} whileBusy={whileBusy} config={config} />
      <Problem>{problem === null ? null : wordsOf(problem, TEXTS.failed)}</Problem>
      {meanwhile ? (
        <ChangedNotice
          title={TEXTS.changed}
          changes={meanwhile.changes}
          isBusy={isBusy}
          onTake={() => take(meanwhile.theirs)}
          onKeep={() => form.onSubmit((values) => send(values, meanwhile.theirs))()}
        />
      ) : (
        <div className="wrap">
          <Button type="submit" aria-disabled={isBusy}>
            {isBusy ? TEXTS.saving : TEXTS.save}
          </Button>
          {form.isDirty() && (
            <Button variant="default" onClick={() => take(config)}>
              {TEXTS.discard}
            </Button>
          )}
        </div>
      )}
    </form>
  )
}
