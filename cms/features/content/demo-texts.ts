import type { fallback } from '../texts.ts'

type Fallback = typeof fallback
/**
 * By key: the text that another venue shows in the place of the demo venue’s, or `same` if it shows that one too.
 * `rest` stands for all other keys of the section. A text may be empty: then the venue shows nothing until it has
 * written its own.
 */
type SectionTexts<Key extends string> = { [key in Key | 'rest']?: string }
type DemoTexts = {
  [Page in keyof Fallback]?: {
    [Section in keyof Fallback[Page]]?: SectionTexts<keyof Fallback[Page][Section] & string>
  }
}

/** In the place of a replacement: the demo venue’s text states no fact about it. */
export const same = '='
const all = { rest: '' }
const allButTitle = { rest: '', title: same }
const heroWithoutFacts = { lead: '', aside_1: '', aside_2: '' }

/**
 * The fallback texts that state facts about the demo venue: its history, prices, times, people and promises. Texts that
 * are not here say what the program does, or nothing that could be wrong, and every venue shows them.
 */
export const demoTexts: DemoTexts = {
  home: {
    meta: {
      title: '{product}, {town}',
      description: '{product}: what’s on, opening hours, and how to get here.',
    },
    hero: { eyebrow: '', lead: '' },
    story: all,
    rule: all,
    rooms: {
      title: 'Room\nby room',
      body: '',
      cafe_text: '',
      cocktails_text: '',
      beer_text: '',
      kitchens_text: '',
      hall_text: '',
      community_text: '',
      common_room_text: 'For members.',
    },
    week: {
      ...allButTitle,
      item_1_label: same,
      item_2_label: same,
      item_3_label: same,
      item_4_label: same,
      item_5_label: same,
      item_6_label: same,
      item_7_label: same,
    },
    prices: allButTitle,
    getting_here: { ...allButTitle, body: '{address}.' },
    house_rules: allButTitle,
  },
  cafe: {
    meta: { description: 'The cafe of {product}: the menu, and when it’s open.' },
    hero: heroWithoutFacts,
    story: all,
    long_table: all,
    mornings: allButTitle,
    pensioners_breakfast: all,
    the_board: all,
    good_to_know: allButTitle,
  },
  cocktails: {
    meta: { description: 'The cocktail bar of {product}: the list, and when it’s open.' },
    hero: heroWithoutFacts,
    bar: all,
    ordering: allButTitle,
    low_no: allButTitle,
    sunday_service: all,
    good_to_know: allButTitle,
  },
  beer: {
    meta: { description: 'The beer hall of {product}: what’s on tap, and when it’s open.' },
    hero: { ...heroWithoutFacts, title: 'The\nbeer hall' },
    cellar: allButTitle,
    reading_the_list: allButTitle,
    jugs: allButTitle,
    yard: allButTitle,
  },
  kitchens: {
    meta: { description: 'The kitchens of {product}: the menus, and when they’re open.' },
    hero: heroWithoutFacts,
    rotation: all,
    hatch_1: all,
    hatch_2: all,
    hatch_3: all,
    sunday_dinner: allButTitle,
    good_to_know: allButTitle,
    allergens: allButTitle,
    your_turn: all,
  },
  hall: {
    meta: {
      title: 'Hall – {product}, {town}',
      description: 'The hall of {product}: what’s on, and how to book it.',
    },
    hero: { ...heroWithoutFacts, title: 'The\nhall' },
    room: all,
    uses: allButTitle,
    prices: {
      ...allButTitle,
      column_label: same,
      column_value: same,
      column_note: same,
    },
    tech: allButTitle,
    access: allButTitle,
    booking: {
      ...allButTitle,
      email_label: same,
      email_value: '{email}',
      phone_label: same,
      phone_value: '{phone}',
    },
  },
  community: {
    meta: { description: 'What happens at {product}, and how to join in.' },
    hero: heroWithoutFacts,
    regulars: allButTitle,
    joining: allButTitle,
    common_good: { ...allButTitle, link: same },
    projects: all,
  },
  'common-room': {
    meta: { description: 'The members’ room of {product}, and how to become a member.' },
    hero: {
      lead: 'The members’ room. Sign in with a passkey, or with a code by email.',
      aside_2: '',
    },
    joining: { body: '', item_4: '', note: '' },
    room: all,
    promise: all,
  },
  'common-room-main': { hero: { lead: 'You’re in.' }, note: all },
  member: { on: { taps_none: 'Nothing of your styles on just now.' } },
  branding: {
    colours: { home_text: 'Newsprint, soot, signal orange, deep blue' },
    intro: all,
    logo: all,
    words: all,
    donts: allButTitle,
    contact: all,
  },
  'date-time': { hero: { eyebrow: 'The time here' }, rooms: { body: '' } },
  secretkitchens: {
    meta: { description: 'Secret Kitchens: a table, a cook, and an address.' },
    hero: heroWithoutFacts,
    teaser: all,
    how_it_works: allButTitle,
    dates: allButTitle,
    small_print: all,
  },
  'not-found': {
    routes: {
      cafe_label: 'The cafe',
      cafe_text: '',
      cocktails_text: '',
      community_label: 'Community',
      community_text: '',
      beer_label: 'The beer hall',
      beer_text: '',
      kitchens_label: 'The kitchens',
      kitchens_text: '',
      hall_label: 'The hall',
      hall_text: '',
    },
    help: { ...allButTitle, body: 'Tell us what you were after:\n{phone}\n{email}' },
  },
  error: {
    help: { ...allButTitle, body: 'Tell us the page you were on, and the time:\n{phone}\n{email}' },
  },
  offline: {
    hero: { lead: 'Your device can’t reach us just now.' },
    offline: { fact_4_label: '', fact_4_value: '' },
  },
  privacy: {
    hero: { aside_1: '', aside_2: '' },
    who_we_are: { body: 'These pages are from:\n{product}\n{address}\n{email}\n{phone}' },
    writing: allButTitle,
    sharing: allButTitle,
    membership: {
      body: 'Become a member and we keep your email address, and what you tell us in your profile: name, phone, birthday, and which rooms, hours and beers you like. None of it is compulsory but the address. It’s how we know who may come in, and what to show you when you do. The legal basis is the agreement you make with us by joining.\n\nKeep a passkey and we get its public half, who looks after it for you and when it was last used. With that nobody can sign in as you, and nothing of your face or finger is in it. Of each place where you’re signed in we note the browser, the machine and the day, so that you can look through them and end what isn’t yours; of codes we send, only a seal that they can be checked against. We write to you when there’s a new passkey, device or address.\n\nAll of it stands in your profile, to change, to take with you, or to delete.',
    },
    retention: {
      fact_1_label: '',
      fact_1_value: '',
      fact_2_label: '',
      fact_2_value: '',
      fact_3_label: '',
      fact_3_value: '',
      fact_4_value:
        'Until you delete it in your profile, and seven days more in case you change your mind.',
    },
    rights: { body: 'You can ask us to do any of these.' },
    children: allButTitle,
    contact: { ...allButTitle, body: 'Write to us, or ring:\n{email}\n{phone}' },
  },
  calendar: {
    meta: { description: 'What’s on at {product}: day by day, week by week and month by month.' },
    hero: { lead: '' },
    period: { end: 'That’s all that’s settled so far.' },
    empty: { body: 'Nothing’s planned just then.', day: 'Nothing planned.' },
  },
  letters: {
    meta: { description: 'The letters of {product}, as they went out by mail.' },
  },
  subscribe: {
    meta: {
      description:
        'The letter of {product}. Sign up with your email address, and leave whenever you like.',
    },
    form: { lead: 'It takes about ten seconds, and as long to leave.' },
  },
  'common-good': {
    meta: {
      description:
        'The common pot of {product}: how much is in it, where it came from and where it went.',
    },
    hero: { lead: 'A part of what’s spent here goes in. This is all of it, to the penny.' },
    kinds: { payment: 'A part of what was spent' },
    lines: {
      reversal_payment: 'A part of what was spent, taken back',
    },
    causes: {
      body: 'What’s being collected for, and how far along it is.',
      none: 'Nothing is being collected for just now.',
    },
    how: {
      body: 'You’re in already: a part of what you spend here goes in, and it comes out of ours, not out of yours.',
      fact_1_label: '',
      fact_1_value: '',
      fact_3_label: '',
      fact_3_value: '',
      fact_4_label: '',
      fact_4_value: '',
    },
  },
  global: {
    brand: all,
    newsletter: { body: 'What’s on, and what’s new. Signing up also makes you a member.' },
    footer: {
      common_good_body: 'A part of what’s spent here goes in the pot. In it now:',
      access_note: '',
    },
  },
}
