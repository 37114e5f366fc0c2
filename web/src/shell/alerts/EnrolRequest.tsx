import { Box, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ShownAlert } from '@vehicle-control/protocol'
import { decideEnrolment } from '../../api/agents/agent-keys.ts'
import { mayEdit } from '../../api/auth/person.ts'
import { wordsOf } from '../../api/http/api-error.ts'
import { AGENTS_KEY } from '../../api/live-keys.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { useDialogs } from '../../dialogs/DialogsProvider.tsx'
import { useSubmission } from '../../forms/use-submission.ts'
import { ALERT_TEXTS } from '../../texts/alerts.ts'

const LABELS = ALERT_TEXTS.enrol

interface EnrolRequestProps {
  agent: ShownAlert['agent']
  request: NonNullable<ShownAlert['request']>
}

/** The device that asks to be an agent; admins let it, or end its token. */
export function EnrolRequest({ agent, request }: EnrolRequestProps) {
  const { api, session } = useApp()
  const dialogs = useDialogs()
  const client = useQueryClient()
  const mayDecide = useStore(session.state, mayEdit)
  const { isBusy, submit } = useSubmission()
  const { fingerprint, name, serial, address, replaces } = request
  const facts = [
    [LABELS.fingerprint, fingerprint],
    [LABELS.serial, serial],
    [LABELS.address, address],
    ...(name === null ? [] : [[LABELS.name, name] as const]),
  ] as const
  const failed = (problem: unknown) => {
    dialogs.notify('error', wordsOf(problem, LABELS.failed))
    return true
  }
  const decide = async (approve: boolean) => {
    const text = (approve ? LABELS.sureApprove : LABELS.sureReject)(agent.code)
    const detail = `${LABELS.fingerprint} ${fingerprint}`
    if (!(await dialogs.confirm({ text, detail }))) return
    try {
      await decideEnrolment(api, agent.code, { fingerprint, approve })
      dialogs.notify('success', approve ? LABELS.approved : LABELS.rejected)
    } finally {
      // Where it failed, too: another device may ask by now, or somebody else has decided.
      void client.invalidateQueries({ queryKey: [AGENTS_KEY] })
    }
  }
  const button = (label: string, approve: boolean) => (
    <Button
      variant={approve ? 'filled' : 'default'}
      size="compact-sm"
      aria-label={LABELS.of(label, agent.code)}
      aria-disabled={isBusy}
      onClick={() => void submit(() => decide(approve), failed)}
    >
      {label}
    </Button>
  )
  return (
    <>
      {facts.map(([label, value]) => (
        <span key={label}>
          {label}: <span className="anywhere">{value ?? '—'}</span>
        </span>
      ))}
      {replaces && <strong>{LABELS.replaces}</strong>}
      {mayDecide && (
        <Box className="wrap" data-gap="small" mt="0.25rem">
          {button(LABELS.approve, true)}
          {button(LABELS.reject, false)}
        </Box>
      )}
    </>
  )
}
