import type { MailText } from '../../../platform/mail/texts.ts'
import { heldMinutes } from '../../reservations/rules.ts'

const title = { is: 'the title of the event' }
const when = { is: 'when and where it is, such as Thu 3 Dec, 7.30pm, Hall' }
const people = { is: 'for how many, such as 2 people' }
const pay = { is: 'how it is paid, in a sentence; empty if it is free, or not known yet' }
const credit = {
  is: 'that credit is free again, or money goes back to the card, in a sentence; empty if there was none',
}
const until = { is: 'until when the offer is valid' }
const facts = { title, when, people }

const ifNotYou = 'Not you? Ignore this email and nothing will happen.'
const anyTime =
  'Plans change. The button leads to your own page, where you can come with more, with fewer, or not at all. Keep the link to yourself: whoever has it can do the same.'

/** The mails about reservations, each with the permanent link. They contain no text that strangers typed. */
export const eventMailTexts = {
  confirm: {
    key: 'event_confirm',
    defaultText: {
      subject: 'One more step: {title}',
      heading: 'Is this you?',
      opening: `Somebody, hopefully you, would like to come to {title} with this address.\n{when}, for {people}.\nWe keep the places for ${heldMinutes} minutes. Press the button by then, and they’re yours.\n{pay}`,
      closing: ifNotYou,
    },
    placeholders: { ...facts, pay },
  },
  confirm_late: {
    key: 'event_confirm_late',
    defaultText: {
      subject: 'One more step: {title}',
      heading: 'Is this you?',
      opening:
        'Somebody, hopefully you, would like to come to {title} with this address.\n{when}, for {people}.\nPress the button, and you get places if there are any, or go on the waitlist. Until then we keep none.\n{pay}',
      closing: ifNotYou,
    },
    placeholders: { ...facts, pay },
  },
  confirm_again: {
    key: 'event_confirm_again',
    defaultText: {
      subject: 'One more step: {title}',
      heading: 'You’ve asked already',
      opening:
        'This address has asked for places at {title} before, and the reservation waits to be confirmed.\n{when}, for {people}. Asking again has changed nothing.\nPress the button to confirm it. Then you can say on the same page that you come with more, or with fewer.',
      closing: ifNotYou,
    },
    placeholders: facts,
  },
  again: {
    key: 'event_again',
    defaultText: {
      subject: 'You have this already: {title}',
      heading: 'You’re down for it',
      opening:
        'Somebody, hopefully you, has just asked for places at {title} with this address. There’s a reservation already, so nothing has changed.\n{when}, for {people}. {state}\n{pay}\nWould you rather come with more, or with fewer? Press the button and change the number.',
      closing: `${ifNotYou} Keep the link to yourself: whoever has it can change the reservation.`,
    },
    placeholders: {
      ...facts,
      pay,
      state: { is: 'how the reservation stands, in a sentence, such as Your places are yours.' },
    },
  },
  going: {
    key: 'event_going',
    defaultText: {
      subject: 'You’re in: {title}',
      heading: 'You’re in',
      opening: '{title}, for {people}.\n{when}.\n{pay}\nSee you then.',
      closing: anyTime,
    },
    placeholders: { ...facts, pay },
  },
  waitlisted: {
    key: 'event_waitlisted',
    defaultText: {
      subject: 'On the waitlist: {title}',
      heading: 'You’re in line',
      opening:
        '{title} is full just now: {when}.\nYou’re number {position} on the waitlist, for {people}. When places come free that are enough for you, we write at once, and say until when they’re yours. Nobody has to answer at night.',
      closing: anyTime,
    },
    placeholders: { ...facts, position: { is: 'the place in line; 1 is the first' } },
  },
  offer: {
    key: 'event_offer',
    defaultText: {
      subject: 'Places for you: {title}',
      heading: 'Your turn',
      opening:
        'There’s room for you now at {title}, for {people}.\n{when}.\nThe places are yours until {until}: press the button, then say yes on your page. After that they go to the next in line.\n{pay}',
      closing: 'Can’t come after all? Say so on the same page, and somebody else gets them sooner.',
    },
    placeholders: {
      ...facts,
      pay,
      until: { ...until, required: { in: 'opening', why: 'afterwards it is too late.' } },
    },
  },
  offer_expired: {
    key: 'event_offer_expired',
    defaultText: {
      subject: 'Gone to the next in line: {title}',
      heading: 'Too late',
      opening:
        'The places that we kept for you at {title} have gone to the next in line, because we heard nothing from you.\nStill want to come? You can go on the waitlist again.',
      closing: 'You’re not on the list any more, so there’s nothing to cancel.',
    },
    placeholders: facts,
  },
  changed: {
    key: 'event_changed',
    defaultText: {
      subject: 'Changed: {title}',
      heading: 'Note the change',
      opening: '{title} has changed.\n{changes}\nYour reservation for {people} stays as it is.',
      closing: anyTime,
    },
    placeholders: {
      title,
      people,
      changes: {
        is: 'what was and what is now, in sentences',
        required: { in: 'opening', why: 'it is what the mail is about.' },
      },
    },
  },
  postponed: {
    key: 'event_postponed',
    defaultText: {
      subject: 'Postponed: {title}',
      heading: 'Not yet',
      opening: '{title} is postponed.\n{changes}\nYour reservation for {people} stays as it is.',
      closing: anyTime,
    },
    placeholders: {
      title,
      people,
      changes: {
        is: 'why, in the words of those who postponed it, and when it will not be',
        required: { in: 'opening', why: 'it is what the mail is about.' },
      },
    },
  },
  party: {
    key: 'event_party',
    defaultText: {
      subject: 'Now for {people}: {title}',
      heading: 'It’s changed',
      opening: '{title}, now for {people}.\n{when}.\n{pay}\nSee you then.',
      closing: anyTime,
    },
    placeholders: { ...facts, pay },
  },
  date_cancelled: {
    key: 'event_cancelled',
    defaultText: {
      subject: 'Cancelled: {title}',
      heading: 'It’s off',
      opening:
        'We’re sorry: {title} is cancelled. It would have been {when}.\n{reason}\nYour reservation is cancelled too. You owe nothing. {credit}',
      closing: 'Your calendar may need a moment, or a hand, to forget it.',
    },
    placeholders: {
      title,
      when,
      credit,
      reason: { is: 'why, in the organiser’s words; may be empty' },
    },
  },
  removed: {
    key: 'event_removed',
    defaultText: {
      subject: 'Your reservation was cancelled: {title}',
      heading: 'Cancelled',
      opening:
        'Your reservation for {title}, {when}, was cancelled by those who run the evening. You owe nothing. {credit}',
      closing: 'Is this a mistake? Write to us, or ask at the bar.',
    },
    placeholders: { ...facts, credit },
  },
  left: {
    key: 'event_left',
    defaultText: {
      subject: 'You’re not coming: {title}',
      heading: 'Another time',
      opening:
        'You’ve cancelled for {title}, {when}. Your places are free for somebody else, and you owe nothing. {credit}',
      closing: 'Changed your mind? Reserve again, as long as there are places.',
    },
    placeholders: { ...facts, credit },
  },
  reminder_day: {
    key: 'event_reminder_day',
    defaultText: {
      subject: 'Tomorrow: {title}',
      heading: 'It’s nearly time',
      opening: '{title}, for {people}.\n{when}.\n{pay}',
      closing:
        'Can’t come? Press the button and cancel. It takes a second, and somebody else gets the places.',
    },
    placeholders: { ...facts, pay },
  },
  reminder_hours: {
    key: 'event_reminder_hours',
    defaultText: {
      subject: 'Soon: {title}',
      heading: 'See you soon',
      opening: '{title} begins in about two hours.\n{when}, for {people}.\n{pay}',
      closing:
        'Can’t come? Press the button and cancel. It takes a second, and somebody else gets the places.',
    },
    placeholders: { ...facts, pay },
  },
  message: {
    key: 'event_message',
    defaultText: {
      subject: 'About {title}',
      heading: 'A word from your hosts',
      opening: '{message}\nThis is about {title}, {when}.',
      closing: 'You get this because you have a reservation, or wait for one.',
    },
    placeholders: {
      title,
      when,
      message: {
        is: 'what the organiser writes',
        required: { in: 'opening', why: 'it is what the mail is about.' },
      },
    },
  },
  feedback: {
    key: 'event_feedback',
    defaultText: {
      subject: 'How was it? {title}',
      heading: 'How was it?',
      opening:
        'You were at {title}. One tap tells those who made it how it was; a few words are welcome, not needed.\n{next}',
      closing: 'We ask once, and only those who were there.',
    },
    placeholders: {
      title,
      next: { is: 'the next event that may be to their liking, in a sentence; may be empty' },
    },
  },
} satisfies Record<string, MailText>

export type EventMail = keyof typeof eventMailTexts
