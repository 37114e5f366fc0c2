import { Button } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useApp } from '../app-parts.ts'
import { TEXTS } from '../texts/app.ts'

/** Ends the session here at once, whatever the hub says. */
export function LogoutButton({ className }: { className?: string }) {
  const { logout } = useApp()
  return (
    <Button
      className={className}
      variant="default"
      size="sm"
      leftSection={<IconLogout size={18} aria-hidden />}
      onClick={logout.leave}
    >
      {TEXTS.nav.logout}
    </Button>
  )
}
