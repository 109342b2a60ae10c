import type { AdminViewServerProps, Payload } from 'payload'
import { AdminPage, requireStaff, viewPath } from '../../admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../admin/shell/CmsLink.tsx'
import { findMailBranding } from '../branding.ts'
import { type MailSample, mailKindsOf } from '../kinds.ts'
import { MailSheet } from './MailSheet.tsx'

const start = { label: 'Mail templates', url: '/cms/mail/templates' }

/** `/cms/mail/templates`: examples of every mail; `/cms/mail/templates/{key}`: one of them. */
export async function TemplatesView(view: AdminViewServerProps) {
  requireStaff(view)
  const { payload } = view.initPageResult.req
  const [, key] = viewPath(view).rest
  const sample = samplesOf(payload).find((each) => each.key === key)
  if (sample) {
    const content = await sample.make(payload, await findMailBranding(payload))
    return (
      <AdminPage view={view} trail={[start, { label: sample.name }]} className="mailbox">
        <h1>{sample.name}</h1>
        {content ? (
          <MailSheet content={content} />
        ) : (
          <p className="admin-quiet">It is not written yet.</p>
        )}
      </AdminPage>
    )
  }
  return (
    <AdminPage view={view} trail={[start]} className="mailbox">
      <h1>Mail templates</h1>
      <ul className="page-cards">
        {samplesOf(payload).map(({ key: each, name }) => (
          <li key={each}>
            <CmsLink className="page-cards__name" href={`/cms/mail/templates/${each}`}>
              {name}
            </CmsLink>
          </li>
        ))}
      </ul>
    </AdminPage>
  )
}

const samplesOf = (payload: Payload): readonly MailSample[] =>
  mailKindsOf(payload).flatMap(({ samples = [] }) => samples)
