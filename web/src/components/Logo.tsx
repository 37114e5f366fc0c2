/** The app's sign, so many pixels wide; its name stands beside it. `public/favicon.svg` is its source. */
export function Logo({ size }: { size: number }) {
  return <img src="/favicon.svg" alt="" width={size} height={size} />
}
