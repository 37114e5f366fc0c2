import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Input.css'
import { Box, Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useId } from 'react'
import { WALLS_TEXTS } from '../../../../texts/admin/admin-walls.ts'
import { VIEWS, type WallValues } from './wall-values.ts'

const LABELS = WALLS_TEXTS.form
const NAME_MAX = 120

interface WallFieldsProps {
  form: UseFormReturnType<WallValues>
  whileBusy: { readOnly: boolean; 'aria-disabled': boolean }
}

/** What a wall screen is called, and what it shows. */
export function WallFields({ form, whileBusy }: WallFieldsProps) {
  const faultId = useId()
  const { screens } = form.values
  const fault = form.errors['screens']
  return (
    <>
      <TextInput
        label={LABELS.name}
        description={LABELS.nameHint}
        autoComplete="off"
        maxLength={NAME_MAX}
        aria-required
        {...whileBusy}
        {...form.getInputProps('name')}
      />
      <fieldset className="stack" data-gap="small" aria-describedby={fault ? faultId : undefined}>
        <Box component="legend" className="strong" p={0}>
          {LABELS.screens}
        </Box>
        {VIEWS.map((view) => (
          <Checkbox
            key={view}
            label={WALLS_TEXTS.views[view]}
            checked={screens.includes(view)}
            onChange={({ currentTarget: { checked } }) => {
              if (whileBusy.readOnly) return
              const others = screens.filter((one) => one !== view)
              form.setFieldValue('screens', checked ? [...others, view] : others)
            }}
          />
        ))}
        {fault && (
          <p id={faultId} role="alert" className="bad">
            {fault}
          </p>
        )}
      </fieldset>
      {screens.length > 1 && (
        <TextInput
          label={LABELS.every}
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          aria-required
          {...whileBusy}
          {...form.getInputProps('every_s')}
        />
      )}
    </>
  )
}
