/** The roles in a stored user, lower case; its shape was never agreed, so all three are read. */
export function readRoles(user: unknown): readonly string[] {
  if (typeof user !== 'object' || user === null) return []
  const found: unknown[] = []
  if ('role' in user) found.push(user.role)
  if ('rol' in user) found.push(user.rol)
  if ('roles' in user && Array.isArray(user.roles)) found.push(...user.roles)
  return found.filter((role) => typeof role === 'string').map((role) => role.toLowerCase())
}

/** Whether these roles may see and edit what administrators may. The hub decides for real. */
export function isAdmin(roles: readonly string[]): boolean {
  return roles.includes('admin') || roles.includes('superadmin')
}
