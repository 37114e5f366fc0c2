import { useQueryClient } from '@tanstack/react-query'
import type { Asset } from '@vehicle-control/protocol'
import { useState } from 'react'
import { conflictText } from '../../../api/assets/conflict.ts'
import { ASSETS_KEY } from '../../../api/assets/asset-lists.ts'
import { createAsset, updateAsset } from '../../../api/assets/assets.ts'
import { fetchAsset } from '../../../api/assets/fetch-asset.ts'
import { ApiError, hasStatus, storeTrouble } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { useSubmission } from '../../../forms/use-submission.ts'
import { ASSETS_TEXTS as TEXTS } from '../../../texts/admin/admin-assets.ts'
import { changesReads, useHistoryQuestion } from '../history/use-history-question.tsx'
import { type AssetValues, requestOf } from './asset-form.ts'
import { assetName } from './columns.tsx'

interface AssetSavingOptions {
  /** The asset that is edited, as the form was filled from it; null for a new one. */
  asset: Asset | null
  onSaved: (saved: Asset) => void
  /** May show a failure beside its fields; returns true where it did. */
  isShown: (failure: unknown) => boolean
}

/**
 * What is stored of an asset that somebody else changed meanwhile; `theirs` null: it was deleted.
 */
export interface Conflict {
  readonly theirs: Asset | null
}

/** Saves the form, and fetches what is stored where somebody else saved first. */
export function useAssetSaving({ asset, onSaved, isShown }: AssetSavingOptions) {
  const { api } = useApp()
  const queries = useQueryClient()
  const { submit, problem, isBusy, whileBusy } = useSubmission()
  const askHistory = useHistoryQuestion()
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const send = async (values: AssetValues, seen: string | undefined) => {
    const request = requestOf(values, seen)
    const isOfReads = asset !== null && changesReads(asset, request)
    const history = isOfReads ? await askHistory(asset.id, assetName(asset)) : 'keep'
    if (history === null) return
    try {
      const saved = asset
        ? await updateAsset(api, asset.id, { ...request, history })
        : await createAsset(api, request)
      setConflict(null)
      onSaved(saved)
    } catch (failure) {
      const isGone = asset !== null && hasStatus(failure, 404)
      if (asset === null || !(isGone || hasStatus(failure, 412))) throw failure
      setConflict({ theirs: isGone ? null : await fetchIfThere(asset.id) })
    } finally {
      // Also after a failure, which may mean that the list is out of date.
      void queries.invalidateQueries({ queryKey: [ASSETS_KEY] })
    }
  }
  const fetchIfThere = (id: number) =>
    fetchAsset(api, id).catch((failure: unknown) => {
      if (hasStatus(failure, 404)) return null
      throw failure
    })

  return {
    isBusy,
    whileBusy,
    conflict,
    /** The failure in words; null where nothing failed. */
    problem: problem === null ? null : savingText(problem),
    save: (values: AssetValues) => void submit(() => send(values, asset?.updated_at), isShown),
    /** Saves on top of what somebody else stored. */
    saveOver: (values: AssetValues) =>
      void submit(() => send(values, conflict?.theirs?.updated_at), isShown),
    settle: () => setConflict(null),
  }
}

/** A failed save in words. */
export function savingText(problem: unknown): string {
  if (!(problem instanceof ApiError)) return TEXTS.failed
  if (problem.status === 409) return conflictText(TEXTS.duplicate, problem)
  if (problem.code === 'invalid_plate') return TEXTS.invalidPlate
  if (problem.code === 'invalid_tag') return TEXTS.invalidTag
  const { detail } = problem
  return storeTrouble(problem) ?? (detail === null ? TEXTS.failed : `${TEXTS.failed}: ${detail}`)
}
