import { Gutter, Link } from '@payloadcms/ui'
import type { AdminViewServerProps, Payload } from 'payload'
import { HouseTemplate, placeOf, requireStaff } from '../../admin/shell/HouseTemplate.tsx'
import { findVenueNow } from '../../admin/shell/house.ts'
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
  const [, asked = ''] = placeOf(view).rest
  const found = await findTemplate(payload, asked)
  if (found) {
    return (
      <HouseTemplate view={view} trail={[start, { label: found.name }]}>
        <Gutter className="house-view mailbox">
          <h1>{found.name}</h1>
          {found.content ? (
            <MailSheet content={found.content} />
          ) : (
            <p className="house-quiet">It is not written yet.</p>
          )}
        </Gutter>
      </HouseTemplate>
    )
  }
  const automations = automationKinds.map((kind): [string, { name: string }] => [
    kind,
    { name: nameOf[kind] },
  ])
  return (
    <HouseTemplate view={view} trail={[start]}>
      <Gutter className="house-view mailbox">
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
    </HouseTemplate>
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
  const venue = await findVenueNow(payload)
  const [picture = null] = Object.values(venue.heroImages).flat()
  if (picture) await keepMailPictures(payload, [picture.id])
  return { name: sample.name, content: await sample.write(houseOf(venue), picture) }
}
