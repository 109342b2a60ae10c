import { anyone, call } from '../http/call.ts'
import { staff } from '../staff/access.ts'
import { type BookedReply, cashRequest, reversalRequest } from './contract.ts'
import { bookCash, combinedTotalCents, reverseMovement } from './service.ts'

export const commonGoodCalls = [
  /** Source: spec section 7, get-common-good-totals. */
  call({
    method: 'post',
    path: '/get-common-good-totals',
    access: anyone,
    handle: async ({ req }) => ({
      body: { combined_total_cents: await combinedTotalCents(req.payload) },
    }),
  }),
  call({
    method: 'post',
    path: '/common-good/cash',
    access: staff('publisher'),
    body: cashRequest,
    handle: async ({ req, caller, body }) => booked(await bookCash(req, caller.id, body)),
  }),
  call({
    method: 'post',
    path: '/common-good/reverse',
    access: staff('publisher'),
    body: reversalRequest,
    handle: async ({ req, caller, body }) => booked(await reverseMovement(req, caller.id, body)),
  }),
]

const booked = ({ id, isRepeat }: { id: number; isRepeat: boolean }) => {
  const body: BookedReply = { transfer: id, repeated: isRepeat }
  return { body }
}
