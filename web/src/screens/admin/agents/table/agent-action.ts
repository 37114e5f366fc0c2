/** What an administrator can do with an agent, in the order of the menu. */
export const AGENT_ACTIONS = ['edit', 'locate', 'qr', 'env', 'rotate', 'remove'] as const

/** One of them. */
export type AgentAction = (typeof AGENT_ACTIONS)[number]
