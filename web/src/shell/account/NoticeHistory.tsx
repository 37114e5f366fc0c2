import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Radio.css'
import { Box, Radio } from '@mantine/core'
import { useSiteTimeZone } from '../../api/settings/public-config.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import type { Dialogs, NoticeChoice, NoticeTone } from '../../dialogs/dialogs.ts'
import { createSiteTime } from '../../site-time/site-time.ts'
import { DIALOG_TEXTS } from '../../texts/dialogs.ts'
import { StateMark, type StateTone } from '../../components/StateMark.tsx'

const CHOICES: readonly NoticeChoice[] = ['all', 'errors', 'none']
const MARKS: Record<NoticeTone, { tone: StateTone; word: string }> = {
  success: { tone: 'good', word: DIALOG_TEXTS.titles.success },
  info: { tone: 'good', word: DIALOG_TEXTS.titles.info },
  toast: { tone: 'good', word: DIALOG_TEXTS.titles.info },
  warning: { tone: 'warn', word: DIALOG_TEXTS.titles.warning },
  error: { tone: 'bad', word: DIALOG_TEXTS.titles.error },
}

/** The notices of this page, the newest first, and the choice of those that come up. */
export function NoticeHistory({ dialogs }: { dialogs: Dialogs }) {
  const { notices, choice } = useStore(dialogs.state, (state) => state)
  const timeZone = useSiteTimeZone(useApp())
  const site = timeZone && createSiteTime(timeZone)
  return (
    <>
      <Radio.Group
        label={DIALOG_TEXTS.shown}
        value={choice}
        onChange={(value) => dialogs.choose(CHOICES.find((one) => one === value) ?? 'all')}
        mb="1rem"
      >
        <Box className="wrap" data-gap="choices" pt="0.5rem">
          {CHOICES.map((one) => (
            <Radio key={one} value={one} label={DIALOG_TEXTS.choices[one]} />
          ))}
        </Box>
      </Radio.Group>
      {notices.length === 0 ? (
        <p className="muted">{DIALOG_TEXTS.noNotices}</p>
      ) : (
        <ul className="lines">
          {notices.map(({ id, tone, text, at }) => (
            <li key={id}>
              <span className="hint line spread">
                <StateMark tone={MARKS[tone].tone}>{MARKS[tone].word}</StateMark>
                {site && <span>{site.full(at)}</span>}
              </span>
              {text}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
