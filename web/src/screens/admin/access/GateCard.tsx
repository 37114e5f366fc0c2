import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { AccessGate, AccessGroup } from '@vehicle-control/protocol'
import { Suspense, useEffect, useId, useRef } from 'react'
import { GATES_KEY, giveUpList } from '../../../api/access/access-gates.ts'
import { wordsOf } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { lazyPart } from '../../../components/lazy-part.tsx'
import { StateMark } from '../../../components/StateMark.tsx'
import { useSiteNow } from '../../../components/use-site-now.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { formatCount, type SiteTime } from '../../../site-time/site-time.ts'
import { ACCESS_TEXTS as TEXTS } from '../../../texts/admin/admin-access.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import { useMayEdit } from '../list/use-may-edit.ts'
import classes from './access.module.css'
import { listState, modeWords } from './gate-words.ts'
import { readRule } from './read-rule.ts'
import type { GateParts } from './rule-draft.ts'
import { ruleSentence } from './rule-sentence.ts'

const GateEditor = lazyPart(async () => (await import('./editor/GateEditor.tsx')).GateEditor)

const MINUTE_MS = 60_000

interface GateCardProps {
  gate: AccessGate
  /** Null: it reports no reader or no relay now. */
  parts: GateParts | null
  groups: readonly AccessGroup[]
  site: SiteTime
  isEdited: boolean
  onEdit: () => void
  /** With what to say; null where nothing was saved. */
  onDone: (text: string | null) => void
}

/** A gate: by which sentences it decides, and how its list stands. */
export function GateCard({ gate, parts, groups, site, isEdited, onEdit, onDone }: GateCardProps) {
  const id = useId()
  const mayEdit = useMayEdit()
  const opener = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && !isEdited) opener.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  const { name, mode, rules } = gate
  const known = rules.map(readRule)
  const isReadable = known.every((rule) => rule !== null)
  return (
    <li className={classes.gate} data-edited={isEdited || undefined} aria-labelledby={id}>
      <div className="line spread">
        <h2 id={id} className="heading anywhere">
          {name}
        </h2>
        <span className={`pill ${mode === 'off' ? 'muted' : 'good'}`}>{modeWords(mode)}</span>
      </div>
      <ListState gate={gate} site={site} />
      {isEdited ? (
        <Suspense fallback={<output>{ADMIN_TEXTS.list.loading}</output>}>
          <GateEditor gate={gate} parts={parts} groups={groups} site={site} onDone={onDone} />
        </Suspense>
      ) : (
        <>
          {known.length === 0 && <p className="muted">{TEXTS.noRules}</p>}
          {known.length > 0 && (
            <ul className={classes.rules}>
              {known.map((rule, place) => (
                <li key={rule?.id ?? `place${place}`}>
                  {rule ? `${ruleSentence(rule, name, groups)}.` : TEXTS.unreadableRule}
                </li>
              ))}
            </ul>
          )}
          {mayEdit && !isReadable && <p className="warn">{TEXTS.unreadable}</p>}
          {mayEdit && isReadable && (
            <Button
              ref={opener}
              className={classes.opener ?? ''}
              variant={mode === 'off' ? 'filled' : 'default'}
              aria-label={TEXTS.configureOf(name)}
              onClick={onEdit}
            >
              {TEXTS.configure}
            </Button>
          )}
        </>
      )}
    </li>
  )
}

function ListState({ gate, site }: { gate: AccessGate; site: SiteTime }) {
  const now = useSiteNow(MINUTE_MS)
  const mayEdit = useMayEdit()
  const state = listState(gate, site, now)
  const refused = gate.list.refused_rules.length
  return (
    <>
      {state && (
        <StateMark tone={state.tone}>
          <span className="wraps">{state.text}</span>
        </StateMark>
      )}
      {gate.list.held && mayEdit && <GiveUp gate={gate} held={gate.list.held} />}
      {refused > 0 && (
        <StateMark tone="warn">
          <span className="wraps">{TEXTS.refused(formatCount(refused), refused === 1)}</span>
        </StateMark>
      )}
    </>
  )
}

interface GiveUpProps {
  gate: AccessGate
  held: NonNullable<AccessGate['list']['held']>
}

/** Asks before a gate gives up a list that may know more than this hub's. */
function GiveUp({ gate: { code, name }, held }: GiveUpProps) {
  const { api } = useApp()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const run = async () => {
    const { question, detail } = TEXTS.giveUp
    if (!(await dialogs.confirm({ text: question, detail: detail(name), isLoss: true }))) return
    try {
      await giveUpList(api, code, held)
      dialogs.notify('success', TEXTS.giveUp.done(name))
    } catch (problem) {
      dialogs.notify('error', wordsOf(problem, TEXTS.giveUp.failed))
    } finally {
      void queries.invalidateQueries({ queryKey: GATES_KEY })
    }
  }
  return (
    <Button
      className={classes.opener ?? ''}
      variant="default"
      aria-label={TEXTS.giveUp.of(name)}
      onClick={() => void run()}
    >
      {TEXTS.giveUp.button}
    </Button>
  )
}
