import '@mantine/core/styles/Tabs.css'
import { Tabs } from '@mantine/core'
import { Suspense, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { ADMIN_TEXTS } from '../../texts/admin/admin.ts'
import { TEXTS } from '../../texts/app.ts'
import { type AdminTab, ALL_TABS, readTab, TABS, tabsOf } from './admin-tabs.ts'
import classes from './admin.module.css'

const LABELS = ADMIN_TEXTS.tabs
/** What describes a tab that somebody cannot open. */
const CLOSED = 'soon'

/** Vehicles, assets and agents, a tab each; for superadmins the accounts and the settings, too. */
export function AdminScreen() {
  const tabs = useStore(useApp().session.state, tabsOf)
  const [tab, choose] = useTab(tabs)
  const list = useRef<HTMLDivElement>(null)
  // A phone's line of tabs begins with the first, whichever the address names.
  useEffect(() => {
    const shown = list.current?.querySelector('[aria-selected="true"]')
    shown?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  return (
    <div className="stack" data-gap="page">
      <ScreenTitle>{TEXTS.nav.admin}</ScreenTitle>
      <Tabs value={tab} onChange={choose} keepMounted={false} classNames={{ tab: classes.tab }}>
        <Tabs.List
          ref={list}
          aria-label={LABELS.label}
          // Browsers leave a tab that a phone's line cuts as it is.
          onFocus={({ target }) => target.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
        >
          {ALL_TABS.map((name) =>
            tabs.includes(name) ? (
              <Tabs.Tab key={name} value={name}>
                {LABELS[name]}
              </Tabs.Tab>
            ) : (
              // Not to be opened, but focusable, so that screen readers say why.
              <Tabs.Tab
                key={name}
                value={name}
                className={classes.soon}
                aria-disabled
                aria-describedby={CLOSED}
                data-soon={LABELS.why}
              >
                {LABELS[name]}
                {LABELS.soon}
              </Tabs.Tab>
            ),
          )}
          <span id={CLOSED} hidden>
            {LABELS.why}
          </span>
        </Tabs.List>
        {tabs.map((name) => {
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
function useTab(tabs: readonly AdminTab[]): [tab: AdminTab, choose: (tab: string | null) => void] {
  const [search, setSearch] = useSearchParams()
  const left = useRef(new Map<AdminTab, URLSearchParams>())
  const tab = readTab(search, tabs)
  const choose = (name: string | null) => {
    const wanted = tabs.find((one) => one === name)
    if (wanted === undefined || wanted === tab) return
    left.current.set(tab, search)
    setSearch(left.current.get(wanted) ?? { tab: wanted })
  }
  return [tab, choose]
}
