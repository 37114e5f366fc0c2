/** Hands a file to the browser to be saved. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it over by the next turn of its loop; Safari a little later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
