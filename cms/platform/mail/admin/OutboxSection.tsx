import type { DashboardProps } from '../../admin/feature-admin.ts'
import { CmsLink } from '../../admin/shell/CmsLink.tsx'
import { MailCounts } from './OutboxCounts.tsx'

/** The mails that wait, were sent or could not be sent. */
export const OutboxSection = ({ req: { payload } }: DashboardProps) => (
  <section>
    <h2>Outbox</h2>
    <MailCounts payload={payload} />
    <p>
      <CmsLink href="/cms/collections/mails">See the outbox</CmsLink>
    </p>
  </section>
)
