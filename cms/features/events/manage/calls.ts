import type { PayloadRequest } from 'payload'
import { dayText } from '../../../platform/admin/shell/format.ts'
import { record } from '../../../platform/audit/service.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { anyone, call } from '../../../platform/http/call.ts'
import { csvFile } from '../../../platform/http/csv/write.ts'
import { findSiteFacts } from '../../../platform/runtime/site-facts.ts'
import { staff } from '../../../platform/staff/access.ts'
import { reservationsFile } from '../../reservations/staff/file.ts'
import { lostLinkLimit } from '../rate-limits.ts'
import { guestCountsOf, guestsOf } from '../service.ts'
import { type Manager, recordUse, requireManaged, requireOrganiser } from './access.ts'
import { callsOf, problemOf, tokenParams } from './action-calls.ts'
import {
  addRequest,
  cancelDateRequest,
  cancelRequest,
  checkInRequest,
  dateQuery,
  detailsRequest,
  type GuestsReply,
  linkIdRequest,
  linkRequest,
  lostLinkRequest,
  messageRequest,
  moveRequest,
  noBody,
  noteRequest,
  offerRequest,
  type PreviewReply,
  partyRequest,
  previewRequest,
  replaceLinkRequest,
} from './contract.ts'
import { cancelManagedDate, changeDetails } from './details.ts'
import {
  addGuest,
  cancelGuest,
  changeGuestParty,
  checkInGuest,
  moveGuest,
  noteGuest,
  offerToGuest,
} from './guests.ts'
import { createLink, endLink, mailFreshLinks, replaceLink } from './links.ts'
import { previewMessage, sendMessage } from './messages.ts'

/** The preview for browsers without JavaScript: a page of plain text. */
const previewPage = ({ recipients, subject, text }: PreviewReply): Response =>
  new Response(`${recipients} ×\n\n${subject}\n\n${text}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })

const actionCalls = [
  ...callsOf({ name: 'add', scope: 'door', body: addRequest, part: 'guests', work: addGuest }),
  ...callsOf({
    name: 'check-in',
    scope: 'door',
    body: checkInRequest,
    part: 'guests',
    work: checkInGuest,
  }),
  ...callsOf({
    name: 'party',
    scope: 'edit',
    body: partyRequest,
    part: 'guest',
    work: changeGuestParty,
  }),
  ...callsOf({ name: 'note', scope: 'edit', body: noteRequest, part: 'guest', work: noteGuest }),
  ...callsOf({
    name: 'cancel',
    scope: 'edit',
    body: cancelRequest,
    part: 'guest',
    work: cancelGuest,
  }),
  ...callsOf({
    name: 'offer',
    scope: 'edit',
    body: offerRequest,
    part: 'waitlist',
    work: offerToGuest,
  }),
  ...callsOf({ name: 'move', scope: 'edit', body: moveRequest, part: 'waitlist', work: moveGuest }),
  ...callsOf({
    name: 'preview',
    scope: 'edit',
    body: previewRequest,
    part: 'messages',
    work: previewMessage,
    resultOf: (reply, isForm) => (isForm ? previewPage(reply as PreviewReply) : { body: reply }),
  }),
  ...callsOf({
    name: 'message',
    scope: 'edit',
    body: messageRequest,
    part: 'messages',
    work: sendMessage,
  }),
  ...callsOf({
    name: 'details',
    scope: 'edit',
    body: detailsRequest,
    part: 'details',
    work: changeDetails,
  }),
  ...callsOf({
    name: 'cancel-date',
    scope: 'edit',
    body: cancelDateRequest,
    part: 'cancel',
    work: cancelManagedDate,
  }),
  ...callsOf({
    name: 'file',
    scope: 'view',
    body: dateQuery,
    part: 'guests',
    // The call is a POST, because it writes to the audit trail.
    work: async (req, manager, { date: id }) => {
      const db = databaseOf(req.payload)
      const date = await requireManaged(db, manager, id)
      const { timeZone } = await findSiteFacts(req.payload)
      await record(req, {
        action: 'event_guests_exported',
        subject: `${date.title}, ${dayText(date.day)}`,
        of_collection: 'event_dates',
        document: id,
      })
      const withAddresses = manager.scope === 'edit'
      const content = reservationsFile(await guestsOf(db, id), { timeZone, withAddresses })
      return csvFile([content], { name: `guests-${date.day}`, hasByteOrderMark: true })
    },
    resultOf: (file) => file,
  }),
]

/** The guests and the counts that a page shows. Changes nothing. */
async function findGuestsReply(
  req: PayloadRequest,
  manager: Manager,
  id: number,
): Promise<GuestsReply> {
  const db = databaseOf(req.payload)
  const date = await requireManaged(db, manager, id)
  const guests = await guestsOf(db, id)
  return {
    counts: await guestCountsOf(db, id),
    // A cancelled date offers no places, so their number is not counted.
    capacity: date.status === 'cancelled' ? null : date.capacity,
    guests: guests.map(({ id: rsvp, status, party, inside }) => ({
      id: rsvp,
      status,
      party,
      inside,
    })),
  }
}

/** Calls of organisers and of staff about the guests of an event. */
export const manageCalls = [
  ...actionCalls,
  call({
    method: 'get',
    path: '/manage-event/:token/guests',
    access: anyone,
    params: tokenParams,
    query: dateQuery,
    handle: async ({ req, params, query }) => ({
      body: await findGuestsReply(
        req,
        await requireOrganiser(req, params.token, 'view'),
        query.date,
      ),
    }),
  }),
  // The page's script makes this call. A mail scanner that only opens the page therefore does not use the link.
  call({
    method: 'post',
    path: '/manage-event/:token/seen',
    access: anyone,
    params: tokenParams,
    body: noBody,
    handle: async ({ req, params }) => {
      await recordUse(req, await requireOrganiser(req, params.token, 'view'))
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/event-links/lost',
    access: anyone,
    body: lostLinkRequest,
    limits: [lostLinkLimit],
    form: {
      success: () => '/manage-event?sent=1#outcome',
      failure: (error) => `/manage-event?problem=${problemOf(error)}#outcome`,
    },
    handle: async ({ req, body }) => {
      await mailFreshLinks(req, body.email)
      return { body: { ok: true } }
    },
  }),
  call({
    method: 'post',
    path: '/event-links',
    access: staff('events.publish'),
    body: linkRequest,
    handle: async ({ req, caller, body }) => ({ body: await createLink(req, caller, body) }),
  }),
  call({
    method: 'post',
    path: '/event-links/replace',
    access: staff('events.publish'),
    body: replaceLinkRequest,
    handle: async ({ req, caller, body }) => ({ body: await replaceLink(req, caller, body) }),
  }),
  call({
    method: 'post',
    path: '/event-links/revoke',
    access: staff('events.publish'),
    body: linkIdRequest,
    handle: async ({ req, body }) => {
      await endLink(req, body.link)
      return { body: { ok: true } }
    },
  }),
]
