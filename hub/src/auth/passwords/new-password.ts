import { GivenPassword, NewPassword } from '@vehicle-control/protocol'
import { isCommonPassword } from '../../config/common-passwords.ts'

const isUncommon = (password: string) => !isCommonPassword(password)
const TOO_COMMON = 'Es una contraseña muy común; elige otra que no sea fácil de adivinar'

/** A password that people may set for themselves: of the right length, and not a common one. */
export const UncommonPassword = NewPassword.refine(isUncommon, TOO_COMMON)

/** A password that a superadmin may set for others: longer, since they may never change it. */
export const UncommonGivenPassword = GivenPassword.refine(isUncommon, TOO_COMMON)
