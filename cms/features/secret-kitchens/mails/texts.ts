import type { MailText } from '../../../platform/mail/texts.ts'

const title = { is: 'what it is, such as Ash and beetroot' }
const kitchen = { is: 'who cooks' }
const when = { is: 'when and where it is collected, such as Fri 4 Dec, 7pm, Kitchens' }
const portions = { is: 'how many portions, such as 2 portions' }
const pay = { is: 'how it is paid, in a sentence; empty if it costs nothing' }
const opens = { is: 'when it opens, such as Thu 3 Dec, 6pm' }
const facts = { title, when, portions }

const keep =
  'The button leads to your own page, with the code for collecting it. Keep the link to yourself: whoever has it can give it back.'

/** The mails about drops. They contain nothing that a member typed. */
export const dropMailTexts = {
  announced: {
    key: 'drop_announced',
    defaultText: {
      subject: 'A kitchen is lit: {title}',
      heading: 'Somebody’s cooking',
      opening:
        '{kitchen}: {title}.\nIt opens {opens}, and it won’t last. The claims of the first ten seconds are drawn by lot, so nobody has to be quick.',
      closing:
        'You get this because you rang the bell for every drop. Ring it off on the same page.',
    },
    placeholders: { title, kitchen, opens },
  },
  bell: {
    key: 'drop_bell',
    defaultText: {
      subject: 'In ten minutes: {title}',
      heading: 'The bell',
      opening:
        '{title} opens {opens}.\nClaim within the first ten seconds and you’re in the draw; after that it’s whatever is left.',
      closing: 'You get this because you rang the bell.',
    },
    placeholders: { title, kitchen, opens },
  },
  won: {
    key: 'drop_won',
    defaultText: {
      subject: 'Yours until {until}: {title}',
      heading: 'The lot fell on you',
      opening:
        'We keep {portions} of {title} for you until {until}.\nPress the button, say when you collect and how you pay. After that the next in line gets them.',
      closing:
        'Don’t want it after all? Give it back on the same page, and somebody is very happy.',
    },
    placeholders: {
      title,
      portions,
      until: {
        is: 'until when they are kept',
        required: { in: 'opening', why: 'afterwards it is too late.' },
      },
    },
  },
  going: {
    key: 'drop_going',
    defaultText: {
      subject: 'It’s yours: {title}',
      heading: 'Bring nothing but yourself',
      opening: 'You have {portions} of {title}.\nCollect it: {when}.\n{pay}',
      closing: keep,
    },
    placeholders: { ...facts, pay },
  },
  waitlisted: {
    key: 'drop_waitlisted',
    defaultText: {
      subject: 'In line for {title}',
      heading: 'Not yet',
      opening:
        'All of {title} is taken just now. You’re number {position} in line.\nPortions do come back, because not everybody says yes in five minutes. We write at once.',
      closing: 'Don’t want to wait? Leave the line on your page.',
    },
    placeholders: { title, position: { is: 'the place in line' } },
  },
  offer: {
    key: 'drop_offer',
    defaultText: {
      subject: 'Back from the brink: {title}',
      heading: 'Your turn',
      opening:
        'You’re next: {portions} of {title} came back.\nYours until {until}: press the button, say when you collect and how you pay.',
      closing: 'Can’t? Say so on the same page, and the next in line gets it sooner.',
    },
    placeholders: {
      ...facts,
      until: {
        is: 'until when the offer is valid',
        required: { in: 'opening', why: 'afterwards it is too late.' },
      },
    },
  },
  offer_expired: {
    key: 'drop_offer_expired',
    defaultText: {
      subject: 'Gone to the next in line: {title}',
      heading: 'Too late',
      opening: 'We kept {title} for you, and heard nothing. It went to the next in line.',
      closing: 'You’re not in line any more. There’ll be another night.',
    },
    placeholders: { title },
  },
  party: {
    key: 'drop_party',
    defaultText: {
      subject: 'Now {portions}: {title}',
      heading: 'It’s changed',
      opening: 'Your claim is now {portions} of {title}.\nCollect it: {when}.\n{pay}',
      closing: keep,
    },
    placeholders: { ...facts, pay },
  },
  removed: {
    key: 'drop_removed',
    defaultText: {
      subject: 'Your claim was taken back: {title}',
      heading: 'We’re sorry',
      opening:
        'The kitchen had to take your claim of {title} back. You owe nothing, and what you paid comes back.',
      closing: 'Is this a mistake? Write to us.',
    },
    placeholders: { title },
  },
  left: {
    key: 'drop_left',
    defaultText: {
      subject: 'Given back: {title}',
      heading: 'Another night',
      opening: 'You’ve given {title} back. The next in line has been told.\n{back}',
      closing: 'Thank you for saying so in time.',
    },
    placeholders: { title, back: { is: 'what happens to the money, in a sentence; may be empty' } },
  },
  called_off: {
    key: 'drop_called_off',
    defaultText: {
      subject: 'Called off: {title}',
      heading: 'The fire’s out',
      opening:
        'We’re sorry: {title} isn’t happening. Nobody pays anything, and what was paid comes back.',
      closing: 'The kitchen owes you one.',
    },
    placeholders: { title },
  },
  message: {
    key: 'drop_message',
    defaultText: {
      subject: 'About {title}',
      heading: 'From the kitchen',
      opening: '{text}\nYour claim: {portions}, {when}.',
      closing: keep,
    },
    placeholders: {
      ...facts,
      text: {
        is: 'what the kitchen wrote',
        required: { in: 'opening', why: 'it is the message.' },
      },
    },
  },
} satisfies Record<string, MailText>

export type OwnDropMail = keyof typeof dropMailTexts
