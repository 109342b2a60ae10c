import type {
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  CollectionBeforeValidateHook,
  PayloadRequest,
} from 'payload'
import { transactionOf } from '../../platform/database/query.ts'
import { refuse } from '../../platform/payload/hooks/refuse.ts'
import { isTrashedIfChanged } from '../../platform/payload/hooks/trash.ts'
import { findFreeCauseSlug, isCauseUsed } from './causes.ts'

/** Sets the slug of a cause from its title, with a number if another cause has the same slug. A cause keeps its slug. */
export const causeSlug: CollectionBeforeValidateHook = async ({
  data,
  operation,
  originalDoc,
  req,
}) => {
  if (!data || data.slug) return data
  if (operation === 'update' && originalDoc?.slug) return { ...data, slug: originalDoc.slug }
  if (typeof data.title !== 'string') return data
  return { ...data, slug: await findFreeCauseSlug(await transactionOf(req), data.title) }
}

// The movements of a cause are public and name the cause, so a used cause is kept.
async function requireUnused(req: PayloadRequest, id: unknown) {
  if (!(await isCauseUsed(await transactionOf(req), Number(id)))) return
  refuse('Money was set aside for this cause, so it stays. Set its state to “Paid out”.', 409)
}

export const keepFundedCause: CollectionBeforeDeleteHook = ({ id, req }) => requireUnused(req, id)

export const keepFundedCauseInTrash: CollectionBeforeChangeHook = async ({
  data,
  originalDoc,
  req,
}) => {
  if (isTrashedIfChanged(data, originalDoc)) await requireUnused(req, originalDoc.id)
  return data
}
