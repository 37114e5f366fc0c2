import type { SVGAttributes } from 'react'

type Look = SVGAttributes<SVGElement>

const DRAWING: Look = {
  viewBox: '0 0 240 132',
  width: '15rem',
  fill: 'none',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  style: { maxWidth: '100%', height: 'auto' },
}
const GROUND: Look = { stroke: 'var(--page-line)', strokeWidth: 3 }
const ABSENT: Look = { stroke: 'var(--page-field-line)', strokeDasharray: '5 6', strokeWidth: 2.5 }
const BODY: Look = { fill: 'var(--page-chosen)', stroke: 'var(--page-accent)', strokeWidth: 2.5 }
const ARM: Look = { stroke: 'var(--page-accent)', strokeWidth: 9 }
const STRIPES: Look = {
  stroke: 'var(--page-surface)',
  strokeDasharray: '10 14',
  strokeDashoffset: -14,
  strokeLinecap: 'butt',
  strokeWidth: 4,
}
const WAVES: Look = { stroke: 'var(--page-accent)', strokeWidth: 3 }
const LIGHT: Look = { fill: 'var(--page-accent)' }
const CHIP: Look = { stroke: 'var(--page-field-line)', strokeWidth: 2.5 }

/** A gate that waits for its reader: the car is not seen yet. */
export function GateDrawing() {
  return (
    <svg {...DRAWING} aria-hidden>
      <path {...GROUND} d="M8 116h224" />
      <g {...ABSENT}>
        <path d="M30 104v-14q0-6 6-7l10-2 12-15q3-4 8-4h26q5 0 9 4l12 14 12 3q7 2 7 8v13" />
        <circle cx="54" cy="105" r="10" />
        <circle cx="112" cy="105" r="10" />
      </g>
      <rect {...BODY} x="172" y="62" width="22" height="54" rx="4" />
      <path {...ARM} d="M183 72L84 32" />
      <path {...STRIPES} d="M183 72L84 32" />
      <circle {...LIGHT} cx="183" cy="72" r="6" />
      <g {...WAVES}>
        <path d="M202 24a14 14 0 0 0 0 20" />
        <path d="M193 15a26 26 0 0 0 0 38" />
      </g>
      <circle {...LIGHT} cx="212" cy="34" r="4" />
      <path {...GROUND} d="M212 40v76" />
    </svg>
  )
}

/** A tag in front of an antenna that hears nothing yet. */
export function TagDrawing() {
  return (
    <svg {...DRAWING} aria-hidden>
      <path {...GROUND} d="M8 116h224" />
      <rect {...BODY} x="166" y="24" width="44" height="58" rx="6" />
      <path {...GROUND} d="M188 82v34" />
      <circle {...LIGHT} cx="188" cy="53" r="6" />
      <g {...WAVES}>
        <path d="M150 38a24 24 0 0 0 0 30" />
        <path d="M136 28a40 40 0 0 0 0 50" />
        <path opacity={0.4} d="M122 18a56 56 0 0 0 0 70" />
      </g>
      <rect {...ABSENT} x="30" y="38" width="66" height="42" rx="6" />
      <path {...CHIP} d="M42 52h16v14H42zM66 52h18M66 59h18M66 66h12" />
    </svg>
  )
}
