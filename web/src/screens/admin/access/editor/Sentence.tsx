import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { AccessGroup } from '@vehicle-control/protocol'
import { type RelayKey, relayName } from '../../../../relays/relay-key.ts'
import { ACCESS_TEXTS } from '../../../../texts/admin/admin-access.ts'
import { daytime, type GateParts, type RuleDraft } from '../rule-draft.ts'
import { listWords } from '../rule-sentence.ts'
import classes from './editor.module.css'
import { GroupChoice } from './GroupChoice.tsx'
import { Hours } from './Hours.tsx'

const TEXTS = ACCESS_TEXTS.edit
const WORDS = ACCESS_TEXTS.sentence
const DIRECTIONS = ['both', 'in', 'out'] as const

interface SentenceProps {
  number: number
  draft: RuleDraft
  /** The name of the gate. */
  gate: string
  parts: GateParts
  groups: readonly AccessGroup[]
  /** Vehicles of groups can be chosen. */
  hasGroups: boolean
  faults: ReadonlyMap<string, string>
  /** What the hub said of this sentence. */
  issue: string | null
  onChange: (draft: RuleDraft) => void
  /** Null: it is the only one. */
  onRemove: (() => void) | null
}

/** A rule as a sentence whose parts are controls. */
export function Sentence(props: SentenceProps) {
  const { number, draft, gate, parts, groups, hasGroups, faults, issue, onChange, onRemove } = props
  const set = (part: Partial<RuleDraft>) => onChange({ ...draft, ...part })
  const things = listWords(draft.kinds.map((kind) => WORDS.kinds[kind]))
  const isOfGroups = draft.who !== 'registered'
  const readers = readerChoices(draft, parts)
  const relays = relayChoices(draft, parts)
  return (
    <fieldset className={classes.rule}>
      <legend className={hasGroups ? 'strong' : 'visually-hidden'}>{TEXTS.sentence(number)}</legend>
      <div className={classes.sentence}>
        {WORDS.all}
        <Choice
          label={TEXTS.who}
          value={isOfGroups ? 'groups' : 'registered'}
          options={[
            { value: 'registered', label: WORDS.registeredOf(things) },
            ...(hasGroups || isOfGroups ? [{ value: 'groups', label: TEXTS.groups }] : []),
          ]}
          onChange={(chosen) => set({ who: chosen === 'groups' ? [] : 'registered' })}
        />
        <Choice
          label={TEXTS.direction}
          value={draft.direction}
          options={DIRECTIONS.map((value) => ({ value, label: WORDS.directions[value] }))}
          onChange={(chosen) =>
            set({ direction: DIRECTIONS.find((one) => one === chosen) ?? draft.direction })
          }
        />
        <span>
          {WORDS.through} <strong>{gate}</strong>{' '}
        </span>
        <span className={classes.together}>
          {`(${WORDS.reader}`}
          <Choice
            label={TEXTS.reader}
            value={listWords(draft.readers)}
            options={readers.map((one) => ({ value: listWords(one), label: listWords(one) }))}
            onChange={(chosen) =>
              set({ readers: readers.find((one) => listWords(one) === chosen) ?? draft.readers })
            }
          />
          <span className={classes.mark}>),</span>
        </span>
        <span className={classes.together}>
          <Choice
            label={TEXTS.when}
            value={draft.hours === null ? 'always' : 'hours'}
            options={[
              { value: 'always', label: WORDS.always },
              { value: 'hours', label: draft.hours === null ? WORDS.daytime : WORDS.atHours },
            ]}
            onChange={(chosen) => set({ hours: chosen === 'hours' ? [daytime()] : null })}
          />
          <span className={classes.mark}>:</span>
        </span>
        <span className={classes.together}>
          {WORDS.opens}
          <Choice
            label={TEXTS.relay}
            value={String(draft.relay)}
            options={relays.map((key) => ({ value: String(key), label: relayName(key) }))}
            onChange={(chosen) =>
              set({ relay: relays.find((key) => String(key) === chosen) ?? draft.relay })
            }
          />
        </span>
        <span className={classes.together}>
          {WORDS.during}
          <TextInput
            className={classes.seconds ?? ''}
            size="xs"
            inputMode="decimal"
            aria-label={TEXTS.duration}
            error={faults.has('seconds')}
            value={draft.seconds}
            onChange={(event) => set({ seconds: event.currentTarget.value })}
          />
          {WORDS.seconds}.
        </span>
      </div>
      {draft.who !== 'registered' && (
        <GroupChoice chosen={draft.who} groups={groups} onChange={(who) => set({ who })} />
      )}
      {draft.hours !== null && (
        <Hours spans={draft.hours} faults={faults} onChange={(hours) => set({ hours })} />
      )}
      {[...new Set(faults.values()), ...(issue === null ? [] : [issue])].map((fault) => (
        <p key={fault} role="alert" className="bad">
          {fault}
        </p>
      ))}
      {onRemove && (
        <Button
          className={classes.more ?? ''}
          variant="default"
          size="compact-sm"
          aria-label={TEXTS.removeOf(number)}
          onClick={onRemove}
        >
          {TEXTS.remove}
        </Button>
      )}
    </fieldset>
  )
}

/** Each reader of the gate, all of them together, and what the sentence had. */
function readerChoices({ readers }: RuleDraft, parts: GateParts): readonly (readonly string[])[] {
  const choices: (readonly string[])[] = parts.readers.map((reader) => [reader])
  if (parts.readers.length > 1) choices.push(parts.readers)
  const isThere = choices.some((one) => listWords(one) === listWords(readers))
  return isThere ? choices : [readers, ...choices]
}

function relayChoices({ relay }: RuleDraft, { relays }: GateParts): readonly RelayKey[] {
  return relays.includes(relay) ? relays : [relay, ...relays]
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A part of the sentence that can be chosen. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <NativeSelect
      className={classes.choice ?? ''}
      size="xs"
      aria-label={label}
      data={[...options]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
