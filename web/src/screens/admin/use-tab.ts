import { useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ADMIN_TABS, type AdminTab, readTab } from './admin-tabs.ts'

/** The tab of the address. Another one is a step of the history, with the address it was left at. */
export function useTab(): [tab: AdminTab, choose: (tab: string | null) => void] {
  const [search, setSearch] = useSearchParams()
  const left = useRef(new Map<AdminTab, URLSearchParams>())
  const tab = readTab(search)
  const choose = (name: string | null) => {
    const wanted = ADMIN_TABS.find((one) => one === name)
    if (wanted === undefined || wanted === tab) return
    left.current.set(tab, search)
    setSearch(left.current.get(wanted) ?? { tab: wanted })
  }
  return [tab, choose]
}
