import { useQueryClient } from '@tanstack/react-query'
import type { AgentDetail } from '@vehicle-control/protocol'
import { ENROLL_TTL_DEFAULT_S } from '@vehicle-control/protocol/limits'
import { useRef } from 'react'
import { AGENT_DETAILS_KEY, deleteAgent } from '../../../api/agents/admin-agents.ts'
import { mintEnrollToken } from '../../../api/agents/agent-keys.ts'
import { isBadResponse, wordsOf } from '../../../api/http/api-error.ts'
import { useApp } from '../../../app-parts.ts'
import { useDialogs } from '../../../dialogs/DialogsProvider.tsx'
import { copyText } from '../../../secrets/copy-text.ts'
import type { SiteTime } from '../../../site-time/site-time.ts'
import { AGENTS_TEXTS as TEXTS } from '../../../texts/admin/admin-agents.ts'
import { useRemoval } from '../list/use-removal.ts'
import { deviceEnv } from './connect/device-env.ts'
import type { OpenDialog } from './dialogs/dialog-state.ts'
import type { AgentAction } from './table/agent-action.ts'

interface RowActionsOptions {
  site: SiteTime | null
  onOpen: (dialog: OpenDialog) => void
  /** Called with what was done, in words that stay; with null where something new begins. */
  onOutcome: (text: string | null) => void
}

/** What the buttons of a row do; a second press meanwhile does nothing. */
export function useRowActions(options: RowActionsOptions) {
  const { api } = useApp()
  const dialogs = useDialogs()
  const queries = useQueryClient()
  const isMinting = useRef(false)
  const { site, onOpen, onOutcome } = options

  const remove = useRemoval<AgentDetail>({
    question: ({ name, code }) => ({
      text: TEXTS.remove.ask,
      detail: TEXTS.remove.detail(name, code),
    }),
    remove: ({ code }) => deleteAgent(api, code),
    onGone: ({ name }) => onOutcome(TEXTS.removed(name)),
    refresh: () => void queries.invalidateQueries({ queryKey: AGENT_DETAILS_KEY }),
    failure: (problem) => wordsOf(problem, TEXTS.remove.failed),
  })

  /** By a token, since the hub has only the hash of a key. */
  const mint = async (agent: AgentDetail, isCopied: boolean) => {
    if (isMinting.current) return
    isMinting.current = true
    onOutcome(null)
    const { code, name } = agent
    try {
      const minted = await mintEnrollToken(api, { code, ttl: ENROLL_TTL_DEFAULT_S })
      const device = { code, name, location: agent.location ?? '' }
      const secret = { kind: 'token', ...minted } as const
      if (isCopied && (await copyText(deviceEnv(window.location.origin, device, secret)))) {
        const until = site?.full(Date.parse(minted.expiresAt)) ?? ''
        onOutcome(TEXTS.minted(name, until))
        dialogs.notify('toast', TEXTS.copied)
      } else onOpen({ kind: 'config', config: { device, secret, keyBefore: 'none' } })
    } catch (problem) {
      const text = isBadResponse(problem) ? TEXTS.noToken : wordsOf(problem, TEXTS.mintFailed)
      onOutcome(text)
      dialogs.notify('error', text)
    } finally {
      isMinting.current = false
    }
  }

  return (action: AgentAction, agent: AgentDetail) => {
    switch (action) {
      case 'remove':
        return remove(agent)
      case 'qr':
      case 'env':
        return void mint(agent, action === 'env')
      case 'edit':
      case 'locate':
      case 'rotate':
        return onOpen({ kind: action, agent })
    }
  }
}
