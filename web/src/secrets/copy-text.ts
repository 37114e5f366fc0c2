/** Copies a text; false where the browser does not allow it, as on plain http. */
export async function copyText(text: string): Promise<boolean> {
  // Missing outside a secure context, whatever its type says.
  const clipboard = (navigator as Partial<Navigator>).clipboard
  if (!clipboard) return false
  try {
    await clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
