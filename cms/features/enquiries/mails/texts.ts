import type { MailText } from '../../../platform/mail/texts.ts'

const what = { is: 'what it is about, such as Wedding & Party Catering, 60 people' }
const when = { is: 'when and where, such as Sat 12 Jun 2027, 2–11pm, Hall' }
const total = { is: 'the total of the quote, such as £2,400.00' }
const until = { is: 'until when it is valid, or until when the deposit has to be paid' }
const pay = { is: 'how the deposit stands, in a sentence; empty if there is none' }

const link =
  'The button leads to your own page: it has everything we wrote, and you can write back there. Keep the link to yourself: whoever has it can do what you can.'

/** The mails about enquiries, each with the permanent link. */
export const enquiryMailTexts = {
  received: {
    key: 'enquiry_received',
    defaultText: {
      subject: 'Your enquiry: one press to confirm',
      heading: 'We’ve got it',
      opening:
        '{what}.\nPress the button, then “Yes, that’s me” on your page. Then we know that we can reach you.\nA person reads it, and answers within two days with what is free and what it costs.',
      closing: `If you didn’t write to us, ignore this mail: nothing happens. ${link}`,
    },
    placeholders: { what },
  },
  confirmed: {
    key: 'enquiry_confirmed',
    defaultText: {
      subject: 'Your enquiry',
      heading: 'We’ve got it',
      opening:
        '{what}.\nA person reads it, and answers within two days with what is free and what it costs.',
      closing: link,
    },
    placeholders: { what },
  },
  answer: {
    key: 'enquiry_answer',
    defaultText: {
      subject: '{subject}',
      heading: 'About your enquiry',
      opening: '{text}',
      closing: `You can simply reply to this mail. ${link}`,
    },
    placeholders: {
      subject: {
        is: 'the subject that staff wrote',
        required: { in: 'subject', why: 'it says what the mail is about.' },
      },
      text: { is: 'what staff wrote', required: { in: 'opening', why: 'it is the mail.' } },
    },
  },
  quote: {
    key: 'enquiry_quote',
    defaultText: {
      subject: 'Our quote: {when}',
      heading: 'What it costs',
      opening:
        '{when}.\n{total} in total, VAT included. Every line is on your page.\n{held}\nIt’s valid until {until}. Press the button, read it, and say yes there.',
      closing: link,
    },
    placeholders: {
      when,
      total,
      held: { is: 'whether the date is held, in a sentence' },
      until: { ...until, required: { in: 'opening', why: 'afterwards it is too late.' } },
    },
  },
  accepted: {
    key: 'enquiry_accepted',
    defaultText: {
      subject: 'Nearly yours: {when}',
      heading: 'One thing left',
      opening:
        'You’ve accepted our quote.\n{when}.\nThe date is yours once the deposit of {deposit} is paid. We hold it until {until}: the button leads to the payment.',
      closing: link,
    },
    placeholders: {
      when,
      deposit: { is: 'the deposit, such as £600.00' },
      until: { ...until, required: { in: 'opening', why: 'afterwards the date is free again.' } },
    },
  },
  won: {
    key: 'enquiry_won',
    defaultText: {
      subject: 'It’s yours: {when}',
      heading: 'It’s yours',
      opening:
        '{when}.\n{pay}\nWe’ll be in touch about the rest. Write whenever something changes.',
      closing: link,
    },
    placeholders: { when, pay },
  },
  ended: {
    key: 'enquiry_ended',
    defaultText: {
      subject: 'Free again: {when}',
      heading: 'The date is free again',
      opening:
        'Our quote was valid until {until}, and we don’t hold the date any more.\n{when}.\nStill want it? Write to us: we’ll see whether it is free.',
      closing: link,
    },
    placeholders: { when, until },
  },
} as const satisfies Record<string, MailText>

export type EnquiryMail = keyof typeof enquiryMailTexts
