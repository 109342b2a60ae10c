import { record } from '../../platform/audit/service.ts'
import type { Reservation } from './contract.ts'
import type { Subject } from './kind.ts'
import type { Locked } from './locked.ts'

/** Records that a payment could not be given back. The entry is kept forever, so it does not name the guest. */
export const recordRefusedRefund = <S extends Subject>(
  {
    req,
    kind,
    subject,
  }: Pick<Locked<S>, 'req' | 'subject'> & {
    kind: Pick<Locked<S>['kind'], 'name' | 'describe'>
  },
  { id, transfer }: Pick<Reservation, 'id' | 'transfer'>,
): Promise<void> =>
  record(req, {
    action: `${kind.name}_not_refunded`,
    subject: `no. ${id} of ${kind.describe(subject)}`,
    of_collection: 'reservations',
    document: id,
    details: { transfer },
  })
