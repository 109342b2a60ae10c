import type { PayloadRequest } from 'payload'
import { entries } from './entries.ts'

/** Adds the entries of the Common Good for the demo venue. */
export async function fillDemoEntries(req: PayloadRequest): Promise<void> {
  for (const entry of entries) {
    const data = { ...entry, entered_at: `${entry.entered_at}T12:00:00.000Z` }
    await req.payload.create({ collection: 'common_good', req, data })
  }
}
