import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../platform/database/query.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { type Call, call } from '../../platform/http/call.ts'
import type { HttpError } from '../../platform/http/errors.ts'
import { member } from '../members/access.ts'
import { markNudgeOpened, personOfMember } from '../nudges/service.ts'
import { drawingCost } from '../venue/look/share-drawing.ts'
import {
  fileQuery,
  type OrderReply,
  openedRequest,
  orderRequest,
  pictureQuery,
  readRequest,
  type StylesReply,
  stylesRequest,
} from './contract.ts'
import { dashboardError } from './errors.ts'
import { dashboardFile } from './file.ts'
import { findToday } from './numbers.ts'
import { lockHome, saveNudgesRead, saveTiles, saveTried } from './queries.ts'
import { countChange, countFile, countPicture } from './rate-limits.ts'
import { dashboardPath, homePath, moveTile, readPeriod, roomPath, tileOrder } from './rules.ts'
import { findYearPicture } from './year-picture.ts'

const pageOf = (on: unknown) => (on === 'room' ? roomPath : homePath)
const problemOn = (error: HttpError, { form }: { form: FormData }) =>
  `${pageOf(form.get('on'))}?problem=${error.reason === 'bad_request' ? 'no_tile' : error.reason}#tiles`

async function changeOrder(
  req: PayloadRequest,
  id: number,
  { tile, to }: { tile: Parameters<typeof moveTile>[1]; to: number },
): Promise<OrderReply> {
  return inTransaction(req, async (db) => {
    const tiles = moveTile(tileOrder(await lockHome(db, id)), tile, to)
    await saveTiles(db, id, tiles)
    return { tiles }
  })
}

const periodPage = (period: unknown, outcome: string) => {
  const known = typeof period === 'string' && readPeriod(period, '9999')
  return `${dashboardPath}?${known ? `period=${encodeURIComponent(period)}&` : ''}${outcome}#beers`
}

/** Calls with which members change their home and get their own numbers. All are about the caller: none names a member. */
export const dashboardCalls: readonly Call[] = [
  call({
    method: 'post',
    path: '/member-home/order',
    access: member,
    body: orderRequest,
    invalid: () => dashboardError('no_tile'),
    form: {
      success: ({ body }) =>
        `${pageOf(body.on)}?done=moved&tile=${body.tile}&by=${body.by}#arrange`,
      failure: problemOn,
    },
    handle: async ({ req, caller, body }) => {
      await countChange(req, caller.id)
      return { body: await changeOrder(req, caller.id, body) }
    },
  }),
  call({
    method: 'post',
    path: '/member-home/nudges-read',
    access: member,
    body: readRequest,
    form: { success: ({ body }) => `${pageOf(body.on)}#tiles`, failure: problemOn },
    handle: async ({ req, caller, body }) => {
      await countChange(req, caller.id)
      await saveNudgesRead(databaseOf(req.payload), caller.id, body.until)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/member-home/nudge-opened',
    access: member,
    body: openedRequest,
    handle: async ({ req, caller, body: { nudge } }) => {
      await countChange(req, caller.id)
      const person = personOfMember(caller.id)
      await markNudgeOpened(databaseOf(req.payload), { person, nudge })
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/dashboard/beer-styles',
    access: member,
    body: stylesRequest,
    invalid: () => dashboardError('no_style'),
    form: {
      read: (form) => ({ styles: form.getAll('styles'), period: form.get('period') ?? undefined }),
      success: ({ body }) => periodPage(body.period, 'done=ticked'),
      failure: (_error, { form }) => periodPage(form.get('period'), 'problem=styles'),
    },
    handle: async ({ req, caller, body: { styles } }) => {
      await countChange(req, caller.id)
      const day = await findToday(req.payload)
      await inTransaction(req, async (db) => {
        await lockHome(db, caller.id)
        await saveTried(db, { member: caller.id, styles, day })
      })
      return { body: { styles } satisfies StylesReply }
    },
  }),
  call({
    method: 'get',
    path: '/dashboard/file',
    access: member,
    query: fileQuery,
    handle: async ({ req, caller, query: { period } }) => {
      await countFile(req, caller.id)
      return dashboardFile(req.payload, caller.id, period)
    },
  }),
  call({
    method: 'get',
    path: '/dashboard/picture',
    access: member,
    query: pictureQuery,
    cost: drawingCost,
    handle: async ({ req, caller, query }) => {
      await countPicture(req, caller.id)
      const { year, format } = query
      const picture = await findYearPicture(req.payload, caller, {
        ...{ year, format },
        ...{ hasName: query.name !== undefined, hasMoney: query.money !== undefined },
      })
      return new Response(new Uint8Array(picture), {
        headers: {
          'content-type': format === 'svg' ? 'image/svg+xml' : 'image/png',
          // An SVG is only ever saved or shown as a picture: opened as a document it can do nothing.
          'content-security-policy': "default-src 'none'; sandbox",
          'content-disposition': `${query.save === undefined && format === 'png' ? 'inline' : 'attachment'}; filename="my-${year}.${format}"`,
          'cache-control': 'private, no-store',
          'cross-origin-resource-policy': 'same-origin',
        },
      })
    },
  }),
]
