import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Asset, Vehicle } from '@vehicle-control/protocol'
import { SEARCH_MAX } from '@vehicle-control/protocol/limits'
import { parseScanUid } from '@vehicle-control/protocol/uid'
import { assetsQuery } from '../../api/assets/assets.ts'
import { vehiclesQuery } from '../../api/assets/vehicles.ts'
import { useApp } from '../../app-parts.ts'
import { useStore } from '../../browser/external-store.ts'
import { plainText } from '../../browser/plain-text.ts'
import type { KnownAgent } from '../../live/known-agent.ts'
import { useLiveLink } from '../../live/LiveLink.tsx'
import { useMapAgents } from '../../live/use-agents.ts'
import { type AdminTab, tabsOf } from '../../screens/admin/admin-tabs.ts'
import { searchAgents } from '../../screens/map/status/agent-search.ts'
import { SCREENS } from '../../screens/table.ts'
import { ADMIN_TEXTS } from '../../texts/admin/admin.ts'
import { ASSET_TYPE_TEXTS } from '../../texts/admin/asset-types.ts'
import { TEXTS as APP_TEXTS } from '../../texts/app.ts'
import { SEARCH_TEXTS as TEXTS } from '../../texts/search.ts'

/** Shown of each kind; who wants another writes more. */
const MOST = 5
/** The smallest page that the hub gives. */
const PAGE_SIZE = 10

/** Something that was found, and where it is. */
export interface Hit {
  readonly path: string
  readonly name: string
  /** Tells it from others of its name. */
  readonly detail: string
}

/** What was found of one kind, never empty. */
export interface HitGroup {
  readonly title: string
  readonly hits: readonly Hit[]
}

/** What is known so far about a text. */
export interface Found {
  readonly groups: readonly HitGroup[]
  /** There are more of a kind than are shown. */
  readonly isCut: boolean
  /** The hub has not answered yet. */
  readonly isBusy: boolean
  readonly hasFailed: boolean
  readonly retry: () => void
}

/**
 * What is found for a trimmed text, for an empty one the screens: here at once, and at the hub where
 * it is `asked` for this very text.
 */
export function useFound(text: string, asked: string): Found {
  const app = useApp()
  const isKiosk = useStore(app.session.state, (state) => state.isKiosk)
  const tabs = useStore(app.session.state, tabsOf)
  const { agents } = useLiveLink()
  useMapAgents(app, 0)
  const listed = useSyncExternalStore(agents.subscribe, agents.list)
  const question = { q: asked.slice(0, SEARCH_MAX), page: 1, pageSize: PAGE_SIZE }
  const enabled = asked !== ''
  const vehicles = useQuery({ ...vehiclesQuery(app, question), enabled })
  const assets = useQuery({
    ...assetsQuery(app, { ...question, type: null, withOwners: !isKiosk }),
    enabled,
  })
  const isAsked = text === asked
  // Both at once: tags are in one list, owners in the other, and a row that comes later above a
  // chosen one would take its place.
  const isSettled = isAsked && !vehicles.isPending && !assets.isPending
  const found = isSettled
    ? ranked(joined(vehicles.data?.items ?? [], assets.data?.items ?? []), text)
    : []
  const isComplete = isSettled && vehicles.isSuccess && assets.isSuccess
  const isVehicle = ({ type }: FoundAsset) => type === 'vehicle'
  const [ofVehicles, others] = [found.filter(isVehicle), found.filter((one) => !isVehicle(one))]
  const ofAgents = text ? searchAgents(listed, text) : []
  const groups: HitGroup[] = [
    { title: TEXTS.groups.screens, hits: screenHits(tabs).filter(({ name }) => has(name, text)) },
    {
      title: TEXTS.groups.agents,
      hits: ofAgents.slice(0, MOST).map((agent) => agentHit(agent, isKiosk)),
    },
    { title: TEXTS.groups.vehicles, hits: ofVehicles.slice(0, MOST).map(assetHit) },
    { title: TEXTS.groups.assets, hits: others.slice(0, MOST).map(assetHit) },
    { title: TEXTS.groups.reads, hits: readHits(text, found, isComplete) },
  ]
  return {
    groups: groups.filter(({ hits }) => hits.length > 0),
    isCut:
      [ofAgents, ofVehicles, others].some(({ length }) => length > MOST) ||
      (isSettled && [vehicles, assets].some(({ data }) => (data?.total ?? 0) > PAGE_SIZE)),
    isBusy: !isAsked || (enabled && (vehicles.isPending || assets.isPending)),
    hasFailed: isAsked && (vehicles.isError || assets.isError),
    retry: () => {
      void vehicles.refetch()
      void assets.refetch()
    },
  }
}

/** The screens, and the tabs of the administration that somebody can open. */
const screenHits = (tabs: readonly AdminTab[]): readonly Hit[] => [
  ...SCREENS.flatMap(({ path, nav }) =>
    nav ? [{ path, name: APP_TEXTS.nav[nav], detail: '' }] : [],
  ),
  {
    path: '/map?view=status',
    name: TEXTS.tab(APP_TEXTS.nav.map, TEXTS.status),
    detail: '',
  },
  ...tabs.map((tab) => ({
    path: `/admin?tab=${tab}`,
    name: TEXTS.tab(APP_TEXTS.nav.admin, ADMIN_TEXTS.tabs[tab]),
    detail: '',
  })),
]

const has = (name: string, text: string) => plainText(name).includes(plainText(text))

type FoundAsset = Pick<Asset, 'id' | 'type' | 'name' | 'plate' | 'owner' | 'rfid_tag'>

/** What both lists of the hub say, each asset once. */
function joined(vehicles: readonly Vehicle[], assets: readonly Asset[]): readonly FoundAsset[] {
  const byId = new Map<number, FoundAsset>()
  for (const vehicle of vehicles) {
    byId.set(vehicle.id, { ...vehicle, type: 'vehicle', name: vehicle.model ?? '' })
  }
  for (const asset of assets) if (!byId.has(asset.id)) byId.set(asset.id, asset)
  return [...byId.values()]
}

/** First what has a plate or tag that begins so, then what has a word that does. */
function ranked(found: readonly FoundAsset[], text: string): readonly FoundAsset[] {
  const asked = plainText(text)
  const begins = (of: string | null) => of !== null && plainText(of).startsWith(asked)
  const rank = ({ plate, rfid_tag, name, owner }: FoundAsset) => {
    if (begins(plate) || begins(rfid_tag)) return 0
    return [name, owner].some((words) => words?.split(/\s+/).some(begins)) ? 1 : 2
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}

function assetHit({ id, type, name, plate, owner, rfid_tag }: FoundAsset): Hit {
  const shown = plate || name || rfid_tag
  const kind = type === 'vehicle' ? '' : ASSET_TYPE_TEXTS[type]
  const rest = [kind, name, owner, rfid_tag].filter((text) => text && text !== shown)
  return { path: `/vehicle?id=${id}`, name: shown, detail: rest.join(' · ') }
}

/** Whom the hub shows no list of agents, the map shows them. */
function agentHit({ code, name, location, online }: KnownAgent, isKiosk: boolean): Hit {
  const asked = encodeURIComponent(code)
  const state = online ? TEXTS.online : TEXTS.offline
  const rest = [name === code ? '' : code, location, state].filter(Boolean)
  return {
    path: isKiosk ? `/map?focus=${asked}` : `/admin?tab=agentes&agente=${asked}`,
    name,
    detail: rest.join(' · '),
  }
}

/** Where the reads are of what was found; also those of a tag that is not registered. */
function readHits(text: string, found: readonly FoundAsset[], isKnown: boolean): readonly Hit[] {
  const stranger = isKnown && found.length === 0 ? parseScanUid(text) : null
  if (stranger !== null) return [tagHit(stranger)]
  const owners = new Set(found.flatMap(({ owner }) => (owner && has(owner, text) ? [owner] : [])))
  return [
    ...[...owners].slice(0, MOST).map((owner) => readsHit('owner', owner)),
    ...found
      .slice(0, MOST)
      .map(({ plate, rfid_tag }) => (plate ? readsHit('plate', plate) : tagHit(rfid_tag))),
  ]
}

const readsHit = (by: 'plate' | 'owner', value: string): Hit => ({
  path: readsPath(by, value),
  name: TEXTS.readsOf(value),
  detail: '',
})
const tagHit = (tag: string): Hit => ({
  path: readsPath('tag', tag),
  name: TEXTS.readsOfTag(tag),
  detail: '',
})
const readsPath = (by: 'plate' | 'owner' | 'tag', value: string) =>
  `/dashboard?${by}=${encodeURIComponent(value)}`
