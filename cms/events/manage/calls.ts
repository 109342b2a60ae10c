import type { PayloadRequest } from 'payload'
import { z } from 'zod'
import { record } from '../../audit/service.ts'
import { databaseOf } from '../../database/query.ts'
import { featuresOf, requireProvider } from '../../feature.ts'
import { anyone, type CallLimit, call } from '../../http/call.ts'
import { byteOrderMark } from '../../http/csv/write.ts'
import type { HttpError } from '../../http/errors.ts'
import type { Result } from '../../http/respond.ts'
import { staff } from '../../staff/access.ts'
import { prepare } from '../locked.ts'
import { hasScope, type LinkScope } from '../rules.ts'
import { countsOf, guestsOf } from '../service.ts'
import {
  type Manager,
  recordUse,
  requireManaged,
  requireOrganiser,
  staffManager,
} from './access.ts'
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
import { manageError } from './errors.ts'
import { readManageForm } from './form.ts'
import { guestFile } from './guest-file.ts'
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
import { managePath } from './mails.ts'
import { previewMessage, sendMessage } from './messages.ts'

type Work<Body> = (req: PayloadRequest, manager: Manager, body: Body) => Promise<object>

type Action<Body extends z.ZodType> = {
  /** The last part of the paths. */
  name: string
  /** What a link has to be for. Of staff, publishers may do what needs `edit`, editors the rest. */
  scope: LinkScope
  body: Body
  /** The part of the organiser's page that has the form. */
  part: 'guests' | 'guest' | 'waitlist' | 'messages' | 'details' | 'cancel'
  work: Work<z.output<Body>>
  /** The result of the call, if it is not what `work` returns as JSON. */
  resultOf?: (reply: object, isForm: boolean) => Result | Response
}

/** Limit of what one client does with organisers' links. The devices at a venue's door may share one IP address. */
const manageLimit: CallLimit = {
  name: 'event links used',
  limit: { max: 1200, windowMs: 10 * 60_000 },
  error: manageError('too_often'),
}

const tokenParams = z.object({ token: z.string().max(100) })

/** The page after a form: with its outcome. */
const pageAfter = (
  token: string,
  values: Record<string, string | number | boolean | null | undefined>,
) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value))
  }
  return `${managePath(encodeURIComponent(token))}?${query}#outcome`
}

const textIn = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? value : ''
}

/** What was typed is in the form again. */
const typedNames = [
  'summary',
  'start',
  'end',
  'doors',
  'capacity',
  'name',
  'email',
  'text',
  'title',
]
const longestTyped = 3000

function typedIn(form: FormData): Record<string, string> {
  const typed = typedNames.flatMap((name) => {
    const value = textIn(form, name)
    return value && value.length <= longestTyped ? [[`typed_${name}`, value]] : []
  })
  const areas = form.getAll('areas').join(',').slice(0, 200)
  return Object.fromEntries([...typed, ...(areas ? [['typed_areas', areas]] : [])])
}

const problemOf = ({ reason, field }: HttpError) =>
  reason === 'bad_request' ? `invalid_${field}` : reason

/** An action as a call of organisers, which is an HTML form too, and as a call of staff. */
function callsOf<Body extends z.ZodType>(action: Action<Body>) {
  const { name, scope, body, part, work, resultOf } = action
  const result = (reply: object, isForm: boolean): Result | Response =>
    resultOf ? resultOf(reply, isForm) : { body: reply }
  const ofOrganisers = call({
    method: 'post',
    path: `/manage-event/:token/${name}`,
    access: anyone,
    limits: [manageLimit],
    params: tokenParams,
    body,
    form: {
      read: readManageForm,
      success: ({ params, body: sent, result: { body: reply, download } }) => {
        if (download || !reply) return null
        const { date, rsvp, audience } = sent as { date?: number; rsvp?: number; audience?: string }
        const known = reply as {
          rsvp?: { id: number; status: string }
          due_cents?: number
          told?: number
        }
        return pageAfter(params.token, {
          date,
          part: part === 'cancel' ? 'details' : part,
          done: name,
          guest: rsvp ?? known.rsvp?.id,
          status: known.rsvp?.status,
          due: known.due_cents || null,
          told: known.told,
          audience,
        })
      },
      failure: (error, { form, params }) =>
        pageAfter(params.token, {
          date: textIn(form, 'date'),
          part: part === 'cancel' ? 'details' : part,
          problem: problemOf(error),
          form: name,
          guest: textIn(form, 'rsvp'),
          taken: error.facts.taken as number | undefined,
          guests: error.facts.guests as number | undefined,
          ...typedIn(form),
        }),
    },
    handle: async ({ req, params, body: sent, isForm }) => {
      const manager = await requireOrganiser(req, params.token, scope)
      await recordUse(req, manager)
      // Read before the transaction, in which it would need a second connection.
      await prepare(req)
      return result(await work(req, manager, sent as z.output<Body>), isForm)
    },
  })
  const ofStaff = call({
    method: 'post',
    path: `/event-guests/${name}`,
    access: staff(hasScope('door', scope) ? 'editor' : 'publisher'),
    body,
    // A file is requested by a form.
    form: { read: readManageForm, success: () => null, failure: () => null },
    handle: async ({ req, caller, body: sent }) => {
      await prepare(req)
      return result(await work(req, staffManager(caller, scope), sent as z.output<Body>), false)
    },
  })
  return [ofOrganisers, ofStaff]
}

/** Without JavaScript the preview is a page of plain text. */
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
    // A POST, because it is recorded.
    work: async (req, manager, { date: id }) => {
      const db = databaseOf(req.payload)
      const date = await requireManaged(db, manager, id)
      const { timeZone } = await requireProvider(featuresOf(req.payload), 'site').find(req.payload)
      await record(req, {
        action: 'event_guests_exported',
        subject: `${date.title}, ${date.day}`,
        of_collection: 'event_dates',
        document: id,
      })
      const withAddresses = manager.scope === 'edit'
      return {
        name: `guests-${date.day}.csv`,
        content: byteOrderMark + guestFile(await guestsOf(db, id), { timeZone, withAddresses }),
      }
    },
    resultOf: (reply) => {
      const { name, content } = reply as { name: string; content: string }
      return { download: { name, content, type: 'text/csv; charset=utf-8' } }
    },
  }),
]

/** Whom a page shows, and how many there are. Changes nothing. */
async function stateOf(req: PayloadRequest, manager: Manager, id: number): Promise<GuestsReply> {
  const db = databaseOf(req.payload)
  const date = await requireManaged(db, manager, id)
  const guests = await guestsOf(db, id)
  return {
    counts: await countsOf(db, id),
    capacity: date.capacity,
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
      body: await stateOf(req, await requireOrganiser(req, params.token, 'view'), query.date),
    }),
  }),
  // The page's script makes this call: a mail scanner that opens the page does not count.
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
    limits: [
      {
        name: 'event links requested',
        limit: { max: 10, windowMs: 10 * 60_000 },
        error: manageError('too_often'),
      },
    ],
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
    access: staff('publisher'),
    body: linkRequest,
    handle: async ({ req, caller, body }) => ({ body: await createLink(req, caller, body) }),
  }),
  call({
    method: 'post',
    path: '/event-links/replace',
    access: staff('publisher'),
    body: replaceLinkRequest,
    handle: async ({ req, caller, body }) => ({ body: await replaceLink(req, caller, body) }),
  }),
  call({
    method: 'post',
    path: '/event-links/revoke',
    access: staff('publisher'),
    body: linkIdRequest,
    handle: async ({ req, body }) => {
      await endLink(req, body.link)
      return { body: { ok: true } }
    },
  }),
]
