import { expect, test } from 'vitest'
import { dropCachedReads } from '../../../platform/database/cached-read.ts'
import { mailBranding } from '../../../platform/mail/branding.ts'
import { site } from '../../../platform/runtime/site-facts.ts'
import { prepareChange } from '../../reservations/service.ts'
import { eventKind } from './kind.ts'

// The cache of a process is outdated until it hears that the venue has changed.
test('a time zone that is newer than the cached one is used for the clock and in mails', async () => {
  dropCachedReads()
  const facts = {
    ...{ timeZone: 'Europe/London', currency: 'GBP', wakingHours: { from: 540, to: 1260 } },
    ...{ brandText: 'Venue', productName: 'Venue' },
    contact: { street: '', locality: '', postcode: '' },
  }
  const feature = {
    provides: [
      site.with({ tag: 'venue', find: async () => facts }),
      mailBranding.with(async () => ({
        ...{ name: 'Venue', siteUrl: 'http://venue', address: '', email: '' },
      })),
    ],
  }
  const payload = {
    config: { custom: { features: [feature] } },
    find: async () => ({ docs: [] }),
  }
  const textOf = async (known?: { timeZone: string }) => {
    const { ledgerSettings, waking, mailer } = await prepareChange(
      eventKind,
      { payload } as never,
      known,
    )
    const startsAt = new Date('2026-12-03T19:30Z')
    const date = { ...{ id: 1, title: 'Quiz', slug: 'quiz', areas: ['Cafe'] }, startsAt }
    const rsvp = {
      ...{ id: 1, linkVersion: 1, party: 2, priceCents: 0, payment: 'free', status: 'waitlisted' },
      email: 'jo@example.org',
    }
    const about = {
      subject: date,
      reservation: rsvp,
      occasion: 1,
      words: { changes: 'Another hour.' },
    }
    const mail = await mailer('reminder_day', about as never)
    expect([ledgerSettings.timeZone, waking.timeZone]).toEqual(
      Array(2).fill(known?.timeZone ?? facts.timeZone),
    )
    return mail?.text
  }
  expect(await textOf()).toContain('7.30pm')
  expect(await textOf({ timeZone: 'Europe/Paris' })).toContain('8.30pm')
})
