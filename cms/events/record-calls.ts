import type { PayloadRequest } from 'payload'
import { databaseOf } from '../database/query.ts'
import { call } from '../http/call.ts'
import { HttpError } from '../http/errors.ts'
import { staff } from '../staff/access.ts'
import { hasRole } from '../staff/roles.ts'
import { cancelOneDate, changeDate, leaveOutDate, postponeDate } from './change-date.ts'
import { previewEvent } from './preview.ts'
import { findStoredDate } from './queries/records.ts'
import { findStaffDatesOf } from './queries/staff-dates.ts'
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
import { eventRecordError } from './record-errors.ts'
import { splitSeries } from './split.ts'
import { isOver } from './stored-date.ts'
import { type SyncResult, timeZoneOf } from './sync.ts'
import { describeWhen, todayIn } from './when.ts'

// Changes may be slow, because a series may have hundreds of dates, and each date may have guests.
const timeoutMs = 60_000

/** Editors may change only drafts, publishers all dates. @throws HttpError `forbidden`, `no_date` */
async function requireMayChange(req: PayloadRequest, id: number): Promise<void> {
  const date = await findStoredDate(databaseOf(req.payload), id)
  if (!date) throw eventRecordError('no_date')
  if (date.status === 'draft' || hasRole(req, 'publisher')) return
  throw new HttpError('forbidden', 'Publishers change events that are out. Ask one of them.')
}

const describeNotified = (count: number) =>
  count ? ` ${count} ${count === 1 ? 'guest hears' : 'guests hear'} of it.` : ''
const reply = (message: string, result: SyncResult) => {
  const { notifiedGuests: told } = result
  const body: DateReply = { message: `${message}${describeNotified(told)}`, told }
  return { body }
}

/** The calls of staff for events and their dates. A record itself is saved through Payload's own `/api/events`. */
export const eventRecordCalls = [
  call({
    method: 'post',
    path: '/event-list/preview',
    access: staff('editor'),
    body: previewRequest,
    handle: async ({ req, body }) => ({ body: await previewEvent(req, body) }),
  }),
  call({
    method: 'get',
    path: '/event-list/:id/dates',
    access: staff('editor'),
    params: idParams,
    handle: async ({ req, params: { id } }) => ({ body: await datesOf(req, id) }),
  }),
  call({
    method: 'post',
    path: '/event-list/:id/status',
    timeoutMs,
    access: staff('publisher'),
    params: idParams,
    body: statusRequest,
    handle: async ({ req, params: { id }, body }) => ({ body: await changeStatus(req, id, body) }),
  }),
  call({
    method: 'post',
    path: '/event-dates/:id',
    timeoutMs,
    access: staff('editor'),
    params: idParams,
    body: dateRequest,
    handle: async ({ req, params: { id }, body: { seen, tell, max_party, ...form } }) => {
      await requireMayChange(req, id)
      const change = { seen, tell, form: { ...form, maxParty: max_party } }
      return reply('Saved for this date.', await changeDate(req, id, change))
    },
  }),
  call({
    method: 'post',
    path: '/event-dates/:id/cancel',
    timeoutMs,
    access: staff('publisher'),
    params: idParams,
    body: seenRequest,
    handle: async ({ req, params: { id }, body }) =>
      reply('This date is cancelled.', await cancelOneDate(req, id, body)),
  }),
  call({
    method: 'post',
    path: '/event-dates/:id/postpone',
    timeoutMs,
    access: staff('publisher'),
    params: idParams,
    body: seenRequest,
    handle: async ({ req, params: { id }, body: { seen } }) =>
      reply('This date is postponed.', await postponeDate(req, id, { seen, isPostponed: true })),
  }),
  call({
    method: 'post',
    path: '/event-dates/:id/set',
    timeoutMs,
    access: staff('publisher'),
    params: idParams,
    body: seenRequest,
    handle: async ({ req, params: { id }, body: { seen } }) =>
      reply('This date is set again.', await postponeDate(req, id, { seen, isPostponed: false })),
  }),
  call({
    method: 'post',
    path: '/event-dates/:id/leave-out',
    access: staff('editor'),
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
    access: staff('editor'),
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
      const times = { startsAt: row.starts_at, endsAt: row.ends_at }
      const { id, status, going, waiting, capacity } = row
      return {
        ...{ id, status, going, waiting, capacity },
        when: describeWhen(times, timeZone, today),
        isOver: isOver({ status, endsAt: row.ends_at }, now),
        isChanged: row.is_changed,
      }
    }),
  }
}
