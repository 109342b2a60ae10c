import './inbox-section.css'
import type { DashboardProps, InboxSource } from '../feature-admin.ts'
import { CmsLink } from '../shell/CmsLink.tsx'
import { findInbox } from './find-inbox.ts'

/** What waits for this staff member: one list with the links to where it is looked after. */
export async function InboxSection({
  sources,
  ...props
}: DashboardProps & { sources: InboxSource[] }) {
  const items = await findInbox(sources, props)
  return (
    <section className="today__inbox" aria-labelledby="inbox">
      <h2 id="inbox">Inbox</h2>
      {items.length ? (
        <ul>
          {items.map(({ key, text, href, isUrgent }) => (
            <li key={key} data-urgent={isUrgent ? '' : undefined}>
              <CmsLink href={href}>{text}</CmsLink>
            </li>
          ))}
        </ul>
      ) : (
        <p className="admin-quiet">Nothing waits for you.</p>
      )}
    </section>
  )
}
