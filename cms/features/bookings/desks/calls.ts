import { z } from 'zod'
import { type Call, call } from '../../../platform/http/call.ts'
import { newFormKey } from '../../../platform/http/cookies/form-key.ts'
import { formKeyField } from '../../../platform/http/texts/money-fields.ts'
import { member } from '../../members/access.ts'
import { timeSlots } from '../../members/profile/rules.ts'
import { linkCall } from '../../reservations/calls.ts'
import { linkRequest } from '../../reservations/contract.ts'
import { problemOf } from '../../reservations/form-pages.ts'
import { countReservation } from '../../reservations/rate-limits.ts'
import { cancelReservation, publicReservation } from '../../reservations/service.ts'
import { dayField } from '../contract.ts'
import { deskPath } from '../rules.ts'
import { bookDesk } from './desks.ts'
import { deskKind } from './kind.ts'

/** `POST /api/book/desk`. */
const deskRequest = z.object({ day: dayField, slot: z.enum(timeSlots), key: formKeyField })

/** The calls with which members book a desk, and cancel it. */
export const deskCalls: readonly Call[] = [
  call({
    method: 'post',
    path: '/book/desk',
    access: member,
    body: deskRequest,
    form: {
      read: (form) => {
        const [day = '', slot = ''] = String(form.get('time') ?? '').split('|')
        return { day, slot, key: newFormKey() }
      },
      success: () => `${deskPath}?done=booked`,
      failure: (error) => `${deskPath}?problem=${problemOf(error)}`,
    },
    handle: async ({ req, caller, body }) => {
      await countReservation(req, caller)
      return { body: { rsvp: publicReservation(await bookDesk(req, caller, body)) } }
    },
  }),
  // Members have all their desks on one page.
  linkCall(deskKind, 'cancel', {
    body: linkRequest,
    done: 'cancelled',
    success: `${deskPath}?done=cancelled`,
    failure: (error) => `${deskPath}?problem=${problemOf(error)}`,
    handle: (req, { id }) => cancelReservation(deskKind, req, { id, by: 'guest' }),
  }),
]
