/** The exit code of a command line that cannot be understood: EX_USAGE of sysexits. */
export const EXIT_USAGE = 64

export const USAGE = `uso: node edge/dist/main.js [orden]
  (sin orden)      pone en marcha el edge con la configuración del entorno
  doctor [--json]  revisa configuración, puertos, GPIO, reloj, disco y hub, y dice cómo arreglarlo;
                   termina con 0 (sin fallos), 1 (algún fallo) o 78 (configuración errónea)
  capture --reader <id> [--seconds n] [--save fichero]
                   muestra los bytes y las etiquetas de un lector, también mientras el edge lo lee;
                   hasta Ctrl-C o n segundos; --save los guarda en líneas JSON
  key              toma de la entrada estándar una clave nueva del hub y se la da al edge, en marcha o
                   parado; termina con 1 si el edge sigue con la que tenía
  --version        la versión
  --help           esta ayuda`

/** A command line that cannot be carried out; the message says what is wrong with it, in Spanish. */
export class UsageError extends Error {
  override name = 'UsageError'
}
