/** Stands for a secret, whatever its length. */
export const MASK = '•'.repeat(24)
