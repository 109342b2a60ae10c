const problems = {
  invalid_kind: 'Choose what it is about.',
  invalid_days: 'Choose days of the calendar that are to come, three years ahead at most.',
  invalid_day_part: 'Choose a time of the day.',
  invalid_people: 'Say about how many of you there are, as a number.',
  invalid_budget: 'Write the budget as an amount, for example 1,500.00.',
  invalid_words: 'Tell us in a few words what you have in mind.',
  invalid_text: 'Write something first, 4,000 characters at most.',
  invalid_name: 'Please tell us your name.',
  invalid_email: 'Please enter a valid email.',
  invalid_phone: 'Write a phone number, for example +44 114 496 0184.',
  invalid_file: 'Choose a file first.',
  not_found: 'There’s nothing at this address. Open the link in the newest mail we sent you.',
  too_often: 'That was often enough for now. Please try again later.',
  too_many_requests: 'That was often enough for now. Please try again later.',
  work_required: 'Very many people are writing just now. Try again in a few minutes.',
  too_many: 'You have several enquiries with us already. Write to us on the page of one of them.',
  unconfirmed: 'Please confirm your address first.',
  closed: 'This enquiry is closed. Write to us if you’d like to open it again.',
  no_quote: 'That quote is no longer valid. This is the newest.',
  quote_expired:
    'That quote was valid until a moment that is over. Write to us: we’ll see what is free.',
  date_gone:
    'That date has gone meanwhile. Nothing was booked, and you owe nothing. Write to us: we’ll look for another one.',
  not_now: 'That can’t be done now. This is how it stands.',
  nothing_to_pay: 'There’s nothing to pay now.',
  checkout_ended: 'The time to pay was over. Please begin again.',
  too_many_files: 'Three files are the most. Write to us if there’s more to see.',
  file_too_large: 'A file can have 5 MB at most. Make it smaller, or send a part.',
  too_large: 'A file can have 5 MB at most. Make it smaller, or send a part.',
  picture_too_large: 'A picture can have 24 megapixels at most. Make it smaller, and send that.',
  unavailable: 'Many files are arriving just now. Please try again in a moment.',
  file_type: 'Send a JPEG, a PNG or a PDF. That file was something else.',
  file_damaged: 'That file can’t be read. Save it again, and send that.',
  file_active:
    'That PDF contains programs, other files or a password. Print it to a plain PDF, and send that.',
  other: 'That didn’t work, and nothing has changed. Please try again.',
} as const

const enquire = {
  meta: {
    title: 'Ask for the hall – {product}, {town}',
    description:
      'Weddings, parties, workshops, meetings: tell {product} in {town} what you have in mind and when. A person answers within two days, with a date and a price.',
  },
  hero: {
    title: 'The hall,\nyours',
    lead: 'A wedding, a wake, a workshop or eighty colleagues. Say what you have in mind: a person answers within two days, with what is free and what it costs.',
  },
  form: {
    label: 'Your enquiry',
    kind: 'What is it about?',
    choose: 'Choose one',
    days: 'Which day would be best?',
    day_2: 'Or this one',
    day_3: 'Or this one',
    day_part: 'When on the day?',
    people: 'How many of you, about?',
    budget: 'Your budget, if you have one',
    words: 'What do you have in mind?',
    words_note: 'Food, music, a stage, a ramp, a dog: whatever comes to mind.',
    name: 'Your name',
    email: 'Email',
    phone: 'Telephone, if you’d rather talk',
    trap: 'Leave this empty',
    files: 'Pictures and plans can follow, once you have confirmed your address.',
    button: 'Ask us',
    failed: 'That didn’t work. Please try again.',
  },
  next: {
    title: 'What happens then',
    item_1: 'You get a mail at once, with a page of your own.',
    item_2: 'A person reads it and answers within two days.',
    item_3: 'You get a quote with every line on it, and we hold the date for you.',
    item_4: 'You say yes on your page. Until then you owe us nothing.',
  },
} as const

const enquiry = {
  meta: { title: 'Your enquiry' },
  sent: {
    title: 'Have a look\nat your mail',
    lead: 'We’ve sent you a link. Press “Yes, that’s me” on your page there, and a person answers within two days.',
    again: 'Nothing there after some minutes? Look in the spam, or ask again.',
    link: 'Back to the form',
  },
  failed: {
    title: 'Not sent',
    lead: 'Go back: your browser has kept what you typed.',
    link: 'Back to the form',
  },
  none: {
    title: 'Not here',
    lead: 'There’s no enquiry at this address. The link may be old, or not complete. Open it from the newest mail we sent you.',
    link: 'Ask for a date',
  },
  confirm: {
    title: 'Is that you?',
    lead: 'Press the button, so that we know that we can reach you.',
    button: 'Yes, that’s me',
  },
  waiting: {
    title: 'We’re on it',
    lead: 'A person reads what you wrote, and answers by mail within two days. Everything we write is here, too.',
  },
  quote: {
    title: 'What it costs',
    lead: 'Read it, then say yes or no. Until you say yes you owe us nothing.',
    held: 'We hold the date for you until {until}.',
    not_held:
      'We don’t hold the date meanwhile: whoever says yes first has it. Valid until {until}.',
    accept: 'Yes, we take it',
    accept_note: 'With this you accept the quote. The date is yours once the deposit is paid.',
    accept_free: 'With this you accept the quote, and the date is yours.',
    decline: 'No, thanks',
    decline_sure: 'Then the date is free for others. You can still write to us.',
    decline_yes: 'Say no to this quote',
  },
  pay: {
    title: 'Nearly yours',
    lead: 'You’ve accepted. The date is yours once the deposit is paid.',
    until: 'We hold it for you until {until}.',
    button: 'Pay {total}',
    rule: 'The deposit comes off your bill. If we cancel, all of it goes back to your card.',
    off: 'Payments by card don’t work just now. Write or ring, and we tell you how to pay.',
    waiting:
      'We haven’t heard of your payment yet. If you have paid, load this page again in a moment: your money is not lost.',
  },
  won: {
    title: 'It’s yours',
    lead: 'The date is yours. Write here whenever something changes.',
  },
  lost: {
    title: 'Closed',
    lead: 'We’ve closed this enquiry. Changed your mind? Write to us here, and we open it again.',
  },
  ended: {
    title: 'Free again',
    lead: 'Our quote has ended, and we don’t hold the date any more. Still want it? Write to us: we’ll see what is free.',
  },
  facts: {
    title: 'What you asked for',
    kind: 'What',
    days: 'Days',
    people: 'People',
    one: 'One person',
    many: '{n} people',
    budget: 'Budget',
    when: 'When',
    where: 'Where',
    words: 'Your words',
  },
  lines: {
    title: 'The quote',
    number: 'No.',
    each: '{n} × {price}',
    total: 'Total',
    vat: 'VAT in it, {percent} %',
    deposit: 'Deposit, now',
    paid: 'Deposit, paid',
  },
  talk: {
    title: 'What we wrote',
    you: 'You',
    us: 'Us',
    write_title: 'Write to us',
    label: 'Your message',
    button: 'Send it',
  },
  files: {
    title: 'Pictures and plans',
    lead: 'Up to three files, each a JPEG, a PNG or a PDF of 5 MB at most. Only we can open them.',
    label: 'Choose a file',
    button: 'Add it',
    remove: 'Remove',
  },
  done: {
    sent: 'It has arrived.',
    confirmed: 'Thanks. A person answers within two days.',
    written: 'Sent. We’ve got it.',
    accepted: 'Thank you. You’ve accepted the quote.',
    declined: 'Thanks for telling us. The date is free again.',
    stored: 'The file has arrived.',
    removed: 'The file is gone.',
    paid: 'Paid, thank you. The date is yours.',
    not_paid: 'Nothing was paid. The date stays held until the moment below.',
  },
  problem: problems,
} as const

/** Words about enquiries that are on many pages. */
export const enquiryWords = { enquire_link: 'Ask for a date' } as const

/** The texts of the pages about enquiries. */
export const fallback = { enquire, enquiry }
