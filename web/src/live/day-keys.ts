/** The entry of local storage with the reads of a day (YYYY-MM-DD). */
export const READS = 'live_rfid_'
/** Stored apart from the reads: another tab, which still has them, must not undo the clearing. */
export const CLEARING = 'live_rfid_clearing_'

const DAY_KEY = /^live_rfid_(clearing_)?(\d{4}-\d{2}-\d{2})$/

/** Removes what is stored of every day but this one. */
export function pruneDays(storage: Storage, keep: string): void {
  for (const { key, day } of dayKeys(storage)) if (day !== keep) storage.removeItem(key)
}

/** Removes the reads of every day. Clearings stay: they hold nothing about a person. */
export function forgetReads(storage: Storage): void {
  for (const { key, day } of dayKeys(storage)) if (key === READS + day) storage.removeItem(key)
}

function dayKeys(storage: Storage): { key: string; day: string }[] {
  return Object.keys(storage).flatMap((key) => {
    const day = DAY_KEY.exec(key)?.[2]
    return day === undefined ? [] : [{ key, day }]
  })
}
