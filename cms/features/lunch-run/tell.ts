import { createLocalReq, type Payload } from 'payload'
import { z } from 'zod'
import { type Database, databaseOf } from '../../platform/database/query.ts'
import { enqueue } from '../../platform/jobs/enqueue.ts'
import type { JobType } from '../../platform/jobs/job.ts'
import { findMailTextFiller } from '../../platform/mail/mail-text-filler.ts'
import { queueMail } from '../../platform/mail/service.ts'
import { formatGuestClock } from '../../platform/ui/format-time.ts'
import { findMemberById } from '../members/service.ts'
import { pushToMember } from '../nudges/service.ts'
import { areaName } from '../venue/names.ts'
import { findVenue } from '../venue/service.ts'
import { type LunchMail, lunchMails, renderLunchMail } from './mails.ts'
import { findRun, type Run } from './queries/runs.ts'
import { lunchPath } from './rules.ts'

/** News of a run for members, by push, or by mail if no device takes it. */
const newsData = z.object({
  news: z.enum(Object.keys(lunchMails) as [LunchMail, ...LunchMail[]]),
  run: z.number(),
  members: z.array(z.number()),
  /** What else the text says, such as the name of a dish. */
  about: z.string().default(''),
  /** Distinguishes news of one kind in one run. */
  occasion: z.string().default(''),
})
type News = z.input<typeof newsData>
export const tellJob: JobType<News> = { name: 'lunch-run.tell', data: newsData }

/** Queues news, in the caller’s transaction. */
export async function queueNews(db: Database, news: News): Promise<void> {
  if (news.members.length) await enqueue(db, tellJob, news)
}

/** Whether news is still of use. */
const isCurrent = (news: LunchMail, run: Run): boolean => {
  if (news === 'ask')
    return run.state === 'open' && run.runner === null && new Date() < run.cutOffAt
  if (news === 'gone') return run.state === 'closed' && run.runner === null
  if (news === 'here') return run.hereAt !== null
  return true
}

/**
 * Tells each member once: a repeated push has the same id, and a repeated mail the same key.
 */
export async function tell(
  payload: Payload,
  { news, run: id, members, about = '', occasion = '' }: News,
): Promise<void> {
  const db = databaseOf(payload)
  const run = await findRun(db, id)
  if (!run || !isCurrent(news, run)) return
  const { timeZone } = await findVenue(payload)
  const words = {
    ...{ offer: run.offerName, area: areaName(run.area), about },
    cut_off: formatGuestClock(run.cutOffAt, timeZone),
  }
  const fillText = await findMailTextFiller(payload)
  const { title, text, push } = lunchMails[news]
  const fill = (line: string) =>
    line.replace(/\{(\w+)\}/g, (all, name: string) => words[name as keyof typeof words] ?? all)
  const path = `${lunchPath}?run=${id}`
  for (const member of members) {
    const pushed = await pushToMember(payload, {
      ...{ member, id: `lunch-${id}-${news}${occasion}`, link: path },
      ...{ title: fill(title), text: fill(push), expiresAt: run.endsAt },
    })
    if (pushed) continue
    const found = await findMemberById(db, member)
    if (!found || found.isSuspended) continue
    await queueMail(await createLocalReq({}, payload), {
      ...(await renderLunchMail(fillText, { text, words, path })),
      key: `lunch ${id} ${news} ${occasion} ${member}`,
      kind: text.key,
      to: { address: found.email, name: found.name },
      expiresAt: run.endsAt,
    })
  }
}
