import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RelayCommand } from '@vehicle-control/protocol'
import { useMemo, useState } from 'react'
import { commandListQuery } from '../../../../../api/commands/command-list.ts'
import { useSiteTimeZone } from '../../../../../api/settings/public-config.ts'
import { useApp } from '../../../../../app-parts.ts'
import { StateMark, type StateTone } from '../../../../../components/StateMark.tsx'
import { Problem } from '../../../../../forms/Problem.tsx'
import { createSiteTime } from '../../../../../site-time/site-time.ts'
import { HISTORY_TEXTS } from '../../../../../texts/admin/admin-control.ts'
import { FAILURE_WORDS } from '../../../../../texts/relays.ts'
import { relayKey, relayName } from '../../../../../relays/relay-key.ts'
import { secondsText } from '../../../../../relays/relay-words.ts'
import { RESTORED_COMMANDS } from '../../../../../relays/use-relay-board.ts'
import classes from '../control.module.css'

const FIRST_SHOWN = 5
const MORE = 25
/** The hub lists no more than this. */
const MOST = 1000

/** The commands to an agent's relays with sender, time and result; the newest first. */
export function CommandHistory({ code }: { code: string }) {
  const app = useApp()
  const [shown, setShown] = useState(FIRST_SHOWN)
  // At least as many as the relays ask for, so that both share one answer.
  const limit = Math.min(MOST, Math.max(RESTORED_COMMANDS, shown + 1))
  const { data, error, refetch } = useQuery(commandListQuery(app, code, limit))
  const timeZone = useSiteTimeZone(app)
  const site = useMemo(() => timeZone && createSiteTime(timeZone), [timeZone])
  const commands = data?.commands ?? []
  return (
    <section className="stack" data-gap="small" data-align="start" aria-label={HISTORY_TEXTS.title}>
      <h3 className="heading">{HISTORY_TEXTS.title}</h3>
      {!data && !error && <output>{HISTORY_TEXTS.loading}</output>}
      {!data && error && (
        <div className="row">
          <Problem>{HISTORY_TEXTS.notLoaded}</Problem>
          <Button variant="default" size="xs" onClick={() => void refetch()}>
            {HISTORY_TEXTS.retry}
          </Button>
        </div>
      )}
      {data && commands.length === 0 && <p className="muted">{HISTORY_TEXTS.empty}</p>}
      {site && commands.length > 0 && (
        <ul className={classes.commands}>
          {commands.slice(0, shown).map((command) => (
            <CommandRow
              key={command.id}
              command={command}
              when={site.full(Date.parse(command.created_at))}
            />
          ))}
        </ul>
      )}
      {commands.length > shown && shown < MOST && (
        <Button variant="default" size="xs" onClick={() => setShown(shown + MORE)}>
          {HISTORY_TEXTS.more}
        </Button>
      )}
    </section>
  )
}

function CommandRow({ command, when }: { command: RelayCommand; when: string }) {
  const { tone, words } = resultOf(command)
  return (
    <li className="wrap anywhere">
      <span className="strong">{orderWords(command)}</span>
      <span>
        <time dateTime={command.created_at}>{when}</time>
        {' · '}
        {command.actor === 'agent' ? HISTORY_TEXTS.byAgent : command.actor}
      </span>
      <span className="anywhere wraps">
        <StateMark tone={tone}>{words}</StateMark>
      </span>
    </li>
  )
}

/** The command in words: which relay, on or off, and for how long. */
function orderWords({ state, duration, ...command }: RelayCommand): string {
  const relay = relayName(relayKey(command) ?? String(command.pin))
  if (state !== 1) return HISTORY_TEXTS.switchOff(relay)
  const order = HISTORY_TEXTS.switchOn(relay)
  return duration === null ? order : `${order}, ${HISTORY_TEXTS.forSeconds(secondsText(duration))}`
}

/** The result of a command in words. */
function resultOf(command: RelayCommand): { tone: StateTone; words: string } {
  const { ok, reason, on_ms } = command
  if (reason === null || ok === null) return { tone: 'warn', words: HISTORY_TEXTS.waiting }
  if (!ok) {
    const why = FAILURE_WORDS[reason] ?? HISTORY_TEXTS.unknownReason
    return { tone: 'bad', words: HISTORY_TEXTS.failed(why) }
  }
  const onFor = secondsText(Math.round((on_ms ?? 0) / 100) * 100)
  const words = reason === 'auto_off' ? HISTORY_TEXTS.autoOff(onFor) : HISTORY_TEXTS.done
  return { tone: 'good', words }
}
