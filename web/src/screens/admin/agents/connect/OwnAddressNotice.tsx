import { isLoopback } from '@vehicle-control/protocol/plain-http'
import { Notice } from '../../../../forms/Notice.tsx'
import { DEVICE_TEXTS } from '../../../../texts/admin/admin-devices.ts'

/** Says that what is shown leads nowhere from another machine: the hub was opened by its own address. */
export function OwnAddressNotice() {
  if (!isLoopback(new URL(window.location.origin))) return null
  return <Notice>{DEVICE_TEXTS.ownAddress(window.location.host)}</Notice>
}
