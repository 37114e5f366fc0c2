/** The name under which the note of a report is kept when a session ends. */
export function draftOfReport(uid: string): string {
  return `report of ${uid}`
}
