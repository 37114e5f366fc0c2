/** Configuration that cannot work: one line that names variable, fault and fix; exit code 78. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** A peer sent nonsense: count it, log it once, close. */
export class ProtocolError extends Error {
  override name = 'ProtocolError'
}

export const EXIT_CONFIG = 78
