import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { SCREENS } from '../screens/table.ts'
import { TEXTS } from '../texts/app.ts'
import { AccountMenu } from './AccountMenu.tsx'
import { ColorSchemeToggle } from '../components/ColorSchemeToggle.tsx'
import { Logo } from '../components/Logo.tsx'
import { LogoutButton } from './LogoutButton.tsx'
import { SearchButton } from './search/SearchButton.tsx'
import classes from './shell.module.css'
import { useDismissal } from './use-dismissal.ts'

const LINKS = SCREENS.flatMap(({ path, nav }) => (nav ? [{ path, label: TEXTS.nav[nav] }] : []))

const MENU_ID = 'menu-principal'

/** The bar on top; on small screens its links fold into a menu. */
export function NavBar({ pill, bell }: { pill: ReactNode; bell: ReactNode }) {
  const bar = useRef<HTMLElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  useDismissal({ isOpen, close, box: bar, opener })
  const { pathname } = useLocation()
  const [shownAt, setShownAt] = useState(pathname)
  // Also where another link was chosen by key, such as a lower tab: no press outside tells it.
  if (shownAt !== pathname) {
    setShownAt(pathname)
    close()
  }
  const leaveMenu = () => {
    if (!isOpen) return
    close()
    opener.current?.focus()
  }

  return (
    <header ref={bar} className={`${classes.header} no-print`}>
      <div className={classes.bar}>
        <span className={`${classes.brand} on-ink`}>
          <Logo size={28} />
          <span className={classes.brandName}>{TEXTS.app}</span>
        </span>
        {/* What it opens is the next thing to reach by keyboard, and it stands first on a narrow bar. */}
        <ActionIcon
          ref={opener}
          className={`${classes.opener} on-ink`}
          variant="default"
          aria-label={TEXTS.nav.menu}
          aria-expanded={isOpen}
          aria-controls={MENU_ID}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? <IconX size={20} aria-hidden /> : <i className="menu-icon" />}
        </ActionIcon>
        <div id={MENU_ID} className={classes.menu} data-open={isOpen || undefined}>
          <nav className="on-ink" aria-label={TEXTS.nav.label}>
            <Screens onChosen={close} />
          </nav>
          <div className={classes.actions}>
            <ColorSchemeToggle className="on-ink" />
            <AccountMenu onChosen={leaveMenu} />
            <LogoutButton className="on-ink" />
          </div>
        </div>
        <SearchButton onOpen={leaveMenu} />
        <div className="on-ink">{pill}</div>
        <div className={classes.bellPlace}>{bell}</div>
      </div>
    </header>
  )
}

/** The same links at the lower edge of small screens, under the thumb: the last of the page, as seen. */
export function LowerTabs() {
  return (
    <nav className={`${classes.tabs} on-ink no-print`} aria-label={TEXTS.nav.tabs}>
      <Screens />
    </nav>
  )
}

function Screens({ onChosen }: { onChosen?: () => void }) {
  return (
    <ul className={classes.links}>
      {LINKS.map(({ path, label }) => (
        <li key={path}>
          <NavLink to={path} className={classes.link} onClick={onChosen}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  )
}
