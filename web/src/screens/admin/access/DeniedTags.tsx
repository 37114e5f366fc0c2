import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DeniedTag } from '@vehicle-control/protocol'
import { useState } from 'react'
import { GATES_KEY } from '../../../api/access/access-gates.ts'
import { DENIED_KEY, deniedTagsQuery, liftDeniedTag } from '../../../api/access/asset-access.ts'
import { wordsOf } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { formatCount, type SiteTime } from '../../../site-time/site-time.ts'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import { ASSET_ACCESS_TEXTS } from '../../../texts/admin/asset-access.ts'
import { ListBanner } from '../list/ListBanner.tsx'
import { problemText } from '../list/problem-text.ts'
import { useMayEdit } from '../list/use-may-edit.ts'
import classes from './access.module.css'

const TEXTS = ASSET_ACCESS_TEXTS.tags

/** The tags that pass nowhere. The hub notes who reads them, so they are asked for where they are opened. */
export function DeniedTags({ count, site }: { count: number; site: SiteTime }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className={classes.denied} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{TEXTS.title(formatCount(count), count === 1)}</summary>
      {isOpen && <Tags site={site} />}
    </details>
  )
}

function Tags({ site }: { site: SiteTime }) {
  const { api } = useApp()
  const mayEdit = useMayEdit()
  const { data, error, refetch } = useQuery(deniedTagsQuery(api))
  const lift = useLifting()
  if (error) return <ListBanner problem={problemText(error)} onRetry={() => void refetch()} />
  if (!data) return <output>{ADMIN_TEXTS.list.loading}</output>
  return (
    <ul className="lines">
      {data.map((tag) => {
        const { uid, name, at, by, worn } = tag
        return (
          <li key={uid} className="row spread">
            <span className="anywhere">
              <span className="mono">{uid}</span> {TEXTS.of(name, site.full(at), by)}
            </span>
            {worn && <span className="muted">{TEXTS.worn}</span>}
            {!worn && mayEdit && (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={TEXTS.liftOf(uid)}
                onClick={() => lift(tag)}
              >
                {TEXTS.lift}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Asks before a tag passes again that no blocked vehicle has. */
function useLifting(): (tag: DeniedTag) => void {
  const { api } = useApp()
  const queries = useQueryClient()
  const dialogs = useDialogs()
  const run = async ({ uid, name }: DeniedTag) => {
    if (!(await dialogs.confirm({ text: TEXTS.ask, detail: TEXTS.askDetail(uid, name) }))) return
    try {
      await liftDeniedTag(api, uid)
      dialogs.notify('success', TEXTS.lifted(uid))
    } catch (problem) {
      dialogs.notify('error', wordsOf(problem, TEXTS.failed))
    } finally {
      void queries.invalidateQueries({ queryKey: DENIED_KEY })
      void queries.invalidateQueries({ queryKey: GATES_KEY })
    }
  }
  return (tag) => void run(tag)
}
