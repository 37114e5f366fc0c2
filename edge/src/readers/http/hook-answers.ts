/** What a webhook answers: the codes and the form of the hub's API. */
export interface HookAnswer {
  status: number
  body: { error: string; message: string } | HookResults
  headers?: Record<string, string>
}

/** One result for each item that was posted, in order. */
export interface HookResults {
  /** Tags that were read. */
  reads: number
  results: HookResult[]
}

/** `uids` is empty for an item that is not about a tag. */
export type HookResult =
  | { ok: true; uids: string[] }
  | { ok: false; error: 'invalid_tag'; message: string }

const fault = (
  status: number,
  error: string,
  message: string,
  headers?: Record<string, string>,
) => ({
  status,
  body: { error, message },
  headers,
})

export const NO_KEY = fault(
  401,
  'unauthorized',
  'Falta la clave o no es la correcta: envíala como «Authorization: Bearer …», «X-Api-Key: …» o contraseña de «Authorization: Basic …»',
  { 'www-authenticate': 'Bearer, Basic realm="reads", charset="UTF-8"' },
)
export const NO_SUCH_PATH = fault(404, 'not_found', 'Aquí no hay nada')
export const NOT_A_POST = fault(405, 'invalid_input', 'Envía las lecturas con POST', {
  allow: 'POST',
})
export const TOO_LARGE = fault(
  413,
  'too_large',
  'El mensaje es demasiado grande: envíalo en partes',
)
export const ENCODED = fault(415, 'invalid_input', 'Envía el mensaje sin comprimir')
export const NO_JSON = fault(
  400,
  'invalid_input',
  'El mensaje no es JSON: envía un objeto como {"uid": "E2003412"} o una lista de ellos',
)

export const NOT_STORED = fault(
  503,
  'unavailable',
  'Ahora no se puede guardar en el disco: envía el mensaje otra vez dentro de un momento',
  { 'retry-after': '10' },
)

export const NOT_A_TAG: HookResult = {
  ok: false,
  error: 'invalid_tag',
  message: 'No es la lectura de un tag',
}

/** 400 where no item is of use, so that a sender notices. */
export function answerOf(results: HookResult[]): HookAnswer {
  const reads = results.reduce((sum, one) => sum + (one.ok ? one.uids.length : 0), 0)
  return { status: results.some(({ ok }) => ok) ? 200 : 400, body: { reads, results } }
}
