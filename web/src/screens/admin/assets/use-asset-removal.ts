import { useQueryClient } from '@tanstack/react-query'
import type { Asset } from '@vehicle-control/protocol'
import { ASSETS_KEY } from '../../../api/assets/asset-lists.ts'
import { deleteAsset } from '../../../api/assets/assets.ts'
import { ApiError, hasStatus } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { ASSETS_TEXTS as TEXTS } from '../../../texts/admin/admin-assets.ts'
import { useRemoval } from '../list/use-removal.ts'
import { assetName } from './columns.tsx'

/** Asks before an asset is deleted. `onGone` is told of one that is deleted, here or by others. */
export function useAssetRemoval(onGone: (asset: Asset) => void): (asset: Asset) => void {
  const { api } = useApp()
  const queries = useQueryClient()
  return useRemoval<Asset>({
    question: (asset) => ({ text: TEXTS.removeQuestion, detail: describe(asset) }),
    remove: ({ id, updated_at }) => deleteAsset(api, id, updated_at),
    onGone,
    refresh: () => void queries.invalidateQueries({ queryKey: [ASSETS_KEY] }),
    failure: (problem, asset) =>
      hasStatus(problem, 412) ? TEXTS.changedBeforeRemoval(assetName(asset)) : removalText(problem),
  })
}

function describe(asset: Asset): string {
  const name = assetName(asset)
  const others = [asset.plate, asset.rfid_tag].filter((text) => text && text !== name)
  return [name, ...others].join(' · ')
}

function removalText(problem: unknown): string {
  // Without an answer nobody knows what became of it; a refusal is one.
  const isAnswer = problem instanceof ApiError && problem.status > 0
  const words = isAnswer ? TEXTS.removeRefused : TEXTS.removeFailed
  const reason = problem instanceof ApiError ? (problem.detail ?? problem.message) : null
  return reason === null ? words : `${words}: ${reason}`
}
