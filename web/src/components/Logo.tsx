/**
 * The app's logo, `size` pixels wide; the app's name is shown beside it. `public/favicon.svg` is
 * its source.
 */
export function Logo({ size }: { size: number }) {
  return <img src="/favicon.svg" alt="" width={size} height={size} />
}
