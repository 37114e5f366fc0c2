import { DivIcon } from 'leaflet'
import { formatCount } from '../../site-time/site-time.ts'
import { MAP_TEXTS } from '../../texts/map.ts'

/** The agents that one circle stands for. */
export interface ClusterFace {
  readonly total: number
  readonly offline: number
}

const SIZE_PX = 48

/** How many agents stand here; its name begins with the number that it shows. */
export class ClusterIcon extends DivIcon {
  readonly #face: ClusterFace

  constructor(face: ClusterFace) {
    super({ className: 'agent-cluster', iconSize: [SIZE_PX, SIZE_PX] })
    this.#face = face
  }

  override createIcon(old?: HTMLElement): HTMLElement {
    const { total, offline } = this.#face
    const element = super.createIcon(old)
    const count = formatCount(total)
    element.dataset['state'] = stateOf(this.#face)
    element.setAttribute('aria-label', MAP_TEXTS.cluster(count, formatCount(offline)))
    element.textContent = count
    // Written by the style sheet: the name begins with the text that is in it.
    if (offline > 0) element.dataset['offline'] = `◆ ${formatCount(offline)}`
    else delete element.dataset['offline']
    return element
  }
}

function stateOf({ total, offline }: ClusterFace): 'online' | 'mixed' | 'offline' {
  if (offline === 0) return 'online'
  return offline === total ? 'offline' : 'mixed'
}
