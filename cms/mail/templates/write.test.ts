import { expect, test } from 'vitest'
import { samples } from './samples.ts'

const house = { name: 'The House', siteUrl: 'https://venue.example', address: '1 Road' }

test('where a mail asks for a click, its text says the address once, and its HTML as words too', async () => {
  const { html, text } = (await samples.confirm_subscription?.write(house, null)) ?? {
    html: '',
    text: '',
  }
  const address = 'https://venue.example/subscribe/confirm/sample'
  expect(text.split(address)).toHaveLength(2)
  expect(html).toContain(`>${address}</a>`)
})
