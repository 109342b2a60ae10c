import { databaseOf } from '../../platform/database/query.ts'
import { anyone, type Call, call } from '../../platform/http/call.ts'
import { paymentError } from '../payments/errors.ts'
import { pageTo } from '../payments/page-to.ts'
import { beginCheckout } from '../payments/service.ts'
import { requireCardProvider } from '../payments/stripe.ts'
import { confirmReservation } from './confirm.ts'
import { type PayReply, payRequest } from './contract.ts'
import { reservationError } from './errors.ts'
import { pageAfterForm, problemOf } from './form-pages.ts'
import type { ReservationKind, Subject } from './kind.ts'
import { countChange, linkLimit } from './rate-limits.ts'
import { paysByCard, referenceOf } from './rules.ts'
import { findByToken, publicReservation } from './service.ts'
import { acceptOffer } from './waitlist.ts'

/**
 * The call that leads to the payment of a reservation. It also confirms the address and accepts an offer, so that the
 * guest presses one button. If the confirmation came too late for places, the guest is on the waitlist and pays nothing.
 * @throws HttpError `no_card_payments`, `not_found`, `nothing_to_pay`, and the errors of `confirmReservation`, `acceptOffer` and
 *   `beginCheckout`
 */
export const payCallOf = <S extends Subject>(kind: ReservationKind<S>): Call =>
  call({
    method: 'post',
    path: `${kind.calls ?? kind.path}/pay`,
    access: anyone,
    limits: [linkLimit],
    body: payRequest,
    form: {
      success: ({ body: { token } }) => pageAfterForm(kind, token, { done: 'confirmed' }),
      failure: (error, { form }) =>
        pageAfterForm(kind, form.get('token'), { problem: problemOf(error) }),
    },
    handle: async ({ req, body: { token, key }, isForm }) => {
      const provider = requireCardProvider()
      const found = await findByToken(kind, req.payload, token)
      if (!found) throw reservationError('not_found')
      if (!paysByCard(found)) throw paymentError('nothing_to_pay')
      await countChange(databaseOf(req.payload), found.id)
      const confirmed = found.isConfirmed ? found : await confirmReservation(kind, req, found.id)
      const state =
        confirmed.status === 'offered' ? await acceptOffer(kind, req, confirmed.id) : confirmed
      if (state.status === 'waitlisted') {
        return { body: { rsvp: publicReservation(state) } satisfies PayReply }
      }
      const { url } = await beginCheckout(req, { reference: referenceOf(state), key }, provider)
      return isForm ? pageTo(url) : { body: { url } satisfies PayReply }
    },
  })
