import { Gutter, Link } from '@payloadcms/ui'
import type { AdminViewServerProps, Payload } from 'payload'
import { AdminTemplate, requireStaff, viewPath } from '../../admin/shell/AdminTemplate.tsx'
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
      <AdminTemplate view={view} trail={[start, { label: sample.name }]}>
        <Gutter className="admin-view mailbox">
          <h1>{sample.name}</h1>
          {content ? (
            <MailSheet content={content} />
          ) : (
            <p className="admin-quiet">It is not written yet.</p>
          )}
        </Gutter>
      </AdminTemplate>
    )
  }
  return (
    <AdminTemplate view={view} trail={[start]}>
      <Gutter className="admin-view mailbox">
        <h1>Mail templates</h1>
        <ul className="page-cards">
          {samplesOf(payload).map(({ key: each, name }) => (
            <li key={each}>
              <Link
                className="page-cards__name"
                href={`/cms/mail/templates/${each}`}
                prefetch={false}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </Gutter>
    </AdminTemplate>
  )
}

const samplesOf = (payload: Payload): readonly MailSample[] =>
  mailKindsOf(payload).flatMap(({ samples = [] }) => samples)
