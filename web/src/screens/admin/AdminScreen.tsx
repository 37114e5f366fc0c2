import '@mantine/core/styles/Tabs.css'
import { Tabs } from '@mantine/core'
import { Suspense, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { ADMIN_TEXTS } from '../../texts/admin/admin.ts'
import { TEXTS } from '../../texts/app.ts'
import { ADMIN_TABS, type AdminTab, readTab, TABS } from './admin-tabs.ts'
import classes from './admin.module.css'

const SOON_ID = 'pronto'
const LABELS = ADMIN_TEXTS.tabs

/** Vehicles, assets and agents, a tab each. */
export function AdminScreen() {
  const [tab, choose] = useTab()
  return (
    <div className="stack" data-gap="page">
      <ScreenTitle>{TEXTS.nav.admin}</ScreenTitle>
      <Tabs value={tab} onChange={choose} keepMounted={false} classNames={{ tab: classes.tab }}>
        <Tabs.List
          aria-label={LABELS.label}
          // Browsers leave a tab that a phone's line cuts as it is.
          onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
        >
          {ADMIN_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {LABELS[name]}
            </Tabs.Tab>
          ))}
          {/* Not there yet, but focusable, so that screen readers say so. */}
          {(['users', 'config'] as const).map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              className={classes.soon}
              aria-disabled
              aria-describedby={SOON_ID}
              data-soon={LABELS.soon}
            >
              {LABELS[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <span id={SOON_ID} hidden>
          {LABELS.soon}
        </span>
        {ADMIN_TABS.map((name) => {
          const View = TABS[name]
          return (
            <Tabs.Panel key={name} value={name} pt="var(--page-gap)">
              <Suspense fallback={<output>{ADMIN_TEXTS.list.loading}</output>}>
                <View />
              </Suspense>
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </div>
  )
}

/** The tab of the address. Choosing another one pushes the address at which that tab was left. */
function useTab(): [tab: AdminTab, choose: (tab: string | null) => void] {
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
