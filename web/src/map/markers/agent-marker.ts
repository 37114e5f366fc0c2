import { DivIcon, Marker } from 'leaflet'
import { MAP_TEXTS } from '../../texts/map.ts'
import type { Place } from '../coordinates.ts'

/** The size that a finger needs. */
const SIZE_PX = 44

/** One agent on the map. */
export class AgentMarker extends Marker {
  readonly code: string
  #face: AgentFace
  #isReachable: boolean

  constructor(code: string, place: Place, face: AgentFace, isReachable: boolean) {
    super(place, {
      icon: new AgentIcon(face, isReachable),
      keyboard: isReachable,
      riseOnHover: true,
    })
    this.code = code
    this.#face = face
    this.#isReachable = isReachable
  }

  get isOnline(): boolean {
    return this.#face.isOnline
  }

  get agentName(): string {
    return this.#face.name
  }

  /** Draws it anew where its face has changed; true where it did. */
  wear(face: AgentFace, isReachable: boolean): boolean {
    const isSameFace = face.name === this.#face.name && face.isOnline === this.#face.isOnline
    if (isSameFace && isReachable === this.#isReachable) return false
    this.#face = face
    this.#isReachable = isReachable
    this.options.keyboard = isReachable
    this.setIcon(new AgentIcon(face, isReachable))
    return true
  }

  /** Moves it, where it is not there already. */
  moveTo({ lat, lng }: Place): void {
    const here = this.getLatLng()
    if (here.lat !== lat || here.lng !== lng) this.setLatLng([lat, lng])
  }
}

/** What a marker shows of an agent. */
interface AgentFace {
  readonly name: string
  readonly isOnline: boolean
}

/**
 * An agent's marker: its state as shape, colour and word, and its name. With another face it keeps
 * its element, and so the focus.
 */
class AgentIcon extends DivIcon {
  readonly #face: AgentFace
  readonly #isReachable: boolean

  /** With `isReachable` false it is a picture with a name instead of a button. */
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
  // Written by the style sheet: the marker has its name already, and axe takes a text that the
  // map's edge cuts for a different name.
  element.dataset['text'] = text
  return element
}
