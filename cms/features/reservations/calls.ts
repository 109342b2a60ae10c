import type { Payload, PayloadRequest } from 'payload'
import type { z } from 'zod'
import { databaseOf } from '../../platform/database/query.ts'
import { anyone, type Call, call } from '../../platform/http/call.ts'
import type { HttpError } from '../../platform/http/errors.ts'
import type { LookupResult } from '../../platform/http/parts.ts'
import { withMinimumDuration } from '../../platform/http/server/minimum-duration.ts'
import type { Caller } from '../members/contract.ts'
import {
  changeRequest,
  type LinkReply,
  linkRequest,
  type ReservationState,
  type ReserveReply,
} from './contract.ts'
import { reservationError } from './errors.ts'
import { pageAfterForm, problemOf } from './form-pages.ts'
import type { ReservationKind, Subject } from './kind.ts'
import { payCallOf } from './pay-call.ts'
import { countChange, countReservation, linkLimit, requireMailBudget } from './rate-limits.ts'
import type { ReserveOptions } from './reserve.ts'
import {
  acceptOffer,
  cancelReservation,
  changeParty,
  confirmReservation,
  declineOffer,
  findByToken,
  publicReservation,
  reserve,
  reserveUnconfirmed,
} from './service.ts'

/** A number that a form sends as text. */
export const numberIn = (form: FormData, name: string): unknown => {
  const text = form.get(name)
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : (text ?? undefined)
}

/**
 * A call with the token of a reservation's permanent link, sent as JSON or by a form on the reservation's page. It
 * accepts only POST, so opening a link changes nothing.
 */
export function linkCall<S extends Subject, Body extends typeof linkRequest>(
  kind: ReservationKind<S>,
  name: string,
  {
    body,
    read,
    done,
    failure,
    success,
    handle,
  }: {
    body: Body
    read?: (form: FormData) => unknown
    /** The outcome of a sent form, in the query of the page that is shown next. */
    done: string | ((request: z.output<Body>, reply: LinkReply) => string)
    /** The page after a sent form that failed; by default that of the reservation. */
    failure?: (error: HttpError, form: FormData) => string
    /** The page after a sent form; by default that of the reservation. */
    success?: string
    handle: (
      req: PayloadRequest,
      state: ReservationState<S>,
      request: z.output<Body>,
    ) => Promise<ReservationState<S>>
  },
): Call {
  return call({
    method: 'post',
    path: `${kind.calls ?? kind.path}/${name}`,
    access: anyone,
    limits: [linkLimit],
    body,
    form: {
      ...(read && { read }),
      success: ({ body: sent, result }) => {
        const request = sent as unknown as z.output<Body>
        const outcome = typeof done === 'string' ? done : done(request, result.body as LinkReply)
        return success ?? pageAfterForm(kind, sent.token, { done: outcome })
      },
      failure: (error, { form }) =>
        failure?.(error, form) ??
        pageAfterForm(kind, form.get('token'), { problem: problemOf(error) }),
    },
    handle: async ({ req, body: request }) => {
      const state = await findByToken(kind, req.payload, request.token)
      if (!state) throw reservationError('not_found')
      await countChange(databaseOf(req.payload), state.id)
      const reply: LinkReply = {
        rsvp: publicReservation(await handle(req, state, request as unknown as z.output<Body>)),
      }
      return { body: reply }
    },
  })
}

/**
 * Reserves for a member or a stranger who is not signed in. The caller's limits, and the limits of mails that strangers
 * cause, count.
 * @throws HttpError `who`, `too_often`, `work_required`, and the errors of `reserve`
 */
export async function reserveFor<S extends Subject>(
  kind: ReservationKind<S>,
  req: PayloadRequest,
  {
    member,
    name,
    email,
    isForm,
    ...request
  }: Omit<ReserveOptions, 'guest' | 'by' | 'note'> & {
    member: Caller | null
    name?: string | undefined
    email?: string | undefined
    isForm: boolean
  },
): Promise<ReserveReply> {
  await countReservation(req, member)
  if (member) {
    const state = await reserve(kind, req, { ...request, guest: { member } })
    return { rsvp: publicReservation(state) }
  }
  if (!name || !email) throw reservationError('who', { field: name ? 'email' : 'name' })
  return withMinimumDuration(async () => {
    const count = await requireMailBudget(req, email, { isForm })
    const options = { ...request, guest: { name, email } }
    const reply: ReserveReply =
      kind.confirmation === 'none'
        ? { rsvp: publicReservation(await reserve(kind, req, options)) }
        : { confirm: true, held: await reserveUnconfirmed(kind, req, options) }
    await count()
    return reply
  })
}

/** The calls of a guest's page: confirm, change the party, cancel, accept and decline an offer, pay by card. */
export const linkCallsOf = <S extends Subject>(kind: ReservationKind<S>): readonly Call[] => [
  linkCall(kind, 'confirm', {
    body: linkRequest,
    done: 'confirmed',
    handle: (req, { id }) => confirmReservation(kind, req, id),
  }),
  linkCall(kind, 'change', {
    body: changeRequest(kind.maxParty),
    read: (form) => ({
      token: form.get('token'),
      party: numberIn(form, 'party'),
      version: numberIn(form, 'version'),
    }),
    done: 'changed',
    handle: (req, { id }, { party, version }) =>
      changeParty(kind, req, { id, party, version, by: 'guest' }),
  }),
  linkCall(kind, 'cancel', {
    body: linkRequest,
    done: 'cancelled',
    handle: (req, { id }) => cancelReservation(kind, req, { id, by: 'guest' }),
  }),
  linkCall(kind, 'accept', {
    body: linkRequest,
    done: 'accepted',
    handle: (req, { id }) => acceptOffer(kind, req, id),
  }),
  linkCall(kind, 'decline', {
    body: linkRequest,
    done: 'declined',
    handle: (req, { id }) => declineOffer(kind, req, id),
  }),
  ...(kind.card ? [payCallOf(kind)] : []),
]

/** Paths of the pages of a kind's reservations, and of the page that follows the form for reservations. */
export const pagesOf = ({
  path,
  page = 'reservation',
}: {
  path: string
  page?: string | undefined
}): RegExp => new RegExp(`^${path}/${page}(/[^/]+)?$`)

/** The look-up of the pages of reservations. All paths without a reservation share one rendered page. */
export const lookUpOf = <S extends Subject>(kind: ReservationKind<S>) => ({
  path: pagesOf(kind),
  find: async (payload: Payload, path: string): Promise<LookupResult> =>
    (await findByToken(kind, payload, path.split('/').at(-1) ?? ''))
      ? 'own'
      : { sameAs: `${kind.path}/${kind.page ?? 'reservation'}` },
})
