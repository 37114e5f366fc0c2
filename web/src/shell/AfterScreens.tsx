import { FollowAlerts } from './alerts/FollowAlerts.tsx'
import { Spoken } from './spoken/Spoken.tsx'
import { FollowTags } from './tags-now/FollowTags.tsx'
import { LaterUnknownTags } from './unknown-tags/LaterUnknownTags.tsx'

/** What the shell has besides once its screen stands: a person at it works without them, too. */
export function AfterScreens({ isKiosk }: { isKiosk: boolean }) {
  return (
    <>
      <FollowTags />
      {!isKiosk && (
        <>
          <LaterUnknownTags />
          <Spoken />
          <FollowAlerts />
        </>
      )}
    </>
  )
}
