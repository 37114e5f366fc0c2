import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { RULE_SPANS_MAX } from '@vehicle-control/protocol/limits'
import { ACCESS_TEXTS } from '../../../../texts/admin/admin-access.ts'
import { daytime, type SpanDraft } from '../rule-draft.ts'
import { hasDay } from '../rule-sentence.ts'
import classes from './editor.module.css'

const TEXTS = ACCESS_TEXTS.edit

interface HoursProps {
  spans: readonly SpanDraft[]
  faults: ReadonlyMap<string, string>
  onChange: (spans: readonly SpanDraft[]) => void
}

/** At which hours of which days a sentence holds. */
export function Hours({ spans, faults, onChange }: HoursProps) {
  const change = (span: SpanDraft) =>
    onChange(spans.map((one) => (one.key === span.key ? span : one)))
  return (
    <div className="stack">
      {spans.map((span) => (
        <div key={span.key} className={classes.span}>
          <fieldset className={classes.days} aria-label={TEXTS.days}>
            {ACCESS_TEXTS.days.map((name, day) => (
              <Checkbox
                key={name}
                label={name}
                checked={hasDay(span.days, day)}
                onChange={() => change({ ...span, days: span.days ^ (1 << day) })}
              />
            ))}
          </fieldset>
          <div className="row">
            {(['from', 'to'] as const).map((end) => (
              <TextInput
                key={end}
                type="time"
                size="xs"
                label={end === 'from' ? TEXTS.from : TEXTS.until}
                error={faults.has(`${end}${span.key}`)}
                value={span[end]}
                onChange={(event) => change({ ...span, [end]: event.currentTarget.value })}
              />
            ))}
            {spans.length > 1 && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => onChange(spans.filter(({ key }) => key !== span.key))}
              >
                {TEXTS.lessHours}
              </Button>
            )}
          </div>
        </div>
      ))}
      {spans.length < RULE_SPANS_MAX && (
        <Button
          className={classes.more ?? ''}
          variant="default"
          size="compact-sm"
          onClick={() => onChange([...spans, daytime()])}
        >
          {TEXTS.moreHours}
        </Button>
      )}
    </div>
  )
}
