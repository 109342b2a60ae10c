import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { formatDate } from '../../../platform/admin/shell/format.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { findNamesOfDates } from '../../events/service.ts'
import {
  listForStaff,
  type StaffList,
  type StaffMoment,
  staffLists,
} from '../queries/moderation.ts'
import { momentFilePath, momentSources } from '../rules.ts'
import { seenOf } from '../seen.ts'
import { MomentDecision } from './MomentDecision.tsx'
import './moments.css'

const path = '/cms/moments'
const perPage = 24
const listNames: Record<StaffList, string> = {
  waiting: 'To look at',
  shown: 'Shown',
  public: 'For everybody',
  hidden: 'Hidden',
}
const emptyTexts: Record<StaffList, string> = {
  waiting: 'Nothing waits. New members’ first moments, and what people report, will be here.',
  shown: 'Nobody has shared a moment yet.',
  public: 'No moment is for everybody yet.',
  hidden: 'No moment is hidden.',
}
const reasonTexts = {
  first: 'One of this member’s first: nobody else sees it yet',
  lookalike: 'Looks like one that was removed: nobody else sees it yet',
  taken_down: 'Taken down by somebody in it',
  staff: 'Hidden by staff',
}

/** `/cms/moments`: members’ pictures, which staff show, hide, and choose for public pages. */
export async function MomentsView(view: AdminViewServerProps) {
  requireStaff(view, 'moments.moderate')
  const { req } = view.initPageResult
  const { searchParams = {} } = view
  const list = staffLists.find((each) => each === searchParams.show) ?? 'waiting'
  const before = Number(searchParams.before) || null
  const db = databaseOf(req.payload)
  const { timeZone, today } = await findAdminContext(req.payload)
  const found = await listForStaff(db, { list, before, limit: perPage + 1 })
  const moments = found.slice(0, perPage)
  const events = new Map(
    (await findNamesOfDates(db, [...new Set(moments.flatMap(({ event }) => event ?? []))])).map(
      (each) => [each.id, each.title],
    ),
  )
  const dayOf = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)
  return (
    <AdminPage
      view={view}
      breadcrumbs={[{ label: 'Moments', url: path }]}
      className="lists admin-inputs moments"
    >
      <h1>Moments</h1>
      <nav className="moments-lists" aria-label="Which moments">
        {staffLists.map((each) => (
          <CmsLink
            key={each}
            href={each === 'waiting' ? path : `${path}?show=${each}`}
            {...(each === list && { 'aria-current': 'page' as const })}
          >
            {listNames[each]}
          </CmsLink>
        ))}
      </nav>
      {moments.length ? (
        <ul className="moments-grid">
          {moments.map((moment) => (
            <li key={moment.id} id={`moment-${moment.id}`}>
              <Picture moment={moment} />
              <p className="moments-who">
                <b>{moment.name ?? 'A member without a name'}</b>, {moment.area}
                {moment.event === null ? null : `, ${events.get(moment.event) ?? 'an event'}`},{' '}
                <time dateTime={moment.createdAt.toISOString()}>
                  {formatDate(dayOf(moment.createdAt), today)}
                </time>
              </p>
              {moment.caption ? <p>“{moment.caption}”</p> : null}
              <p className="admin-quiet">
                {moment.audience === 'everybody' ? 'For everybody' : 'For members'}
                {moment.reason ? `. ${reasonTexts[moment.reason]}` : null}
                {moment.isKept && moment.state === 'shown'
                  ? '. Staff restored it: it can only be reported'
                  : null}
                .
              </p>
              {moment.reports.map((report, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: reports have no other key, and their order never changes
                <p key={index} className="moments-report">
                  {report.kind === 'take_down'
                    ? `${report.by ?? 'A visitor'} said: this is me, take it down.`
                    : `${report.by ?? 'A visitor'} reported it${report.text ? `: “${report.text}”` : '.'}`}
                </p>
              ))}
              <MomentDecision
                moment={moment.id}
                seen={seenOf(moment, moment.reports.length)}
                state={moment.state}
                isReported={moment.reports.length > 0}
                isChosen={moment.isChosen}
                canChoose={moment.state === 'shown' && moment.audience === 'everybody'}
              />
            </li>
          ))}
        </ul>
      ) : (
        <p className="admin-quiet">{emptyTexts[list]}</p>
      )}
      {found.length > perPage ? (
        <p>
          <CmsLink href={`${path}?show=${list}&before=${moments.at(-1)?.id}`}>Earlier</CmsLink>
        </p>
      ) : null}
    </AdminPage>
  )
}

function Picture({ moment }: { moment: StaffMoment }) {
  const { id, widths, width, height, color, alt } = moment
  const [smallest] = widths ?? []
  if (!smallest || !width || !height) return <p className="admin-quiet">Being prepared.</p>
  return (
    <a
      href={momentFilePath('staff', id, widths?.at(-1) ?? smallest, 'webp')}
      target="_blank"
      rel="noopener"
    >
      {/* biome-ignore lint/performance/noImgElement: the files have their final sizes */}
      <img
        src={momentFilePath('staff', id, smallest, 'webp')}
        srcSet={momentSources('staff', { id, widths: widths ?? [] }, 'webp')}
        sizes="20rem"
        alt={alt}
        width={width}
        height={height}
        loading="lazy"
        style={{ background: color ?? undefined }}
      />
    </a>
  )
}
