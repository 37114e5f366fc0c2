/** Whether one of these patterns stands in the path of a file, right after a separator. */
function anyOf(...places: string[]): RegExp {
  return new RegExp(`[/\\\\](${places.map((place) => place.replaceAll('/', '[/\\\\]')).join('|')})`)
}

const mantine = (...names: string[]) => `@mantine/core/esm/(${names.join('|')})/`
const src = (...names: string[]) => `web/src/(${names.join('|')})\\.`

/**
 * What is always loaded together is one chunk: many small ones compress worse, and a browser asks
 * for six at a time. A group takes along what its files import unless an earlier group has it:
 * `common` names what the login page shares with the screens, and what is missing there makes that
 * page load `query`.
 */
export const chunkGroups = [
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
      src(
        'app-parts',
        'texts',
        'known-routes',
        'components/(ColorSchemeToggle|ScreenTitle|theme)',
        'api/(api-error|auth|client|fetch-public-config|person|shape-check|shapes)',
        'live/(external-store|frame-batch)',
      ),
    ),
  },
  {
    name: 'query',
    test: anyOf(
      'IconX\\.',
      '@tanstack/(query-core|react-query)/(?!.*useIsFetching)',
      src(
        'site-time',
        'api/(public-config|query-client|prefetch-live|rfid-status)',
        'live/(connection|feed|LiveLink)',
        'components/StateMark',
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
        'site-clock',
        'texts/dashboard',
        'api/(prefetch-dashboard|read-figures|search-reads)',
        'charts/(HeatmapTable|heat|palette|points|series-summary|use-chart-scheme)',
        'export/export-reads',
        'screens/dashboard/(capped-count|filters|problem-text|queries|range|repeats|TopVehicles|trend-text)',
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
      '@mantine/hooks/esm/.*use-(merged-ref|callback-ref)',
      src('components/(Notice|PasswordField|Problem|PublicPage|SubmitButton|use-submission)'),
    ),
  },
]

/** What each route draws first; see `loadAhead` in src/main.tsx. */
export const firstSources = {
  login: ['src/screens/login/LoginScreen.tsx'],
  dashboard: [
    'src/components/Shell.tsx',
    'src/api/prefetch-dashboard.ts',
    'src/screens/dashboard/DashboardScreen.tsx',
  ],
  'live-rfid': [
    'src/components/Shell.tsx',
    'src/api/prefetch-live.ts',
    'src/screens/live-rfid/LiveRfidScreen.tsx',
  ],
}
