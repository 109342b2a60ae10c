import type { ContentKey } from './contract.ts'

/**
 * By page, section and key: what staff can write where a text states facts about the venue. The texts say what belongs
 * there and state nothing themselves, because somebody may publish them as they are. A key without its number stands for
 * all numbers: `fact_value` for `fact_1_value`, `hatch` for `hatch_1`.
 */
export const suggestedTexts: Record<string, Record<string, Record<string, string>>> = {
  home: {
    hero: {
      eyebrow: 'What kind of place this is',
      lead: 'Say here what people find: what there is to eat, to drink and to hear.',
    },
    story: {
      title: 'How it began',
      body: 'Say here what the building was before, who opened the place, and why.\n\nThen say who runs it now.',
      fact_1_label: 'Built',
      fact_1_value: 'When, and what for',
      fact_2_label: 'Bought',
      fact_2_value: 'When, and by whom',
      fact_3_label: 'Opened',
      fact_3_value: 'When',
      fact_4_label: 'Works here',
      fact_4_value: 'How many people',
    },
    rule: {
      title: 'The one rule',
      body: 'Say here what everybody can rely on, and where the rule comes from.',
    },
    rooms: {
      body: 'Say how the rooms are reached, and whether there are steps.',
      cafe_text: 'Say here what the cafe is like, and what it’s good for.',
      cocktails_text: 'Say here what the bar is like, and what people order.',
      beer_text: 'Say here how much is on tap, and where people sit.',
      kitchens_text: 'Say here who cooks, and what.',
      hall_text: 'Say here what the hall has, and what it’s used for.',
      community_text: 'Say here who meets in this room.',
    },
    week: {
      body: 'Say here what happens every week.',
      item_text: 'Say what happens on this day, and at what time.',
    },
    prices: {
      body: 'Say here what helps when money is short.',
      item_1: 'Say what costs nothing.',
      item: 'Say what else is cheap or free, and when.',
    },
    getting_here: {
      fact_1_label: 'On foot',
      fact_1_value: 'Say where from, and how long it takes.',
      fact_2_label: 'Bus',
      fact_2_value: 'Say which lines stop nearby, and where.',
      fact_3_label: 'Train',
      fact_3_value: 'Say which station is nearest, and how to go on.',
      fact_4_label: 'Bike',
      fact_4_value: 'Say where the stands are.',
      fact_5_label: 'Step-free',
      fact_5_value: 'Say which rooms and toilets can be reached without steps, and how.',
      fact_6_label: 'Car',
      fact_6_value: 'Say where people can park, and who to ask for a bay.',
    },
    house_rules: {
      body: 'Say here how people treat each other.',
      item_1: 'A rule of the house, in one sentence.',
      item: 'Another rule, in one sentence.',
    },
  },
  cafe: {
    hero: { lead: 'Say here what the cafe serves, and how long people may stay.' },
    story: {
      title: 'About the cafe',
      body: 'Say here what the room is like.\n\nSay who bakes, and when it comes out of the oven.',
      fact_1_label: 'Coffee',
      fact_1_value: 'Who roasts it',
      fact_2_label: 'Tea',
      fact_2_value: 'How it’s served',
      fact_3_label: 'Bread',
      fact_3_value: 'When it’s ready',
    },
    long_table: {
      title: 'Where to sit',
      body: 'Say here what the tables are like, and whether places can be reserved.',
      fact_1_label: 'Length',
      fact_1_value: 'How long',
      fact_2_label: 'Seats',
      fact_2_value: 'How many, and how many for wheelchairs',
      fact_3_label: 'Sockets',
      fact_3_value: 'How many',
      fact_4_label: 'Wi-Fi',
      fact_4_value: 'Where the password is',
    },
    mornings: {
      body: 'Say here whether people have to book.',
      item_label: 'Day',
      item_text: 'Say what happens that morning, and from when until when.',
    },
    pensioners_breakfast: {
      title: 'A meal for less',
      body: 'Say here what’s on the plate, who it’s for, and who to ask about other diets.',
      fact_1_label: 'When',
      fact_1_value: 'Days and times',
      fact_2_label: 'Price',
      fact_2_value: 'What it costs',
      fact_3_label: 'Lifts',
      fact_3_value: 'Who to ask',
    },
    the_board: {
      title: 'Paid for already',
      body: 'Say here how people can pay for somebody else’s meal, and how to ask for one.',
    },
    good_to_know: {
      body: 'Say here what people often ask.',
      fact_1_label: 'Quiet hours',
      fact_1_value: 'When, and what’s different',
      fact_2_label: 'Laptops',
      fact_2_value: 'Where, and when not',
      fact_3_label: 'Children',
      fact_3_value: 'What there is for them',
      fact_4_label: 'Own cup',
      fact_4_value: 'Whether drinks cost less',
    },
  },
  cocktails: {
    hero: { lead: 'Say here what’s on the list, and what can be made besides.' },
    bar: {
      title: 'About the bar',
      body: 'Say here what the room was before, and who runs the bar.',
      fact_1_label: 'Seats',
      fact_1_value: 'How many, and where',
      fact_2_label: 'Low counter',
      fact_2_value: 'Where, and how high',
    },
    ordering: {
      body: 'Say here what you ask people who don’t know what they want.',
      item: 'A question that you ask them.',
      note: 'Say what happens if somebody doesn’t like their drink.',
    },
    low_no: {
      body: 'Say here what there is with little alcohol or none.',
      fact_1_label: 'No alcohol',
      fact_1_value: 'How many drinks',
      fact_2_label: 'Low alcohol',
      fact_2_value: 'How many drinks',
    },
    sunday_service: {
      title: 'A special evening',
      body: 'Say here what’s different that evening.',
      fact_1_label: 'When',
      fact_1_value: 'Which day',
      fact_2_label: 'To eat',
      fact_2_value: 'What, and its price',
    },
    good_to_know: {
      body: 'Say here whether people need to book.',
      fact_1_label: 'Booking',
      fact_1_value: 'How, and for how many people',
      fact_2_label: 'Groups',
      fact_2_value: 'From how many people, and where they sit',
      fact_3_label: 'Age',
      fact_3_value: 'Who may come in, and until when',
      fact_4_label: 'Home',
      fact_4_value: 'How you help people to get there',
    },
  },
  beer: {
    hero: { lead: 'Say here how much is on tap, and what changes.' },
    cellar: {
      body: 'Say here where the beer is kept, and who looks after it.',
      fact_1_label: 'Cellar',
      fact_1_value: 'How cold',
      fact_2_label: 'Cask',
      fact_2_value: 'How much of it',
      fact_3_label: 'Lines cleaned',
      fact_3_value: 'How often',
      fact_4_label: 'Glasses',
      fact_4_value: 'Which',
    },
    reading_the_list: {
      body: 'Say here where the list hangs.',
      item_1_label: 'Number',
      item_1_text: 'Say what the number means.',
      item_2_label: 'Style',
      item_2_text: 'Say how the styles are named.',
      item_3_label: 'Strength',
      item_3_text: 'Say what the percentage means.',
      item_4_label: 'Price',
      item_4_text: 'Say what sizes the prices are for.',
      item_5_label: 'Marks',
      item_5_text: 'Say what the marks mean.',
      note: 'Say whether people can taste first.',
    },
    jugs: {
      body: 'Say here which beers come in jugs.',
      fact_1_label: 'Size',
      fact_1_value: 'How much is in it',
      fact_2_label: 'Price',
      fact_2_value: 'What a jug costs',
      fact_3_label: 'No alcohol',
      fact_3_value: 'What else comes in jugs, and its price',
    },
    yard: {
      body: 'Say here what it’s like outside, and what happens when it’s cold.',
      fact_1_label: 'Seats',
      fact_1_value: 'How many, and how many under cover',
      fact_2_label: 'Open',
      fact_2_value: 'Until when',
      fact_3_label: 'Dogs',
      fact_3_value: 'What there is for them',
    },
  },
  kitchens: {
    hero: { lead: 'Say here how many kitchens there are, and how to order.' },
    rotation: {
      title: 'How the kitchens work',
      body: 'Say here who runs the kitchens, and on what terms.',
      fact_1_label: 'A turn',
      fact_1_value: 'How long',
      fact_2_label: 'Rent',
      fact_2_value: 'What a cook pays',
      fact_3_label: 'Cooks so far',
      fact_3_value: 'How many',
    },
    hatch: {
      label: 'Kitchen',
      title: 'Name of the kitchen',
      cook: 'Who cooks',
      body: 'Say here who cooks, what they cook, and what to order first.',
    },
    sunday_dinner: {
      body: 'Say here what’s served, from when, and how to book.',
      fact_1_label: 'Portions',
      fact_1_value: 'For whom',
      fact_2_label: 'For less',
      fact_2_value: 'How to ask for a meal that’s paid for',
    },
    good_to_know: {
      body: 'Say here until when people can order.',
      fact_1_label: 'Ordering',
      fact_1_value: 'Where to order, and where to pay',
      fact_2_label: 'Closed',
      fact_2_value: 'Which kitchen rests on which day',
      fact_3_label: 'Weekends',
      fact_3_value: 'What’s different',
      fact_4_label: 'Booking',
      fact_4_value: 'How, and for how many people',
    },
    allergens: { body: 'Say here where people find the allergens of each dish, and who to ask.' },
    your_turn: {
      title: 'Do you cook?',
      body: 'Say here how somebody can cook at your place, and who to write to.',
    },
  },
  hall: {
    hero: { lead: 'Say here how many people the hall holds, and what it has.' },
    room: {
      title: 'About the hall',
      body: 'Say here what the hall was built for, and what it’s like.',
      fact_1_label: 'Standing',
      fact_1_value: 'How many people',
      fact_2_label: 'In rows',
      fact_2_value: 'How many people',
      fact_3_label: 'At tables',
      fact_3_value: 'How many people',
      fact_4_label: 'Room',
      fact_4_value: 'Length, width and height',
      fact_5_label: 'Floor',
      fact_5_value: 'What it’s made of',
      fact_6_label: 'Piano',
      fact_6_value: 'Which, and how often it’s tuned',
    },
    uses: {
      body: 'Say here what people can hire the hall for.',
      item_label: 'Occasion',
      item_text: 'Say what you provide for it, and for how many people.',
    },
    prices: {
      body: 'Say here what the prices include.',
      price_label: 'Day and time',
      price_value: 'Price',
      price_note: 'What’s included, and how long it lasts',
    },
    tech: {
      body: 'Say here what you send when somebody books.',
      fact_1_label: 'Stage',
      fact_1_value: 'Size and height',
      fact_2_label: 'PA',
      fact_2_value: 'Power and speakers',
      fact_3_label: 'Desk',
      fact_3_value: 'How many channels',
      fact_4_label: 'Microphones',
      fact_4_value: 'How many, and which',
      fact_5_label: 'Backline',
      fact_5_value: 'What bands can use',
      fact_6_label: 'Lights',
      fact_6_value: 'How many, and which',
      fact_7_label: 'Screen',
      fact_7_value: 'Size and connections',
      fact_8_label: 'Power',
      fact_8_value: 'How much, and where',
      fact_9_label: 'Load-in',
      fact_9_value: 'Which door, and how wide',
      fact_10_label: 'Noise',
      fact_10_value: 'How loud, and until when',
    },
    access: {
      body: 'Say here how people reach the hall, the stage and the toilets without steps.',
    },
    booking: {
      body: 'Say here what to write when asking for a date, and who answers.',
      item_1: 'Say how long you keep a date free.',
      item_2: 'Say what’s to be paid, and when.',
      item_3: 'Say what happens if somebody cancels.',
      item_4: 'Say where the food comes from.',
    },
  },
  community: {
    hero: { lead: 'Say here what people do together, and who may come.' },
    regulars: {
      body: 'Say here what it costs to take part.',
      title: 'Name of the group',
      when: 'Day and time',
      where: 'Which room',
      body_of_group: 'Say here what the group does, and who can join.',
    },
    joining: {
      body: 'Say here how people join, and who meets them.',
      item_1: 'Say who people may bring.',
      item_2: 'Say who to tell about access needs.',
      item_3: 'Say how somebody can start a group.',
    },
    common_good: {
      body: 'Say here how much of what’s spent goes into the common pot, and who decides what it pays for.',
      fact_1_label: 'Goes in',
      fact_1_value: 'Which part of what’s spent',
      fact_2_label: 'Meetings',
      fact_2_value: 'When',
      fact_3_label: 'Who votes',
      fact_3_value: 'Who',
      fact_4_label: 'Limit',
      fact_4_value: 'How much one project can get',
    },
    projects: {
      title: 'Paid from the pot',
      body: 'Say here over what time.',
      item: 'Something that the pot has paid for.',
    },
  },
  'common-room': {
    room: {
      title: 'About the room',
      body: 'Say here what’s in the members’ room, and how to get in.',
      fact_1_label: 'Seats',
      fact_1_value: 'How many',
      fact_2_label: 'Tea',
      fact_2_value: 'Who makes it, and what it costs',
      fact_3_label: 'Lift',
      fact_3_value: 'Whether there is one, and where',
    },
    joining: {
      body: 'Say here what it takes to become a member.',
      item_4: 'Say whether members may bring guests.',
      note: 'Say what people do who have no email address and no phone.',
    },
    promise: {
      title: 'What you can count on',
      body: 'Say here what members can rely on.',
      item: 'A promise that you keep, in one sentence.',
    },
  },
  'common-room-main': {
    note: {
      title: 'A note',
      body: 'Say here what members should know this week.',
      signed: 'Who wrote it',
    },
  },
  privacy: {
    hero: { aside_1: 'Changed', aside_2: 'Month and year' },
    writing: {
      body: 'Say here what you keep when somebody writes, rings or books, what for, and on what legal basis.',
    },
    sharing: { body: 'Say here which companies handle data for you, and what for.' },
    retention: {
      fact_1_label: 'Messages',
      fact_1_value: 'How long you keep them',
      fact_2_label: 'Bookings',
      fact_2_value: 'How long you keep them, and their invoices',
      fact_3_label: 'Access needs',
      fact_3_value: 'How long you keep them',
    },
    children: {
      body: 'Say here from which age people can sign up, and what parents can ask of you.',
    },
  },
  branding: {
    intro: {
      title: 'What it should look like',
      body: 'Say here what the design is made of: letters, colours and pictures.',
    },
    logo: {
      title: 'The sign',
      body: 'Say here what the logo is, and when to use which one.',
      item_1: 'Say how much room it needs.',
      item_2: 'Say how small it may be.',
      item_3: 'Say which colours it may have.',
      item_4: 'Say where it stands.',
      label: 'What this one shows',
    },
    words: { title: 'How we write', body: 'Say here how texts should sound.' },
    donts: {
      body: 'Say here how strict you are.',
      item: 'Something that nobody should do with the logo.',
    },
    contact: { title: 'Questions', body: 'Say here who to write to.' },
  },
  'date-time': { rooms: { body: 'Say here when the last orders are taken.' } },
  secretkitchens: {
    hero: { lead: 'Say here how many seats there are, and when people hear the address.' },
    teaser: {
      title: 'Last time',
      body: 'Say here where it was.',
      item: 'A course of last time.',
    },
    how_it_works: {
      item_1_label: 'Ask',
      item_1_text: 'Say how people ask for a seat.',
      item_2_label: 'Diets',
      item_2_text: 'Say what people have to tell you, and by when.',
      item_3_label: 'Wait',
      item_3_text: 'Say when they hear the address.',
      item_4_label: 'Turn up',
      item_4_text: 'Say when it begins.',
      item_5_label: 'Keep it',
      item_5_text: 'Say what should stay secret.',
    },
    dates: {
      item: 'Say when a dinner takes place.',
      note: 'Say what people do when it’s sold out.',
    },
    small_print: {
      title: 'Good to know',
      body: 'Say here what it costs, how people get in without steps, and what’s included.',
    },
  },
  'not-found': {
    routes: {
      cafe_text: 'Say what it serves.',
      cocktails_text: 'Say what it mixes.',
      community_text: 'Say who meets.',
      beer_text: 'Say what’s on tap.',
      kitchens_text: 'Say who cooks.',
      hall_text: 'Say what it’s for.',
    },
  },
  offline: { offline: { fact_4_label: 'On foot', fact_4_value: 'Say how to find you.' } },
  global: {
    brand: { tagline: 'What kind of place this is' },
    footer: { access_note: 'Say here how people get in without steps.' },
  },
  'common-good': {
    how: {
      fact_1_label: 'To give',
      fact_1_value: 'Say where, and how.',
      fact_3_label: 'Meetings',
      fact_3_value: 'When',
      fact_4_label: 'Limit',
      fact_4_value: 'How much one project can get',
    },
  },
  calendar: { hero: { lead: 'Say here what kind of evenings there are.' } },
}

const asides: Record<string, string> = {
  aside_1: 'Something to know first',
  aside_2: 'And something else',
}

const withoutNumber = (name: string): string => name.replace(/_\d+(?=_|$)/, '')
const has = (from: object | undefined, name: string): boolean => !!from && Object.hasOwn(from, name)

/**
 * What staff can write in the place of the demo venue's text.
 * @returns null if nothing can be suggested, for example for the name of the venue
 */
export function suggestedText({ page, section, content_key: key }: ContentKey): string | null {
  const sections = has(suggestedTexts, page) ? suggestedTexts[page] : undefined
  const name = has(sections, section) ? section : withoutNumber(section)
  const texts = has(sections, name) ? sections?.[name] : undefined
  const names = [key, withoutNumber(key)]
  // The groups of the community have names of their own: `choir_when`.
  const part = /^.+_(title|when|where|body|label)$/.exec(key)?.[1]
  if (part) names.push(part === 'body' ? 'body_of_group' : part)
  const found = names.find((each) => has(texts, each))
  return (found && texts?.[found]) || (has(asides, key) && asides[key]) || null
}
