import { formatAgentKey } from '@vehicle-control/protocol/agent-key'
import { answerFaults } from './answer-faults.ts'
import type { Chance } from './chance.ts'
import { RawWebSocket } from './raw-web-socket.ts'
import type { Attempt } from './tally.ts'
import type { Target } from './target.ts'

const HEX = '0123456789abcdef'
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const PASSWORDS = ['123456', 'password', 'admin', 'qwerty', 'Planta2026', 'tractor', 'azul', '1']
/** Networks that guess together. */
const GUESSERS = 60

interface Guess {
  what: string
  method: 'GET' | 'POST'
  path: string
  json?: unknown
  headers?: Record<string, string>
}

/** Guesses passwords, tokens, keys and codes from many networks: none may ever be let in. */
export async function openGuessing(target: Target) {
  const { document, ...known } = await knownHalves(target)
  const hasCodes = document.includes('"SecondFactorCode"') || document.includes('/second-factor')

  function guess(chance: Chance): Guess {
    const token = nearly(chance, known.session, BASE64URL)
    const newPassword = 'adivinada-por-nadie-1'
    const code = chance.percent(50) ? chance.word(6, '0123456789') : chance.word(10)
    const { email } = target.chief
    const others = [
      {
        what: 'a password',
        method: 'POST',
        path: '/api/auth/login',
        json: { email, password: `${chance.pick(PASSWORDS)}${chance.below(100)}` },
      },
      {
        what: 'a reset token',
        method: 'POST',
        path: '/api/auth/reset-password',
        json: { token, newPassword },
      },
      {
        what: 'an enrolment token',
        method: 'POST',
        path: '/api/agent/enroll',
        json: { token: nearly(chance, known.enrolment, BASE64URL), code: 'adivinado' },
      },
      {
        what: 'a session',
        method: 'GET',
        path: '/api/auth/me',
        headers: { authorization: `Bearer ${token}` },
      },
      {
        what: 'a cookie',
        method: 'GET',
        path: '/api/vehicles/export/csv',
        headers: { cookie: `vc_session=${token}; __Host-vc_session=${token}` },
      },
    ] as const
    const codes = [
      {
        what: 'a code',
        method: 'POST',
        path: '/api/auth/login',
        json: { email, password: `${chance.pick(PASSWORDS)}9`, code },
      },
    ] as const
    return chance.pick<Guess>(hasCodes ? [...others, ...codes] : others)
  }

  return async function guessOnce(chance: Chance, tally: Attempt): Promise<void> {
    if (chance.percent(15)) {
      const key = chance.percent(50)
        ? formatAgentKey({ id: known.keyId, secret: chance.word(64, HEX) })
        : formatAgentKey({ id: chance.word(12, HEX), secret: chance.word(64, HEX) })
      const authorization = `Bearer ${key}`
      const { status } = await RawWebSocket.refused(
        target.url,
        { authorization },
        '/api/agent/sync',
      )
      tally.count(status)
      if (status === 101) tally.fault('a guessed agent key was taken')
      return
    }
    // Together, as those who share the work would.
    const together = Array.from({ length: 1 + chance.below(4) }, () => {
      return { guess: guess(chance), from: `127.66.0.${1 + chance.below(GUESSERS)}` }
    })
    await Promise.all(
      together.map(async ({ guess: { what, method, path, json, headers = {} }, from }) => {
        const body = json === undefined ? {} : { body: JSON.stringify(json) }
        const type = { 'content-type': 'application/json' }
        const answer = await target.ask(method, path, {
          ...body,
          from,
          headers: { ...type, ...headers },
        })
        tally.count(answer.status)
        if (answer.status < 400) tally.fault(`${what} was guessed at ${path}`)
        for (const fault of answerFaults(path, answer, target.secrets))
          tally.fault(`${method} ${path}: ${fault}`)
      }),
    )
  }
}

/** Real ones, of which an attacker has seen all but a few characters. */
async function knownHalves(target: Target) {
  const { client } = target
  const key = await target.enroll('medio-sabido')
  return {
    document: JSON.stringify(await client.get('/api/openapi.json')),
    session: await target.logIn(target.chief),
    enrolment: await client.enrollToken('adivinado'),
    keyId: key.split('_')[1] ?? '',
  }
}

/** The same with one to four characters changed. */
function nearly(chance: Chance, secret: string, alphabet: string): string {
  let guess = secret
  for (let i = chance.below(4); i >= 0 || guess === secret; i--) {
    const at = chance.below(secret.length)
    guess = guess.slice(0, at) + chance.word(1, alphabet) + guess.slice(at + 1)
  }
  return guess
}
