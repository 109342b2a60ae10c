import type { Payload } from 'payload'
import { cache } from 'react'
import { findDrafts } from '../service.ts'

/**
 * The number of unpublished drafts of texts, pictures and questions, by page key. Texts that were taken off their page
 * do not count as drafts. The key `global` counts the drafts of global texts, which every page shows. The counts are
 * read once per request.
 */
export const countDrafts = cache(async (payload: Payload): Promise<Record<string, number>> => {
  const { drafts, questions } = await findDrafts(payload, null)
  const counts = { ...questions }
  for (const { page } of drafts) counts[page] = (counts[page] ?? 0) + 1
  return counts
})
