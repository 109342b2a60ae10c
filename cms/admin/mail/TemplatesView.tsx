import { Gutter, Link } from '@payloadcms/ui'
import type { AdminViewServerProps } from 'payload'
import { houseOf } from '../../mail/house.ts'
import { samples } from '../../mail/templates/samples.ts'
import { keepMailPictures } from '../../media/mail-picture.ts'
import { HouseTemplate, placeOf, requireStaff } from '../house/HouseTemplate.tsx'
import { findVenueNow } from '../house/house.ts'
import { MailSheet } from './MailSheet.tsx'

const start = { label: 'Mail templates', url: '/cms/mail/templates' }

/** `/cms/mail/templates`: what the program’s own mails look like; with a name, one of them. */
export async function TemplatesView(view: AdminViewServerProps) {
  requireStaff(view)
  const { payload } = view.initPageResult.req
  const [, asked = ''] = placeOf(view).rest
  const sample = Object.hasOwn(samples, asked) ? samples[asked] : undefined
  if (sample) {
    const venue = await findVenueNow(payload)
    const [picture = null] = Object.values(venue.heroImages).flat()
    if (picture) await keepMailPictures(payload, [picture.id])
    const content = await sample.write(houseOf(venue), picture)
    return (
      <HouseTemplate view={view} trail={[start, { label: sample.name }]}>
        <Gutter className="house-view mailbox">
          <h1>{sample.name}</h1>
          <MailSheet content={content} />
        </Gutter>
      </HouseTemplate>
    )
  }
  return (
    <HouseTemplate view={view} trail={[start]}>
      <Gutter className="house-view mailbox">
        <h1>Mail templates</h1>
        <ul className="page-cards">
          {Object.entries(samples).map(([key, { name }]) => (
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
