import type { SiteSettings } from '@vehicle-control/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../bus/bus.ts'
import type { Config } from '../config/config.ts'
import type { Db } from '../store/database.ts'
import { type SettingName, siteSettings } from '../store/settings/site-settings.ts'

/** Where no frame of the bus comes, what another hub changed counts here so much later. */
const LOAD_EVERY_MS = 10_000

interface LiveSettingsOptions {
  config: Pick<Config, 'siteName'>
  /** A read-only connection. */
  readOnly: Db
  bus: Bus
  log: Logger
  loadEveryMs?: number
}

/** What superadmins set, as it counts in this process; the last of it while the database is away. */
export class LiveSettings {
  /** Those that the environment sets, by the variable that does. */
  readonly fixedBy: Readonly<Partial<Record<SettingName, string>>>
  readonly #options: LiveSettingsOptions
  #current: SiteSettings
  /** The load that is under way, or the last one. */
  #running = Promise.resolve()
  /** The one that begins after it, for all who ask meanwhile. */
  #next: Promise<void> | null = null
  #timer: NodeJS.Timeout | undefined
  #isFailing = false
  #isStopped = false

  readonly #onChanged = () => void this.refresh()

  /** Resolves when they are loaded. */
  static async open(options: LiveSettingsOptions): Promise<LiveSettings> {
    const { settings } = await siteSettings(options.readOnly)
    const live = new LiveSettings(options, settings)
    live.#start()
    return live
  }

  private constructor(options: LiveSettingsOptions, stored: SiteSettings) {
    this.#options = options
    this.fixedBy = options.config.siteName === null ? {} : { site_name: 'HUB_SITE_NAME' }
    this.#current = this.inForce(stored)
  }

  get current(): Readonly<SiteSettings> {
    return this.#current
  }

  /** What is in force where this is stored: the environment wins. */
  inForce(stored: SiteSettings): SiteSettings {
    return { ...stored, site_name: this.#options.config.siteName ?? stored.site_name }
  }

  /**
   * Resolves when what was stored before this call counts here, or the database did not answer.
   */
  refresh(): Promise<void> {
    // One that is under way may have read before the change.
    this.#next ??= this.#running.then(() => {
      this.#next = null
      this.#running = this.#load()
      return this.#running
    })
    return this.#next
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    this.#options.bus.off('settingsChanged', this.#onChanged)
    await (this.#next ?? this.#running)
  }

  #start(): void {
    const { bus, loadEveryMs = LOAD_EVERY_MS } = this.#options
    bus.on('settingsChanged', this.#onChanged)
    this.#timer = setInterval(() => void this.refresh(), loadEveryMs).unref()
  }

  async #load(): Promise<void> {
    if (this.#isStopped) return
    const { readOnly, log } = this.#options
    try {
      this.#current = this.inForce((await siteSettings(readOnly)).settings)
      if (this.#isFailing) log.info('the settings are loaded again')
      this.#isFailing = false
    } catch (error) {
      if (!this.#isFailing && !this.#isStopped) {
        log.warn({ err: error }, 'the settings cannot be loaded; what was loaded last counts')
      }
      this.#isFailing = true
    }
  }
}
