/** Sets the field's value in upper case, and keeps the caret, which React would put at the end. */
export function upperCase(field: HTMLInputElement): void {
  const { selectionStart, value } = field
  if (value === value.toUpperCase()) return
  field.value = value.toUpperCase()
  field.setSelectionRange(selectionStart, selectionStart)
}
