import { expect, test } from 'vitest'
import { toInertMail, withShortAddresses } from './inert.ts'

const token = '0123456789abcdef0123456789abcdef01234567'
const link = `https://venue.example/common-room/claim/${token}`
const html = `<!DOCTYPE html PUBLIC "-//W3C//DTD" "http://www.w3.org/TR/xhtml1/DTD/xhtml1.dtd">
<html><head><meta http-equiv="refresh" content="0;url=${link}"><title>${link}</title>
<style>a { color: red; background: url(https://venue.example/a/b.png) }</style></head>
<body background="${link}"><!--[if mso]><a href="${link}">x</a><![endif]-->
<a title="a > b" class="button" href="${link}" target="_blank">Take it</a> <A
HREF='${link}?a=1&amp;b=2'>it</A>
<a/href=${link}>it</a><area href="${link}"><form action="${link}"><button formaction="${link}">x</button></form>
<svg><a xlink:href="${link}">x</a></svg><img src="https://venue.example/media/a/b.webp" alt="">
Or copy this address: <a href="${link}">${link}</a></body></html>`
const mail = { subject: `Look: ${link}`, html, text: `Hello\n${link}\n(${link})` }

test('a shown mail has nothing that can be followed, whoever reads it', () => {
  for (const withAddresses of [true, false]) {
    const shown = toInertMail(mail, { withAddresses })
    expect(shown.html).not.toMatch(/href|action=|refresh|<!--/i)
    expect(shown.html).toContain('class="button"')
    expect(shown.html).toContain('src="https://venue.example/media/a/b.webp"')
    expect(shown.html).toContain('url(https://venue.example/a/b.png)')
    expect(shown.html).toContain('xhtml1.dtd')
  }
})

test('addresses are shown as text, or not at all', () => {
  const shown = toInertMail(mail, { withAddresses: true })
  expect(shown.addresses).toEqual([link, `${link}?a=1&b=2`])
  expect(shown.text).toContain(link)
  expect(shown.html).toContain(`>${link}</a>`)
  const hidden = toInertMail(mail, { withAddresses: false })
  expect(hidden.addresses).toEqual([])
  expect(JSON.stringify(hidden)).not.toContain(token)
  expect(hidden.text).toBe(
    'Hello\nhttps://venue.example/common-room/…\n(https://venue.example/common-room/…)',
  )
})

test.each([
  ['https://venue.example', 'https://venue.example/'],
  ['https://venue.example/calendar', 'https://venue.example/calendar'],
  [`https://venue.example/${token}`, 'https://venue.example/…'],
  [`https://venue.example/?t=${token}`, 'https://venue.example/…'],
  [`https://venue.example/calendar#${token}`, 'https://venue.example/calendar/…'],
  [`https://${token}:x@venue.example/`, 'https://venue.example/…'],
  [`<https://venue.example/unsubscribe/1-2-${token}>`, '<https://venue.example/unsubscribe/…>'],
])('%s is shortened to %s', (address, short) => {
  expect(withShortAddresses(address)).toBe(short)
})
