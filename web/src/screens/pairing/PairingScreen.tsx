import '../../components/wall/wall-page.css'
import { Button } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router-dom'
import { noteOwnWall } from '../../api/people/own-wall.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { noteWallBrowser } from '../../browser/wall-browser.ts'
import { ScreenTitle } from '../../components/ScreenTitle.tsx'
import { QrCode } from '../../secrets/QrCode.tsx'
import { PAIRING_TEXTS as TEXTS } from '../../texts/account/pairing.ts'
import { HOME_PATH, LOGIN_PATH } from '../table.ts'
import { createPairingRun } from './pairing-run.ts'
import classes from './pairing.module.css'

const RETRY_MS = 5000
/** As large as it can be scanned from the floor, and beside the steps. */
const QR_SIZE = 'clamp(11rem, 32vmin, 28rem)'
/** What a wall shows whose address nobody has chosen. */
const PLAIN_WALL = `${HOME_PATH}?kiosk=1`

/** A wall's browser shows a code, and becomes the screen that an admin chooses for it. */
export function PairingScreen() {
  const { session } = useApp()
  const { token, isKiosk, name } = useStore(session.state, (state) => state)
  return (
    <main className={`${classes.page} on-ink`}>
      <ScreenTitle>{TEXTS.title}</ScreenTitle>
      {token === null ? <Code /> : isKiosk ? <OwnWay /> : <Held name={name} />}
    </main>
  )
}

function Code() {
  const { api, clock, session, storage } = useApp()
  const navigate = useNavigate()
  const run = useMemo(
    () =>
      createPairingRun({
        api,
        clock,
        onPaired({ token, user, address }) {
          noteWallBrowser(storage)
          session.begin(token, user)
          void navigate(address, { replace: true })
        },
      }),
    [api, clock, session, storage, navigate],
  )
  useEffect(() => run.start(), [run])
  const { code, trouble } = useStore(run.state, (state) => state)
  return (
    <>
      <p className={classes.code}>
        <span className="visually-hidden">{TEXTS.code} </span>
        <span data-code>{code ?? '····-····'}</span>
      </p>
      <div className={classes.body}>
        <ol className={classes.steps}>
          {TEXTS.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {code !== null && <QrCode text={adminAddress(code)} label={TEXTS.qr} size={QR_SIZE} />}
      </div>
      <output className={classes.state}>
        {trouble ? TEXTS[trouble] : code ? TEXTS.waiting : TEXTS.loading}
      </output>
      <Button component={Link} to={`${LOGIN_PATH}?pantalla=1`} variant="default">
        {TEXTS.byAccount}
      </Button>
    </>
  )
}

/** The page of the administration that takes the code, with the code in it. */
function adminAddress(code: string): string {
  const query = new URLSearchParams({ tab: 'agentes', pantallas: '1', codigo: code })
  return `${window.location.origin}/admin?${query}`
}

/** A wall with a session goes to what it shows: this page can be where its browser starts. */
function OwnWay() {
  const { api, clock } = useApp()
  const [address, setAddress] = useState<string | null>(null)
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    let isOver = false
    let cancel = () => {}
    const ask = () => {
      noteOwnWall(api).then(
        (own) => !isOver && setAddress(own.address ?? PLAIN_WALL),
        () => {
          if (isOver) return
          setAway(true)
          cancel = clock.after(RETRY_MS, ask)
        },
      )
    }
    ask()
    return () => {
      isOver = true
      cancel()
    }
  }, [api, clock])
  if (address !== null) return <Navigate to={address} replace />
  return <output>{isAway ? TEXTS.away : TEXTS.entering}</output>
}

/** Somebody's session is not ended unasked. */
function Held({ name }: { name: string }) {
  const { logout } = useApp()
  return (
    <>
      <div className={classes.text}>
        <p>{TEXTS.held(name)}</p>
        <p>{TEXTS.heldHint}</p>
      </div>
      <div className={classes.links}>
        <Button onClick={logout.leave}>{TEXTS.useAsWall}</Button>
        <Button component={Link} to={HOME_PATH} variant="default">
          {TEXTS.back}
        </Button>
      </div>
    </>
  )
}
