import classes from './first-steps.module.css'

/** A gate that waits for its reader: the car is not seen yet. */
export function GateDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 240 132" aria-hidden>
      <path className={classes.ground} d="M8 116h224" />
      <g className={classes.absent}>
        <path d="M30 104v-14q0-6 6-7l10-2 12-15q3-4 8-4h26q5 0 9 4l12 14 12 3q7 2 7 8v13" />
        <circle cx="54" cy="105" r="10" />
        <circle cx="112" cy="105" r="10" />
      </g>
      <rect className={classes.body} x="172" y="62" width="22" height="54" rx="4" />
      <path className={classes.arm} d="M183 72L84 32" />
      <path className={classes.stripes} d="M183 72L84 32" />
      <circle className={classes.light} cx="183" cy="72" r="6" />
      <g className={classes.waves}>
        <path d="M202 24a14 14 0 0 0 0 20" />
        <path d="M193 15a26 26 0 0 0 0 38" />
      </g>
      <circle className={classes.light} cx="212" cy="34" r="4" />
      <path className={classes.ground} d="M212 40v76" />
    </svg>
  )
}

/** A tag in front of an antenna that hears nothing yet. */
export function TagDrawing() {
  return (
    <svg className={classes.drawing} viewBox="0 0 240 132" aria-hidden>
      <path className={classes.ground} d="M8 116h224" />
      <rect className={classes.body} x="166" y="24" width="44" height="58" rx="6" />
      <path className={classes.ground} d="M188 82v34" />
      <circle className={classes.light} cx="188" cy="53" r="6" />
      <g className={classes.waves}>
        <path d="M150 38a24 24 0 0 0 0 30" />
        <path d="M136 28a40 40 0 0 0 0 50" />
        <path className={classes.faint} d="M122 18a56 56 0 0 0 0 70" />
      </g>
      <rect className={classes.absent} x="30" y="38" width="66" height="42" rx="6" />
      <path className={classes.chip} d="M42 52h16v14H42zM66 52h18M66 59h18M66 66h12" />
    </svg>
  )
}
