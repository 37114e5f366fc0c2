/** Texts of the pages without a session; see app.ts. */
export const LOGIN_TEXTS = {
  what: 'Monitoreo RFID de vehículos y activos',
  title: 'Iniciar sesión',
  demo: 'Cuenta de demostración',
  demoHint: 'Los datos ya están puestos: pulsa Entrar.',
  email: 'Email',
  password: 'Contraseña',
  submit: 'Entrar',
  submitting: 'Entrando...',
  forgot: 'Olvidé mi contraseña',
  pairing: 'Es una pantalla de pared: emparejarla con un código',
  emailRequired: 'El email es obligatorio',
  passwordRequired: 'La contraseña es obligatoria',
  invalidResponse: 'Respuesta inválida',
  invalidCredentials: 'Credenciales inválidas',
  networkWait: (seconds: number) => `Error de red. Intenta de nuevo en ${seconds} s`,
  showPassword: 'Mostrar contraseña',
  hidePassword: 'Ocultar contraseña',
  expired: 'Sesión vencida',
  expiredHint:
    'Venció, se cerró por inactividad o desde otro equipo. Inicia sesión de nuevo para continuar.',
  late: 'Pasaron 5 minutos sin el código. Escribe de nuevo tu email y tu contraseña.',
} as const
