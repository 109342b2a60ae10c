import type { AdminViewServerProps } from 'payload'
import { AdminPage, requireStaff, viewPath } from '../../admin/shell/AdminTemplate.tsx'
import { CmsLink } from '../../admin/shell/CmsLink.tsx'
import { can } from '../../staff/can.ts'
import { findMailBranding } from '../branding.ts'
import { samplesOf } from '../kinds.ts'
import type { MailSample } from '../mail-kind.ts'
import { createMailTextFiller, readWrittenWords, type WrittenWords } from '../mail-text-filler.ts'
import { isReworded } from '../texts.ts'
import { MailSheet } from './MailSheet.tsx'

const start = { label: 'Mail templates', url: '/cms/mail/templates' }

/** `/cms/mail/templates`: examples of every mail; `/cms/mail/templates/{key}`: one example. */
export async function TemplatesView(view: AdminViewServerProps) {
  requireStaff(view, 'mailbox.read')
  const { req } = view.initPageResult
  const { payload } = req
  const [, key] = viewPath(view).rest
  const written = await readWrittenWords(payload)
  const sample = samplesOf(payload).find((each) => each.key === key)
  if (sample) {
    const branding = await findMailBranding(payload)
    const context = { payload, branding, fillText: createMailTextFiller(branding, written) }
    const content = await sample.make(context)
    return (
      <AdminPage view={view} breadcrumbs={[start, { label: sample.name }]} className="mailbox">
        <h1>{sample.name}</h1>
        {can(req, 'mails.write') ? <ChangeLink sample={sample} written={written} /> : null}
        {content ? (
          <MailSheet content={content} />
        ) : (
          <p className="admin-quiet">It is not written yet.</p>
        )}
      </AdminPage>
    )
  }
  return (
    <AdminPage view={view} breadcrumbs={[start]} className="mailbox">
      <h1>Mail templates</h1>
      <p>Open one to see it. Publishers change its words there.</p>
      <ul className="page-cards">
        {samplesOf(payload).map(({ key: each, name, text }) => (
          <li key={each}>
            <CmsLink className="page-cards__name" href={`/cms/mail/templates/${each}`}>
              {name}
            </CmsLink>
            {text && isReworded(text, written.get(each)) ? (
              <span className="page-cards__state">in your words</span>
            ) : null}
          </li>
        ))}
      </ul>
    </AdminPage>
  )
}

/** The link to the form in which publishers change a mail. */
function ChangeLink({ sample, written }: { sample: MailSample; written: WrittenWords }) {
  const { key, text, formPath } = sample
  const id = written.get(key)?.id
  const forms = '/cms/collections/mail_texts'
  const href = text ? (id ? `${forms}/${id}` : `${forms}/create?mail=${key}`) : formPath
  if (!href) return null
  return (
    <p>
      <CmsLink href={href}>{text ? 'Change its words' : 'Write it'}</CmsLink>
    </p>
  )
}
