import { DivIcon } from 'leaflet'
import { MAP_TEXTS } from '../../texts/map.ts'

/** What a marker shows of an agent. */
export interface AgentFace {
  readonly name: string
  readonly isOnline: boolean
}

/** What a finger needs. */
const SIZE_PX = 44

/**
 * An agent's marker: its state as shape, colour and word, and its name. An element that is given
 * another face stays the same element, and so keeps the focus.
 */
export class AgentIcon extends DivIcon {
  readonly #face: AgentFace
  readonly #isReachable: boolean

  /** Where the keyboard does not reach it, it is a picture with a name and no button. */
  constructor(face: AgentFace, isReachable: boolean) {
    super({ className: 'agent-marker', iconSize: [SIZE_PX, SIZE_PX] })
    this.#face = face
    this.#isReachable = isReachable
  }

  override createIcon(old?: HTMLElement): HTMLElement {
    const { name, isOnline } = this.#face
    const element = super.createIcon(old)
    const state = isOnline ? MAP_TEXTS.online : MAP_TEXTS.offline
    element.dataset['state'] = isOnline ? 'online' : 'offline'
    element.title = name
    element.setAttribute('aria-label', MAP_TEXTS.agent(name, state))
    if (!this.#isReachable) {
      element.setAttribute('role', 'img')
      element.removeAttribute('tabindex')
    }
    element.append(part('agent-name', name), part('agent-word', `${isOnline ? '●' : '◆'} ${state}`))
    return element
  }
}

function part(className: string, text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = className
  // Written by the style sheet: the marker has its name, and axe takes a text of which the edge of the
  // map cuts off a part for another one.
  element.dataset['text'] = text
  return element
}
