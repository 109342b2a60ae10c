import type { PayloadRequest } from 'payload'
import { record } from '../../platform/audit/service.ts'
import type { Run } from './queries/runs.ts'

export const lunchAuditActions = {
  lunch_mailed: 'mailed the lunch order',
  lunch_paid: 'took the money for the lunch',
  lunch_payee: 'said who is paid for the lunch',
  lunch_sold_out: 'sold out for the lunch',
  lunch_back: 'put back on for the lunch',
  lunch_called_off: 'called off the lunch',
}

/** Records what staff did with a run. */
export const recordOf = (
  req: PayloadRequest,
  { id, offerName }: Pick<Run, 'id' | 'offerName'>,
  action: keyof typeof lunchAuditActions,
  details?: Record<string, unknown>,
): Promise<void> =>
  record(req, {
    ...{ action, subject: `no. ${id}, ${offerName}`, of_collection: 'lunch', document: id },
    ...(details && { details }),
  })
