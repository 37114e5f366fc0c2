/** Every list of agents, and of what is wrong with them, has it first in its key. */
export const AGENTS_KEY = 'agents'
