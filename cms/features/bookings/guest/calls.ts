import { z } from 'zod'
import { databaseOf } from '../../../platform/database/query.ts'
import { anyone, type Call, call } from '../../../platform/http/call.ts'
import type { HttpError } from '../../../platform/http/errors.ts'
import { findSiteFacts } from '../../../platform/runtime/site-facts.ts'
import { optionalMember } from '../../members/access.ts'
import { hasCardPayments } from '../../payments/stripe.ts'
import { linkCall, linkCallsOf, numberIn, reserveFor } from '../../reservations/calls.ts'
import { linkRequest } from '../../reservations/contract.ts'
import { pageAfterForm, problemOf } from '../../reservations/form-pages.ts'
import { findByToken } from '../../reservations/service.ts'
import { bookingError } from '../errors.ts'
import { askDeposit } from '../evening/no-shows.ts'
import { setDeposit } from '../queries/sheet.ts'
import { countHold, holdLimit } from '../rate-limits.ts'
import { depositKindFor, tableKind } from '../reservations/kind.ts'
import { bookPath, holdPath, type Needs } from '../rules.ts'
import { findPlan } from '../situation.ts'
import { bookingFile } from './calendar.ts'
import { moveBooking, sayWord } from './change.ts'
import {
  type HoldReply,
  holdRequest,
  lateRequest,
  letGoRequest,
  moveRequest,
  type ReserveReply,
  reserveRequest,
} from './contract.ts'
import {
  chooseForNeeds,
  holdTable,
  keyOfHold,
  letGo,
  returnMemberHold,
  returnShare,
  storeTyped,
} from './hold.ts'
import { holdToken, readHoldToken } from './hold-token.ts'
import { sealTyped } from './typed.ts'

const toNeeds = (sent: { step_free: boolean; high_chair: boolean; outdoors: boolean }): Needs => ({
  isStepFree: sent.step_free,
  hasHighChair: sent.high_chair,
  isOutdoors: sent.outdoors,
})

const isTicked = (form: FormData, name: string) => form.get(name) === '1'
const readTime = (form: FormData) => ({
  ...Object.fromEntries(form),
  party: numberIn(form, 'party'),
  step_free: isTicked(form, 'step_free'),
  high_chair: isTicked(form, 'high_chair'),
  outdoors: isTicked(form, 'outdoors'),
})

/** The page of times again, with the problem. @param path of the page, without the query */
function timesAgain(path: string, form: FormData, error: HttpError): string {
  const query = new URLSearchParams({ problem: problemOf(error) })
  for (const name of ['area', 'day', 'party', 'step_free', 'high_chair', 'outdoors']) {
    const value = form.get(name)
    if (typeof value === 'string' && value.length <= 40) query.set(name, value)
  }
  return `${path}?${query}`
}
const isToken = (value: unknown): value is string =>
  typeof value === 'string' && /^[\da-f-]{1,100}$/.test(value)

/** The calls with which guests book a table, and change their booking. */
export const guestCalls: readonly Call[] = [
  call({
    method: 'post',
    path: '/book/hold',
    access: optionalMember,
    limits: [holdLimit],
    body: holdRequest,
    form: {
      read: (form) => ({ ...readTime(form), waits: isTicked(form, 'waits') }),
      success: ({ result }) => holdPath((result.body as HoldReply).hold),
      failure: (error, { form }) => timesAgain(`${bookPath}/times`, form, error),
    },
    handle: async ({ req, caller, body: { waits, ...body } }) => {
      if (caller) await countHold(req, caller.id)
      const { id } = await holdTable(req, {
        ...body,
        needs: toNeeds(body),
        ...{ member: caller?.id ?? null, isWaiting: waits },
      })
      const held = await tableKind.find(databaseOf(req.payload), id)
      if (!held) throw bookingError('not_found')
      const reply: HoldReply = {
        hold: holdToken(id),
        held_until: held.heldUntil?.toISOString() ?? null,
      }
      return { body: reply }
    },
  }),
  call({
    method: 'post',
    path: '/book/reserve',
    access: optionalMember,
    body: reserveRequest,
    form: {
      read: (form) => ({
        ...Object.fromEntries(form),
        step_free: isTicked(form, 'step_free'),
        high_chair: isTicked(form, 'high_chair'),
        deposit: numberIn(form, 'deposit'),
      }),
      success: ({ result }) =>
        pageAfterForm(tableKind, (result.body as ReserveReply).rsvp.token, { done: 'booked' }),
      failure: (error, { form }) => {
        const hold = form.get('hold')
        if (!isToken(hold)) return bookPath
        const typed = sealTyped(hold, form)
        return `${holdPath(hold)}?${new URLSearchParams({ problem: problemOf(error), typed })}`
      },
    },
    handle: async ({ req, caller, body, isForm }) => {
      const id = readHoldToken(body.hold)
      if (id === null) throw bookingError('not_found')
      const booking = await tableKind.find(databaseOf(req.payload), id)
      // A place in line that nobody completed was deleted.
      if (!booking) throw bookingError('expired')
      if (!caller && !body.phone) throw bookingError('phone', { field: 'phone' })
      const guest = { email: caller?.email ?? body.email ?? '', member: caller?.id ?? null }
      const typed = {
        ...{ phone: body.phone ?? null, notes: body.notes, occasion: body.occasion },
        ...{ highChair: body.high_chair, stepFree: body.step_free, allergies: body.allergies },
      }
      let deposit = booking.depositCents
      const kind = depositKindFor({ isMember: caller !== null, deposit: () => deposit })
      const plan = await findPlan(req.payload)
      const isUnseen = () =>
        caller !== null && hasCardPayments() && body.deposit !== undefined && deposit > body.deposit
      const reply = await reserveFor(kind, req, {
        ...{ subject: booking.id, party: booking.party, key: keyOfHold(body.hold) },
        ...{ member: caller, name: body.name, email: body.email, isForm },
        before: async (db) => {
          await storeTyped(booking.id, typed, guest)(db)
          const seated = await chooseForNeeds(db, plan, booking.id, typed)
          deposit = await askDeposit(db, seated ?? booking, { ...guest, phone: typed.phone })
          if (isUnseen()) throw bookingError('deposit_asked')
        },
      }).catch(async (error: unknown) => {
        // The page then shows the deposit, and the member may agree to it.
        if (isUnseen()) await setDeposit(databaseOf(req.payload), booking.id, deposit)
        throw error
      })
      if ('rsvp' in reply && reply.rsvp.status === 'going') {
        const db = databaseOf(req.payload)
        if (caller) await returnMemberHold(db, caller.id, booking)
        await returnShare(db, req, booking)
      }
      // A kind that is confirmed at once always replies with the reservation.
      return { body: reply as ReserveReply }
    },
  }),
  call({
    method: 'post',
    path: '/book/let-go',
    access: optionalMember,
    limits: [holdLimit],
    body: letGoRequest,
    form: { success: () => bookPath, failure: () => bookPath },
    handle: async ({ req, caller, body: { hold } }) => {
      await letGo(req, { token: hold, member: caller?.id ?? null })
      return { body: { done: true } }
    },
  }),
  // A table is confirmed at once, and another number of people may need another table: `move`.
  ...linkCallsOf(tableKind).filter(({ path }) => !/(confirm|change)$/.test(path)),
  linkCall(tableKind, 'move', {
    body: moveRequest,
    read: (form) => ({
      ...readTime(form),
      version: numberIn(form, 'version'),
      table_version: numberIn(form, 'table_version'),
    }),
    done: ({ version }, { rsvp }) => (rsvp.version === version ? 'kept' : 'moved'),
    failure: (error, form) => {
      const token = form.get('token')
      return isToken(token) ? timesAgain(`${bookPath}/move/${token}`, form, error) : bookPath
    },
    handle: (req, { id, subject }, { token: _, step_free, high_chair, outdoors, ...request }) =>
      moveBooking(req, {
        ...{ id, ...request },
        // What the request does not say stays as it is.
        needs: {
          isStepFree: step_free ?? subject.stepFree,
          hasHighChair: high_chair ?? subject.highChair,
          isOutdoors: outdoors ?? false,
        },
      }),
  }),
  linkCall(tableKind, 'late', {
    body: lateRequest,
    read: (form) => ({ token: form.get('token'), minutes: numberIn(form, 'minutes') }),
    done: 'late',
    handle: (req, { id }, { minutes }) => sayWord(req, { id, lateMinutes: minutes }),
  }),
  linkCall(tableKind, 'coming', {
    body: linkRequest,
    done: 'coming',
    handle: (req, { id }) => sayWord(req, { id, isComing: true }),
  }),
  call({
    method: 'get',
    path: '/book/calendar/:token',
    access: anyone,
    params: z.object({ token: z.string().max(100) }),
    handle: async ({ req, params }) => {
      const state = await findByToken(tableKind, req.payload, params.token)
      if (!state) throw bookingError('not_found')
      const site = await findSiteFacts(req.payload)
      const content = bookingFile(site, state.subject, state)
      return { download: { name: 'table.ics', type: 'text/calendar; charset=utf-8', content } }
    },
  }),
]
