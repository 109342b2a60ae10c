import type { Event } from '../../payload-types.ts'
import type { RuleDay } from '../repeat.ts'

/**
 * When a demo event begins: a day of the week, so many weeks from the one in which the database is filled, or a day of
 * the year, the next one that comes.
 */
type Begin = { day: RuleDay; weeks: number } | { month: number; date: number }

export type DemoEvent = Pick<Event, 'title' | 'slug' | 'summary' | 'areas'> &
  Partial<
    Pick<
      Event,
      | 'body'
      | 'status'
      | 'visibility'
      | 'interests'
      | 'capacity'
      | 'max_party'
      | 'payment'
      | 'price_cents'
      | 'member_price_cents'
      | 'common_good_percent'
      | 'organiser_name'
    >
  > & {
    begin: Begin
    /** `19:30` */
    from: string
    minutes: number
    /** Minutes before the start at which doors open. */
    doors?: number
    rule?: string
    /** A picture of the demo venue. */
    picture: string
    /** How full its next dates are, from 0 to 1; above 1, people wait. */
    full?: number
  }

const series: DemoEvent[] = [
  {
    title: 'The Tram Shed Quiz',
    slug: 'quiz',
    summary: 'Six rounds, one of them music, and a meat raffle nobody can explain.',
    body: 'Teams of up to six. Come at seven for a table near the bar; the questions start at half past and the last round is always the one about Sheffield.',
    areas: ['Beer Hall'],
    interests: ['Beer & Brewing Events', 'Networking Events'],
    ...{
      begin: { day: 'TU', weeks: -9 },
      from: '19:30',
      minutes: 150,
      rule: 'FREQ=WEEKLY;BYDAY=TU',
    },
    ...{ capacity: 90, max_party: 6, picture: 'beer-1', full: 0.6 },
  },
  {
    title: 'Sunday Jazz',
    slug: 'sunday-jazz',
    summary: 'A trio by the piano, two sets, and the good armchairs.',
    areas: ['Cocktail Bar'],
    interests: ['Live Music & Entertainment'],
    ...{
      begin: { day: 'SU', weeks: -10 },
      from: '16:00',
      minutes: 180,
      rule: 'FREQ=WEEKLY;BYDAY=SU',
    },
    ...{ capacity: 48, max_party: 4, picture: 'hall-3', full: 0.7 },
  },
  {
    title: 'Six Glasses',
    slug: 'six-glasses',
    summary: 'Six wines from small growers, poured and explained without the nonsense.',
    body: 'Bread, cheese and water are on the table. If you don’t drink, say so: there are six good things without alcohol as well.',
    areas: ['Cocktail Bar'],
    interests: ['Wine Tastings & Masterclasses'],
    ...{ begin: { day: 'TH', weeks: -8 }, from: '19:00', minutes: 120 },
    rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH',
    ...{ payment: 'credit', price_cents: 2800, member_price_cents: 2400, common_good_percent: 5 },
    ...{ capacity: 24, max_party: 4, picture: 'cocktails-3', full: 0.8 },
  },
  {
    title: 'Film Club',
    slug: 'film-club',
    summary: 'One film, no adverts, and an argument about it afterwards.',
    areas: ['Event Spaces'],
    interests: ['Film & Cinema'],
    ...{ begin: { day: 'WE', weeks: -8 }, from: '20:00', minutes: 160, doors: 30 },
    rule: 'FREQ=WEEKLY;BYDAY=WE',
    ...{ payment: 'door', price_cents: 700, member_price_cents: 500 },
    ...{ capacity: 80, max_party: 6, picture: 'home-2', full: 0.4 },
  },
  {
    title: 'Life Drawing',
    slug: 'life-drawing',
    summary: 'A model, easels and paper. No experience and no judgement.',
    areas: ['Common Room'],
    interests: ['Art & Creative Workshops'],
    ...{
      begin: { day: 'MO', weeks: -9 },
      from: '18:30',
      minutes: 120,
      rule: 'FREQ=WEEKLY;BYDAY=MO',
    },
    ...{ payment: 'credit', price_cents: 1200, member_price_cents: 900 },
    ...{ capacity: 16, max_party: 2, picture: 'common-room-2', full: 0.75 },
  },
  {
    title: 'Early Desk',
    slug: 'early-desk',
    summary: 'People who work for themselves have breakfast together. Coffee is on us.',
    areas: ['Cafe'],
    interests: ['Networking Events', 'Business Meetings & Workspace'],
    ...{
      begin: { day: 'TH', weeks: -9 },
      from: '08:30',
      minutes: 90,
      rule: 'FREQ=WEEKLY;BYDAY=TH',
    },
    ...{ max_party: 2, picture: 'cafe-1', full: 0.3 },
  },
  {
    title: 'Friday Loud',
    slug: 'friday-loud',
    summary: 'Two bands you haven’t heard of yet and a floor that bounces.',
    areas: ['Event Spaces'],
    interests: ['Live Music & Entertainment'],
    ...{ begin: { day: 'FR', weeks: -9 }, from: '20:30', minutes: 210, doors: 60 },
    rule: 'FREQ=WEEKLY;BYDAY=FR',
    ...{ payment: 'door', price_cents: 900, member_price_cents: 700 },
    ...{ capacity: 220, max_party: 8, picture: 'hall-1', full: 0.3 },
  },
  {
    title: 'Yard Market',
    slug: 'yard-market',
    summary: 'Thirty stalls of bread, plants, prints and things somebody made.',
    areas: ['Event Spaces', 'Cafe'],
    interests: ['Special Occasions & Celebrations'],
    ...{ begin: { day: 'SA', weeks: -10 }, from: '10:00', minutes: 300 },
    rule: 'FREQ=MONTHLY;BYDAY=1SA',
    ...{ picture: 'community-1' },
  },
  {
    title: 'Cook the Supper',
    slug: 'cook-the-supper',
    summary: 'Three courses at the pass with our cooks. You eat what you make.',
    areas: ['Kitchens'],
    interests: ['Cooking Classes'],
    ...{ begin: { day: 'SA', weeks: -8 }, from: '11:00', minutes: 240 },
    rule: 'FREQ=MONTHLY;BYDAY=-1SA',
    ...{ payment: 'credit', price_cents: 4800, member_price_cents: 4200, common_good_percent: 5 },
    ...{ capacity: 12, max_party: 3, picture: 'kitchens-2', full: 1 },
  },
  {
    title: 'Shaken Twice',
    slug: 'shaken-twice',
    summary: 'Three classic cocktails, made by you, tasted by everybody.',
    areas: ['Cocktail Bar'],
    interests: ['Cocktail Masterclasses'],
    ...{ begin: { day: 'WE', weeks: -8 }, from: '18:30', minutes: 120 },
    rule: 'FREQ=MONTHLY;BYDAY=2WE',
    ...{ payment: 'credit', price_cents: 3200, member_price_cents: 2800 },
    ...{ capacity: 10, max_party: 4, picture: 'cocktails-1', full: 0.9 },
  },
  {
    title: 'Mending Sunday',
    slug: 'mending-sunday',
    summary: 'Bring what is broken. Neighbours who know how help you repair it.',
    areas: ['Common Room'],
    interests: ['Art & Creative Workshops'],
    ...{ begin: { day: 'SU', weeks: -9 }, from: '11:00', minutes: 180 },
    rule: 'FREQ=MONTHLY;BYDAY=3SU',
    ...{ max_party: 3, picture: 'community-3', full: 0.4 },
  },
  {
    title: 'Brewers’ Table',
    slug: 'brewers-table',
    summary: 'Members taste next month’s barrels and vote on two of them.',
    areas: ['Beer Hall'],
    visibility: 'members',
    interests: ['Beer & Brewing Events'],
    ...{ begin: { day: 'MO', weeks: -8 }, from: '19:00', minutes: 120 },
    rule: 'FREQ=MONTHLY;BYDAY=1MO',
    ...{ capacity: 20, max_party: 2, picture: 'beer-3', full: 0.6 },
  },
]

const single: DemoEvent[] = [
  {
    title: 'Harvest Supper',
    slug: 'harvest-supper',
    summary: 'One long table, everything from the allotments, and the choir between courses.',
    areas: ['Event Spaces', 'Kitchens'],
    interests: ['Special Occasions & Celebrations'],
    ...{ begin: { day: 'SA', weeks: -6 }, from: '18:30', minutes: 240 },
    ...{ payment: 'door', price_cents: 2600, capacity: 96, picture: 'kitchens-3' },
  },
  {
    title: 'Tram Shed Ceilidh',
    slug: 'ceilidh',
    summary: 'A caller, a fiddle band and no need to know the steps.',
    areas: ['Event Spaces'],
    interests: ['Live Music & Entertainment'],
    ...{ begin: { day: 'SA', weeks: -3 }, from: '19:30', minutes: 210 },
    ...{ payment: 'door', price_cents: 1200, capacity: 160, picture: 'hall-2' },
  },
  {
    title: 'Cask Week Opening',
    slug: 'cask-week-opening',
    summary: 'Fourteen casks, one hammer, and the brewers who filled them.',
    areas: ['Beer Hall'],
    interests: ['Beer & Brewing Events'],
    ...{ begin: { day: 'SA', weeks: -1 }, from: '17:00', minutes: 300 },
    ...{ picture: 'beer-2', full: 0.5 },
  },
  {
    title: 'The Valley String Band',
    slug: 'valley-string-band',
    summary: 'Five people around one microphone. The room holds forty, and no more.',
    areas: ['Common Room'],
    interests: ['Live Music & Entertainment'],
    ...{ begin: { day: 'SA', weeks: 1 }, from: '20:00', minutes: 150, doors: 45 },
    ...{ payment: 'door', price_cents: 1400, member_price_cents: 1100 },
    ...{ capacity: 40, max_party: 4, picture: 'hall-3', full: 1.3 },
  },
  {
    title: 'Silent Disco',
    slug: 'silent-disco',
    summary: 'Three channels, three hundred headphones, no noise for the neighbours.',
    areas: ['Event Spaces'],
    status: 'cancelled',
    interests: ['Live Music & Entertainment'],
    ...{ begin: { day: 'SA', weeks: 2 }, from: '21:00', minutes: 240 },
    ...{ payment: 'door', price_cents: 1000, capacity: 300, picture: 'hall-2' },
  },
  {
    title: 'Members’ Supper',
    slug: 'members-supper',
    summary: 'The kitchens cook for the people who keep the lights on.',
    areas: ['Kitchens'],
    visibility: 'members',
    interests: ['Special Occasions & Celebrations'],
    ...{ begin: { day: 'TH', weeks: 3 }, from: '19:00', minutes: 180 },
    ...{ payment: 'credit', price_cents: 3000, member_price_cents: 2200, common_good_percent: 10 },
    ...{ capacity: 60, max_party: 2, picture: 'kitchens-1', full: 0.5 },
  },
  {
    title: 'Carols at the Bar',
    slug: 'carols-at-the-bar',
    summary: 'The local ones that only this valley sings. Song sheets and mulled cider.',
    areas: ['Beer Hall'],
    interests: ['Live Music & Entertainment', 'Special Occasions & Celebrations'],
    ...{ begin: { month: 12, date: 20 }, from: '19:00', minutes: 150 },
    ...{ capacity: 140, picture: 'community-2', full: 0.4, organiser_name: 'The Tram Shed Choir' },
  },
  {
    title: 'The Last Night of the Year',
    slug: 'last-night-of-the-year',
    summary: 'Supper, a band at ten, and the tram bell at midnight.',
    areas: ['Event Spaces', 'Cocktail Bar', 'Beer Hall'],
    interests: ['Live Music & Entertainment', 'Special Occasions & Celebrations'],
    ...{ begin: { month: 12, date: 31 }, from: '19:30', minutes: 390, doors: 30 },
    ...{ payment: 'door', price_cents: 3500, member_price_cents: 2900 },
    ...{ capacity: 260, max_party: 8, picture: 'home-1', full: 0.35 },
  },
  {
    title: 'Cinema in the Yard',
    slug: 'cinema-in-the-yard',
    summary: 'A big screen, blankets, and a film chosen by whoever comes first.',
    areas: ['Event Spaces'],
    status: 'postponed',
    interests: ['Film & Cinema'],
    ...{ begin: { day: 'FR', weeks: 5 }, from: '19:00', minutes: 180 },
    ...{ payment: 'door', price_cents: 800, capacity: 120, picture: 'home-2', full: 0.2 },
  },
  {
    title: 'Growers’ Wine Fair',
    slug: 'growers-wine-fair',
    summary: 'Twelve growers behind twelve tables. A glass is included.',
    areas: ['Event Spaces'],
    interests: ['Wine Tastings & Masterclasses'],
    ...{ begin: { day: 'SA', weeks: 9 }, from: '13:00', minutes: 300 },
    ...{ payment: 'credit', price_cents: 2000, member_price_cents: 1600, common_good_percent: 3 },
    ...{ capacity: 180, max_party: 6, picture: 'cocktails-2', full: 0.15 },
  },
  {
    title: 'A Table in the Secret Kitchen',
    slug: 'secret-table',
    summary: 'Eight seats. If you have this link, one of them may be yours.',
    areas: ['Kitchens'],
    visibility: 'secret',
    interests: ['Cooking Classes'],
    ...{ begin: { day: 'FR', weeks: 4 }, from: '19:30', minutes: 210 },
    ...{ payment: 'credit', price_cents: 6500, capacity: 8, max_party: 2, picture: 'kitchens-3' },
  },
  {
    title: 'Spring Seed Swap',
    slug: 'seed-swap',
    summary: 'Bring seeds, take seeds, and ask the allotment people everything.',
    areas: ['Cafe'],
    interests: ['Art & Creative Workshops'],
    ...{ begin: { month: 3, date: 14 }, from: '11:00', minutes: 180, picture: 'community-1' },
  },
  {
    title: 'Tram Shed Summer Fair',
    slug: 'summer-fair',
    summary: 'The whole house and the yard: brass, cakes, a dog show, dancing until late.',
    areas: ['Event Spaces', 'Beer Hall', 'Cafe'],
    interests: ['Special Occasions & Celebrations', 'Live Music & Entertainment'],
    ...{ begin: { month: 6, date: 27 }, from: '11:00', minutes: 660, picture: 'home-3' },
  },
  {
    title: 'Bingo with the Bakers',
    slug: 'bakers-bingo',
    summary: 'Full house wins a loaf the size of a child.',
    areas: ['Cafe'],
    status: 'draft',
    interests: ['Special Occasions & Celebrations'],
    ...{ begin: { day: 'WE', weeks: 6 }, from: '18:00', minutes: 120 },
    ...{ capacity: 50, picture: 'cafe-3' },
  },
]

export const demoEvents: readonly DemoEvent[] = [...series, ...single]

/** Made-up people. They have no addresses, so nobody is ever mailed. */
export const demoGuests = [
  'Ada Birch',
  'Amir Khalil',
  'Beth Crowley',
  'Callum Reid',
  'Chidi Obi',
  'Dot Hargreaves',
  'Elif Demir',
  'Fern Oakes',
  'Gareth Pugh',
  'Hana Novak',
  'Imani Bell',
  'Jonah Price',
  'Kit Marsden',
  'Leila Haddad',
  'Mo Siddiqui',
  'Nell Ashworth',
  'Omar Farouk',
  'Priya Nair',
  'Quentin Shaw',
  'Ruth Adeyemi',
  'Sal Rossi',
  'Tess Holroyd',
  'Uma Patel',
  'Vic Lindqvist',
  'Wanda Kowalska',
  'Yusuf Aydin',
  'Zoe Tanner',
] as const
