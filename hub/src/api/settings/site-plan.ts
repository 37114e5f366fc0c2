import { randomBytes } from 'node:crypto'
import { PlaceSitePlanRequest, type SitePlan, SitePlanAnswer } from '@vehicle-control/protocol'
import { PLAN_MAX_BYTES, planFault, type PlanFault } from '@vehicle-control/protocol/site-plan'
import { z } from 'zod'
import { PictureError } from '../../photos/encode-picture.ts'
import { appendAudit } from '../../store/people/audit-log.ts'
import {
  findSitePlan,
  placeSitePlan,
  putSitePlan,
  removeSitePlan,
} from '../../store/settings/site-plan.ts'
import { withLockOfAllHubs } from '../../store/transaction.ts'
import { auditEntry } from '../http/audit-entry.ts'
import { sliceBody } from '../http/answers/stream-body.ts'
import { declareCall } from '../http/call.ts'
import { EVERY_ACCOUNT, SUPERADMINS } from '../http/callers.ts'
import { apiError, invalidField, noSuchPath } from '../http/errors.ts'

/** What the audit log names the plan, of which a site has one. */
const TARGET = 'site_plan'

/** Absent: whatever is there is replaced, or removed. 0: there was none. */
const SeenVersion = z.object({
  version: z
    .string()
    // Number() takes «1e3», and a blank for 0.
    .regex(/^\d{1,9}$/, 'Versión inválida: escribe el número que dio la última lectura')
    .transform(Number)
    .optional(),
})

export const sitePlanCalls = [
  declareCall({
    id: 'sitePlan',
    method: 'GET',
    path: '/api/site-plan',
    who: EVERY_ACCOUNT,
    summary: "The plan of the site, which lies under the map's markers",
    answer: SitePlanAnswer,
    async handle(_, { readOnly }) {
      return { plan: await findSitePlan(readOnly) }
    },
  }),
  declareCall({
    id: 'uploadSitePlan',
    method: 'POST',
    path: '/api/site-plan/image',
    who: SUPERADMINS,
    // The list of the map's agents has its mark.
    changesAgents: true,
    summary:
      'Take a PNG, JPEG or WebP of at most 10 MB for the plan of the site; it is then to be placed',
    query: SeenVersion,
    form: z.object({ image: z.file('Envía el plano en el campo image (multipart/form-data)') }),
    maxBytes: PLAN_MAX_BYTES,
    status: 201,
    answer: SitePlanAnswer,
    errors: ['changed_meanwhile'],
    async handle({ form: { image }, query: { version }, ...request }, { db, pictures }) {
      const bytes = new Uint8Array(await image.arrayBuffer())
      const { content, width, height } = await pictures.plan(bytes).catch(refusePlan)
      const picture = { id: randomBytes(16).toString('hex'), width, height }
      const now = Date.now()
      const upload = { content, contentType: 'image/webp', createdBy: request.session.userId, now }
      const plan = await withLockOfAllHubs(db, async (trx) => {
        requireSeenPlan(await findSitePlan(trx), version)
        const put = await putSitePlan(trx, picture, upload)
        const detail = { width, height, bytes: content.length }
        const what = { at: now, action: 'settings.plan_upload', target: TARGET, detail }
        await appendAudit(trx, auditEntry(request, what))
        return put
      })
      return { plan }
    },
  }),
  declareCall({
    id: 'sitePlanImage',
    method: 'GET',
    path: '/api/site-plan/image/:plan',
    who: EVERY_ACCOUNT,
    // The browser fetches it as an image, without the Authorization header.
    cookie: true,
    summary: 'The picture of a plan; a browser keeps it',
    answer: 'image/webp',
    isStoredPicture: true,
    async handle({ params, context }, { readOnly, planPicture }) {
      const picture = await planPicture.find(readOnly, params.plan)
      if (picture === undefined) throw noSuchPath()
      return context.body(sliceBody(picture.content), 200, {
        'content-type': picture.contentType,
        'content-length': String(picture.content.length),
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
    },
  }),
  declareCall({
    id: 'placeSitePlan',
    method: 'PUT',
    path: '/api/site-plan/points',
    who: SUPERADMINS,
    // The list of the map's agents has its mark.
    changesAgents: true,
    summary: 'Say where two points of the plan are',
    body: PlaceSitePlanRequest,
    example: {
      version: 1,
      points: [
        { x: 40, y: 60, lat: 4.7121, lon: -74.0733 },
        { x: 360, y: 250, lat: 4.7104, lon: -74.0708 },
      ],
    },
    answer: SitePlanAnswer,
    errors: ['changed_meanwhile'],
    async handle({ body: { version, points }, ...request }, { db }) {
      const plan = await withLockOfAllHubs(db, async (trx) => {
        const before = await findSitePlan(trx)
        requireSeenPlan(before, version)
        if (before === null) throw changedMeanwhile(false)
        const [first, second] = points
        if (first && second) refuseFault(planFault([first, second], before))
        const placed = await placeSitePlan(trx, before, points)
        const detail = { points: words(points), points_was: words(before.points) }
        const what = { at: Date.now(), action: 'settings.plan_place', target: TARGET, detail }
        await appendAudit(trx, auditEntry(request, what))
        return placed
      })
      return { plan }
    },
  }),
  declareCall({
    id: 'removeSitePlan',
    method: 'DELETE',
    path: '/api/site-plan',
    who: SUPERADMINS,
    // The list of the map's agents has its mark.
    changesAgents: true,
    summary: 'Remove the plan of the site, and its picture; where there is none nothing happens',
    query: SeenVersion,
    answer: SitePlanAnswer,
    errors: ['changed_meanwhile'],
    async handle({ query: { version }, ...request }, { db }) {
      await withLockOfAllHubs(db, async (trx) => {
        requireSeenPlan(await findSitePlan(trx), version)
        if (!(await removeSitePlan(trx))) return
        const what = { at: Date.now(), action: 'settings.plan_remove', target: TARGET }
        await appendAudit(trx, auditEntry(request, what))
      })
      return { plan: null }
    },
  }),
]

/** 412 where the plan is no longer the one of `version`; undefined: nothing is checked. */
function requireSeenPlan(plan: SitePlan | null, version: number | undefined): void {
  const isSeen = version === undefined || version === (plan?.version ?? 0)
  if (!isSeen) throw changedMeanwhile(plan !== null)
}

function changedMeanwhile(isThere: boolean): Error {
  return apiError(
    'changed_meanwhile',
    isThere
      ? 'Otra persona cambió el plano; revisa cómo quedó e intenta de nuevo'
      : 'Otra persona quitó el plano; sube uno e intenta de nuevo',
  )
}

/** What the form shows beside its points. */
const FAULTS: Record<PlanFault, string> = {
  outside: 'Un punto queda fuera del plano; márcalo dentro de la imagen',
  'same pixel': 'Los dos puntos están casi en el mismo sitio del plano; márcalos más lejos',
  'same place': 'Los dos puntos tienen casi las mismas coordenadas; elige dos lugares distintos',
  'too far': 'Así el plano cubriría más de 100 km; revisa latitud y longitud',
  'near a pole': 'La latitud debe estar entre -85 y 85',
}

function refuseFault(fault: PlanFault | null): void {
  if (fault !== null) throw invalidField('points', FAULTS[fault], FAULTS[fault])
}

/** Both points in one text, as an audit entry holds them. */
function words(points: PlaceSitePlanRequest['points'] | null): string | null {
  if (points === null) return null
  return points.map(({ x, y, lat, lon }) => `${x},${y} = ${lat},${lon}`).join('; ')
}

function refusePlan(error: unknown): never {
  if (!(error instanceof PictureError)) throw error
  if (error.fault === 'too many pixels')
    throw apiError('too_large', 'El plano tiene demasiados píxeles; reduce su tamaño')
  if (error.fault === 'too deep') {
    throw apiError(
      'too_large',
      'El plano tiene 16 bits por color y demasiados píxeles; guárdalo con 8 bits por color, o reduce su tamaño',
    )
  }
  const message =
    error.fault === 'no picture'
      ? 'El archivo no es una imagen PNG, JPEG o WebP, o está dañado'
      : `El archivo es ${error.fault}; guárdalo como PNG, JPEG o WebP`
  throw invalidField('image', message, message)
}
