const commonGood = {
  meta: {
    title: 'The Common Good – {product}, {town}',
    description:
      'A penny in every pound spent at {product} goes into a common pot. See how much is in it, where it came from and where it went, to the penny.',
  },
  hero: {
    title: 'The pot',
    lead: 'A penny in every pound spent here goes in. The neighbourhood decides what it comes out for. This is all of it, to the penny.',
    total_label: 'In the pot right now',
    month_label: 'This month',
    received: 'in',
    given: 'out',
  },
  unread: {
    title: 'Can’t be\nread',
    body: 'The pot can’t be read just now, and we’d rather say nothing than something wrong. The money is where it was. Try again in a minute, or ask at the bar.',
  },
  sources: {
    title: 'Where it comes from',
    body: 'Everything that went in since the pot was put on the shelf.',
    all: 'All of it, so far',
    given: 'What went out',
  },
  kinds: {
    payment: 'A penny in the pound',
    gift: 'Gifts',
    round_up: 'Rounded up at the till',
    counted_cash: 'Tins and buckets, counted',
    opening: 'From before these books',
  },
  lines: {
    gift: 'A gift',
    gift_from: 'A gift from {name}',
    counted_cash: 'Counted cash',
    taken_out: 'Taken out in cash',
    opening: 'From before these books',
    funding: 'Set aside for a cause',
    funding_for: 'Set aside for: {cause}',
    reversal: 'Taken back',
    reversal_payment: 'A penny in the pound, taken back',
    reversal_event_share: 'An event’s share, taken back',
    reversal_round_up: 'Rounded up, taken back',
    reversal_gift: 'A gift, taken back',
    reversed: 'Taken back later',
  },
  months: {
    title: 'Month by month',
    body: 'Above the line, what went in. Below it, what went out.',
    month: 'Month',
    received: 'In',
    given: 'Out',
    left: 'Left in the pot',
    chart:
      'Money in and out of the pot by month, from {first} to {last}. The same figures are in the table.',
    none: 'Nothing has gone in or out yet.',
  },
  causes: {
    title: 'What it’s for',
    body: 'The meeting in the hall decides. Staff move the money, and this says how far along it is.',
    of: 'of',
    open: 'Still collecting',
    funded: 'All there',
    paid_out: 'Paid out',
    none: 'Nothing is being collected for just now. The next meeting decides.',
  },
  payouts: {
    title: 'What it paid for',
    body: 'One person asks, another one checks and pays. Press a receipt to read it.',
    receipt: 'Receipt',
    reversal: 'Taken back',
    reversed: 'Taken back later',
  },
  messages: {
    title: 'What people said',
    link: 'Read the others, or write one',
  },
  movements: {
    title: 'Lately',
    body: 'Gifts, counted cash and what was set aside, newest first. The pennies and the rounding up are in the months. Nobody’s name is here unless they asked for it.',
    none: 'Nothing yet.',
  },
  how: {
    title: 'Put in',
    body: 'You’re in already: a penny of every pound you spend here goes in, and it comes out of ours, not out of yours.\n\nFour times a year there’s a meeting in the hall, with soup. Anyone can ask for money, in five minutes, without slides. Anyone in the room can vote, members or not.',
    fact_1_label: 'At any till',
    fact_1_value: 'Say “for the pot” and say how much.',
    fact_2_label: 'Members',
    fact_2_value: 'Give from your credit, or round up what you pay, in your Ledger.',
    fact_3_label: 'Meetings',
    fact_3_value: 'First Monday of February, May, August and November, 6pm',
    fact_4_label: 'Most for one project',
    fact_4_value: '£1,500',
    ledger_link: 'Open your Ledger',
    community_link: 'What else goes on here',
  },
} as const

const message = {
  meta: {
    title: 'Messages to the Common Good – {product}, {town}',
    description:
      'What members of {product} wrote when they put something in the common pot. Two hundred characters each, a first name if they like.',
  },
  hero: {
    title: 'Say\nsomething',
    lead: 'You put something in. Tell the room why, in two hundred characters, or don’t.',
  },
  done: {
    thanks_title: 'Thank you',
    thanks: 'It’s in the pot already. If you’d like to say why, write it here.',
    sent_title: 'We have it',
    sent: 'Somebody here reads it first. Then it’s on this page.',
    reported_title: 'Noted',
    reported: 'Thank you. Somebody here will look at that message today.',
  },
  problems: {
    signed_out_title: 'Who’s there?',
    signed_out: 'Sign in first, then send it again. Go back, and your words are still there.',
    no_contribution_title: 'Nothing to go with it',
    no_contribution: 'A message goes with something you gave: a gift, or what you rounded up.',
    has_message_title: 'You’ve said it',
    has_message: 'There’s one message for each thing you give. The next one is for the next one.',
    invalid_title: 'That didn’t fit',
    invalid:
      'Write something, in two hundred characters at most. Go back, and your words are still there.',
    too_often_title: 'Slow down',
    too_often: 'That was a lot at once. Try again later. Go back, and your words are still there.',
    failure_title: 'That didn’t work',
    failure: 'Something went wrong here. Please try again in a moment.',
  },
  form: {
    text: 'Your message',
    hint: 'Two hundred characters at most. Everybody can read it.',
    name: 'Your first name, if you like',
    name_hint: 'Leave it empty, and nobody knows it was you.',
    send: 'Send it',
    members_only: 'Messages are for members who gave something.',
    sign_in: 'Sign in',
  },
  messages: {
    title: 'Said so far',
    none: 'Nobody has said anything yet.',
    report: 'Report',
    report_body:
      'Is this one unkind, or about somebody who wouldn’t want it here? We’ll look at it.',
    report_button: 'Report it',
    back: 'Back to the pot',
  },
} as const

export const fallback = { 'common-good': commonGood, 'good-message': message }
