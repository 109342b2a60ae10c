import type { Payload, PayloadRequest } from 'payload'
import type { Database } from '../../../platform/database/query.ts'
import { type PayableKind, payableKinds, type SubjectPayment } from '../ports.ts'
import type { Checkout } from '../queries/payments.ts'
import { subjectOf } from '../rules.ts'

/** What a reference names, and the feature that it belongs to. Null if no feature knows it. */
export function findSubject(
  payload: Payload,
  reference: string,
): { kind: PayableKind; id: number } | null {
  const named = subjectOf(reference)
  const kind = payableKinds.all(payload).find(({ prefix }) => prefix === named?.prefix)
  return named && kind ? { kind, id: named.id } : null
}

/** Locks what a reference names until the transaction ends. To be called before payments are locked. */
export async function lockSubject(
  req: PayloadRequest,
  db: Database,
  reference: string,
): Promise<void> {
  const subject = findSubject(req.payload, reference)
  await subject?.kind.lock(req, db, subject.id)
}

export const subjectPaymentOf = (
  { id: payment, use, amountCents }: Checkout,
  id: number,
): SubjectPayment => ({ id, payment, use, amountCents })
