import type { PayloadRequest } from 'payload'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { insertEdition } from '../queries/editions.ts'
import { insertDemoLetter } from '../queries/letters.ts'
import { demoLetter } from './letter.ts'

const dayMs = 86_400_000
const sentDaysAgo = 12

/** Adds a letter to the demo venue that went out twelve days ago and has a page in the archive. */
export const fillDemoLetter = (req: PayloadRequest): Promise<void> =>
  inTransaction(req, async (db) => {
    const at = new Date(Date.now() - sentDaysAgo * dayMs)
    const id = await insertDemoLetter(db, { ...demoLetter, at })
    const { subject } = demoLetter
    // Nobody was mailed, so there is no text of mails. The page is made from the letter itself.
    await insertEdition(db, id, { subject, html: '', text: '', links: [], menus: [] })
  })
