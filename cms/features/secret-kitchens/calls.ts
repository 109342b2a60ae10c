import { databaseOf } from '../../platform/database/query.ts'
import { anyone, type Call, call } from '../../platform/http/call.ts'
import { newFormKey } from '../../platform/http/cookies/form-key.ts'
import type { HttpError } from '../../platform/http/errors.ts'
import { optionalMember } from '../members/access.ts'
import { memberError } from '../members/errors.ts'
import { pageTo } from '../payments/page-to.ts'
import { beginCheckout } from '../payments/service.ts'
import { linkCall, linkCallsOf, numberIn } from '../reservations/calls.ts'
import { reservationError } from '../reservations/errors.ts'
import { pageAfterForm, problemOf } from '../reservations/form-pages.ts'
import { linkLimit } from '../reservations/rate-limits.ts'
import { referenceOf } from '../reservations/rules.ts'
import { findByToken, publicReservation } from '../reservations/service.ts'
import { claim } from './claim.ts'
import {
  type BellReply,
  bellRequest,
  type ClaimReply,
  claimRequest,
  type MeReply,
  mineRequest,
  slotRequest,
  type TakeReply,
  takeRequest,
} from './contract.ts'
import { dropError } from './errors.ts'
import { dropKind } from './kind.ts'
import { findMine } from './mine.ts'
import { dropPages } from './pages.ts'
import { everyDrop, findBells, setBell } from './queries/bells.ts'
import { findDrop } from './queries/drops.ts'
import { countBell, countClaim } from './rate-limits.ts'
import { dropPath, dropsPath, signInPath } from './rules.ts'
import { changeSlot, takeClaim } from './take.ts'

/** The page after a form that has no claim yet. Its query names the drop. */
const pageWithout = (form: FormData, outcome: Record<string, string>): string => {
  const drop = String(form.get('drop') ?? '')
  const of: Record<string, string> = /^[1-9]\d{0,8}$/.test(drop) ? { drop } : {}
  return `${dropsPath}/claim?${new URLSearchParams({ ...of, ...outcome })}`
}
/** Who is not signed in signs in first, and comes back to the drop whose form they sent. */
const failurePage = (error: HttpError, { form }: { form: FormData }): string => {
  if (error.reason !== 'signed_out') return pageWithout(form, { problem: problemOf(error) })
  const slug = String(form.get('slug') ?? '')
  return signInPath(dropPages.test(dropPath(slug)) ? slug : undefined)
}

// Hundreds of members claim in the same second, and ask after the draw. A few at a time answer a thousand within seconds, and
// leave time for everybody else’s pages.
const atOnce = 2

/** Calls of those who claim. Each `post` works as an HTML form too. */
export const dropCalls: readonly Call[] = [
  call({
    method: 'get',
    path: '/secret-kitchens/mine',
    access: optionalMember,
    atOnce,
    query: mineRequest,
    handle: async ({ req, caller, query: { drop } }) => ({
      body: await findMine(req, caller, drop),
    }),
  }),
  call({
    method: 'get',
    path: '/secret-kitchens/me',
    access: optionalMember,
    atOnce,
    handle: async ({ req, caller }) => {
      const who = { member: caller?.id ?? 0, drop: everyDrop }
      const { every } = caller ? await findBells(databaseOf(req.payload), who) : { every: false }
      return {
        body: { is_member: caller !== null, bell: { drop: false, every } } satisfies MeReply,
      }
    },
  }),
  call({
    method: 'post',
    path: '/secret-kitchens/claim',
    // A form of somebody who is not signed in leads to the page for that.
    access: optionalMember,
    atOnce,
    maxBodyBytes: 4096,
    body: claimRequest,
    form: {
      read: (form) => ({
        drop: numberIn(form, 'drop'),
        portions: numberIn(form, 'portions'),
      }),
      success: ({ body, result }) => {
        const reply = result.body as ClaimReply
        return reply.result === 'claimed'
          ? pageAfterForm(dropKind, reply.claim.token, {})
          : `${dropsPath}/claim?${new URLSearchParams({ drop: String(body.drop), done: 'entered' })}`
      },
      failure: failurePage,
    },
    handle: async ({ req, caller, body }) => {
      if (!caller) throw memberError('signed_out')
      await countClaim(req, caller.id)
      return { body: await claim(req, caller, body) }
    },
  }),
  call({
    method: 'post',
    path: '/secret-kitchens/bell',
    access: optionalMember,
    body: bellRequest,
    form: {
      read: (form) => ({ drop: numberIn(form, 'drop'), on: form.get('on') === '1' }),
      success: ({ body: { drop, on } }) =>
        `${dropsPath}/claim?${new URLSearchParams({ ...(drop && { drop: String(drop) }), done: on ? 'bell_on' : 'bell_off' })}`,
      failure: failurePage,
    },
    handle: async ({ req, caller, body: { drop, on: isOn } }) => {
      if (!caller) throw memberError('signed_out')
      await countBell(req, caller.id)
      const db = databaseOf(req.payload)
      if (drop && !(await findDrop(db, drop))?.announcedAt) throw dropError('not_found')
      await setBell(db, { member: caller.id, drop: drop ?? everyDrop, isOn })
      const bell = await findBells(db, { member: caller.id, drop: drop ?? everyDrop })
      return { body: { bell } satisfies BellReply }
    },
  }),
  call({
    method: 'post',
    path: '/secret-kitchens/take',
    access: anyone,
    limits: [linkLimit],
    body: takeRequest,
    form: {
      read: (form) => ({ key: newFormKey(), ...Object.fromEntries(form) }),
      success: ({ body: { token } }) => pageAfterForm(dropKind, token, { done: 'taken' }),
      failure: (error, { form }) =>
        pageAfterForm(dropKind, form.get('token'), { problem: problemOf(error) }),
    },
    handle: async ({ req, body: { token, key, slot, payment }, isForm }) => {
      const found = await findByToken(dropKind, req.payload, token)
      if (!found) throw reservationError('not_found')
      const state = await takeClaim(req, { id: found.id, slot, payment })
      if (state.status === 'held' && state.payment === 'card') {
        const { url } = await beginCheckout(req, { reference: referenceOf(state), key })
        return isForm ? pageTo(url) : { body: { url } satisfies TakeReply }
      }
      return { body: { rsvp: publicReservation(state) } satisfies TakeReply }
    },
  }),
  linkCall(dropKind, 'slot', {
    body: slotRequest,
    done: 'slot',
    handle: (req, { id }, { slot }) => changeSlot(req, { id, slot }),
  }),
  // A claim needs no confirmation, an offer is accepted by saying how it is paid, and its portions stay as they are.
  ...linkCallsOf(dropKind).filter(({ path }) => !/(confirm|accept|change)$/.test(path)),
]
