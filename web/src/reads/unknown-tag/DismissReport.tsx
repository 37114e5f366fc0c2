import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { hasStatus, wordsOf } from '../../api/http/api-error.ts'
import { AGENTS_KEY } from '../../api/live-keys.ts'
import { dismissReport, TAGS_KEY } from '../../api/reads/tag-reports.ts'
import { useApp } from '../../app-parts.ts'
import { useDialogs } from '../../dialogs/DialogsProvider.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { UNKNOWN_TAG_SHEET_TEXTS as TEXTS } from '../../texts/reads/unknown-tag.ts'

/** Settles the report of a tag that is not to be registered; the audit log keeps its words. */
export function DismissReport({ uid }: { uid: string }) {
  const { api } = useApp()
  const dialogs = useDialogs()
  const client = useQueryClient()
  const { isBusy, submit } = useSubmission()
  const failed = (problem: unknown) => {
    dialogs.notify('error', wordsOf(problem, TEXTS.dismissFailed))
    return true
  }
  const dismiss = async () => {
    await dismissReport(api, uid).catch((problem: unknown) => {
      // Somebody else was faster: what is shown is old.
      if (!hasStatus(problem, 404)) throw problem
    })
    dialogs.notify('success', TEXTS.dismissed)
    for (const head of [TAGS_KEY, AGENTS_KEY]) void client.invalidateQueries({ queryKey: [head] })
  }
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={TEXTS.dismissOf(uid)}
      aria-disabled={isBusy}
      onClick={() => void submit(dismiss, failed)}
    >
      {TEXTS.dismiss}
    </Button>
  )
}
