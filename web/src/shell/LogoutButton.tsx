import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { logout } from '../api/auth/login.ts'
import { useApp } from '../app-parts.ts'
import { TEXTS } from '../texts/app.ts'

/** Ends the session here at once, whatever the hub says. */
export function LogoutButton() {
  const { api, session } = useApp()
  const leave = () => {
    // Best effort: without this call the session ends on the hub by its age.
    logout(api).catch(() => {})
    session.logout()
  }
  return (
    <Button
      variant="default"
      size="sm"
      leftSection={<IconLogout size={18} aria-hidden />}
      onClick={leave}
    >
      {TEXTS.nav.logout}
    </Button>
  )
}
