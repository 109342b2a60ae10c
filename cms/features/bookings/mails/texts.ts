import type { MailText } from '../../../platform/mail/texts.ts'

const when = { is: 'when and where it is, such as Fri 4 Dec, 7pm, Kitchens' }
const people = { is: 'for how many, such as 4 people' }
const pay = { is: 'how the deposit stands, in a sentence; empty if there is none' }
const until = { is: 'until when the offer is valid' }
const facts = { when, people }

const anyTime =
  'Plans change. The button leads to your own page, where you can move it, come with more, with fewer, or not at all. Keep the link to yourself: whoever has it can do the same.'

/** The mails about tables, each with the permanent link. They contain nothing that guests typed. */
export const tableMailTexts = {
  going: {
    key: 'table_going',
    defaultText: {
      subject: 'Your table: {when}',
      heading: 'It’s yours',
      opening: 'A table for {people}.\n{when}.\n{pay}\nSee you then.',
      closing: anyTime,
    },
    placeholders: { ...facts, pay },
  },
  again: {
    key: 'table_again',
    defaultText: {
      subject: 'You have this table already',
      heading: 'You’re down for it',
      opening:
        'Somebody, hopefully you, has just booked this table again with this address. Nothing has changed.\n{when}, for {people}.\n{pay}',
      closing: anyTime,
    },
    placeholders: { ...facts, pay },
  },
  waitlisted: {
    key: 'table_waitlisted',
    defaultText: {
      subject: 'Waiting for a table: {when}',
      heading: 'You’re in line',
      opening:
        'Every table for {people} is taken just now: {when}.\nAs soon as one comes free, we write at once and say until when it’s yours.',
      closing: anyTime,
    },
    placeholders: facts,
  },
  offer: {
    key: 'table_offer',
    defaultText: {
      subject: 'A table for you: {when}',
      heading: 'Your turn',
      opening:
        'A table for {people} has come free.\n{when}.\nIt’s yours until {until}: press the button, then say yes on your page. After that it goes to the next in line.',
      closing: 'Can’t come after all? Say so on the same page, and somebody else gets it sooner.',
    },
    placeholders: {
      ...facts,
      until: { ...until, required: { in: 'opening', why: 'afterwards it is too late.' } },
    },
  },
  offer_expired: {
    key: 'table_offer_expired',
    defaultText: {
      subject: 'Gone to the next in line: {when}',
      heading: 'Too late',
      opening:
        'The table that we kept for you has gone to the next in line, because we heard nothing from you.\nStill want to come? Have a look which times are free.',
      closing: 'You’re not in line any more, so there’s nothing to cancel.',
    },
    placeholders: facts,
  },
  moved: {
    key: 'table_moved',
    defaultText: {
      subject: 'Moved: now {when}',
      heading: 'Note the change',
      opening: 'Your table has moved.\nIt is now {when}, for {people}.\n{pay}',
      closing: anyTime,
    },
    placeholders: { ...facts, pay },
  },
  party: {
    key: 'table_party',
    defaultText: {
      subject: 'Now for {people}: {when}',
      heading: 'It’s changed',
      opening: 'Your table is now for {people}.\n{when}.\n{pay}\nSee you then.',
      closing: anyTime,
    },
    placeholders: { ...facts, pay },
  },
  closure: {
    key: 'table_closure',
    defaultText: {
      subject: 'We have to close then: {when}',
      heading: 'Another time?',
      opening:
        'We’re sorry: we’re closed at the time of your table, {when}.\n{reason}\n{times}\nPress the button and choose another time on your page, or tell us that you’re not coming. You lose no deposit.',
      closing: 'Nothing is cancelled until you say so, or until we write again.',
    },
    placeholders: {
      ...facts,
      reason: { is: 'why, in the words of the house; may be empty' },
      times: { is: 'other free times, in a sentence; may be empty' },
    },
  },
  blocked: {
    key: 'table_blocked',
    defaultText: {
      subject: 'We need another table for you: {when}',
      heading: 'Another table?',
      opening:
        'We’re sorry: the table that we kept for you can’t be used then, {when}. We’re open, and this is what’s free.\n{reason}\n{times}\nPress the button and choose on your page, or tell us that you’re not coming. You lose no deposit.',
      closing: 'Nothing is cancelled until you say so, or until we write again.',
    },
    placeholders: {
      ...facts,
      reason: { is: 'why, in the words of the house; may be empty' },
      times: { is: 'other free times, in a sentence; may be empty' },
    },
  },
  removed: {
    key: 'table_removed',
    defaultText: {
      subject: 'Your table was cancelled: {when}',
      heading: 'Cancelled',
      opening: 'We had to cancel your table, {when}. You owe nothing, and a deposit comes back.',
      closing: 'Is this a mistake? Write to us, or give us a call.',
    },
    placeholders: facts,
  },
  left: {
    key: 'table_left',
    defaultText: {
      subject: 'You’re not coming: {when}',
      heading: 'Another time',
      opening: 'You’ve cancelled your table, {when}. It’s free for somebody else.\n{back}',
      closing: 'Changed your mind? Book again, as long as there are tables.',
    },
    placeholders: {
      ...facts,
      back: { is: 'what happens to the deposit, in a sentence; empty if there was none' },
    },
  },
  reminder_day: {
    key: 'table_reminder_day',
    defaultText: {
      subject: 'Tomorrow: your table, {when}',
      heading: 'Still coming?',
      opening:
        'We keep a table for {people}.\n{when}.\n{pay}\nPress the button and tell us that you’re still coming. It takes a second.',
      closing:
        'Can’t come? Cancel on the same page, and somebody else gets the table. Say nothing, and we keep it.',
    },
    placeholders: { ...facts, pay },
  },
} satisfies Record<string, MailText>

/** The mails about desks. Members change and cancel them on one page. */
export const deskMailTexts = {
  going: {
    key: 'desk_going',
    defaultText: {
      subject: 'Your desk: {when}',
      heading: 'It’s yours',
      opening: 'A desk for you.\n{when}.\nThere’s coffee.',
      closing:
        'The button leads to your desks, with the code for the door. Not coming after all? Cancel it there.',
    },
    placeholders: { when },
  },
  closure: {
    key: 'desk_closure',
    defaultText: {
      subject: 'We have to close then: {when}',
      heading: 'Another desk?',
      opening:
        'We’re sorry: your desk can’t be used at its time, {when}.\n{reason}\nThe button leads to your desks, where you can give it back and book another one.',
      closing: 'Nothing is cancelled until you say so, or until we write again.',
    },
    placeholders: { when, reason: { is: 'why, in the words of the house; may be empty' } },
  },
  removed: {
    key: 'desk_removed',
    defaultText: {
      subject: 'Your desk was cancelled: {when}',
      heading: 'Cancelled',
      opening: 'We’re sorry: we had to cancel your desk, {when}.',
      closing: 'Is this a mistake? Write to us, or ask at the bar.',
    },
    placeholders: { when },
  },
} satisfies Record<string, MailText>

export type OwnTableMail = keyof typeof tableMailTexts
