import { Gutter } from '@payloadcms/ui'
import type { AdminViewServerProps } from 'payload'
import { hasRole } from '../../../collections/access/staff.ts'
import { listSitePages } from '../../content/admin/site-pages.ts'
import { ScheduleBanner } from '../../editing/admin/dashboard/ScheduleBanner.tsx'
import { PageCards } from '../../editing/admin/PageCards.tsx'
import { findSchedule } from '../../editing/schedule.ts'
import { workerState } from '../../editing/worker-state.ts'
import { LetterBanner } from '../../letters/admin/LetterBanner.tsx'
import { MailBanner } from '../../mail/admin/MailBanner.tsx'
import { localMoment } from '../../venue/opening-hours.ts'
import { readVenueOnce } from '../shell/find-admin-context.ts'
import { draftCounts, lately, lettersAhead, scheduledNext } from './news.ts'
import { Failed, Lately, Links, Opening, Paused, Scheduled } from './parts.tsx'

/** The first page of the admin: the house as it is now, and what waits for somebody. */
export async function DashboardView(view: AdminViewServerProps) {
  const { req } = view.initPageResult
  const publishes = hasRole(req, 'publisher')
  const [venue, drafts, scheduled, letters, { changes }, worker, entries] = await Promise.all([
    readVenueOnce(req.payload),
    draftCounts(req),
    scheduledNext(req),
    lettersAhead(req),
    findSchedule(req, null),
    workerState(req.payload),
    publishes ? lately(req) : [],
  ])
  const failed = changes.filter(({ state }) => state === 'failed')
  const now = localMoment(new Date(), venue.timeZone)
  const place = { timeZone: venue.timeZone, today: now.date }
  const pages = listSitePages(venue.productName)
  const waiting = Object.values(drafts).reduce((sum, each) => sum + each, 0)
  const day = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(`${now.date}T00:00:00Z`))
  return (
    <Gutter className="admin-view today">
      <div className="today__lead">
        <header className="today__head">
          <p>{venue.productName}</p>
          <h1>{day}</h1>
          <p className="today__sum">
            {waiting
              ? `${waiting} ${waiting === 1 ? 'change waits' : 'changes wait'} to be published.`
              : 'Everything is published.'}
          </p>
        </header>
        <ScheduleBanner worker={worker} />
        <MailBanner payload={req.payload} />
        <LetterBanner payload={req.payload} />
        <Paused letters={letters} />
        <Failed changes={failed} publishes={publishes} {...place} />
        <Links admin={hasRole(req, 'admin')} publisher={publishes} />
      </div>
      <Opening hours={venue.hours} now={now} />
      <section className="today__pages">
        <h2>Pages</h2>
        <PageCards pages={pages} drafts={drafts} />
        {drafts.global ? (
          <p>
            {drafts.global} of the texts that stand on every page{' '}
            {drafts.global === 1 ? 'is' : 'are'} in draft. They are among the texts of each page.
          </p>
        ) : null}
      </section>
      <Scheduled changes={scheduled} letters={letters} {...place} />
      {publishes ? <Lately entries={entries} {...place} /> : null}
    </Gutter>
  )
}
