/** `/check-in`: for guests and members who are here. */
const check_in = {
  meta: { title: 'Check in' },
  hero: {
    title: 'You’re here',
    lead: 'Say where you sit, and we’ll know the evening is yours. Members find below what they reserved for today, with the codes for the door.',
  },
  here: {
    title: 'Where you are',
    label: 'The room',
    choose: 'Choose a room',
    button: 'I’m here',
    note: 'It counts once for each room and evening. It opens no door, and nobody looks up where your phone is.',
  },
  done: {
    here: 'Noted. Have a good one.',
    unkept: 'Good to have you. We’ve noted nothing, because you keep your visits to yourself.',
    again: 'We knew already. Have another.',
  },
  guest: {
    title: 'Not signed in',
    lead: 'Members sign in to have their evenings counted, and their card at hand.',
    link: 'Sign in',
    mail: 'Your code for the door is on the page of your reservation: its link is in your mail.',
  },
  today: {
    title: 'Yours today',
    none: 'You have reserved nothing for today. Come in all the same.',
    one: 'for one',
    many: 'for {n}',
    waits: 'You’re on the waitlist. There’s no code yet.',
    way: 'See it, or change it',
  },
  card: {
    title: 'Your card',
    lead: 'Hold it to the phone at the door. It works without a network, too.',
    open: 'Getting your card.',
    out: 'Your card can’t be shown just now. Tell them your name.',
    label: 'Your membership card as a QR code',
    no_script: 'The card needs JavaScript. Tell them your name, or your number:',
  },
  problem: {
    no_area: 'Choose where you are.',
    closed: 'That room is closed now, so we’ve noted nothing. Are you in another one?',
    signed_out: 'Sign in first.',
    too_often: 'That was often enough for now. Please try again later.',
    too_many_requests: 'That was often enough for now. Please try again later.',
    other: 'That didn’t work. Please try again.',
  },
} as const

export const fallback = { check_in }

/** Words for codes on pages of reservations. */
export const checkInWords = {
  code: 'Your code for the door',
  card: 'Your membership card as a QR code',
  card_title: 'Your card',
  card_lead: 'It works without a network. Hold it to the phone at the door.',
  show: 'Show this at the door. It’s yours: it can’t be used to change or cancel anything.',
} as const
