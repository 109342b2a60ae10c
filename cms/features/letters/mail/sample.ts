import type { Payload } from 'payload'
import type { MailBranding } from '../../../platform/mail/branding.ts'
import type { MailContent } from '../../../platform/mail/contract.ts'
import { ensureMailPictures } from '../../../platform/media/mail-picture.ts'
import { fallbackTexts } from '../../content/service.ts'
import type { Menu } from '../../venue/contract.ts'
import type { Diet } from '../../venue/rules.ts'
import { findVenue } from '../../venue/service.ts'
import { fillEdition } from '../sending/edition.ts'
import { parseBody } from './body.ts'
import { replaceNamePlaceholders } from './personalise.ts'
import { renderEdition } from './render-edition.ts'

const text = (words: string, format = 0) => ({ type: 'text', text: words, format })
const element = (type: string, children: unknown[], rest = {}) => ({ type, children, ...rest })
const paragraph = (...children: unknown[]) => element('paragraph', children)
const heading = (tag: string, words: string) => element('heading', [text(words)], { tag })
const block = (fields: object) => ({ type: 'block', fields })
const item = (words: string) => element('listitem', [text(words)])

const menu: Menu = {
  id: 1,
  title: 'Pies',
  available: 'Friday and Saturday, noon till they’re gone',
  note: 'All of them with mushy peas, gravy and a fork.',
  items: [
    {
      name: 'Butter pie',
      description: 'Potato, onion, a lot of butter',
      priceCents: 850,
      priceNote: '',
      diets: ['vegetarian', 'contains_nuts'] as Diet[],
      soldOutOn: null,
    },
    {
      name: 'Mushroom and ale',
      description: '',
      priceCents: 895,
      priceNote: 'with a half',
      diets: ['vegan'] as Diet[],
      soldOutOn: null,
    },
    {
      name: 'Pie of the day',
      description: '',
      priceCents: null,
      priceNote: 'ask',
      diets: [],
      soldOutOn: null,
    },
  ],
}

/** A sample letter with every kind of element. It has a picture only if the venue has one. */
export async function sampleLetter(payload: Payload, branding: MailBranding): Promise<MailContent> {
  const venue = await findVenue(payload)
  const [picture = null] = Object.values(venue.heroImages).flat()
  if (picture) await ensureMailPictures(payload, [picture.id])
  const { global } = fallbackTexts({ page: 'kitchens', venue })
  const body = parseBody({
    root: {
      type: 'root',
      children: [
        paragraph(text('Hello {name},')),
        paragraph(
          text('The ovens are back from the menders, so the pies are back too. '),
          text('Friday at noon', 1),
          text(', first come, first served. '),
          text('Bring somebody.', 2),
        ),
        ...(picture ? [block({ blockType: 'image', picture: picture.id })] : []),
        heading('h2', 'What’s in them'),
        block({ blockType: 'menu', room: 'kitchens' }),
        block({ blockType: 'button', label: 'Keep me a table', url: '/kitchens' }),
        { type: 'horizontalrule' },
        heading('h3', 'Also on'),
        element('list', [item('Thursday: brass in the hall'), item('Sunday: the long table')], {
          listType: 'bullet',
        }),
        element('quote', [text('“Best pie I’ve had since the last one.” A regular')]),
        paragraph(
          text('Something else? '),
          element('link', [text('Read what’s on at the hall')], { fields: { url: '/hall' } }),
          text(' or just turn up.'),
        ),
      ],
    },
  })
  const edition = await renderEdition(
    {
      subject: 'Pies, {name|friend}. Pies.',
      preheader: 'The ovens are back from the menders.',
      body,
    },
    {
      branding,
      currency: 'GBP',
      dietLabel: (diet) => ({ name: global('menu', diet), short: global('menu', `${diet}_mark`) }),
      embedded: {
        text: replaceNamePlaceholders,
        picture: () => picture,
        menus: () => [menu],
        programme: () => [],
      },
      webUrl: `${branding.siteUrl}/letters/sample`,
    },
  )
  return fillEdition(edition, {
    name: 'Mo',
    unsubscribeUrl: `${branding.siteUrl}/unsubscribe/sample`,
    notificationsUrl: `${branding.siteUrl}/notifications`,
    linkUrl: (index) => edition.links[index]?.url ?? branding.siteUrl,
  })
}
