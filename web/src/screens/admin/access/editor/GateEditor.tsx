import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import { Button } from '@mantine/core'
import type { AccessGate, AccessGroup } from '@vehicle-control/protocol'
import { useState } from 'react'
import { wordsOf } from '../../../../api/http/api-error.ts'
import { takeFocus } from '../../../../forms/form-issues.ts'
import { Problem } from '../../../../forms/Problem.tsx'
import type { SiteTime } from '../../../../site-time/site-time.ts'
import { ACCESS_TEXTS } from '../../../../texts/admin/admin-access.ts'
import { ChangedNotice } from '../../list/ChangedNotice.tsx'
import { readRule } from '../read-rule.ts'
import {
  draftFaults,
  draftOf,
  type GateParts,
  newDraft,
  type RuleDraft,
  ruleOf,
} from '../rule-draft.ts'
import classes from './editor.module.css'
import { Preview } from './Preview.tsx'
import { Sentence } from './Sentence.tsx'
import { useGateSave } from './use-gate-save.ts'

const TEXTS = ACCESS_TEXTS.edit

interface GateEditorProps {
  gate: AccessGate
  /** Null: it reports no reader or no relay now, and what its sentences have is all there is. */
  parts: GateParts | null
  groups: readonly AccessGroup[]
  site: SiteTime
  /** With what to say; null where nothing was saved. */
  onDone: (text: string | null) => void
}

/** The sentences of a gate, what they would have decided, and whether it observes. */
export function GateEditor({ gate, parts: reported, groups, site, onDone }: GateEditorProps) {
  const [drafts, setDrafts] = useState(() => draftsOf(gate, reported))
  const parts = reported ?? { readers: [], relays: [] }
  const { code, name } = gate
  const saving = useGateSave({ gate, groups, onDone })
  const rules = drafts.map(ruleOf)
  const isWhole = rules.every((rule) => rule !== null)
  const change = (draft: RuleDraft) =>
    setDrafts((before) => before.map((one) => (one.key === draft.key ? draft : one)))
  const issues = saving.issues
  return (
    <section className="stack" aria-label={TEXTS.title(name)} ref={takeFocus} tabIndex={-1}>
      {drafts.map((draft, place) => (
        <Sentence
          key={draft.key}
          number={place + 1}
          draft={draft}
          gate={name}
          parts={parts}
          groups={groups}
          hasGroups={drafts.length > 1}
          faults={draftFaults(draft)}
          issue={issues.get(place) ?? null}
          onChange={change}
          onRemove={
            drafts.length > 1
              ? () => setDrafts((before) => before.filter(({ key }) => key !== draft.key))
              : null
          }
        />
      ))}
      {reported && (
        <Button
          className={classes.more ?? ''}
          variant="default"
          size="compact-sm"
          onClick={() => setDrafts((before) => [...before, newDraft(reported)])}
        >
          {TEXTS.add}
        </Button>
      )}
      <Preview code={code} rules={isWhole ? rules : null} site={site} />
      <Problem>{saving.problem === null ? null : wordsOf(saving.problem, TEXTS.failed)}</Problem>
      {saving.meanwhile && (
        <ChangedNotice
          title={TEXTS.changed}
          changes={saving.meanwhile.changes}
          isBusy={saving.isBusy}
          onTake={() => {
            const theirs = saving.take()
            if (theirs) setDrafts(draftsOf(theirs, reported))
          }}
          onKeep={() => isWhole && saving.keep(rules)}
        />
      )}
      <p className="hint">{TEXTS.note}</p>
      <div className="wrap">
        {!saving.meanwhile && (
          <Button
            aria-disabled={saving.isBusy || !isWhole}
            onClick={() => isWhole && saving.save('observe', rules)}
          >
            {TEXTS.observe}
          </Button>
        )}
        {!saving.meanwhile && gate.mode !== 'off' && (
          <Button
            variant="default"
            aria-disabled={saving.isBusy || !isWhole}
            onClick={() => isWhole && saving.save('off', rules)}
          >
            {TEXTS.off}
          </Button>
        )}
        <Button variant="default" onClick={() => onDone(null)}>
          {TEXTS.cancel}
        </Button>
      </div>
    </section>
  )
}

/** The sentences of a gate; one without any begins with one that is filled in. */
function draftsOf({ rules }: AccessGate, parts: GateParts | null): readonly RuleDraft[] {
  const known = rules.flatMap((raw) => readRule(raw) ?? []).map(draftOf)
  return known.length === 0 && parts ? [newDraft(parts)] : known
}
