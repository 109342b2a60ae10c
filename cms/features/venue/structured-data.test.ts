import { expect, test } from 'vitest'
import type { Venue } from './contract.ts'
import type { Interval, Weekday } from './hours/opening-hours.ts'
import { questionData, structuredData } from './structured-data.ts'

const onTuesdayAndThursday = (...intervals: Interval[]): Record<Weekday, Interval[]> => ({
  mon: [],
  tue: intervals,
  wed: [],
  thu: intervals,
  fri: [],
  sat: [],
  sun: [],
})
const venue: Venue = {
  isDemo: false,
  productName: 'Common People',
  brandText: 'Common People',
  tagline: 'A people’s social club',
  copyright: '',
  timeZone: 'Europe/London',
  currency: 'GBP',
  contact: {
    street: 'The Old Tram Shed\n14 Canteen Yard',
    locality: 'Sheffield',
    postcode: 'S3 8XX',
    country: 'GB',
    latitude: 53.4,
    longitude: -1.5,
    phone: '0114 496 0184',
    email: 'hello@example.org',
    mapUrl: '',
  },
  social: [{ label: 'Photographs', url: 'https://photographs.example' }],
  topics: [],
  wakingHours: { from: 480, to: 1320 },
  hours: {
    areas: [
      { area: 'Cafe', week: onTuesdayAndThursday({ opens: '07:00', closes: '18:00' }) },
      { area: 'Beer Hall', week: onTuesdayAndThursday({ opens: '12:00', closes: '01:00' }) },
      {
        area: 'Kitchens',
        week: onTuesdayAndThursday(
          { opens: '12:00', closes: '14:30' },
          { opens: '17:00', closes: '21:00' },
        ),
      },
    ],
    exceptions: [
      {
        date: '2026-12-24',
        area: 'Cafe',
        closed: false,
        intervals: [{ opens: '07:00', closes: '15:00' }],
        note: '',
      },
      { date: '2026-12-25', area: null, closed: true, intervals: [], note: '' },
      { date: '2026-11-01', area: 'Cafe', closed: true, intervals: [], note: '' },
    ],
  },
  heroImages: {},
}
const facts = {
  siteUrl: 'https://site',
  path: '/cafe',
  title: 'Cafe',
  description: 'Coffee',
  image: 'https://site/share/cafe.png',
  today: '2026-11-21',
}
const hours = (when: Record<string, string | string[]>, opens: string, closes: string) => ({
  '@type': 'OpeningHoursSpecification',
  ...when,
  opens,
  closes,
})
const date = (value: string) => ({ validFrom: value, validThrough: value })

test('a room has its own type, menu, hours and special hours, and the contact data of the venue', () => {
  expect(structuredData(venue, facts)).toMatchObject({
    '@type': 'CafeOrCoffeeShop',
    url: 'https://site/cafe',
    telephone: '0114 496 0184',
    hasMenu: 'https://site/cafe',
    address: {
      streetAddress: 'The Old Tram Shed, 14 Canteen Yard',
      postalCode: 'S3 8XX',
      addressCountry: 'GB',
    },
    geo: { latitude: 53.4, longitude: -1.5 },
    openingHoursSpecification: [hours({ dayOfWeek: ['Tuesday', 'Thursday'] }, '07:00', '18:00')],
    specialOpeningHoursSpecification: [
      hours(date('2026-12-24'), '07:00', '15:00'),
      hours(date('2026-12-25'), '00:00', '00:00'),
    ],
  })
})

test.each([
  ['/beer', 'BarOrPub', 'Common People Beer Hall'],
  ['/cocktails', 'BarOrPub', 'Common People Cocktail Bar'],
  ['/kitchens', 'Restaurant', 'Common People Kitchens'],
  ['/hall', 'EventVenue', 'Common People Hall'],
  ['/community', 'EventVenue', 'Common People Community'],
])('the room at %s has the type %s and the name %s', (path, type, name) => {
  expect(structuredData(venue, { ...facts, path })).toMatchObject({ '@type': type, name })
})

test('two spans on one day stay separate', () => {
  expect(structuredData(venue, { ...facts, path: '/kitchens' }).openingHoursSpecification).toEqual([
    hours({ dayOfWeek: ['Tuesday', 'Thursday'] }, '12:00', '14:30'),
    hours({ dayOfWeek: ['Tuesday', 'Thursday'] }, '17:00', '21:00'),
  ])
})

test('rooms that together are open for 24 hours close a minute early', () => {
  const halves = [
    { opens: '00:00', closes: '12:00' },
    { opens: '12:00', closes: '00:00' },
  ]
  const areas = (['Cafe', 'Beer Hall'] as const).map((area, index) => ({
    area,
    week: onTuesdayAndThursday(...halves.slice(index, index + 1)),
  }))
  const open = { ...venue, hours: { ...venue.hours, areas } }
  expect(structuredData(open, { ...facts, path: '/' }).openingHoursSpecification).toEqual([
    hours({ dayOfWeek: ['Tuesday', 'Thursday'] }, '00:00', '23:59'),
  ])
})

test('the venue is open from the first opening to the last closing after midnight', () => {
  expect(structuredData(venue, { ...facts, path: '/' }).openingHoursSpecification).toEqual([
    hours({ dayOfWeek: ['Tuesday', 'Thursday'] }, '07:00', '01:00'),
  ])
})

test('a page that is not a room refers to the venue', () => {
  expect(structuredData(venue, { ...facts, path: '/privacy', title: 'Privacy' })).toMatchObject({
    '@type': 'WebPage',
    name: 'Privacy',
    about: { '@id': 'https://site/#venue' },
  })
})

test('questions are listed in order with their answers', () => {
  const questions = [
    { id: 1, question: 'Are dogs allowed?', answer: 'Yes.' },
    { id: 2, question: 'Cats?', answer: 'Ask them.' },
  ]
  expect(questionData('https://venue.example/cafe', questions)).toEqual({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    '@id': 'https://venue.example/cafe#faq',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  })
})

test('the home page and the rooms with tables say where to book; others do not', () => {
  const facts = {
    ...{ siteUrl: 'https://venue.example', title: '', description: '', image: '' },
    ...{ today: '2026-12-04', booking: { path: '/book', areas: ['Cafe'] as const } },
  }
  const urlAt = (path: string) => {
    const { potentialAction } = structuredData(venue, { ...facts, path }) as {
      potentialAction?: { '@type': string; target: { urlTemplate: string } }
    }
    return potentialAction && [potentialAction['@type'], potentialAction.target.urlTemplate]
  }
  expect(urlAt('/')).toEqual(['ReserveAction', 'https://venue.example/book'])
  expect(urlAt('/cafe')).toEqual(['ReserveAction', 'https://venue.example/book?area=Cafe'])
  expect(urlAt('/beer')).toBeUndefined()
  expect(urlAt('/privacy')).toBeUndefined()
})
