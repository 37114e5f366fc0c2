import '@mantine/core/styles/Tabs.css'
import { Tabs } from '@mantine/core'
import { Suspense } from 'react'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { TEXTS } from '../../texts/app.ts'
import { ADMIN_TEXTS } from '../../texts/admin/admin.ts'
import { ADMIN_TABS } from './admin-tabs.ts'
import classes from './admin.module.css'
import { LATER_TABS } from './later-tabs.ts'
import { useTab } from './use-tab.ts'

const SOON_ID = 'pronto'
const LABELS = ADMIN_TEXTS.tabs

/** Vehicles, assets and agents, a tab each. */
export function AdminScreen() {
  const [tab, choose] = useTab()
  return (
    <div className={classes.screen}>
      <ScreenTitle>{TEXTS.nav.admin}</ScreenTitle>
      <Tabs value={tab} onChange={choose} keepMounted={false} classNames={{ tab: classes.tab }}>
        <Tabs.List aria-label={LABELS.label}>
          {ADMIN_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {LABELS[name]}
            </Tabs.Tab>
          ))}
          {/* Not there yet, and for a keyboard to reach all the same: it is told so. */}
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
          const View = LATER_TABS[name]
          return (
            <Tabs.Panel key={name} value={name} className={classes.panel}>
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
