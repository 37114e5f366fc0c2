/**
 * The entries of the account's menu, with all that they open. A chunk between: the shell's own would
 * name all of theirs, on every screen.
 */
export const loadEntries = async () => (await import('./AccountEntries.tsx')).AccountEntries
