import '@mantine/core/styles/Input.css'
import { Button, Textarea } from '@mantine/core'
import { IconBellPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ScanEvent, TagHistory, TagReport } from '@vehicle-control/protocol'
import { TAG_NOTE_MAX } from '@vehicle-control/protocol/limits'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { wordsOf } from '../../api/http/api-error.ts'
import { mayEdit } from '../../api/auth/person.ts'
import { AGENTS_KEY } from '../../api/live-keys.ts'
import { reportTag, tagQuery, TAGS_KEY } from '../../api/reads/tag-reports.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { useDialogs } from '../../dialogs/DialogsProvider.tsx'
import { takeFocus } from '../../forms/form-issues.ts'
import { Problem } from '../../forms/Problem.tsx'
import { DraftNotice } from '../../forms/DraftNotice.tsx'
import { useKeptDraft } from '../../forms/use-kept-draft.ts'
import { useSubmission } from '../../forms/use-submission.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { noteTags } from '../../live/tags-now.ts'
import type { SiteTime } from '../../site-time/site-time.ts'
import { UNKNOWN_TAG_SHEET_TEXTS as TEXTS } from '../../texts/reads/unknown-tag.ts'
import { DismissReport } from './DismissReport.tsx'
import { draftOfReport } from './report-draft.ts'
import classes from './unknown-tag.module.css'

/** Room for TAG_NOTE_MAX characters on a phone. */
const NOTE_ROWS = 4

interface UnknownTagProps {
  read: ScanEvent
  site: SiteTime
}

/**
 * What is known of the tag of a read that no asset has: how often it was read in the days before,
 * and who has asked the admins to look at it. Who may not register it asks them here.
 */
export function UnknownTag({ read, site }: UnknownTagProps) {
  const { api, session } = useApp()
  const mayRegister = useStore(session.state, mayEdit)
  const { data, isError, refetch } = useQuery(tagQuery(api, read.uid, read.ts))
  const [sent, setSent] = useState<TagReport | null>(null)
  const report = data?.report ?? sent
  // Registered before this page was opened, which no event tells.
  const { tagsNow } = useLiveLink()
  useEffect(() => {
    if (data?.asset) noteTags(tagsNow, [{ uid: read.uid, asset: data.asset }])
  }, [tagsNow, data, read.uid])
  return (
    <section className={classes.tag} aria-label={TEXTS.title}>
      {isError ? (
        <div className="row" role="alert">
          {TEXTS.failed}
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            {TEXTS.retry}
          </Button>
        </div>
      ) : (
        <output className={data ? 'strong' : 'muted'}>
          {data ? historyText(data) : TEXTS.loading}
        </output>
      )}
      {report && (
        <div className="row">
          <p className="anywhere" tabIndex={-1} ref={sent ? takeFocus : undefined}>
            {reportText(report, site)}
          </p>
          {mayRegister && <DismissReport uid={read.uid} />}
        </div>
      )}
      {!mayRegister && <ReportForm read={read} isMore={report !== null} onSent={setSent} />}
    </section>
  )
}

interface ReportFormProps {
  read: ScanEvent
  /** There is a report already, to which a note is added; known once the history has come. */
  isMore: boolean
  onSent: (report: TagReport) => void
}

/** «Avisar», or «Añadir nota», which then asks for the note. */
function ReportForm({ read: { uid, agent, ts }, isMore, onSent }: ReportFormProps) {
  const { api } = useApp()
  const dialogs = useDialogs()
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  /** The form was there: its button takes the focus again. */
  const [wasOpen, setWasOpen] = useState(false)
  const [note, setNote] = useState('')
  const isRestored = useKeptDraft({
    name: draftOfReport(uid),
    read: () => (isOpen && note !== '' ? { note } : null),
    restore(fields) {
      if (typeof fields['note'] === 'string') setNote(fields['note'])
      setOpen(true)
    },
  })
  const { isBusy, problem, submit, whileBusy } = useSubmission()
  const close = () => {
    setOpen(false)
    setWasOpen(true)
  }
  const send = (event: SyntheticEvent) => {
    event.preventDefault()
    if (isMore && note.trim() === '') return close()
    void submit(async () => {
      onSent(await reportTag(api, uid, { agent_code: agent.code, read_at: ts, note }))
      dialogs.notify('success', TEXTS.sent)
      setNote('')
      close()
      // The first report has the focus as it comes.
      setWasOpen(isMore)
      for (const head of [TAGS_KEY, AGENTS_KEY]) {
        void client.invalidateQueries({ queryKey: [head] })
      }
    })
  }
  if (!isOpen) {
    return (
      <Button
        ref={wasOpen ? takeFocus : undefined}
        variant={isMore ? 'default' : 'filled'}
        leftSection={<IconBellPlus size={18} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {isMore ? TEXTS.addNote : TEXTS.notify}
      </Button>
    )
  }
  return (
    <form className="stack" data-gap="small" noValidate onSubmit={send}>
      <DraftNotice isShown={isRestored && !wasOpen} />
      <Textarea
        ref={takeFocus}
        label={TEXTS.note}
        rows={NOTE_ROWS}
        value={note}
        maxLength={TAG_NOTE_MAX}
        autoComplete="off"
        // One line that wraps: the bell and the sheet show it in a sentence.
        onChange={({ currentTarget: field }) => setNote(field.value.replaceAll(/\s*\n\s*/g, ' '))}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
        {...whileBusy}
      />
      <Problem>{problem === null ? null : wordsOf(problem, TEXTS.sendFailed)}</Problem>
      <div className="wrap">
        <Button type="submit" aria-disabled={isBusy}>
          {TEXTS.send}
        </Button>
        <Button variant="default" onClick={close}>
          {TEXTS.cancel}
        </Button>
      </div>
    </form>
  )
}

function historyText({ reads_7d: count, capped }: TagHistory): string {
  if (capped) return TEXTS.capped(count)
  return count > 1 ? TEXTS.nth(count) : TEXTS.first
}

function reportText({ reported_by, reported_at, note }: TagReport, site: SiteTime): string {
  const report = TEXTS.report(reported_by, site.full(Date.parse(reported_at)))
  return note === '' ? report : `${report}: ${note}`
}
