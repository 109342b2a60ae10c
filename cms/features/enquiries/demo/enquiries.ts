import type { Interest } from '../../newsletter/rules.ts'
import type { EnquiryStatus, LostReason, MessageKind } from '../rules.ts'

export type DemoEnquiry = {
  status: EnquiryStatus
  kind: Interest
  name: string
  email: string
  people: number
  budgetCents: number | null
  words: string
  /** Days from today by which staff have to do something. */
  due: number | null
  /** Minor units. */
  deposit: number
  messages: { kind: MessageKind; text: string }[]
  lost?: { reason: LostReason; words: string | null }
}

const none = { deposit: 0, budgetCents: null, messages: [] }

/** The enquiries of the demo venue: each state at least once, and one that is overdue. */
export const demoEnquiries: readonly DemoEnquiry[] = [
  {
    ...none,
    status: 'new',
    kind: 'Wedding & Party Catering',
    name: 'Imogen Achebe',
    email: 'imogen@guests.example',
    people: 90,
    budgetCents: 4_500_00,
    words:
      'We’re getting married in the park and want to come to you afterwards. Long tables, dancing, and a ramp for my gran. Can our friend’s ceilidh band play?',
    due: 2,
  },
  {
    ...none,
    status: 'new',
    kind: 'Business Meetings & Workspace',
    name: 'Tomasz Reid',
    email: 'tomasz@guests.example',
    people: 35,
    words: 'A day away from the office for 35, with a screen and lunch. The date can move.',
    due: -1,
  },
  {
    ...none,
    status: 'answered',
    kind: 'Live Music & Entertainment',
    name: 'Priya Nair',
    email: 'priya@guests.example',
    people: 150,
    words: 'A benefit gig for the food bank, four bands. We’d run the door.',
    due: 5,
    messages: [
      {
        kind: 'mail',
        text: 'Your benefit gig\n\nGladly. Both days are free. Who does your sound? We have a desk and somebody who knows it.',
      },
      { kind: 'guest', text: 'Yours please! And is there somewhere to park a van?' },
    ],
  },
  {
    ...none,
    status: 'quoted',
    kind: 'Special Occasions & Celebrations',
    name: 'Walter Lindqvist',
    email: 'walter@guests.example',
    people: 60,
    budgetCents: 3_000_00,
    words: 'My mother turns ninety. Cake, speeches, a slide show, and home by eleven.',
    due: 9,
    deposit: 500_00,
    messages: [{ kind: 'change', text: 'A quote went out, and the date is held.' }],
  },
  {
    ...none,
    status: 'held',
    kind: 'Corporate Hospitality',
    name: 'Ada Osei',
    email: 'ada@guests.example',
    people: 60,
    words: 'Our winter party, a year late. No speeches.',
    due: 6,
    deposit: 600_00,
    messages: [{ kind: 'change', text: 'The guest has accepted the quote.' }],
  },
  {
    ...none,
    status: 'won',
    kind: 'Wedding & Party Catering',
    name: 'June and Marek Holt',
    email: 'holt@guests.example',
    people: 60,
    words: 'We met at one of your quiz nights. It has to be here.',
    due: null,
    messages: [{ kind: 'note', text: 'They bring their own cake. Table for it by the stage.' }],
  },
  {
    ...none,
    status: 'lost',
    kind: 'Film & Cinema',
    name: 'Bruno Keller',
    email: 'bruno@guests.example',
    people: 180,
    words: 'A festival weekend with three screens.',
    due: null,
    lost: { reason: 'unsuitable', words: 'We have one screen.' },
  },
]
