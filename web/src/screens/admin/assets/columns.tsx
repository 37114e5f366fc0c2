import { Anchor } from '@mantine/core'
import type { Asset } from '@vehicle-control/protocol'
import { Link } from 'react-router-dom'
import { Photo } from '../../../components/Photo.tsx'
import { ADMIN_TEXTS } from '../../../texts/admin/admin.ts'
import { ASSETS_TEXTS as TEXTS } from '../../../texts/admin/admin-assets.ts'
import { PHOTO_TEXTS } from '../../../texts/admin/admin-photo.ts'
import { marked } from '../asset-access/AccessMark.tsx'
import type { ListColumn } from '../list/ListTable.tsx'
import { RowActions } from '../list/RowActions.tsx'
import classes from '../list/list.module.css'

const HEADS = TEXTS.columns

/** What a row's buttons do. */
export interface AssetActions {
  onEdit: (asset: Asset) => void
  onReplaceTag: (asset: Asset) => void
  onAccess: (asset: Asset) => void
  onRemove: (asset: Asset) => void
}

/** The name of an asset in buttons and questions. */
export function assetName({ id, name, plate }: Pick<Asset, 'id' | 'name' | 'plate'>): string {
  return name || plate || TEXTS.nameless(id)
}

/** The columns of the list; without actions for those who may not edit. */
export function assetColumns(actions: AssetActions | null): readonly ListColumn<Asset>[] {
  return actions === null ? COLUMNS : [...COLUMNS, actionsColumn(actions)]
}

const COLUMNS: readonly ListColumn<Asset>[] = [
  { name: 'id', head: HEADS.id, cell: ({ id }) => id, className: classes.id },
  {
    name: 'type',
    head: HEADS.type,
    cell: ({ type, access }) => marked(access, TEXTS.types[type]),
    className: classes.type,
    place: 'beside',
  },
  {
    name: 'name',
    head: HEADS.name,
    cell: (asset) => (
      <Anchor component={Link} to={`/vehicle?id=${asset.id}`} underline="always">
        {assetName(asset)}
      </Anchor>
    ),
    className: classes.name,
    place: 'lead',
  },
  {
    name: 'plate',
    head: HEADS.plate,
    cell: ({ plate }) => plate,
    className: classes.plate,
    place: 'end',
  },
  {
    name: 'tag',
    head: HEADS.tag,
    cell: ({ rfid_tag }) => rfid_tag,
    className: classes.tag,
    place: 'under',
  },
  {
    name: 'photo',
    head: HEADS.photo,
    cell: (asset) =>
      asset.photo_url && (
        <Photo
          url={asset.photo_url}
          label={PHOTO_TEXTS.photoOf(assetName(asset))}
          width={56}
          height={42}
        />
      ),
  },
]

function actionsColumn({
  onEdit,
  onReplaceTag,
  onAccess,
  onRemove,
}: AssetActions): ListColumn<Asset> {
  return {
    name: 'actions',
    head: ADMIN_TEXTS.list.actions,
    isActions: true,
    cell: (asset) => (
      <RowActions
        id={asset.id}
        name={assetName(asset)}
        onEdit={() => onEdit(asset)}
        onReplaceTag={() => onReplaceTag(asset)}
        onAccess={() => onAccess(asset)}
        onRemove={() => onRemove(asset)}
      />
    ),
  }
}
