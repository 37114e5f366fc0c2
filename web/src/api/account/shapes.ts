/** Checked as api/http/shapes.ts says; apart from those of the login, which every page loads. */
export {
  OwnSessions,
  RecoveryCodes,
  SecondFactor,
  SecondFactorOffer,
  SessionsEnded,
} from '@vehicle-control/protocol'
