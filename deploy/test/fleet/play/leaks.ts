import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { edges, hub, secondHub, thisRun } from '../fleet.ts'
import { SSH_KEY } from '../machines/provision.ts'
import { siteSecrets } from './site.ts'

/** An enrolment token is 43 letters of base64url; so is a key's fingerprint, which is no secret. */
const WORD_OF_43 = /(?<!SHA256:|[\w+/-])[\w-]{43}(?![\w+/-])/g
/** What the playbooks make for several hubs, on the first one. */
const MADE = ['hub-database.password', 'hub-bus.password', 'hub-audit.key']
const API_KEY = /vc_[0-9a-f]{12}_[0-9a-f]{72}/

/** A text that plays leave behind, and its name. */
interface Trace {
  name: string
  text: string
}

/** All output of the plays, at -vvv, and all logs of the machines meanwhile. */
export async function traces(): Promise<Trace[]> {
  const { logs } = thisRun()
  const plays = readdirSync(logs)
    .filter((name) => /^\d\d-.*\.log$/.test(name))
    .map((name) => ({ name, text: readFileSync(join(logs, name), 'utf8') }))
  const hubs = (await secondHub.boot()) === null ? [hub] : [hub, secondHub]
  const journals = [...hubs, ...edges].map(async (machine) => ({
    name: `the journal of ${machine.name}`,
    text: await machine.run('journalctl --no-pager --output=cat'),
  }))
  return [...plays, ...(await Promise.all(journals))]
}

/** The names of the secrets that one of the texts holds; never the secrets themselves. */
export function leaksIn({ name, text }: Trace): string[] {
  const planted = { ...siteSecrets(), sshKey: keyBody(), ...madeByPlays() }
  const found = Object.entries(planted)
    .filter(([, secret]) => text.includes(secret))
    .map(([what]) => what)
  if (API_KEY.test(text)) found.push('API key')
  // A name of 43 letters is of one case, or without a digit.
  const isRandom = (word: string) => /[A-Z]/.test(word) && /[a-z]/.test(word) && /\d/.test(word)
  if ([...text.matchAll(WORD_OF_43)].some(([word]) => isRandom(word))) found.push('token')
  return found.map((what) => `${what} in ${name}`)
}

function madeByPlays(): Record<string, string> {
  const files = MADE.map((name) => [name, join(hub.tree, 'etc/vehicle-control', name)] as const)
  const made = files.filter(([, file]) => existsSync(file))
  return Object.fromEntries(made.map(([name, file]) => [name, readFileSync(file, 'utf8').trim()]))
}

/** A line from the middle of the key that Ansible logs in with. */
const keyBody = () => readFileSync(SSH_KEY, 'utf8').split('\n')[2] ?? ''
