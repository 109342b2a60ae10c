import { describe, expect, test } from 'vitest'
import { fillIn } from '../../../platform/http/texts/fill-in.ts'
import type { Picture } from '../../../platform/media/picture.ts'
import type { Menu } from '../../venue/contract.ts'
import { parseBody } from '../mail/body.ts'
import { replaceNamePlaceholders } from '../mail/personalise.ts'
import { renderEdition } from '../mail/render-edition.ts'
import { fillEdition } from './edition.ts'

const picture: Picture = {
  id: 3,
  alt: 'A "pie" & peas',
  hash: '0123456789abcdef',
  color: '#804020',
  width: 1600,
  height: 900,
  widths: [480],
  fallbackWidths: [800],
  focal: { x: 50, y: 50 },
}
const menu: Menu = {
  id: 4,
  title: 'Pies',
  available: 'From noon',
  note: 'All with peas',
  items: [
    {
      name: 'Butter pie',
      description: 'Potato, onion',
      priceCents: 850,
      priceNote: '',
      diets: ['vegetarian'],
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
type Options = Parameters<typeof renderEdition>[1]
const options: Options = {
  branding: {
    ...{ name: 'Common People', siteUrl: 'https://venue.example' },
    address: '1 Yard, Sheffield',
    email: '',
  },
  currency: 'GBP',
  dietLabel: (diet) => ({ name: `Name of ${diet}`, short: diet.slice(0, 2).toUpperCase() }),
  embedded: {
    text: (text) => replaceNamePlaceholders(fillIn(text, { phone: '0114 496 & 0184' })),
    picture: () => picture,
    menus: () => [menu],
    programme: ({ area }) =>
      area
        ? [{ title: 'Brass', when: 'Fri 4 Dec, 19:30', area: 'Hall', path: '/calendar/brass' }]
        : [],
  },
  webUrl: 'https://venue.example/letters/pies',
}

const text = (words: string, format = 0) => ({ type: 'text', text: words, format })
const paragraph = (...children: unknown[]) => ({ type: 'paragraph', children })
const link = (url: string, words: string) => ({
  type: 'link',
  fields: { url },
  children: [text(words)],
})
const block = (fields: object) => ({ type: 'block', fields })
const bodyOf = (...children: unknown[]) => parseBody({ root: { type: 'root', children } })
const compose = (
  body: ReturnType<typeof bodyOf>,
  texts: { subject?: string; preheader?: string } = {},
  overrides: Partial<Options> = {},
) =>
  renderEdition({ subject: 'Pies', preheader: null, ...texts, body }, { ...options, ...overrides })

const reader = {
  name: 'Mo',
  unsubscribeUrl: 'https://venue.example/unsubscribe/1-2-ab',
  notificationsUrl: 'https://venue.example/notifications/1-2-ab',
  linkUrl: (index: number) => `https://venue.example/l/${index}?a=1&b=2`,
}

const everything = bodyOf(
  { type: 'heading', tag: 'h2', children: [text('Pies are back')] },
  { type: 'heading', tag: 'h3', children: [text('On Friday')] },
  paragraph(text('Hello {name|neighbour}, ring '), text('{phone}', 1), text(' <now>', 2)),
  paragraph(link('/kitchens', 'the kitchens'), link('mailto:a@venue.example', 'us')),
  { type: 'list', listType: 'bullet', children: [{ type: 'listitem', children: [text('one')] }] },
  { type: 'quote', children: [text('Best in town')] },
  { type: 'horizontalrule' },
  block({ blockType: 'image', picture: 3 }),
  block({ blockType: 'button', label: 'Book, {name|you}', url: 'https://book.example/?a=1&b=2' }),
  block({ blockType: 'menu', room: 'kitchens' }),
)

const edition = await compose(everything, { subject: '{name}: pies', preheader: 'Hot, {name}' })
const greeting = await compose(bodyOf(paragraph(text('Hello {name}.'))), { subject: 'For {name}' })

describe('a filled edition', () => {
  const { subject, html, text: plain } = fillEdition(edition, reader)

  test('has the name in subject, preheader, HTML and text', () => {
    expect(subject).toBe('Mo: pies')
    expect(html).toContain('Hot, Mo')
    expect(html).toContain('Hello Mo, ring <strong>0114 496 &amp; 0184</strong>')
    expect(html).toContain('<em> &lt;now&gt;</em>')
    expect(plain).toContain('Hello Mo, ring 0114 496 & 0184 <now>')
    expect(plain).toContain('Mo: pies')
  })

  test('tracks links to pages, but not header links, mailto links or the links of the one reader', () => {
    expect(edition.links).toEqual([
      { url: 'https://venue.example/kitchens', label: 'the kitchens' },
      { url: 'https://book.example/?a=1&b=2', label: 'Book, you' },
    ])
    const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    const tracked = (index: number) => `https://venue.example/l/${index}?a=1&#38;b=2`
    expect(hrefs).toEqual([
      'https://venue.example',
      'https://venue.example/letters/pies',
      tracked(0),
      'mailto:a@venue.example',
      tracked(1),
      reader.unsubscribeUrl,
      reader.notificationsUrl,
    ])
    expect(plain).toContain('https://venue.example/l/1?a=1&b=2')
    expect(plain).toContain(reader.unsubscribeUrl)
    expect(plain).toContain(reader.notificationsUrl)
  })

  test('has pictures with absolute URLs, column width and alt text', () => {
    const [image] = /<img[^>]*media[^>]*>/.exec(html) ?? []
    expect(image).toContain('src="https://venue.example/media/0123456789abcdef/1104.jpg"')
    expect(image).toContain('alt="A &quot;pie&quot; &amp; peas"')
    expect(image).toContain('width="552"')
    expect(image).toContain('height="311"')
  })

  test('has menus with prices and diets in HTML and text', () => {
    for (const part of [html, plain]) {
      for (const words of ['Pies', 'From noon', 'Butter pie', '£8.50', 'ask', 'All with peas']) {
        expect(part).toContain(words)
      }
    }
    expect(plain).toMatch(/Butter pie \(VE\) +£8\.50/)
    expect(plain).toContain('VE name of vegetarian')
    expect(edition.menus).toEqual([[menu]])
  })

  test('contains no internal marks and no scripts', () => {
    for (const part of [subject, html, plain]) expect(part).not.toMatch(/[\ue000\ue001]/)
    expect(html).not.toMatch(/<script|javascript:| on\w+=/i)
  })

  test('says why it was sent and by which venue', () => {
    for (const part of [html, plain]) {
      const words = part.replace(/<!-- -->/g, '').replace(/\s+/g, ' ')
      expect(words).toContain('You get this because you asked for the letter from Common People.')
      expect(words).toContain('Common People, 1 Yard, Sheffield')
    }
  })
})

test('the edition of a letter without a page has no link “Read it in the browser”', async () => {
  const { html, text: plain } = await compose(everything, {}, { webUrl: null })
  for (const part of [html, plain]) expect(part).not.toContain('Read it in the browser')
})

test('an edition without a preheader uses the beginning of its first paragraph as preheader', async () => {
  const body = bodyOf(paragraph(text(' ')), paragraph(text(`${'word '.repeat(60)}end`)))
  const { html } = await compose(body)
  const [, preheader = ''] = /data-skip-in-text[^>]*>([^<]*)/.exec(html) ?? []
  expect(preheader).toMatch(/^(word ){20,30}…/)
})

describe('a hostile name', () => {
  const fillWithName = (name: string | null) => fillEdition(greeting, { ...reader, name })

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'Mo\r\nBcc: all@evil.example',
    'https://evil.example',
    'evil.example/login',
    '{phone}',
  ])('%j is replaced by the fallback', (name) => {
    const mail = fillWithName(name)
    expect(mail).toEqual(fillWithName(null))
    expect(mail.subject).toBe('For friend')
  })

  test.each([
    ['Mo & "Lee" \'x\'', 'Mo &#38; &#34;Lee&#34; &#39;x&#39;'],
    ['$& $1 $`', '$&#38; $1 $`'],
    ['&lt;b&gt;', '&#38;lt;b&#38;gt;'],
  ])('%j is escaped in HTML only', (name, inHtml) => {
    const mail = fillWithName(name)
    expect(mail.html).toContain(`Hello ${inHtml}.`)
    expect(mail.text).toContain(`Hello ${name}.`)
    expect(mail.subject).toBe(`For ${name}`)
  })

  test('with line breaks becomes one line in the subject', () => {
    expect(fillWithName('Mo\r\nLee\u2028\u0085Li').subject).toBe('For Mo Lee Li')
  })

  test('cannot contain an internal mark', () => {
    expect(fillWithName('\ue000u\ue001').text).toContain('Hello u.')
  })
})

test('ten thousand mails are rendered within the test timeout', () => {
  let characters = 0
  for (let index = 0; index < 10_000; index++) {
    characters += fillEdition(edition, { ...reader, name: `Reader ${index}` }).html.length
  }
  expect(characters).toBeGreaterThan(10_000 * 5000)
})

test('what is on is a list of links; a letter says it if nothing is on', async () => {
  const on = await compose(bodyOf(block({ blockType: 'programme', area: 'Event Spaces' })))
  expect(on.links).toEqual([{ url: 'https://venue.example/calendar/brass', label: 'Brass' }])
  expect(fillEdition(on, reader).text).toMatch(/Fri 4 Dec, 19:30: Brass.*, Hall/)
  const nothing = await compose(
    bodyOf(paragraph(text('Hello')), block({ blockType: 'programme', area: null })),
  )
  expect(nothing.links).toEqual([{ url: 'https://venue.example/calendar', label: 'What’s on' }])
  expect(fillEdition(nothing, reader).text).toContain('Nothing is on here in these weeks.')
})
