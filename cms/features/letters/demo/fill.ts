import type { PayloadRequest } from 'payload'
import { inTransaction } from '../../../platform/database/transaction.ts'
import { insertEdition } from '../queries/editions.ts'
import { setDemoSent } from '../queries/letters.ts'
import { demoLetter } from './letter.ts'

const dayMs = 86_400_000
const sentDaysAgo = 12

/** Adds a letter to the demo venue that went out two weeks ago and has a page in the archive. */
export const fillDemoLetter = (req: PayloadRequest): Promise<void> =>
  inTransaction(req, async (db) => {
    const { slug, ...data } = demoLetter
    const { id } = await req.payload.create({
      collection: 'letters',
      req,
      data: { ...data, isPublic: true },
    })
    // Nobody was mailed, so there is no text of mails. The page is made from the letter itself.
    await insertEdition(db, id, { subject: data.subject, html: '', text: '', links: [], menus: [] })
    await setDemoSent(db, { id, slug, at: new Date(Date.now() - sentDaysAgo * dayMs) })
  })
