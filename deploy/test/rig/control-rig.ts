import type { Locator, Page } from 'playwright-core'
import { LiveRig } from './live-rig.ts'

/** A hub with an agent that a test speaks for, and pages on its control panel. For tests. */
export class ControlRig extends LiveRig {
  /** Opens the panel and waits until its relays can be switched. */
  async openPanel(page: Page = this.page): Promise<RelayView> {
    await page.goto('/admin?tab=agentes&agente=porton-1')
    const first = new RelayView(page, 17)
    await first.on.and(page.locator(':not([aria-disabled])')).waitFor()
    return first
  }
}

/** A relay as a page shows it. */
export class RelayView {
  readonly #page: Page
  readonly #pin: 17 | 27 | `«${string}»`
  readonly box: Locator

  /** A pin, or a name in its quotes. */
  constructor(page: Page, pin: 17 | 27 | `«${string}»`) {
    this.#page = page
    this.#pin = pin
    const name = typeof pin === 'number' ? `Relé ${pin}` : pin.slice(1, -1)
    const heading = page.getByRole('heading', { name, exact: true })
    this.box = page.getByRole('listitem').filter({ has: heading })
  }

  get on(): Locator {
    return this.#page.getByRole('button', { name: `Activar relé ${this.#pin}`, exact: true })
  }

  get off(): Locator {
    return this.#page.getByRole('button', { name: `Desactivar relé ${this.#pin}`, exact: true })
  }

  get undo(): Locator {
    return this.#page.getByRole('button', { name: `Deshacer: desactivar relé ${this.#pin}` })
  }

  get duration(): Locator {
    return this.#page.getByRole('combobox', { name: `Duración del relé ${this.#pin}` })
  }

  /** Waits for the word of its state. */
  async shows(word: string): Promise<void> {
    await this.box
      .getByRole('status')
      .getByText(new RegExp(`^[●▲○] ?${word}$`))
      .waitFor()
  }

  /** Waits for its failure. */
  async fails(text: string | RegExp): Promise<void> {
    await this.box.getByRole('alert').getByText(text).waitFor()
  }

  /** The seconds that are left. */
  async left(): Promise<number> {
    const text = (await this.box.getByRole('timer').textContent()) ?? ''
    const [minutes = 0, seconds = 0] = (/\d+:\d+/.exec(text)?.[0] ?? '').split(':').map(Number)
    return 60 * minutes + seconds
  }

  /** Chooses a duration of the person's own. */
  async askDuration(seconds: string): Promise<void> {
    await this.duration.selectOption('Otra duración…')
    const dialog = this.#page.getByRole('dialog', { name: 'Ingresar dato' })
    await dialog.getByRole('textbox', { name: 'Duración en segundos' }).fill(seconds)
    await this.#page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
  }
}
