import { useQueryClient } from '@tanstack/react-query'
import type { AccessGate, AccessGroup, GivenRule } from '@vehicle-control/protocol'
import { useState } from 'react'
import { GATES_KEY, gatesQuery, setAccess } from '../../../../api/access/access-gates.ts'
import { ApiError, hasStatus } from '../../../../api/http/api-error.ts'
import { useApp } from '../../../../app-parts.ts'
import { useSubmission } from '../../../../forms/use-submission.ts'
import { ACCESS_TEXTS } from '../../../../texts/admin/admin-access.ts'
import type { ChangedField } from '../../list/changed-fields.ts'
import { modeWords } from '../gate-words.ts'
import { readRule } from '../read-rule.ts'
import { ruleSentence } from '../rule-sentence.ts'

const TEXTS = ACCESS_TEXTS.edit

type Mode = 'off' | 'observe'

/** What somebody else changed of a gate meanwhile; `theirs` null: its agent was deleted. */
interface MeanwhileChange {
  readonly theirs: AccessGate | null
  readonly changes: readonly ChangedField[] | null
  readonly wanted: Mode
}

interface GateSaveOptions {
  gate: AccessGate
  groups: readonly AccessGroup[]
  onDone: (text: string) => void
}

/** Sets the rules of a gate only as long as they are what the person has seen. */
export function useGateSave({ gate, groups, onDone }: GateSaveOptions) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { isBusy, problem, submit } = useSubmission()
  const [seen, setSeen] = useState(gate)
  const [meanwhile, setMeanwhile] = useState<MeanwhileChange | null>(null)
  const [issues, setIssues] = useState<ReadonlyMap<number, string>>(new Map())

  const send = async (mode: Mode, rules: GivenRule[], over: AccessGate) => {
    try {
      await setAccess(api, gate.code, { seen: over.revision, mode, rules })
    } catch (failure) {
      if (!hasStatus(failure, 412) && !hasStatus(failure, 404)) throw failure
      const { gates } = await queries.fetchQuery({ ...gatesQuery(api), staleTime: 0 })
      const theirs = gates.find(({ code }) => code === gate.code) ?? null
      const changes = theirs && changesOf(over, theirs, groups)
      setMeanwhile({ theirs, changes, wanted: mode })
      return
    }
    await queries.invalidateQueries({ queryKey: GATES_KEY })
    onDone(mode === 'off' ? TEXTS.stopped(gate.name) : TEXTS.observing(gate.name))
  }
  const save = (mode: Mode, rules: GivenRule[], over = seen) => {
    setIssues(new Map())
    void submit(
      () => send(mode, rules, over),
      (failure) => {
        const found = issuesOf(failure)
        setIssues(found)
        return found.size > 0
      },
    )
  }
  return {
    isBusy,
    problem,
    /** What the hub says of a sentence, by its place. */
    issues,
    meanwhile,
    save: (mode: Mode, rules: GivenRule[]) => save(mode, rules),
    /** Saves on top of what somebody else set. */
    keep(rules: GivenRule[]) {
      if (meanwhile?.theirs) save(meanwhile.wanted, rules, meanwhile.theirs)
    },
    /** From now on the person counts as having seen what is stored, which it gives. */
    take(): AccessGate | null {
      const theirs = meanwhile?.theirs ?? null
      if (theirs) setSeen(theirs)
      setMeanwhile(null)
      return theirs
    },
  }
}

/** The hub's issues of sentences, by their place. */
function issuesOf(failure: unknown): ReadonlyMap<number, string> {
  const issues = failure instanceof ApiError ? failure.issues : []
  return new Map(
    issues.flatMap(({ path, message }) => {
      const place = /^rules\.(\d+)(\.|$)/.exec(path)?.[1]
      return place === undefined ? [] : [[Number(place), message] as const]
    }),
  )
}

/** What somebody else changed, in words: the mode, and each sentence by its number. */
function changesOf(
  before: AccessGate,
  theirs: AccessGate,
  groups: readonly AccessGroup[],
): ChangedField[] {
  const sentences = ({ name, rules }: AccessGate) =>
    rules.map((raw) => {
      const rule = readRule(raw)
      return rule ? ruleSentence(rule, name, groups) : ACCESS_TEXTS.unreadableRule
    })
  const [old, now] = [sentences(before), sentences(theirs)]
  const places = Array.from({ length: Math.max(old.length, now.length) }, (_, place) => place)
  return [
    { label: TEXTS.mode, old: modeWords(before.mode), now: modeWords(theirs.mode) },
    ...places.map((place) => ({
      label: TEXTS.sentence(place + 1),
      old: old[place] ?? '',
      now: now[place] ?? '',
    })),
  ].filter((one) => one.old !== one.now)
}
