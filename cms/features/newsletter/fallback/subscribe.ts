export const subscribe = {
  meta: {
    title: 'The letter – {product}, {town}',
    description:
      'One letter a month from {product}: what’s on, what’s cooking, what the pot paid for. Sign up with your email address, and leave whenever you like.',
  },
  form: {
    title: 'STEP CLOSER',
    lead: 'One letter a month. It takes about ten seconds, and as long to leave.',
  },
  sent: {
    title: "You're in!",
    lead: 'Check your email to complete authentication and link your notifications.',
    note: 'Nothing there in ten minutes? Look among the spam, or try again with the address spelled slowly.',
    again: 'Back to the form',
    back: 'Back to the house',
  },
  later: {
    title: 'Bear\nwith us',
    lead: 'Very many people are signing up just now, so our email may take some hours to reach you. There’s no need to sign up again.',
    note: 'When it comes, open its link and press the button there. That’s when you’re in.',
  },
  problems: {
    required_title: 'Required fields missing',
    required: 'Please provide your name, email and consent to continue.',
    interests_title: 'Interests required',
    interests: 'Please select at least one interest to help us personalise your experience.',
    failure_title: 'Subscription failed',
    failure: 'Please try again later.',
    email: 'Please enter a valid email.',
    name: 'A name may have at most 120 characters.',
    phone: 'Write a phone number, for example +44 114 496 0184.',
    birthday: 'There is no such day in that month.',
    conflict: 'What you agree to was worded anew. Please read it again below.',
    too_many_requests: 'That was often enough for now. Please try again in an hour.',
    back: 'Your browser keeps what you typed: go one step back to mend it, or begin anew here.',
  },
  confirm: {
    title: 'One more\nstep',
    lead: 'Somebody, you we hope, asked for our letter to come to this address:',
    button: 'Yes, write to me',
    note: 'Wasn’t you? Then close this page. Without the button nothing comes, and in eight days we’ll have forgotten the address.',
  },
  confirm_known: {
    title: 'Still\nyou?',
    lead: 'Our letter comes to you already. Somebody wants other details kept for this address:',
    button: 'Yes, that’s me',
    note: 'Wasn’t you? Then close this page, and everything stays as it was.',
  },
  confirmed: {
    title: 'You’re in',
    lead: 'From now on our letter comes to',
    room: 'The room is yours too: come with this address.',
    room_link: 'To the Common Room',
    note: 'Every letter has a link at its foot to leave by, to pause, or to choose what we write about.',
    back: 'Back to the house',
  },
  gone: {
    title: 'Past its\ndate',
    lead: 'This link doesn’t work any more. A link to confirm an address lasts a week. Sign up again and you’ll get a new one.',
  },
} as const
