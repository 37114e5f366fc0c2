import { SCREENS } from '../src/screens/table.ts'

/** Matches a path in which one of these patterns follows a separator. */
function anyOf(...places: string[]): RegExp {
  return new RegExp(`[/\\\\](${places.map((place) => place.replaceAll('/', '[/\\\\]')).join('|')})`)
}

const mantine = (...names: string[]) => `@mantine/core/esm/(${names.join('|')})/`
const src = (...names: string[]) => `web/src/(${names.join('|')})\\.`

/**
 * Files that are always loaded together make one chunk: many small ones compress worse, and a
 * browser loads six at a time. A group includes the files that its own files import, unless an
 * earlier group has them. `common` names those that the login page shares with the screens: one
 * that is missing there makes that page load `query`.
 */
export const CHUNK_GROUPS = [
  {
    name: 'base',
    priority: 1,
    test: anyOf(
      'node_modules/(react|react-dom|react-router|scheduler)/',
      mantine('core', 'components/(Button|ActionIcon|Loader|Transition|UnstyledButton)'),
    ),
  },
  {
    name: 'common',
    priority: 1,
    test: anyOf(
      'createReactComponent',
      'preload-helper',
      'protocol/dist/limits\\.',
      src(
        'app-parts',
        'texts/app',
        'screens/table',
        'kiosk/kiosk-address',
        'routes/next-path',
        'components/(ColorSchemeToggle|ErrorBoundary|Logo|ScreenTitle|font|theme|lazy-part|wall/wall)',
        'api/http/(api-error|client|hub-probe|shape-check|shapes)',
        'api/auth/(login|person|shapes)',
        'api/settings/(fetch-public-config|shapes)',
        'browser/(external-store|frame-batch|on-logout)',
        'live/day-keys',
      ),
    ),
  },
  {
    name: 'query',
    test: anyOf(
      'Icon(Refresh|X)\\.',
      '@tanstack/(query-core|react-query)/(?!.*useIsFetching)',
      'protocol/dist/vehicle-columns\\.',
      src(
        'site-time/(site-time|wall-time)',
        'api/(alerts/(alerts|shapes)|http/query-client|reads/(rfid-status|shapes)|settings/public-config)',
        'sound/(sound-switch|use-sound-on)',
        'screens/live-rfid/prefetch',
        'live/(connection|feed|LiveLink|paced-question|read-list|use-freshness)',
        'browser/(plain-text|root-font-size)',
        'reads/(cells|columns)',
        'dialogs/(dialogs|DialogsProvider)',
        'shell/LogoutButton',
        'components/(DataAge|data-age|LaterPart|StateMark|UnknownMark|register-path|unknown-mark|use-each-second)',
      ),
    ),
  },
  {
    name: 'live',
    test: anyOf(
      src(
        'texts/reads/live',
        'live/read-filter',
        'sound/live-sound',
        'screens/live-rfid/live-filters',
        'api/reads/read-logs',
      ),
    ),
  },
  {
    name: 'agents',
    test: anyOf(
      src(
        'texts/map',
        'api/agents/(agent-lists|shapes)',
        'live/use-agents',
        'map/(MapNotice|coordinates|map-settings|scans/scan-watch)',
        'screens/map/later-map',
        'contacts/LaterGate',
      ),
    ),
  },
  // Of the charts and of the live table's later part, which needs nothing else of `figures`.
  { name: 'paper', priority: 1, test: anyOf(src('paper/use-is-printing')) },
  // The more files a later part has, the longer is the list of them in what loads it.
  {
    name: 'site-title',
    test: anyOf(
      src(
        'paper/(long-texts|running-heads|scale-maps)',
        'components/(shown-decision|use-site-title)',
        'live/later-events',
        'texts/access',
      ),
    ),
  },
  {
    name: 'figures',
    test: anyOf(
      'IconPrinter\\.',
      mantine('components/Skeleton'),
      'protocol/dist/site-offsets\\.',
      src(
        'site-time/site-clock',
        'texts/reads/dashboard',
        'api/(reads/search-reads|reports/(read-figures|shapes))',
        'charts/(FigureTable|HeatTable|HeatmapTable|LazyTimeChart|heat|palette|points|series-summary|use-chart-scheme)',
        'export/export-reads',
        'reads/repeats',
        'screens/dashboard/prefetch',
        'screens/dashboard/figures/(capped-count|problem-text|queries)',
        'screens/dashboard/filters/(filters|range)',
        'screens/dashboard/(cards/trend-text|charts/TopVehicles)',
      ),
    ),
  },
  // Of the report, of the picture of the charts, and of the dashboard on paper.
  { name: 'paper-charts', test: anyOf(src('charts/(PaperSvg|paper-chart)')) },
  // Of the report and of what writes files: the entry names each of the report's chunks.
  {
    name: 'files',
    test: anyOf(
      src(
        'texts/reads/report',
        'reads/decision/decision-text',
        'reads/file-columns',
        'texts/(access-reasons|reads/decision)',
        'export/searched-words',
        'api/reads/is-unregistered',
      ),
    ),
  },
  {
    name: 'inputs',
    test: anyOf(
      mantine(
        'components/(Anchor|CloseButton|InlineInput|Input|Text|TextInput)',
        'utils/(InlineInput|InputsGroupFieldset)',
      ),
      '@mantine/core/esm/components/ScrollArea/utils/to-int\\.',
      '@mantine/core/esm/components/Checkbox/CheckIcon',
      '@mantine/hooks/esm/.*use-(merged-ref|callback-ref|force-update)',
      src(
        'components/PublicPage',
        'forms/(form-issues|Notice|PasswordField|Problem|SubmitButton|upper-case|use-submission)',
      ),
    ),
  },
  // Of pages outside the shell and of dialogs: the entry names each chunk of those pages.
  { name: 'use-form', test: anyOf('@mantine/form/', src('api/auth/passwords')) },
  { name: 'secrets', test: anyOf(src('secrets/(CopyButton|QrCode|copy-text|secrets\\.module)')) },
  // Of the bell's panel, of the agents and of the settings.
  {
    name: 'troubles',
    test: anyOf(src('texts/(alerts|hub-alerts)', 'components/troubles/(alert-words|size-words)')),
  },
  {
    name: 'choices',
    test: anyOf(mantine('components/(FloatingIndicator|SegmentedControl)')),
  },
  {
    name: 'lists',
    test: anyOf(
      mantine('components/(NativeSelect|Combobox/ComboboxChevron)'),
      'web/src/screens/admin/list/(?!print/)',
      'protocol/dist/(plate-and-tag|uid)\\.',
      src(
        'texts/admin/(admin|admin-vehicles|asset-types)',
        'api/assets/(asset-lists|assets|conflict|fetch-asset|vehicles)',
        'screens/admin/(asset-access/(AccessMark|use-asset-access)|history/use-tag-replacement)',
        'screens/admin/(admin-tabs|prefetch|assets/asset-types)',
      ),
    ),
  },
  // Of the page of an asset and of the forms that edit one: the entry names each chunk of that page.
  { name: 'photo', test: anyOf(src('components/Photo', 'api/assets/activity(-shapes)?')) },
  // Of what is pressed in lists of assets.
  {
    name: 'history',
    test: anyOf(
      src(
        'texts/admin/admin-history',
        'screens/admin/history/(HistoryQuestion|use-history-question)',
      ),
    ),
  },
]

/**
 * The sources that each route with a page of its own draws first, as routes/load-ahead.ts loads
 * them; the page's file is named by the route.
 */
export const FIRST_SOURCES = Object.fromEntries(
  SCREENS.filter(({ hasPage }) => hasPage).map(({ path, file, isInShell, hasPrefetch }) => [
    path.slice(1),
    [
      ...(isInShell ? ['src/shell/Shell.tsx'] : []),
      ...(hasPrefetch ? [`src/screens/${file.split('/', 1)[0]}/prefetch.ts`] : []),
      `src/screens/${file}.tsx`,
    ],
  ]),
)
