import type { PayloadRequest } from 'payload'
import { databaseOf } from '../../../platform/database/query.ts'
import { call } from '../../../platform/http/call.ts'
import { mailsInWords } from '../../../platform/mail/rules.ts'
import { findPictures } from '../../../platform/media/service.ts'
import { staff } from '../../../platform/staff/access.ts'
import { can } from '../../../platform/staff/can.ts'
import { eventError } from '../errors.ts'
import { findStoredDate } from '../queries/records.ts'
import { findStaffDatesOf } from '../queries/staff-dates.ts'
import { describeWhen, todayIn } from '../when.ts'
import {
  cancelOneDate,
  changeDate,
  leaveOutDate,
  postponeDate,
  withoutUndefined,
} from './change-date.ts'
import { previewEvent } from './preview.ts'
import { changeStatus } from './record-actions.ts'
import {
  type DateReply,
  type DatesReply,
  dateRequest,
  idParams,
  previewRequest,
  type SplitReply,
  seenRequest,
  statusRequest,
} from './record-contract.ts'
import { splitSeries } from './split.ts'
import { isOver } from './stored-date.ts'
import { type SyncResult, timeZoneOf } from './sync.ts'

// Changes may be slow, because a series may have hundreds of dates, and each date may have guests.
const timeoutMs = 60_000

/** Editors may change only drafts, publishers all dates. @throws HttpError `forbidden`, `no_date` */
async function requireMayChange(req: PayloadRequest, id: number): Promise<void> {
  const date = await findStoredDate(databaseOf(req.payload), id)
  if (!date) throw eventError('no_date')
  if (date.status === 'draft' || can(req, 'events.publish')) return
  throw eventError('publishers_only')
}

const describeNotified = (count: number) =>
  count ? ` ${mailsInWords(count)} ${count === 1 ? 'is' : 'are'} on the way.` : ''
const reply = (message: string, result: SyncResult) => {
  const { notifiedGuests: told } = result
  const body: DateReply = { message: `${message}${describeNotified(told)}`, told }
  return { body }
}

/** @throws HttpError `bad_request` if there is no such picture */
async function requirePicture(req: PayloadRequest, id: number | null | undefined): Promise<void> {
  if (!id || (await findPictures(req.payload, [id])).has(id)) return
  throw eventError('no_picture')
}

/** The calls of staff for events and their dates. A record itself is saved through Payload's own `/api/events`. */
export const eventRecordCalls = [
  call({
    method: 'post',
    path: '/event-list/preview',
    access: staff('events.write'),
    body: previewRequest,
    handle: async ({ req, body }) => ({ body: await previewEvent(req, body) }),
  }),
  call({
    method: 'get',
    path: '/event-list/:id/dates',
    access: staff('events.write'),
    params: idParams,
    handle: async ({ req, params: { id } }) => ({ body: await datesOf(req, id) }),
  }),
  call({
    method: 'post',
    path: '/event-list/:id/status',
    timeoutMs,
    access: staff('events.publish'),
    params: idParams,
    body: statusRequest,
    handle: async ({ req, params: { id }, body }) => ({ body: await changeStatus(req, id, body) }),
  }),
  call({
    method: 'post',
    path: '/event-dates/:id',
    timeoutMs,
    access: staff('events.write'),
    params: idParams,
    body: dateRequest,
    handle: async ({ req, params: { id }, body }) => {
      await requireMayChange(req, id)
      const { seen, tell, max_party, price_cents, member_price_cents, ...form } = body
      await requirePicture(req, form.picture)
      const prices = {
        priceCents: price_cents,
        memberPriceCents: member_price_cents ?? price_cents,
      }
      const change = {
        seen,
        tell,
        form: withoutUndefined({ ...form, ...prices, maxParty: max_party }),
      }
      return reply('Saved for this date.', await changeDate(req, id, change))
    },
  }),
  call({
    method: 'post',
    path: '/event-dates/:id/cancel',
    timeoutMs,
    access: staff('events.publish'),
    params: idParams,
    body: seenRequest,
    handle: async ({ req, params: { id }, body }) =>
      reply('This date is cancelled.', await cancelOneDate(req, id, body)),
  }),
  call({
    method: 'post',
    path: '/event-dates/:id/postpone',
    timeoutMs,
    access: staff('events.publish'),
    params: idParams,
    body: seenRequest,
    handle: async ({ req, params: { id }, body }) =>
      reply('This date is postponed.', await postponeDate(req, id, { ...body, isPostponed: true })),
  }),
  call({
    method: 'post',
    path: '/event-dates/:id/set',
    timeoutMs,
    access: staff('events.publish'),
    params: idParams,
    body: seenRequest,
    handle: async ({ req, params: { id }, body: { seen } }) =>
      reply(
        'This date takes place at its time.',
        await postponeDate(req, id, { seen, isPostponed: false }),
      ),
  }),
  call({
    method: 'post',
    path: '/event-dates/:id/leave-out',
    access: staff('events.write'),
    params: idParams,
    body: seenRequest,
    handle: async ({ req, params: { id }, body: { seen } }) => {
      await requireMayChange(req, id)
      const result = await leaveOutDate(req, id, { seen })
      return reply('It is not a date of the series any more.', result)
    },
  }),
  call({
    method: 'post',
    path: '/event-dates/:id/split',
    timeoutMs,
    access: staff('events.write'),
    params: idParams,
    handle: async ({ req, params: { id } }) => {
      await requireMayChange(req, id)
      const body: SplitReply = { event: await splitSeries(req, id) }
      return { body }
    },
  }),
]

async function datesOf(req: PayloadRequest, event: number): Promise<DatesReply> {
  const timeZone = await timeZoneOf(req)
  const [now, today] = [new Date(), todayIn(timeZone)]
  const rows = await findStaffDatesOf(databaseOf(req.payload), event)
  return {
    dates: rows.map((row) => {
      const { id, status, going, waiting, capacity, mails, isChanged } = row
      return {
        ...{ id, status, going, waiting, capacity, mails, isChanged },
        cancel_mails: row.cancelMails,
        when: describeWhen(row, timeZone, today),
        isOver: isOver(row, now),
      }
    }),
  }
}
