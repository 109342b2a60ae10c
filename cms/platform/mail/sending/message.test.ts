import { generateKeyPairSync } from 'node:crypto'
import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import type { MailContent, MailRow } from '../contract.ts'
import { composeMessage, type Sender } from './message.ts'

const sender: Sender = {
  from: { name: 'Wärme & Licht', address: 'hello@venue.example' },
  replyTo: null,
  bounceAddress: 'bounces@venue.example',
  signature: null,
}
const content: MailContent = {
  subject: 'Größe = 夏 😀',
  html: `<p>Größe = 夏 😀</p>\n${'<b>.</b> '.repeat(200)}\n.\nFrom here on`,
  text: `Größe = 夏 😀 \n.\n${'word '.repeat(100)}\n`,
  attachments: [],
  headers: {
    'List-Unsubscribe': '<https://venue.example/unsubscribe/1-2-3>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
}
const row: MailRow = {
  ...content,
  attachments: [],
  id: 7,
  key: 'letter 1 2',
  kind: 'letter',
  priority: 100,
  tries: 0,
  to_address: 'ada@venue.example',
  to_name: 'Ada "Ä" Lovelace',
  sealed: null,
  letter: 1,
  subscriber: 2,
}

test('a message has subject, text and HTML, on short ASCII lines', async () => {
  const message = await composeMessage(row, content, sender)
  for (const line of message.toString('latin1').split('\r\n')) {
    expect(line).toMatch(/^[\t\x20-\x7e]{0,200}$/)
  }
  const parsed = await simpleParser(message)
  expect(parsed.subject).toBe(content.subject)
  expect(parsed.text).toBe(content.text)
  expect(parsed.html).toBe(content.html)
  expect(parsed.from?.value).toEqual([{ name: 'Wärme & Licht', address: 'hello@venue.example' }])
  expect([parsed.to].flat()[0]?.value).toEqual([
    { name: 'Ada "Ä" Lovelace', address: 'ada@venue.example' },
  ])
})

test('a mail without text has an HTML part', async () => {
  const parsed = await simpleParser(await composeMessage(row, { ...content, text: '' }, sender))
  expect(parsed.html).toBe(content.html)
})

test('an attachment arrives as it was, beside both texts', async () => {
  const file = `BEGIN:VCALENDAR\r\nSUMMARY:Größe 😀 ${'x'.repeat(300)}\r\nEND:VCALENDAR\r\n`
  const attachments = [
    { name: 'quiz "1"\r\n.ics', type: 'text/calendar; charset=utf-8', content: file },
  ]
  const message = await composeMessage(row, { ...content, attachments }, sender)
  for (const line of message.toString('latin1').split('\r\n')) {
    expect(line).toMatch(/^[\t\x20-\x7e]{0,200}$/)
  }
  const parsed = await simpleParser(message)
  expect([parsed.text, parsed.html]).toEqual([content.text, content.html])
  const [attached, ...others] = parsed.attachments
  expect(others).toEqual([])
  expect([attached?.filename, attached?.contentType]).toEqual(['quiz1.ics', 'text/calendar'])
  expect(attached?.content.toString()).toBe(file)
})

test('DKIM signs the List-Unsubscribe headers', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const signature = { domainName: 'venue.example', keySelector: 'mail', privateKey }
  const { headers } = await simpleParser(
    await composeMessage(row, content, { ...sender, signature }),
  )
  const { params } = headers.get('dkim-signature') as { params: Record<string, string> }
  const signed = String(params.h).toLowerCase().replace(/\s/g, '').split(':')
  for (const name of ['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']) {
    expect(signed).toContain(name)
  }
})
