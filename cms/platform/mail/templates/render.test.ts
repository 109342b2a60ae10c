import { expect, test } from 'vitest'
import { renderActionMail } from './render.ts'

const branding = {
  name: 'The House',
  siteUrl: 'https://venue.example',
  address: '1 Road',
  email: '',
}

test('the tables of a mail are 600 pixels wide in Outlook, which ignores `max-width`, and no wider than a phone elsewhere', async () => {
  const { html, text } = await renderActionMail({
    branding,
    colors: { name: 'beer', spot: '#e8a11c', onSpot: '#1f2430' },
    subject: 'One more step',
    heading: 'One more step',
    paragraphs: ['Press the button.'],
    note: 'Not you?',
  })
  const tables = html.match(/<table[^>]*width="600"[^>]*>/g) ?? []
  expect(tables).toHaveLength(2)
  for (const table of tables) {
    expect(table).toMatch(/style="width:600px;max-width:100%"/)
  }
  expect(tables[0]).toContain('bgcolor="#e8a11c"')
  expect(html).toContain('src="https://venue.example/brand/door-beer.png"')
  expect(text).toMatch(/^The House.*One more step\s+Press the button/s)
  expect(text).not.toContain('door-beer')
})

test('the plain text of a mail contains the URL of its button once, and the HTML shows the URL too', async () => {
  const url = 'https://venue.example/subscribe/confirm/sample'
  const { html, text } = await renderActionMail({
    branding,
    subject: 'One more step',
    heading: 'One more step',
    paragraphs: ['Press the button.'],
    button: { label: 'Yes', url },
    note: 'Wasn’t you? Then do nothing.',
  })
  expect(text.split(url)).toHaveLength(2)
  expect(html).toContain(`>${url}</a>`)
})

test('a headline with a long word is smaller on phones, so that it does not break inside the word', async () => {
  const render = (heading: string) =>
    renderActionMail({ branding, subject: heading, heading, paragraphs: ['Hello.'], note: '' })
  expect((await render('Your subscription')).html).toMatch(/<h1[^>]*class="long"/)
  expect((await render('One more step')).html).not.toMatch(/<h1[^>]*class="long"/)
})
