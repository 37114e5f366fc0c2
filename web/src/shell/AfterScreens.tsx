import { useApp } from '../app-parts.ts'
import { useStore } from '../browser/external-store.ts'
import { LaterPart } from '../components/LaterPart.tsx'
import { lazyPart } from '../components/lazy-part.tsx'
import { GatesOnPaper } from '../paper/GatesOnPaper.tsx'
import { PaperMargins } from '../paper/PaperMargins.tsx'
import { FollowAlerts } from './alerts/FollowAlerts.tsx'
import { FollowDecisions } from './decisions/FollowDecisions.tsx'
import { FollowSite } from './FollowSite.tsx'
import { Spoken } from './spoken/Spoken.tsx'
import { FollowTags } from './tags-now/FollowTags.tsx'
import { LaterUnknownTags } from './unknown-tags/LaterUnknownTags.tsx'

const BackToOwnWall = lazyPart(async () => (await import('../kiosk/KioskBar.tsx')).BackToOwnWall)

/** What the shell has besides once its screen stands: a person at it works without them, too. */
export function AfterScreens({ isKiosk }: { isKiosk: boolean }) {
  const isWall = useStore(useApp().session.state, (session) => session.isKiosk)
  return (
    <>
      <FollowTags />
      <FollowDecisions />
      <FollowSite isKiosk={isKiosk} />
      <PaperMargins />
      <GatesOnPaper />
      {!isKiosk && (
        <>
          <LaterUnknownTags />
          <Spoken />
          <FollowAlerts />
          {isWall && (
            <LaterPart>
              <BackToOwnWall />
            </LaterPart>
          )}
        </>
      )}
    </>
  )
}
