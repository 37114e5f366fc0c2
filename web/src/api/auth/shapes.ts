/** Checked as api/http/shapes.ts says. */
export {
  LoginResponse,
  OwnSessions,
  RecoveryCodes,
  SecondFactor,
  SecondFactorOffer,
  SessionsEnded,
} from '@vehicle-control/protocol'
