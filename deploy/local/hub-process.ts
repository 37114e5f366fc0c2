import { join } from 'node:path'
import {
  type EnrollRequest,
  EnrollResponse,
  LoginResponse,
  type PublicConfig,
} from '@vehicle-control/protocol'
import { Child, type ChildOptions, root } from './child.ts'

export interface HubProcess {
  child: Child
  url: string
}

/** Starts a hub and resolves when it listens. */
export async function startHubProcess(
  env: NodeJS.ProcessEnv,
  options: ChildOptions = {},
): Promise<HubProcess> {
  const child = spawnHub(env, options)
  return { child, url: await listeningUrl(child) }
}

/** Starts a hub's process; it does not listen yet. */
export function spawnHub(env: NodeJS.ProcessEnv, options: ChildOptions = {}): Child {
  return new Child(join(root, 'hub/dist/main.js'), env, options)
}

/** The URL of a hub, once it listens. */
export async function listeningUrl(hub: Child): Promise<string> {
  return String((await hub.line((line) => line.msg === 'listening'))['url'])
}

/** Calls a hub as a person with a session does. */
export class HubClient {
  readonly url: string
  #token = ''

  constructor(url: string) {
    this.url = url
  }

  get token(): string {
    return this.#token
  }

  async login(email: string, password: string): Promise<void> {
    const body = await this.post('/api/auth/login', { email, password })
    this.#token = LoginResponse.parse(body).token
  }

  /** The credentials that the login page offers; null for a hub without a demo account. */
  async demoLogin(): Promise<PublicConfig['demoLogin']> {
    return ((await this.get('/api/public-config')) as PublicConfig).demoLogin
  }

  get(path: string): Promise<unknown> {
    return this.#call('GET', path)
  }

  post(path: string, body: unknown): Promise<unknown> {
    return this.#call('POST', path, body)
  }

  put(path: string, body: unknown): Promise<unknown> {
    return this.#call('PUT', path, body)
  }

  patch(path: string, body: unknown): Promise<unknown> {
    return this.#call('PATCH', path, body)
  }

  /** An enrolment token for one agent code. */
  async enrollToken(code: string, { approval = false } = {}): Promise<string> {
    const request = { ttl: 600, code, approval }
    const { token } = (await this.post('/api/agents/enroll-token', request)) as {
      token: string
    }
    return token
  }

  /** Enrols an agent as its device does; returns its key. */
  async enroll(
    code: string,
    device: Pick<EnrollRequest, 'name' | 'location'> = {},
  ): Promise<string> {
    const body = { token: await this.enrollToken(code), code, ...device }
    return EnrollResponse.parse(await this.post('/api/agent/enroll', body)).apiKey
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}
