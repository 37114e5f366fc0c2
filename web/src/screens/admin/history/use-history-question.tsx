import { useQueryClient } from '@tanstack/react-query'
import type { AssetHistory } from '@vehicle-control/protocol'
import { assetActivityQuery } from '../../../api/assets/activity.ts'
import { SHOWN_COLUMNS } from '@vehicle-control/protocol/vehicle-columns'
import { useApp } from '../../../app-parts.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { HISTORY_TEXTS as TEXTS } from '../../../texts/admin/admin-history.ts'
import { HistoryQuestion } from './HistoryQuestion.tsx'

/** The members of an asset that its reads show; a vehicle's name is its model. */
const SHOWN = ['type', 'name', ...SHOWN_COLUMNS] as const

type Shown = Readonly<Partial<Record<(typeof SHOWN)[number], string | null | undefined>>>

/** True where earlier reads would show something else after the edit. */
export function changesReads(stored: Shown, edited: Shown): boolean {
  return SHOWN.some((field) => {
    return field in stored && field in edited && stored[field] !== (edited[field] ?? null)
  })
}

/**
 * Returns the function that asks how an edit affects earlier reads, where there are any. It
 * resolves to null where the person cancels.
 */
export function useHistoryQuestion() {
  const { api } = useApp()
  const dialogs = useDialogs()
  const queries = useQueryClient()
  return async (id: number, name: string): Promise<AssetHistory | null> => {
    const hasReads = await queries.fetchQuery(assetActivityQuery(api, id)).then(
      ({ first_seen }) => first_seen !== null,
      // Not known: ask, since the person knows better than a guess.
      () => true,
    )
    if (!hasReads) return 'keep'
    return await new Promise((resolve) => {
      dialogs.open({
        title: TEXTS.title,
        onFailed: () => resolve(null),
        content: (close) => (
          <HistoryQuestion
            name={name}
            onAnswer={(answer) => {
              resolve(answer)
              close()
            }}
            onGone={() => resolve(null)}
          />
        ),
      })
    })
  }
}
