import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Asset } from '@vehicle-control/protocol'
import { ASSET_TAG_MAX, PLATE_MAX } from '@vehicle-control/protocol/limits'
import {
  LINE_COLUMNS,
  VEHICLE_LINES,
  VEHICLE_WORDS,
} from '@vehicle-control/protocol/vehicle-columns'
import { type ComponentProps, useEffectEvent, useLayoutEffect, useState } from 'react'
import { DraftNotice } from '../../../forms/DraftNotice.tsx'
import { focusFirst, showIssues } from '../../../forms/form-issues.ts'
import { Problem } from '../../../forms/Problem.tsx'
import { typedIn, useKeptDraft } from '../../../forms/use-kept-draft.ts'
import { SubmitButton } from '../../../forms/SubmitButton.tsx'
import { upperCase } from '../../../forms/upper-case.ts'
import { ASSETS_TEXTS as TEXTS } from '../../../texts/admin/admin-assets.ts'
import { ChangedNotice } from '../list/ChangedNotice.tsx'
import { ASSET_TYPES } from './asset-types.ts'
import {
  ASSET_FIELDS,
  ASSET_RULES,
  type AssetValues,
  changesOf,
  isUnreadable,
  valuesOf,
} from './asset-form.ts'
import { PhotoField } from './PhotoField.tsx'
import { useAssetSaving } from './use-asset-saving.ts'

const LABELS = TEXTS.form
const TYPES = ASSET_TYPES.map((value) => ({ value, label: TEXTS.types[value] }))

interface AssetFormProps {
  /** Null: a new one. */
  asset: Asset | null
  /** The tag that a new one starts with. */
  tag: string
  onSaved: (saved: Asset) => void
  onCancel: () => void
  /** Called to begin anew with what is stored. */
  onRefill: (stored: Asset) => void
  /** Called with whether something was typed that is not saved. */
  onDirty: (isDirty: boolean) => void
}

/** Creates an asset or edits one; give it a `key` for each asset. */
export function AssetForm(props: AssetFormProps) {
  const { asset, tag, onSaved, onCancel, onRefill, onDirty } = props
  const [isPhotoBusy, setPhotoBusy] = useState(false)
  const [hasWaited, setWaited] = useState(false)
  const form = useForm<AssetValues>({
    initialValues: valuesOf(asset, tag),
    validate: ASSET_RULES,
    onSubmitPreventDefault: 'always',
  })
  const isDirty = form.isDirty()
  const noteDirty = useEffectEvent(onDirty)
  // Before the next key: Esc asks by it.
  useLayoutEffect(() => noteDirty(isDirty), [isDirty])
  const isRestored = useKeptDraft({
    name: `asset ${asset?.id ?? 'new'}`,
    query: { tab: 'activos', ...(asset && { editar: String(asset.id) }) },
    read: () => typedIn(form, asset === null),
    restore: form.setValues,
  })
  const { isBusy, whileBusy, conflict, problem, save, saveOver } = useAssetSaving({
    asset,
    onSaved,
    isShown: (failure) => showIssues(form, ASSET_FIELDS, failure),
  })
  const checked = (send: (values: AssetValues) => void) =>
    form.onSubmit(
      (values) => {
        setWaited(isPhotoBusy)
        if (!isPhotoBusy) send(values)
      },
      (errors) => focusFirst(form, errors),
    )
  const theirs = conflict?.theirs ?? null
  const { type, rfid_tag, photo_url } = form.values
  const isUnseen = isUnreadable(rfid_tag)

  /** The props of a field that turns into upper case while somebody types. */
  const coded = (field: 'plate' | 'rfid_tag') => {
    const props = form.getInputProps(field)
    const onChange: ComponentProps<'input'>['onChange'] = (event) => {
      upperCase(event.currentTarget)
      form.setFieldValue(field, event.currentTarget.value)
    }
    return { ...props, onChange, spellCheck: false, autoCapitalize: 'characters' }
  }

  return (
    <form className="stack" data-gap="large" noValidate autoComplete="off" onSubmit={checked(save)}>
      <DraftNotice isShown={isRestored} />
      <Problem>{problem ?? (hasWaited && isPhotoBusy ? LABELS.photoBusy : null)}</Problem>
      {conflict && (
        <ChangedNotice
          changes={asset && theirs && changesOf(asset, theirs)}
          isBusy={isBusy}
          onTake={() => theirs && onRefill(theirs)}
          onKeep={() => checked(saveOver)()}
        />
      )}
      <NativeSelect
        label={LABELS.type}
        data={TYPES}
        aria-disabled={isBusy}
        {...form.getInputProps('type')}
      />
      <TextInput
        label={LABELS.name}
        maxLength={120}
        aria-required={type !== 'vehicle'}
        {...whileBusy}
        {...form.getInputProps('name')}
      />
      {type === 'vehicle' && (
        <TextInput
          label={LABELS.plate}
          maxLength={PLATE_MAX + 10}
          aria-required
          {...whileBusy}
          {...coded('plate')}
        />
      )}
      <TextInput
        label={LABELS.tag}
        description={isUnseen ? TEXTS.unreadable : TEXTS.tagRule}
        descriptionProps={{ 'data-warning': isUnseen || undefined }}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        maxLength={ASSET_TAG_MAX + 10}
        aria-required
        {...whileBusy}
        {...coded('rfid_tag')}
      />
      {LINE_COLUMNS.map((line) => (
        <TextInput
          key={line}
          label={VEHICLE_WORDS[line]}
          maxLength={VEHICLE_LINES[line]}
          {...whileBusy}
          {...form.getInputProps(line)}
        />
      ))}
      <TextInput
        label={LABELS.location}
        maxLength={200}
        {...whileBusy}
        {...form.getInputProps('location')}
      />
      <PhotoField
        value={photo_url}
        onChange={(url) => form.setFieldValue('photo_url', url)}
        onBusy={setPhotoBusy}
      />
      <div className="stack" data-gap="small">
        <SubmitButton isBusy={isBusy}>
          {isBusy ? LABELS.saving : asset ? LABELS.save : LABELS.create}
        </SubmitButton>
        {asset && (
          <Button variant="default" size="md" fullWidth onClick={onCancel}>
            {LABELS.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}
