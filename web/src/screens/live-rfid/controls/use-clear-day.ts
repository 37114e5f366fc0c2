import { useApp } from '../../../app-parts.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { pauseOf } from '../../../live/pause.ts'
import { formatCount } from '../../../site-time/site-time.ts'
import { LIVE_CONTROLS_TEXTS } from '../../../texts/reads/live-controls.ts'
import type { DayWatch } from '../day-watch.ts'
import type { OutcomeStore } from '../outcome.ts'
import type { KeptDeletion } from './deletions/deletion-log.ts'

const LABELS = LIVE_CONTROLS_TEXTS.clear
const WARNINGS: Record<KeptDeletion, string | null> = {
  whole: null,
  'without-items': LABELS.withoutItems,
  'in-memory': LABELS.unkept,
}

/** Asks, empties the day on this browser, and keeps a record of what was in it. */
export function useClearDay(watch: DayWatch, outcome: OutcomeStore): () => Promise<void> {
  const { session, storage } = useApp()
  const dialogs = useDialogs()
  return async () => {
    // Before anything is removed: without the hub it could not be loaded afterwards.
    const log = await import('./deletions/deletion-log.ts').catch(() => null)
    const detail = LABELS.detail(formatCount(watch.reads.state.get().reads.length))
    if (!log || !(await dialogs.confirm({ text: LABELS.question, detail, isRemoval: true }))) return
    if (outcome.get()?.kind !== 'running') outcome.set(null)
    const pause = pauseOf(session)
    const paused = pause.get()
    if (paused) pause.set({ ...paused, reads: [] })
    const person = session.state.get()
    const items = watch.clearDay()
    const kept = await log.deletionLog(storage, person).add({ deletedAt: watch.now(), items })
    const warning = WARNINGS[kept]
    if (warning) outcome.set({ kind: 'problem', text: warning })
    else dialogs.notify('success', LABELS.done)
  }
}
