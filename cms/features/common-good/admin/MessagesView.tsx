import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff } from '../../../platform/admin/shell/AdminTemplate.tsx'
import { findAdminContext } from '../../../platform/admin/shell/find-admin-context.ts'
import { formatDate } from '../../../platform/admin/shell/format.ts'
import { databaseOf } from '../../../platform/database/query.ts'
import { can } from '../../../platform/staff/can.ts'
import { listMessagesForStaff } from '../queries/messages.ts'
import { MessageDecision } from './MessageDecision.tsx'
import { SectionLinks } from './SectionLinks.tsx'
import './common-good.css'

const path = '/cms/common-good/messages'
const breadcrumbs = [
  { label: 'Common Good', url: '/cms/common-good' },
  { label: 'Messages', url: path },
]
const maxDecidedMessages = 50
const stateTexts = {
  pending: 'New: nobody sees it yet',
  reported: 'Reported by a visitor, still shown',
  shown: 'Shown',
  hidden: 'Hidden',
}

/** `/cms/common-good/messages`: messages of members, which staff show or hide. */
export async function MessagesView(view: AdminViewServerProps) {
  requireStaff(view, 'payouts.request')
  const { req } = view.initPageResult
  const { timeZone, today } = await findAdminContext(req.payload)
  const messages = await listMessagesForStaff(databaseOf(req.payload), maxDecidedMessages)
  const isPublisher = can(req, 'causes.manage')
  // The locale `en-CA` writes a date as `YYYY-MM-DD`.
  const dayOf = (at: string) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at))
  return (
    <AdminPage view={view} breadcrumbs={breadcrumbs} className="lists admin-inputs">
      <h1>Messages to the Common Good</h1>
      <SectionLinks current={path} />
      {isPublisher ? null : <p>Publishers show and hide messages. Ask one of them.</p>}
      {messages.length ? (
        <ol className="movements">
          {messages.map(({ id, text, name, state, created_at }) => (
            <li key={id} id={`message-${id}`}>
              <time dateTime={created_at}>{formatDate(dayOf(created_at), today)}</time>
              <p className="movements-what">
                “{text}”{name ? ` ${name}` : null}
              </p>
              <p className="movements-by admin-quiet">{stateTexts[state]}</p>
              {isPublisher ? <MessageDecision message={id} state={state} /> : null}
            </li>
          ))}
        </ol>
      ) : (
        <p className="admin-quiet">Nobody has written yet.</p>
      )}
    </AdminPage>
  )
}
