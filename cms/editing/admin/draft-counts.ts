import type { PayloadRequest } from 'payload'
import { cache } from 'react'
import { readAsUser } from '../../admin/shell/read-as-user.ts'

/**
 * The number of records and questions whose newest version has the status `draft`, by page key. The key
 * `global` counts the records that every page shows. The counts are read once per request.
 */
export const countDrafts = cache(async (req: PayloadRequest): Promise<Record<string, number>> => {
  const options = {
    pagination: false,
    draft: true,
    ...readAsUser(req),
    where: { _status: { equals: 'draft' } },
  } as const
  const [texts, everywhere, questions] = await Promise.all([
    req.payload.find({ ...options, collection: 'cms_content', select: { page: true } }),
    req.payload.find({
      ...options,
      collection: 'cms_global_content',
      select: { content_key: true },
    }),
    req.payload.find({ ...options, collection: 'faq', select: { page: true } }),
  ])
  const counts: Record<string, number> = { global: everywhere.docs.length }
  for (const { page } of [...texts.docs, ...questions.docs]) {
    counts[String(page)] = (counts[String(page)] ?? 0) + 1
  }
  return counts
})
