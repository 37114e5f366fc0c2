import '@mantine/core/styles/Tabs.css'
import { Tabs } from '@mantine/core'
import { Suspense } from 'react'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { TEXTS } from '../../texts/app.ts'
import { ADMIN_TEXTS } from '../../texts/admin.ts'
import { ADMIN_TABS } from './admin-tabs.ts'
import classes from './admin.module.css'
import { LATER_TABS } from './later-tabs.ts'
import { useTab } from './use-tab.ts'

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
          <Tabs.Tab value="users" disabled>
            {LABELS.users}
          </Tabs.Tab>
          <Tabs.Tab value="config" disabled>
            {LABELS.config}
          </Tabs.Tab>
        </Tabs.List>
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
