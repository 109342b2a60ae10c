import { Gutter, Link } from '@payloadcms/ui'
import type { AdminViewServerProps, Payload } from 'payload'
import { AdminTemplate, requireStaff, viewPath } from '../../admin/shell/AdminTemplate.tsx'
import { readVenueOnce } from '../../admin/shell/find-admin-context.ts'
import { sampleAutomation } from '../../automations/content.ts'
import { type AutomationKind, automationKinds, isAutomation } from '../../automations/rules.ts'
import { keepMailPictures } from '../../media/mail-picture.ts'
import type { MailContent } from '../contract.ts'
import { houseOf } from '../house.ts'
import { samples } from '../templates/samples.ts'
import { MailSheet } from './MailSheet.tsx'

const start = { label: 'Mail templates', url: '/cms/mail/templates' }

/** `/cms/mail/templates`: what the program’s own mails look like; with a name, one of them. */
export async function TemplatesView(view: AdminViewServerProps) {
  requireStaff(view)
  const { payload } = view.initPageResult.req
  const [, asked = ''] = viewPath(view).rest
  const found = await findTemplate(payload, asked)
  if (found) {
    return (
      <AdminTemplate view={view} trail={[start, { label: found.name }]}>
        <Gutter className="admin-view mailbox">
          <h1>{found.name}</h1>
          {found.content ? (
            <MailSheet content={found.content} />
          ) : (
            <p className="admin-quiet">It is not written yet.</p>
          )}
        </Gutter>
      </AdminTemplate>
    )
  }
  const automations = automationKinds.map((kind): [string, { name: string }] => [
    kind,
    { name: nameOf[kind] },
  ])
  return (
    <AdminTemplate view={view} trail={[start]}>
      <Gutter className="admin-view mailbox">
        <h1>Mail templates</h1>
        <ul className="page-cards">
          {[...Object.entries(samples), ...automations].map(([key, { name }]) => (
            <li key={key}>
              <Link
                className="page-cards__name"
                href={`/cms/mail/templates/${key}`}
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

const nameOf: Record<AutomationKind, string> = {
  welcome: 'The welcome letter',
  birthday: 'The birthday letter',
}

async function findTemplate(
  payload: Payload,
  asked: string,
): Promise<{ name: string; content: MailContent | null } | null> {
  if (isAutomation(asked)) {
    return { name: nameOf[asked], content: await sampleAutomation(payload, asked) }
  }
  const sample = Object.hasOwn(samples, asked) ? samples[asked] : undefined
  if (!sample) return null
  const venue = await readVenueOnce(payload)
  const [picture = null] = Object.values(venue.heroImages).flat()
  if (picture) await keepMailPictures(payload, [picture.id])
  return { name: sample.name, content: await sample.write(houseOf(venue), picture) }
}
