import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import { Input, TextInput } from '@mantine/core'
import { useStore } from '../../../browser/external-store.ts'
import { DataAge } from '../../../components/DataAge.tsx'
import { useLiveLink } from '../../../live/LiveLink.tsx'
import { formatCount } from '../../../site-time/site-time.ts'
import { STATUS_TEXTS as TEXTS } from '../../../texts/status.ts'
import { AgentState } from './AgentCard.tsx'
import classes from './status-view.module.css'

export interface StatusHeadProps {
  text: string
  onText: (text: string) => void
  /** The number of agents that the search found; null without a search. */
  found: number | null
  /** When data was loaded that is too old to pass for now, by this browser's clock. */
  oldSince: number | null
  isWall: boolean
}

/** Legend, numbers and search; all of its lines keep their room. */
export function StatusHead({ text, onText, found, oldSince, isWall }: StatusHeadProps) {
  const total = useStore(useLiveLink().agents.summary, (summary) => summary.total)
  const online = useStore(useLiveLink().agents.summary, (summary) => summary.online)
  return (
    <div className={classes.head}>
      <ul className={classes.legend} aria-label={TEXTS.legend}>
        <li>
          <AgentState isOnline />
        </li>
        <li>
          <AgentState isOnline={false} />
        </li>
      </ul>
      <p className={classes.summary}>{TEXTS.summary(formatCount(total), formatCount(online))}</p>
      <div className={classes.notes}>
        {oldSince !== null && <DataAge tone="warn" since={oldSince} />}
        <output>{found !== null && TEXTS.found(formatCount(found), formatCount(total))}</output>
      </div>
      {!isWall && <Search text={text} onText={onText} />}
    </div>
  )
}

function Search({ text, onText }: Pick<StatusHeadProps, 'text' | 'onText'>) {
  return (
    <TextInput
      className={classes.search}
      aria-label={TEXTS.search}
      placeholder={TEXTS.searchHint}
      value={text}
      maxLength={120}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onText(event.currentTarget.value)}
      rightSectionPointerEvents="auto"
      rightSection={
        text !== '' && <Input.ClearButton aria-label={TEXTS.clear} onClick={() => onText('')} />
      }
    />
  )
}
