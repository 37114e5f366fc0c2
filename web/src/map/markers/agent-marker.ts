import { Marker } from 'leaflet'
import type { Place } from '../coordinates.ts'
import { type AgentFace, AgentIcon } from './agent-icon.ts'

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

  /** Draws it anew where what it shows has changed, and says whether that was so. */
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
