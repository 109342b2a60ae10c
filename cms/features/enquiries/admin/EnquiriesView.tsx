import { notFound } from 'next/navigation.js'
import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff, viewPath } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { formatDate } from '../../../platform/admin/shell/format.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { findStaffNames } from '../../till/service.ts'
import { addDays } from '../../venue/hours/opening-hours.ts'
import { countEnquiries, type Enquiry, listEnquiries } from '../queries/enquiries.ts'
import { adminPath, type EnquiryStatus, enquiryStatuses, isOverdue } from '../rules.ts'
import { EnquiryPage } from './EnquiryPage.tsx'
import { lostNames, statusMeanings, statusNames } from './texts.ts'
import './enquiries.css'

/** `/cms/enquiries`: the enquiries as a board or a list; `/cms/enquiries/{id}`: one of them. */
export async function EnquiriesView(view: AdminViewServerProps) {
  requireStaff(view, 'enquiries.run')
  const { rest } = viewPath(view)
  if (rest.length > 1) notFound()
  if (rest[0] !== undefined) return <EnquiryPage view={view} id={Number(rest[0])} />
  return <Overview view={view} />
}

const isStatus = (value: unknown): value is EnquiryStatus =>
  enquiryStatuses.includes(value as EnquiryStatus)

type Shown = { today: string; nameOf: (staff: number | null) => string }

const rowsPerPage = 50
/** Cards on the board, which has no pages. */
const mostCards = 400
const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** What the address of the overview says. */
function wantedIn(query: AdminViewServerProps['searchParams'] = {}) {
  const search = textOf(query.search).slice(0, 120)
  const status = isStatus(query.status) ? query.status : undefined
  const due = (['overdue', 'today'] as const).find((each) => each === query.due)
  return {
    ...{ search, status, due, isMine: query.owner === 'me' },
    isList: query.view === 'list' || Boolean(search || status || due),
    page: /^[1-9]\d{0,3}$/.test(textOf(query.page)) ? Number(query.page) : 1,
  }
}

async function Overview({ view }: { view: AdminViewServerProps }) {
  const { req } = view.initPageResult
  const wanted = wantedIn(view.searchParams)
  const { search, status, due, isMine, isList, page } = wanted
  const { today } = await findAdminContext(req.payload)
  const db = databaseOf(req.payload)
  const filter = {
    closedDays: search ? 36_500 : status ? 400 : 30,
    ...(status && { status }),
    ...(isMine && req.user && { owner: Number(req.user.id) }),
    ...(search && { search }),
  }
  const dueBefore = { overdue: today, today: addDays(today, 1) }
  const listed = { ...filter, ...(due && { dueBefore: dueBefore[due] }) }
  const [rows, count, overdue] = await Promise.all([
    listEnquiries(db, {
      ...listed,
      ...(isList ? { skip: (page - 1) * rowsPerPage, limit: rowsPerPage } : { limit: mostCards }),
    }),
    countEnquiries(db, listed),
    countEnquiries(db, { ...filter, dueBefore: today, isConfirmed: true }),
  ])
  const names = await findStaffNames(
    req,
    rows.flatMap(({ owner }) => owner ?? []),
  )
  const shown = { today, nameOf: (id: number | null) => (id === null ? '' : (names.get(id) ?? '')) }
  const pathOf = (change: Record<string, string>) => {
    const kept = {
      ...(isList && { view: 'list' }),
      ...(isMine && { owner: 'me' }),
      ...(search && { search }),
      ...change,
    }
    const text = String(new URLSearchParams(Object.entries(kept).filter(([, value]) => value)))
    return `${adminPath}${text && `?${text}`}`
  }
  const here = { ...(status && { status }), ...(due && { due }) }
  const pages = Math.ceil(count / rowsPerPage)
  return (
    <AdminPage
      view={view}
      breadcrumbs={[{ label: 'Enquiries', url: adminPath }]}
      className="lists admin-inputs enquiries"
    >
      <header className="enquiries-head">
        <h1>Enquiries</h1>
        <nav aria-label="How they are shown">
          <CmsLink
            href={pathOf({ view: '', search: '' })}
            aria-current={isList ? undefined : 'page'}
          >
            Board
          </CmsLink>
          <CmsLink href={pathOf({ view: 'list' })} aria-current={isList ? 'page' : undefined}>
            List
          </CmsLink>
          <CmsLink href={pathOf({ ...here, owner: isMine ? '' : 'me' })}>
            {isMine ? 'Everybody’s' : 'Mine'}
          </CmsLink>
          <a href="/api/enquiries/export">Download all (CSV)</a>
        </nav>
      </header>
      <form className="enquiries-find" action={adminPath}>
        <input type="hidden" name="view" value="list" />
        {isMine ? <input type="hidden" name="owner" value="me" /> : null}
        <div className="lists-field">
          <label htmlFor="enquiries-search">Name, address, number or words</label>
          <input
            id="enquiries-search"
            name="search"
            type="search"
            maxLength={120}
            defaultValue={search}
          />
        </div>
        <button type="submit" className="ui-button" data-kind="plain">
          Find
        </button>
      </form>
      {overdue ? (
        <p className="admin-warning" role="status">
          {overdue === 1 ? 'One is overdue.' : `${overdue} are overdue.`}{' '}
          <CmsLink href={pathOf({ view: 'list', due: 'overdue' })}>Show them</CmsLink>
        </p>
      ) : null}
      {isList ? (
        <>
          <nav className="enquiries-filter" aria-label="Status">
            <CmsLink href={pathOf({})} aria-current={status || due ? undefined : 'true'}>
              All
            </CmsLink>
            {enquiryStatuses.map((each) => (
              <CmsLink
                key={each}
                href={pathOf({ status: each })}
                aria-current={each === status ? 'true' : undefined}
              >
                {statusNames[each]}
              </CmsLink>
            ))}
            <CmsLink
              href={pathOf({ due: 'today' })}
              aria-current={due === 'today' ? 'true' : undefined}
            >
              Due today or before
            </CmsLink>
          </nav>
          <List rows={rows} shown={shown} />
          {pages > 1 ? (
            <nav className="enquiries-filter" aria-label="Pages">
              {page > 1 ? (
                <CmsLink href={pathOf({ ...here, page: String(page - 1) })}>Before</CmsLink>
              ) : null}
              <span>
                Page {page} of {pages}, {count} enquiries
              </span>
              {page < pages ? (
                <CmsLink href={pathOf({ ...here, page: String(page + 1) })}>Next</CmsLink>
              ) : null}
            </nav>
          ) : null}
        </>
      ) : (
        <>
          <Board rows={rows} shown={shown} />
          {count > rows.length ? (
            <p className="admin-quiet">
              These are the {rows.length} most urgent of {count}. The list has all.
            </p>
          ) : null}
        </>
      )}
    </AdminPage>
  )
}

const nameOfGuest = ({ name }: Enquiry) => name || 'Erased'
const peopleOf = ({ people }: Enquiry) => (people === 1 ? 'one person' : `${people} people`)

function Due({ enquiry, today }: { enquiry: Enquiry; today: string }) {
  if (!enquiry.dueOn) return null
  const late = isOverdue(enquiry, today)
  return (
    <span className="enquiries-due" data-late={late || undefined}>
      {late ? 'Overdue' : enquiry.dueOn === today ? 'Due today' : 'Due'}
      {enquiry.dueOn === today
        ? null
        : ` ${late ? 'since ' : ''}${formatDate(enquiry.dueOn, today)}`}
    </span>
  )
}

function Board({ rows, shown: { today, nameOf } }: { rows: Enquiry[]; shown: Shown }) {
  return (
    <div className="enquiries-board">
      {enquiryStatuses.map((status) => {
        const own = rows.filter((each) => each.status === status)
        return (
          <section key={status} aria-labelledby={`column-${status}`}>
            <h2 id={`column-${status}`}>
              {statusNames[status]} <span>{own.length}</span>
            </h2>
            <p className="admin-quiet">{statusMeanings[status]}</p>
            {own.length ? (
              <ol>
                {own.map((each) => (
                  <li key={each.id} data-late={isOverdue(each, today) || undefined}>
                    <CmsLink href={`${adminPath}/${each.id}`}>{nameOfGuest(each)}</CmsLink>
                    <p>
                      {each.kind}, {peopleOf(each)}
                    </p>
                    <p className="admin-quiet">
                      {each.days.map((day) => formatDate(day, today)).join(', or ')}
                    </p>
                    <p>
                      <Due enquiry={each} today={today} />
                      {each.owner === null ? null : <span>{nameOf(each.owner)}</span>}
                      {each.confirmedAt ? null : <span>not confirmed</span>}
                      {each.lostReason ? <span>{lostNames[each.lostReason]}</span> : null}
                    </p>
                  </li>
                ))}
              </ol>
            ) : null}
          </section>
        )
      })}
    </div>
  )
}

function List({ rows, shown: { today, nameOf } }: { rows: Enquiry[]; shown: Shown }) {
  if (!rows.length) return <p className="admin-quiet">Nothing here.</p>
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable with the keyboard
    <section className="enquiries-table" tabIndex={0} aria-label="Enquiries">
      <table>
        <thead>
          <tr>
            {['No.', 'Who', 'What', 'Best day', 'People', 'Status', 'Due', 'Looked after by'].map(
              (name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((each) => (
            <tr key={each.id} data-late={isOverdue(each, today) || undefined}>
              <td>{each.id}</td>
              <th scope="row">
                <CmsLink href={`${adminPath}/${each.id}`}>{nameOfGuest(each)}</CmsLink>
              </th>
              <td>{each.kind}</td>
              <td>{formatDate(each.days[0] ?? '', today)}</td>
              <td>{each.people}</td>
              <td>
                {statusNames[each.status]}
                {each.lostReason ? `: ${lostNames[each.lostReason]}` : null}
              </td>
              <td>
                <Due enquiry={each} today={today} />{' '}
                {each.confirmedAt ? null : <span>not confirmed</span>}
              </td>
              <td>{nameOf(each.owner)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
