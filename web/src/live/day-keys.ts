/** The entry of local storage with the reads of a day (YYYY-MM-DD). */
export const READS = 'live_rfid_'
/** Apart from the reads: another tab of this browser, which has them still, must not undo it. */
export const CLEARING = 'live_rfid_clearing_'

const DAY_KEY = /^live_rfid_(clearing_)?(\d{4}-\d{2}-\d{2})$/

/** Removes what is stored of every day but this one. */
export function pruneDays(storage: Storage, keep: string): void {
  for (const { key, day } of dayKeys(storage)) if (day !== keep) storage.removeItem(key)
}

/** Removes the reads of every day; that a day was emptied, and when, names nobody and stays. */
export function forgetReads(storage: Storage): void {
  for (const { key, day } of dayKeys(storage)) if (key === READS + day) storage.removeItem(key)
}

function dayKeys(storage: Storage): { key: string; day: string }[] {
  return Object.keys(storage).flatMap((key) => {
    const day = DAY_KEY.exec(key)?.[2]
    return day === undefined ? [] : [{ key, day }]
  })
}
