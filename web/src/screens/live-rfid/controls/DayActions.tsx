import { Button } from '@mantine/core'
import { IconFileSpreadsheet, IconFileTypePdf, IconHistory, IconTrash } from '@tabler/icons-react'
import { useApp } from '../../../app-parts.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { formatCount } from '../../../site-time/site-time.ts'
import { LIVE_CONTROLS_TEXTS } from '../../../texts/reads/live-controls.ts'
import type { DayWatch } from '../day-watch.ts'
import type { LiveFilters } from '../live-filters.ts'
import { pauseOf } from '../use-pause.ts'
import type { OutcomeStore } from '../outcome.ts'
import type { KeptDeletion } from './deletions/deletion-log.ts'
import { useDayExports } from './use-day-exports.ts'
import classes from './controls.module.css'

const LABELS = LIVE_CONTROLS_TEXTS.day

interface DayActionsProps {
  watch: DayWatch
  filters: LiveFilters
  outcome: OutcomeStore
}

/** The buttons that export the day, empty it on this browser, and list what was removed. */
export function DayActions({ watch, filters, outcome }: DayActionsProps) {
  const { session, storage } = useApp()
  const dialogs = useDialogs()
  const exports = useDayExports({ watch, filters, outcome })
  const clear = useClearDay(watch, outcome)
  const openDeletions = async () => {
    const part = await import('./deletions/DeletionsPanel.tsx').catch(() => null)
    // The hub is away, and the page says so.
    if (!part) return
    const { DeletionsPanel } = part
    dialogs.open({
      title: LIVE_CONTROLS_TEXTS.deletions.title,
      isWide: true,
      content: () => (
        <DeletionsPanel
          storage={storage}
          person={session.state.get()}
          timeZone={watch.siteTime.timeZone}
        />
      ),
    })
  }
  return (
    <fieldset className={classes.actions} aria-label={LABELS.label}>
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
        onClick={exports.csv}
      >
        {LABELS.exportDay}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={18} aria-hidden />}
        onClick={exports.pdf}
      >
        {LABELS.pdf}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={18} aria-hidden />}
        onClick={() => void clear()}
      >
        {LABELS.clear}
      </Button>
      <Button
        variant="default"
        leftSection={<IconHistory size={18} aria-hidden />}
        onClick={() => void openDeletions()}
      >
        {LABELS.deletions}
      </Button>
    </fieldset>
  )
}

const CLEARING = LIVE_CONTROLS_TEXTS.clear
const WARNINGS: Record<KeptDeletion, string | null> = {
  whole: null,
  'without-items': CLEARING.withoutItems,
  'in-memory': CLEARING.unkept,
}

/** Asks, empties the day on this browser, and keeps a record of what was in it. */
function useClearDay(watch: DayWatch, outcome: OutcomeStore): () => Promise<void> {
  const { session, storage } = useApp()
  const dialogs = useDialogs()
  return async () => {
    // Loaded before anything is removed: afterwards the hub may be away.
    const log = await import('./deletions/deletion-log.ts').catch(() => null)
    const detail = CLEARING.detail(formatCount(watch.reads.state.get().reads.length))
    if (!log || !(await dialogs.confirm({ text: CLEARING.question, detail, isRemoval: true })))
      return
    if (outcome.get()?.kind !== 'running') outcome.set(null)
    const pause = pauseOf(session)
    const paused = pause.get()
    if (paused) pause.set({ ...paused, reads: [] })
    const person = session.state.get()
    const items = watch.clearDay()
    const kept = await log.deletionLog(storage, person).add({ deletedAt: watch.now(), items })
    const warning = WARNINGS[kept]
    if (warning) outcome.set({ kind: 'problem', text: warning })
    else dialogs.notify('success', CLEARING.done)
  }
}
