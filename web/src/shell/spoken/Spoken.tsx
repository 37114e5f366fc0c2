import { useEffect, useState } from 'react'
import { useRfidStatus } from '../../api/reads/rfid-status.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { useDialogs } from '../../dialogs/DialogsProvider.tsx'
import { unknownTagsOf } from '../../live/later-events.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { useFreshness } from '../../live/use-freshness.ts'
import { createSpokenLine } from './spoken-line.ts'

/**
 * The app's one polite live region: tags that nobody registered, data that is old or live again, and
 * failures whose notice is not drawn. What a form, a dialog or a notice says of itself is not here.
 */
export function Spoken() {
  const { api, clock } = useApp()
  const { connection, feed } = useLiveLink()
  const dialogs = useDialogs()
  const [line] = useState(() => createSpokenLine({ clock }))
  const sentence = useStore(line.state, (state) => state)
  const { isStale } = useFreshness(null)
  const isLinked = useStore(connection.state, ({ phase }) => phase === 'connected')
  const isUnread = useRfidStatus(api).data?.connected === false
  const data = isStale ? 'lost' : isLinked && isUnread ? 'unread' : 'live'

  useEffect(() => line.data(data), [line, data])
  useEffect(() => feed.subscribe((events) => line.tags(unknownTagsOf(events))), [line, feed])
  useEffect(() => {
    let last = dialogs.state.get().unseen
    return dialogs.state.subscribe(() => {
      const { unseen } = dialogs.state.get()
      if (unseen === null || unseen === last) return
      last = unseen
      const isBad = unseen.tone === 'error' || unseen.tone === 'warning'
      if (isBad) line.refusal(unseen.text)
    })
  }, [line, dialogs])
  useEffect(() => () => line.stop(), [line])

  return (
    <output className="visually-hidden" aria-live="polite" aria-atomic data-testid="spoken">
      {sentence && <span key={sentence.id}>{sentence.text}</span>}
    </output>
  )
}
