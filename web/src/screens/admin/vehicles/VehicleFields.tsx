import { TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { PLATE_MAX, VEHICLE_TAG_MAX } from '@vehicle-control/protocol/limits'
import {
  byVehicleLine,
  VEHICLE_COLUMNS,
  VEHICLE_LINES,
  type VehicleColumn,
} from '@vehicle-control/protocol/vehicle-columns'
import { Suspense, type ChangeEvent } from 'react'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { upperCase } from '../../../forms/upper-case.ts'
import { VEHICLES_TEXTS } from '../../../texts/admin/admin-vehicles.ts'
import { isUnread, NAME_MAX, type VehicleValues } from './vehicle-values.ts'

const LABELS = VEHICLES_TEXTS.form
const PhotoField = lazyPart(async () => (await import('../assets/PhotoField.tsx')).PhotoField)

interface VehicleFieldsProps {
  form: UseFormReturnType<VehicleValues>
  whileBusy: { readOnly: boolean; 'aria-disabled': boolean }
  onPhotoBusy: (isBusy: boolean) => void
}

/** The fields of the chosen type. */
export function VehicleFields({ form, whileBusy, onPhotoBusy }: VehicleFieldsProps) {
  const { type, rfid_tag, photo_url } = form.values
  const isVehicle = type === 'vehicle'
  const plain = { autoComplete: 'off', spellCheck: false, ...whileBusy }
  const upper = (name: 'plate' | 'rfid_tag') => {
    const { onChange, ...field } = form.getInputProps(name)
    return {
      ...plain,
      ...field,
      autoCapitalize: 'characters',
      'aria-required': true,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        upperCase(event.currentTarget)
        onChange(event)
      },
    }
  }
  const { fields } = LABELS
  const inputs: Record<VehicleColumn, TextInputProps | null> = {
    plate: isVehicle ? { maxLength: PLATE_MAX * 2, ...upper('plate') } : null,
    model: {
      label: isVehicle ? fields.model : LABELS.name,
      maxLength: NAME_MAX,
      'aria-required': !isVehicle,
      ...plain,
      ...form.getInputProps('model'),
    },
    ...byVehicleLine((column) => {
      return { maxLength: VEHICLE_LINES[column], ...plain, ...form.getInputProps(column) }
    }),
    rfid_tag: {
      maxLength: VEHICLE_TAG_MAX * 2,
      description: isUnread(rfid_tag) ? LABELS.unread : undefined,
      descriptionProps: { 'data-warning': true },
      inputWrapperOrder: ['label', 'input', 'description', 'error'],
      ...upper('rfid_tag'),
    },
  }
  return (
    <>
      {VEHICLE_COLUMNS.map((column) => {
        const input = inputs[column]
        if (input === null) return null
        const isFirst = column === 'plate' || undefined
        return <TextInput key={column} label={fields[column]} data-autofocus={isFirst} {...input} />
      })}
      {!isVehicle && (
        <Suspense>
          <PhotoField
            value={photo_url}
            onChange={(url) => form.setFieldValue('photo_url', url)}
            onBusy={onPhotoBusy}
          />
        </Suspense>
      )}
    </>
  )
}
