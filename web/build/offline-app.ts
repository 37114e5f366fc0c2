import type { VitePWAOptions } from 'vite-plugin-pwa'

/**
 * The app as browsers install it: its manifest, and the service worker that keeps its files. A page
 * always comes from the hub while that answers, so an update shows at the next load and never
 * reloads a screen; the cached page is used only without the hub. Answers of the API are never
 * cached.
 */
export const OFFLINE_APP: Partial<VitePWAOptions> = {
  injectRegister: null,
  manifest: {
    id: '/',
    name: 'Vehicle Control',
    short_name: 'Vehicle Control',
    description: 'Monitoreo RFID de vehículos y activos',
    lang: 'es',
    start_url: '/dashboard',
    scope: '/',
    display: 'standalone',
    background_color: '#f3f5f9',
    theme_color: '#0d1b33',
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icon-maskable.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
    ],
  },
  workbox: {
    globPatterns: ['index.html', 'assets/*.{js,css,woff2}', '*.svg'],
    // The map without tiles is for a site without internet: its hub is there, and serves it.
    globIgnores: ['assets/packed-base-map-*'],
    // Otherwise `/` would be answered from the cache.
    directoryIndex: null,
    // The names of these files have a hash of their content.
    dontCacheBustURLsMatching: /^assets\//,
    navigateFallback: null,
    // The browser requests the page while the worker is still starting.
    navigationPreload: true,
    cleanupOutdatedCaches: true,
    inlineWorkboxRuntime: true,
    sourcemap: false,
    runtimeCaching: [
      {
        urlPattern: ({ request, url }) =>
          request.mode === 'navigate' && !url.pathname.startsWith('/api/'),
        handler: 'NetworkOnly',
        options: { precacheFallback: { fallbackURL: 'index.html' } },
      },
    ],
  },
}
