/** Sets the field itself, so that the caret stays: React would put it at the end. */
export function upperCase(field: HTMLInputElement): void {
  const { selectionStart, value } = field
  if (value === value.toUpperCase()) return
  field.value = value.toUpperCase()
  field.setSelectionRange(selectionStart, selectionStart)
}
