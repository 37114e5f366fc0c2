/** The Spanish texts of the search that stands over every screen. See app.ts. */
export const SEARCH_TEXTS = {
  title: 'Buscar',
  label: 'Placa, tag, propietario, agente o pantalla',
  results: 'Resultados',
  hint: 'Escribe una placa, un tag, un propietario o el nombre de un agente.',
  busy: 'Buscando...',
  count: (count: number) => (count === 1 ? '1 resultado' : `${count} resultados`),
  none: (text: string) => `Nada encontrado para «${text}»`,
  failed: 'No se pudo buscar entre vehículos y activos. Revisa la conexión con el hub.',
  retry: 'Reintentar',
  groups: {
    screens: 'Pantallas',
    agents: 'Agentes',
    vehicles: 'Vehículos',
    assets: 'Activos',
    reads: 'Lecturas',
  },
  online: 'Online',
  offline: 'Offline',
  tab: (screen: string, tab: string) => `${screen} · ${tab}`,
  readsOf: (name: string) => `Lecturas de ${name}`,
  readsOfTag: (tag: string) => `Lecturas del tag ${tag}`,
} as const
