import type { PayloadRequest } from 'payload'
import { comings } from '../../audit/admin/describe-entry.ts'
import type { Audit, Letter, ScheduledChange } from '../../payload-types.ts'

const all = { depth: 0, pagination: false, draft: true, overrideAccess: false } as const
const drafted = { _status: { equals: 'draft' } } as const

/** How many texts and questions are in draft, by page key; `global` is what stands on every page. */
export async function draftCounts(req: PayloadRequest): Promise<Record<string, number>> {
  const asked = { ...all, req, user: req.user, where: drafted }
  const [texts, everywhere, questions] = await Promise.all([
    req.payload.find({ ...asked, collection: 'cms_content', select: { page: true } }),
    req.payload.find({ ...asked, collection: 'cms_global_content', select: { content_key: true } }),
    req.payload.find({ ...asked, collection: 'faq', select: { page: true } }),
  ])
  const counts: Record<string, number> = { global: everywhere.docs.length }
  for (const { page } of [...texts.docs, ...questions.docs]) {
    counts[String(page)] = (counts[String(page)] ?? 0) + 1
  }
  return counts
}

/** What is to be published or taken down next. */
export async function scheduledNext(req: PayloadRequest): Promise<ScheduledChange[]> {
  const { docs } = await req.payload.find({
    collection: 'scheduled_changes',
    where: { state: { equals: 'waiting' } },
    sort: 'at',
    limit: 8,
    depth: 0,
    overrideAccess: false,
    req,
    user: req.user,
  })
  return docs
}

/** Letters that are on their way, or will be. */
export async function lettersAhead(req: PayloadRequest): Promise<Letter[]> {
  const { docs } = await req.payload.find({
    collection: 'letters',
    where: { state: { in: ['scheduled', 'sending', 'paused'] } },
    sort: ['sendAt', 'startedAt'],
    limit: 8,
    depth: 0,
    overrideAccess: false,
    req,
    user: req.user,
  })
  return docs
}

/** Who changed what lately; asked for publishers only. */
export async function lately(req: PayloadRequest): Promise<Audit[]> {
  const { docs } = await req.payload.find({
    collection: 'audit',
    // What the program did itself at its start, and who came and went, is in the whole trail.
    where: { by_id: { exists: true }, action: { not_in: comings } },
    sort: '-createdAt',
    limit: 8,
    depth: 0,
    overrideAccess: false,
    req,
    user: req.user,
  })
  return docs
}
