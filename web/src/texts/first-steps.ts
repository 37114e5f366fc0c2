/** Texts of an empty hub: what it lacks, and who can do something about it. */
export const FIRST_STEPS_TEXTS = {
  agents: {
    title: 'Aún no hay agentes',
    text: 'Un agente es el equipo que lee los tags en una puerta. Inscribe el primero: sus lecturas aparecen aquí solas.',
    action: 'Inscribir un agente',
    others: 'Pide a un administrador que inscriba el primer agente.',
  },
  places: {
    title: 'Ningún agente tiene ubicación',
    text: 'Dale a cada agente sus coordenadas y aparece en este mapa.',
    action: 'Ubicar los agentes',
    others: 'Pide a un administrador que ubique los agentes.',
  },
  reads: {
    title: 'Aún no hay lecturas',
    text: 'Los agentes están inscritos y ninguno ha leído un tag. Revisa, en este orden:',
    checks: [
      'que cada agente esté Online',
      'que su lector tenga corriente y la antena conectada',
      'que un tag pase cerca de la antena',
    ],
    action: 'Ver el estado de los agentes',
  },
} as const
