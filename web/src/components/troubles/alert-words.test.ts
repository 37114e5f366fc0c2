import type { Alert } from '@vehicle-control/protocol'
import { expect, it } from 'vitest'
import { alertTone, alertWords } from './alert-words.ts'

it.each<[Alert['kind'], string | null, string]>([
  ['agent_offline', null, 'Sin conexión'],
  ['quarantine', null, 'En cuarentena: dos equipos dicen ser este agente'],
  ['gap', '6 (cap, ring)', 'Perdió 6 registros en 24 h (memoria llena, disco lento)'],
  ['gap', '6 (missing, damaged, new)', 'Perdió 6 registros en 24 h (archivo dañado, new)'],
  ['gap', '1200', 'Perdió 1.200 registros en 24 h'],
  ['gap', null, 'Perdió registros en 24 h'],
  ['bad_entries', '1200', 'El hub no puede leer 1.200 de sus registros en 24 h'],
  ['bad_entries', null, 'El hub no puede leer muchos de sus registros'],
  ['reader_silent', 'gate', 'El lector gate está en silencio'],
  [
    'reader_closed',
    'gate: Error: ENOENT: no such file, /dev/x',
    'El lector gate está cerrado: no se encuentra el equipo',
  ],
  ['reader_closed', 'gate', 'El lector gate está cerrado: sin causa informada'],
  [
    'reader_warning',
    'in, out: Error: return loss 3.2 dB at antenna 1',
    'El lector in, out lee mal: antena mal conectada o dañada',
  ],
  ['reader_warning', 'in: throttled: 85 °C', 'El lector in lee mal: está muy caliente'],
  ['sensor_stale', 'patio: ETIMEDOUT', 'El sensor patio no da datos: no responde'],
  ['sensor_alarm', 'gas: 1.92 V, threshold 1.5 V', 'El sensor gas da la alarma'],
  ['input_fire', 'humo', 'Entrada de incendio humo activa'],
  ['input_failed', 'humo: EACCES', 'La entrada humo no se puede leer: sin permiso para abrirlo'],
  [
    'relays_failed',
    'gpiochip0 line 17 is in use by "barrier.py"',
    'Los relés no se pueden mover: lo usa «barrier.py»',
  ],
  [
    'relays_failed',
    'gpiochip: no GPIO chip is labelled pinctrl-bcm2711: there is none; is this a Raspberry Pi? | libgpiod: the package node-libgpiod is not installed; run npm ci',
    'Los relés no se pueden mover: no se encuentran los pines GPIO',
  ],
  [
    'relay_failed',
    'Patio: the board does not answer',
    'No se sabe si el relé «Patio» está activo: no responde',
  ],
  ['relays_failed', null, 'Los relés no se pueden mover: sin causa informada'],
  ['undervoltage', null, 'Voltaje bajo'],
  ['clock_unsynced', null, 'Reloj sin sincronizar'],
  ['cleartext', null, 'Habla con el hub sin cifrar: otros en la red pueden leer su clave'],
  ['outbox_filling', '85 %', 'Memoria de lecturas al 85 %'],
  ['outbox_full', null, 'Memoria de lecturas llena: perdió registros'],
  [
    'outbox_blocked',
    'the disk takes nothing: SqliteError: disk I/O error',
    'El disco no acepta datos: falla al leer o escribir',
  ],
  [
    'outbox_blocked',
    'the disk takes nothing: SqliteError: database or disk is full',
    'El disco no acepta datos: no tiene espacio',
  ],
  [
    'outbox_blocked',
    'the disk takes nothing: SqliteError: attempt to write a readonly database',
    'El disco no acepta datos: solo deja leer',
  ],
  ['outbox_replaced', 'damaged', 'Archivo de lecturas dañado y reemplazado'],
  ['clock_step', '-3600000 ms', 'El reloj dio un salto'],
  ['clock_off', '-3600000 ms', 'Su reloj va 60 min atrasado'],
  ['clock_off', '86400000 ms', 'Su reloj va 1.440 min adelantado'],
  ['clock_off', null, 'Su reloj no va con el del hub'],
])('%s with the detail %s is «%s»', (kind, detail, what) => {
  const words = alertWords({ kind, detail, since: null, agent: { code: 'a', name: 'A' } })
  expect(words.what).toBe(what)
  expect(words.todo).toMatch(/\.$/)
})

it.each<[Alert['kind'], string, string]>([
  ['reader_closed', 'in: EACCES: permission denied', 'Da permiso al usuario del agente.'],
  ['reader_closed', 'in: ENOENT', 'Revisa su cable, su corriente y su configuración.'],
  [
    'reader_warning',
    'in: the clock of in is 9 s ahead; its times are corrected by that',
    'Pon en hora el lector.',
  ],
  [
    'sensor_stale',
    'patio: this system has no IIO devices; is a dtoverlay in config.txt?',
    'Revisa su dtoverlay en config.txt.',
  ],
  [
    'relays_failed',
    'line 17 is in use by barrier.py',
    'La barrera no se abre desde aquí: usa su mando y cierra ese programa en el equipo.',
  ],
])('%s with the detail %s has the advice «%s»', (kind, detail, todo) => {
  const words = alertWords({ kind, detail, since: null, agent: { code: 'a', name: 'A' } })
  expect(words.todo).toBe(todo)
})

it('names the barrier of a gate that has several', () => {
  const about = { since: null, agent: { code: 'a', name: 'A' } }
  const what = (kind: Alert['kind'], detail: string | null) =>
    alertWords({ kind, detail, ...about }).what
  expect(what('barrier_left_open', null)).toBe('La barrera quedó abierta')
  expect(what('barrier_left_open', 'salida')).toBe('La barrera salida quedó abierta')
  expect(what('barrier_contradictory', null)).toBe('La barrera dice abierta y cerrada a la vez')
})

it('a kind of a newer hub asks for the page of that hub', () => {
  const alert = { kind: 'tyre_flat', detail: 'x', since: null, agent: { code: 'a', name: 'A' } }
  expect(alertWords(alert)).toEqual({
    what: 'Un aviso que esta página no conoce',
    todo: 'Recarga la página.',
  })
  expect([alertTone(alert), alertTone({ kind: 'toString' })]).toEqual(['warn', 'warn'])
})
