/** Shown instead of a secret, whatever its length. */
export const MASK = '•'.repeat(24)
