/** The kinds of account; a look-only one is its own kind, below every role. */
export const CALLERS = ['kiosk', 'operator', 'admin', 'superadmin'] as const
export type Caller = (typeof CALLERS)[number]

/** Those who may make a call: anybody without a session, or accounts of these kinds. */
export type Who = 'public' | readonly Caller[]

export const EVERY_ACCOUNT: Who = CALLERS
/** Every role but kiosk accounts. */
export const PEOPLE: Who = ['operator', 'admin', 'superadmin']
export const ADMINS: Who = ['admin', 'superadmin']
export const SUPERADMINS: Who = ['superadmin']
