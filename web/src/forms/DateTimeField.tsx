import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/SimpleGrid.css'
import '@mantine/core/styles/ScrollArea.css'
import '@mantine/dates/styles.css'
import 'dayjs/locale/es'
import { DateTimePicker } from '@mantine/dates'
import { useEffect, useRef } from 'react'
import { DATE_TIME_TEXTS as TEXTS } from '../texts/date-time.ts'
import classes from './date-time-field.module.css'
import { useDebounced } from './use-debounced.ts'

export interface DateTimeFieldProps {
  label: string
  /** YYYY-MM-DDTHH:mm by the site's clocks; empty where open. */
  value: string
  /** Shown beside the field, and announced when it appears. */
  fault: string | null
  description?: string | undefined
  placeholder?: string
  title?: string
  /** Opens the calendar when the field appears: it is loaded by a press on its placeholder. */
  isOpenAtFirst?: boolean
  /** Called at once, for a form whose button saves what was chosen just before it was pressed. */
  onPick?: (wall: string) => void
  onChange: (wall: string) => void
}

/** A moment by the site's clocks, from a calendar. It is loaded where a screen needs it. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, value, fault, description, placeholder, title, isOpenAtFirst, onPick, onChange } =
    props
  const [draft, setDraft] = useDebounced(value, onChange)
  const field = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isOpenAtFirst) return
    field.current?.focus()
    field.current?.click()
  }, [isOpenAtFirst])
  return (
    <DateTimePicker
      ref={field}
      placeholder={placeholder}
      title={title}
      label={label}
      description={description}
      locale="es"
      valueFormat="DD/MM/YYYY HH:mm"
      // The picker's values have no zone, like those of the filters.
      value={draft === '' ? null : draft.replace('T', ' ')}
      onChange={(picked) => {
        const wall = picked === null ? '' : picked.slice(0, 16).replace(' ', 'T')
        setDraft(wall)
        onPick?.(wall)
      }}
      error={fault}
      errorProps={{ role: 'alert' }}
      clearable
      clearButtonProps={{ 'aria-label': `${TEXTS.erase}: ${label}` }}
      firstDayOfWeek={1}
      // Mantine's colours of these are too faint to read.
      hideOutsideDates
      weekendDays={[]}
      classNames={{
        weekday: classes.muted,
        input: classes.value,
        placeholder: classes.muted,
      }}
      submitButtonProps={{ 'aria-label': TEXTS.apply }}
      timePickerProps={{ hoursInputLabel: TEXTS.hours, minutesInputLabel: TEXTS.minutes }}
      popoverProps={{ returnFocus: true }}
      ariaLabels={{
        previousMonth: TEXTS.previousMonth,
        nextMonth: TEXTS.nextMonth,
        previousYear: TEXTS.previousYear,
        nextYear: TEXTS.nextYear,
        previousDecade: TEXTS.previousDecade,
        nextDecade: TEXTS.nextDecade,
      }}
    />
  )
}
