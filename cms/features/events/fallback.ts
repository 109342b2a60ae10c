import { reservation } from './guest/fallback.ts'
import * as manage from './manage/fallback.ts'

const calendar = {
  meta: {
    title: 'What’s on – {product}, {town}',
    description:
      'Bands, tastings, classes, quizzes and suppers at {product} in {town}, day by day, week by week and month by month. Most of it is free.',
  },
  hero: {
    title: 'What’s on',
    lead: 'Somebody’s singing, somebody’s pouring, somebody’s teaching somebody to gut a fish. Come to any of it.',
  },
  views: {
    label: 'How to look at it',
    agenda: 'Day by day',
    week: 'Week',
    month: 'Month',
    mine: 'Yours',
  },
  filter: {
    area_label: 'Room',
    area_all: 'Everywhere',
    slot_label: 'Part of the day',
    slot_all: 'Any time',
    interest_label: 'Sort of thing',
    interest_all: 'Anything',
    show: 'Show',
    clear: 'Show everything',
  },
  period: {
    label: 'When',
    months: 'Months',
    now: 'From today',
    today: 'Today',
    earlier: 'Earlier',
    later: 'Later',
    previous_week: 'The week before',
    next_week: 'The week after',
    previous_month: 'The month before',
    next_month: 'The month after',
    end: 'That’s all that’s settled so far. More goes up every Monday.',
    more: 'more',
    all_of_day: 'Everything that day',
  },
  feed: {
    all: 'All of it in your calendar',
    filtered: 'Only this in your calendar',
    note: 'It stays up to date by itself, also when something is moved or cancelled.',
  },
  empty: {
    title: 'Nothing on',
    body: 'Nothing’s planned just then. The doors are open anyway, and the kettle’s on.',
    filtered_title: 'Not that, not then',
    filtered_body: 'Nothing of that sort is planned just then. Look for less, or look further.',
    day: 'Nothing planned. Come in anyway.',
    opening: 'What’s open now',
  },
} as const

const event = {
  head: {
    all: 'Everything that’s on',
    series: 'One of a series',
    members: 'For members',
    reserve: 'Reserve',
    waitlist: 'Join the waitlist',
    calendar: 'Put it in your calendar',
  },
  facts: {
    when: 'When',
    doors: 'doors',
    where: 'Where',
    find: 'How to find it',
    price: 'Price',
    members: 'members',
    free_how: 'You only need to turn up, and to say so.',
    credit_how: 'Held on your credit, taken at the door.',
    credit_guest: 'Without credit, you pay at the bar.',
    door_how: 'You pay at the bar.',
    card_how: 'You pay by card when you reserve.',
    good: '{percent}% of it goes to the Common Good.',
    who: 'Who',
    everybody: 'Everybody. Bring somebody.',
    members_who: 'Members reserve, everybody’s welcome to become one.',
    members_only: 'Members reserve. Joining is free, and takes as long as reading this.',
    members_more: 'Members read the rest of it in the room',
    organiser: 'Who’s doing it',
    interests: 'If you like',
    places: 'Places',
    plenty: 'Plenty of room',
    as_many: 'As many as come',
    full: 'All taken. There’s a waitlist.',
  },
  reserve: {
    title: 'Come along',
    body: 'Tell us how many you are. We’ll mail you one link that shows where you stand; change or cancel with it.',
    full_title: 'It’s full',
    full_body:
      'Leave your name. When places come free, they go to the first party that fits, and we mail you.',
    party: 'How many of you',
    party_waits: 'to wait for',
    name: 'Your name',
    email: 'Your email',
    people_one: 'one',
    people_many: '{n} people',
    cost_free: 'Free for {people}.',
    cost_bar: '{total} for {people}, to pay at the bar.',
    cost_card:
      '{total} for {people}, to pay by card. We keep the places for a quarter of an hour, and they’re yours once it’s paid.',
    cost_credit:
      '{total} for {people}. We put it by from your credit now, and take it at the door. Without enough credit, you pay at the bar.',
    cost_waits:
      'There’s no room for {people} just now, so you’d wait in line. Nothing is put by while you wait; with places it’s {total}.',
    cost_waits_free:
      'There’s no room for {people} just now, so you’d wait in line. When places come free, we mail you.',
    send: 'Reserve',
    send_full: 'Wait for a place',
    failed: 'That didn’t get through. Please try again.',
    sent_title: 'Check your mail',
    sent_held:
      'Your places are kept for a quarter of an hour. Press the button in the mail we’ve just sent, and they’re yours.',
    sent_card:
      'Your places are kept for a quarter of an hour. Press the button in the mail we’ve just sent: it leads to the payment.',
    sent_late:
      'Press the button in the mail we’ve just sent, and you get places if there are any, or a place in line.',
    sent_again: 'That’s not my address',
    begun_title: 'It’s on',
    begun_body: 'It has begun. Come by, and ask at the door.',
    members_title: 'Members only',
    members_body: 'Reserving this one is for members. Sign in, or join: it’s free.',
    members_link: 'Sign in to reserve',
    mine_title: 'You’re on the list',
    mine_body:
      'You’ve reserved for this one already. Look where you stand, or change how many you are.',
    mine_offered: 'There’s room for you now. Say yes in time, or it goes to the next in line.',
    mine_full:
      'Say how many you are. When places come free, they go to the first party that fits, and we mail you.',
    mine_link: 'Your reservation',
  },
  cancelled: {
    stamp: 'Cancelled',
    title: 'It’s off',
    body: 'This one isn’t happening. If you’d reserved, we’ve written to you, nothing was taken from your credit, and what you paid by card goes back.',
  },
  postponed: {
    stamp: 'Postponed',
    title: 'Not then, but later',
    body: 'It’s happening, only not on that day. Reservations stay as they are, and we’ll write as soon as there’s a new date.',
  },
  ended: {
    stamp: 'Over',
    title: 'That was that',
    body: 'This one’s over. Thanks if you came. If you didn’t, there’s another.',
  },
  next: {
    title: 'Next up',
    same_title: 'Other dates',
    others_title: 'Also on',
    again: 'It’s on again',
    instead: 'There’s this instead',
    none: 'Nothing else is planned just now.',
  },
} as const

const membersEvent = {
  meta: {
    title: 'For members – {product}',
    description: 'What members of {product} read about an event.',
  },
  ways: { event: 'The event’s page', all: 'All that’s on' },
  shown: {
    title: 'Between us',
    lead: 'The rest of it. Members read this, and nobody else does.',
  },
  none: {
    title: 'Not here',
    lead: 'There’s nothing at this address that only members read.',
  },
} as const

/** The default texts of the pages about events. Pages show them until an editor publishes others. */
export const fallback = {
  calendar,
  event,
  'members-event': membersEvent,
  reservation,
  ...manage.fallback,
}

/** Default texts about dates that any page may show. They are the section `events` of the global texts. */
export const eventWords = {
  title: 'What’s on',
  all: 'All that’s on',
  today: 'Today',
  tomorrow: 'Tomorrow',
  till_late: 'till late',
  doors: 'doors',
  until: 'to',
  free: 'Free',
  members: 'Members',
  last_places: 'Last {n} places',
  last_place: 'Last place',
  full: 'Full',
  now: 'On now',
  cancelled: 'Cancelled',
  postponed: 'Postponed',
  over: 'Over',
  every: 'Every {day}',
  some: 'Some {day}s, next on {date}',
  next_on: 'next on {date}',
} as const
