/** Texts of the sound's controls. */
export const SOUND_TEXTS = {
  label: 'Sonido',
  on: 'Sonido',
  mute: 'Silenciar',
  unblock: 'Activar sonido',
  blocked: 'Sonido bloqueado: toca para activar',
  stop: 'Parar sonido',
  elsewhere: 'Suena en otra pestaña',
  volume: 'Volumen',
  percent: (volume: number) => `${Math.round(volume * 100)} %`,
  tone: 'Tono',
  tones: { normal: 'Normal', urgent: 'Urgente' },
  wave: 'Onda',
  waves: { sine: 'Seno', triangle: 'Triángulo', square: 'Cuadrada' },
  test: 'Probar',
} as const
