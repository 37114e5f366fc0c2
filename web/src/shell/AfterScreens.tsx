import { Spoken } from './spoken/Spoken.tsx'
import { LaterUnknownTags } from './unknown-tags/LaterUnknownTags.tsx'

/** What the shell has besides once its screen stands: a person at it works without them, too. */
export function AfterScreens() {
  return (
    <>
      <LaterUnknownTags />
      <Spoken />
    </>
  )
}
