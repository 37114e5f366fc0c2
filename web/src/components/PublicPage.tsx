import type { ReactNode } from 'react'
import { TEXTS } from '../texts/app.ts'
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx'
import { ScreenTitle } from './ScreenTitle.tsx'
import classes from './public-page.module.css'

/** The frame of the pages that need no session: one card in the middle. */
export function PublicPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <span className={classes.brand}>
          <img src="/favicon.svg" alt="" width={32} height={32} />
          {TEXTS.app}
        </span>
        <ColorSchemeToggle />
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
