import type {
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  CollectionBeforeValidateHook,
  PayloadRequest,
} from 'payload'
import { isCauseUsed } from '../../cms/common-good/causes.ts'
import { transactionOf } from '../../cms/database/query.ts'
import { refuse } from './refuse.ts'
import { isTrashedIfChanged } from './trash.ts'

export const slugFromTitle: CollectionBeforeValidateHook = ({ data }) => {
  if (!data || data.slug || typeof data.title !== 'string') return data
  const slug = data.title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f’']/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '')
  return { ...data, slug }
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
