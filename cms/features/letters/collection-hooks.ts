import type {
  CollectionBeforeChangeHook,
  CollectionBeforeDeleteHook,
  PayloadRequest,
} from 'payload'
import { transactionOf } from '../../platform/database/query.ts'
import { isBasedOnCurrent } from '../../platform/payload/hooks/base-version.ts'
import { refuse } from '../../platform/payload/hooks/refuse.ts'
import { isTrashedIfChanged } from '../../platform/payload/hooks/trash.ts'
import { canWrite, stateLabels } from './rules.ts'
import { findFreeSlug, lockLetterForm } from './service.ts'

const changedMeanwhile = 'Somebody else changed this letter meanwhile, and nothing was saved.'

type LockedLetter = NonNullable<Awaited<ReturnType<typeof lockLetterForm>>>

const requireLocked = async (req: PayloadRequest, id: unknown): Promise<LockedLetter> => {
  const letter = await lockLetterForm(await transactionOf(req), Number(id))
  if (!letter) refuse('There is no such letter any more.', 409)
  return letter
}

// Fields that only the program writes. New letters and duplicates begin with these values.
const initialFields = {
  state: 'draft',
  sendAt: null,
  startedAt: null,
  finishedAt: null,
  lastError: null,
  tries: 0,
  retryAt: null,
}

/**
 * Refuses a change if the letter is not a draft, or if somebody else has saved the letter since the editor
 * read it. Cancelled letters can still be moved to the trash and back. The letter stays locked until the change is
 * saved.
 */
export const onlyDrafts: CollectionBeforeChangeHook = async ({
  data,
  operation,
  originalDoc,
  req,
}) => {
  const db = await transactionOf(req)
  const subject = String(data.subject ?? originalDoc?.subject ?? '')
  if (operation === 'create')
    return { ...data, ...initialFields, slug: await findFreeSlug(db, subject, null) }
  const letter = await requireLocked(req, originalDoc.id)
  if (isTrashedIfChanged(data, originalDoc) !== undefined) {
    requireDeletable(letter)
    if (!isBasedOnCurrent(req, originalDoc, letter.updatedAt)) refuse(changedMeanwhile, 409)
    return data
  }
  if (!canWrite(letter.state)) {
    refuse(`This letter is ${stateLabels[letter.state]}. Only drafts can be written on.`, 409)
  }
  if (!isBasedOnCurrent(req, originalDoc, letter.updatedAt)) {
    refuse(changedMeanwhile, 409)
  }
  // `lastError` is cleared, because it was about the previous text. `state` and `tries` are added, because
  // a restored version lacks the fields that only the program writes.
  return {
    ...data,
    state: data.state ?? letter.state,
    tries: data.tries ?? originalDoc.tries,
    slug: await findFreeSlug(db, subject, letter),
    lastError: null,
  }
}

/** Refuses to delete a letter that is neither a draft nor cancelled. */
export const onlyUnsent: CollectionBeforeDeleteHook = async ({ id, req }) => {
  requireDeletable(await requireLocked(req, id))
}

function requireDeletable({ state }: LockedLetter) {
  if (state !== 'draft' && state !== 'cancelled') {
    refuse(
      `This letter is ${stateLabels[state]}. Only drafts and cancelled letters can be deleted.`,
      409,
    )
  }
}
