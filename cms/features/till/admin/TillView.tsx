import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff, viewPath } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../../platform/admin/shell/CmsLink.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { log } from '../../../platform/runtime/log/log.ts'
import { can } from '../../../platform/staff/can.ts'
import { findLedgerSettings } from '../../ledger/service.ts'
import { BooksPage, findBooks } from './BooksPage.tsx'
import { CasesPage, findOpenAndEnded } from './CasesPage.tsx'
import { ClosingPage, findTills } from './ClosingPage.tsx'
import { CountPage, findOwnDrawers } from './CountPage.tsx'
import { CreditPage, findMemberInUrl } from './CreditPage.tsx'
import { tillTexts } from './texts.ts'
import type { TillPage } from './till-page.ts'
import './till.css'

const pages = [
  { segment: undefined, href: '/cms/till', label: 'Members’ credit' },
  { segment: 'closing', href: '/cms/till/closing', label: 'Closing' },
  { segment: 'cases', href: '/cms/till/cases', label: 'Cases' },
  { segment: 'books', href: '/cms/till/books', label: 'Trial balance' },
] as const
/** The pages of staff who take money and do not see what a till should hold. */
const pagesOfBar = [pages[0], { ...pages[1], label: 'Count the drawer' }] as const

/** `/cms/till` and the pages below it: staff's daily work with money. */
export async function TillView(view: AdminViewServerProps) {
  requireStaff(view)
  const { req } = view.initPageResult
  const segment = viewPath(view).rest[0]
  const isPublisher = can(req, 'money.take')
  const mayTake = isPublisher || can(req, 'till.use')
  const ownPages = isPublisher || !mayTake ? pages : pagesOfBar
  const current = ownPages.find((each) => each.segment === segment) ?? pages[0]
  const breadcrumbs = [
    { label: 'Till', url: '/cms/till' },
    ...(current.segment ? [{ label: current.label, url: current.href }] : []),
  ]
  return (
    <AdminPage view={view} breadcrumbs={breadcrumbs} className="lists admin-inputs till">
      {mayTake ? (
        <nav className="till-pages" aria-label="Till">
          {ownPages.map(({ href, label }) => (
            <CmsLink
              key={href}
              href={href}
              aria-current={href === current.href ? 'page' : undefined}
            >
              {label}
            </CmsLink>
          ))}
        </nav>
      ) : null}
      <h1>{current.label}</h1>
      {mayTake ? (
        <Contents view={view} segment={current.segment} />
      ) : (
        <p>{tillTexts.publishersOnly}</p>
      )}
    </AdminPage>
  )
}

type ContentsProps = Pick<TillPage, 'view'> & { segment: (typeof pages)[number]['segment'] }

async function Contents({ view, segment }: ContentsProps) {
  // Awaited here, so that a warning takes the place of the contents if reading fails.
  try {
    return await render({ view, segment })
  } catch (error) {
    log.error({ err: error }, 'a page of the till can’t be read')
    return (
      <p className="admin-warning" role="alert">
        {tillTexts.unreadable}
      </p>
    )
  }
}

async function render({ view, segment }: ContentsProps) {
  const { req } = view.initPageResult
  const { payload } = req
  const [{ currency }, { timeZone, today }] = await Promise.all([
    findLedgerSettings(payload),
    findAdminContext(payload),
  ])
  const page = { view, currency, timeZone, today }
  if (segment === 'closing' && !can(req, 'money.take')) {
    return <CountPage {...page} found={await findOwnDrawers(page)} />
  }
  if (segment === 'closing') return <ClosingPage {...page} found={await findTills(page)} />
  if (segment === 'cases') return <CasesPage {...page} found={await findOpenAndEnded(page)} />
  if (segment === 'books') return <BooksPage {...page} found={await findBooks(page)} />
  return <CreditPage {...page} found={await findMemberInUrl(page)} />
}
