import { Button } from '@mantine/core'
import { IconCar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { assetsQuery } from '../../../../api/assets/assets.ts'
import { useApp } from '../../../../app-parts.ts'
import { LIVE_SHEET_TEXTS } from '../../../../texts/live-sheet.ts'

interface AssetLinkProps {
  tag: string
  onFollow: () => void
}

/** Leads to the page of the asset that has the tag now. A read does not name it, so the hub is asked. */
export function AssetLink({ tag, onFollow }: AssetLinkProps) {
  const question = { q: tag, page: 1, pageSize: 20, type: null }
  const { data, isPending } = useQuery(assetsQuery(useApp(), question))
  const id = data?.items.find(({ rfid_tag }) => rfid_tag === tag)?.id
  const look = { variant: 'default', leftSection: <IconCar size={18} aria-hidden /> } as const
  if (id === undefined) {
    return (
      <Button {...look} disabled loading={isPending}>
        {isPending ? LIVE_SHEET_TEXTS.toAsset : LIVE_SHEET_TEXTS.noAsset}
      </Button>
    )
  }
  return (
    <Button {...look} component={Link} to={`/vehicle?id=${id}`} onClick={onFollow}>
      {LIVE_SHEET_TEXTS.toAsset}
    </Button>
  )
}
