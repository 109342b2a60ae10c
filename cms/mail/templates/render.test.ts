import { expect, test } from 'vitest'
import { renderActionMail } from './render.ts'

const branding = {
  name: 'The House',
  siteUrl: 'https://venue.example',
  address: '1 Road',
  email: '',
}

test('the text of a mail with a button has the address once, the HTML also shows it', async () => {
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
