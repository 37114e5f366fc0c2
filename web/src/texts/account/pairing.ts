/** Texts of the page on which a wall's browser shows its code. */
export const PAIRING_TEXTS = {
  title: 'Emparejar esta pantalla',
  code: 'Código de esta pantalla',
  loading: 'Pidiendo un código…',
  steps: [
    'En un celular o computador entra al hub como administrador.',
    'Abre Administración › Agentes › Pantallas, o escanea el QR.',
    'Escribe este código y elige qué pantalla es.',
  ],
  waiting: 'Entra sola en cuanto la emparejen. El código cambia cada 10 minutos.',
  away: 'Sin conexión con el hub: se reintenta sola.',
  busy: 'El hub atiende demasiadas pantallas nuevas: se reintenta sola.',
  qr: 'QR de la página que empareja esta pantalla',
  entering: 'Emparejada: entrando…',
  byAccount: 'Entrar con una cuenta',
  held: (name: string) => `En este navegador hay una sesión abierta: ${name}.`,
  heldHint: 'Para que sea una pantalla de pared, esa sesión se cierra.',
  useAsWall: 'Cerrar esa sesión y emparejar',
  back: 'Volver al dashboard',
} as const
