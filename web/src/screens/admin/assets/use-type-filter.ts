import type { AssetType } from '@vehicle-control/protocol'
import { useSearchParams } from 'react-router-dom'
import { readType, TYPE_PARAMETER } from './asset-types.ts'

/** Keeps the chosen type in the address; another one begins at the first page. */
export function useTypeFilter(): [
  type: AssetType | null,
  choose: (type: AssetType | null) => void,
] {
  const [search, setSearch] = useSearchParams()
  const choose = (type: AssetType | null) => {
    // The address itself: it is ahead of the router while React still draws the last change.
    const next = new URLSearchParams(window.location.search)
    next.delete('page')
    if (type === null) next.delete(TYPE_PARAMETER)
    else next.set(TYPE_PARAMETER, type)
    setSearch(next, { replace: true })
  }
  return [readType(search), choose]
}
