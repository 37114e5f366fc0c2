import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { TEXTS } from '../texts/app.ts'
import { LOGIN_TEXTS } from '../texts/account/login.ts'
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx'
import { Logo } from './Logo.tsx'
import { ScreenTitle } from './ScreenTitle.tsx'
import classes from './public-page.module.css'

/** The frame of the pages that need no session: one card in the middle. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={`${classes.top} on-ink`}>
        <ColorSchemeToggle />
        <Box component="p" className="stack" data-gap="tiny" ta="center">
          <Logo size={48} />
          <span className={classes.name}>{TEXTS.app}</span>
          <span className="hint">{LOGIN_TEXTS.what}</span>
        </Box>
      </header>
      <main className={classes.main}>
        <div className={classes.card}>
          <ScreenTitle>{title}</ScreenTitle>
          {children}
        </div>
      </main>
    </div>
  )
}
