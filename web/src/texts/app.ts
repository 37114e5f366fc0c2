/**
 * The app's Spanish texts; those of the specification are literal. Texts of the dashboard and its
 * report only are in dashboard.ts, so that no other screen has to load them.
 */
export const TEXTS = {
  app: 'Vehicle Control',
  skip: 'Saltar al contenido',
  nav: {
    label: 'Principal',
    tabs: 'Pantallas',
    menu: 'Menú',
    dashboard: 'Dashboard',
    map: 'Mapa',
    live: 'RFID Tiempo Real',
    admin: 'Administración',
    logout: 'Salir',
    search: 'Buscar en todo',
    searchByKey: 'Buscar en todo (Ctrl K)',
    toDark: 'Cambiar a modo oscuro',
    toLight: 'Cambiar a modo claro',
  },
  account: {
    label: 'Cuenta',
    nameless: 'Sin nombre',
    roles: { operator: 'Operador', admin: 'Administrador', superadmin: 'Superadministrador' },
    kiosk: 'Pantalla de solo consulta',
  },
  alerts: {
    label: (count: string) => `Avisos: ${count}`,
    failed: 'Avisos: no se pudieron cargar',
  },
  connection: {
    label: 'Conexión con el hub',
    connected: 'Conectado',
    reconnecting: 'Reconectando',
    disconnected: 'Desconectado',
    noReaders: 'Sin lectores',
    reconnect: 'Reconectar',
    dataAge: (age: string) => `Datos de hace ${age}`,
  },
  failure: {
    title: 'Esta pantalla falló',
    hint: 'El resto de la aplicación sigue funcionando.',
    away: 'Sin conexión con el hub',
    awayHint: 'Se reintenta sola: sigue en cuanto el hub responda.',
    retry: 'Reintentar',
    loading: 'Cargando...',
  },
  unregistered: 'Sin registrar',
  retired: 'Tag retirado de',
  registeredNow: 'registrado ahora',
  error: { network: 'Error de red', status: (status: number) => `Error: ${status}` },
} as const
