import {
  APIError,
  type CollectionBeforeChangeHook,
  type CollectionBeforeDeleteHook,
  type PayloadRequest,
} from 'payload'
import { executorOf } from '../../cms/database/sql.ts'
import { freeSlug, holdLetter, type LetterRow } from '../../cms/letters/record.ts'
import { canWrite, spokenState } from '../../cms/letters/rules.ts'
import { isSeen } from './seen.ts'

const refuse = (message: string) => new APIError(message, 409, undefined, true)

const held = async (req: PayloadRequest, id: unknown): Promise<LetterRow> => {
  const letter = await holdLetter(await executorOf(req), Number(id))
  if (!letter) throw refuse('There is no such letter any more.')
  return letter
}

// What is the program’s to write begins anew in a copy too.
const fresh = {
  state: 'draft',
  sendAt: null,
  startedAt: null,
  finishedAt: null,
  lastError: null,
  tries: 0,
  retryAt: null,
}

/**
 * Lets nobody write on a letter that was scheduled or sent, nor over what somebody else has written
 * meanwhile. The letter is held until that is done.
 */
export const onlyDrafts: CollectionBeforeChangeHook = async ({
  data,
  operation,
  originalDoc,
  req,
}) => {
  const db = await executorOf(req)
  const subject = String(data.subject ?? originalDoc?.subject ?? '')
  if (operation === 'create') return { ...data, ...fresh, slug: await freeSlug(db, subject, null) }
  const letter = await held(req, originalDoc.id)
  if (!canWrite(letter.state)) {
    throw refuse(`This letter is ${spokenState[letter.state]}. Only drafts can be written on.`)
  }
  if (!isSeen(req, originalDoc, letter.updatedAt)) {
    throw refuse(
      'Somebody else changed this letter meanwhile, and nothing was saved. At “Draft” you choose whose words stay.',
    )
  }
  // What went wrong before was about other words.
  return { ...data, slug: await freeSlug(db, subject, letter), lastError: null }
}

/** Keeps what went out to somebody, or is about to. */
export const onlyUnsent: CollectionBeforeDeleteHook = async ({ id, req }) => {
  const { state } = await held(req, id)
  if (state !== 'draft' && state !== 'cancelled') {
    throw refuse(
      `This letter is ${spokenState[state]}. Only drafts and cancelled letters can be deleted.`,
    )
  }
}
