export const unsubscribe = {
  meta: {
    title: 'Leave, pause or choose – {product}, {town}',
    description:
      'Leave the letter of {product}, pause it for thirty days, or choose what we write about. One click, no questions asked, and thirty days to change your mind.',
  },
  active: {
    title: 'Enough of\nus?',
    lead: 'No hard feelings. The address on our list is',
    button: 'Stop all letters',
    button_note: 'At once, and no questions asked.',
  },
  pause: {
    title: 'Just for a while',
    body: 'Thirty days without a letter. Then we write again.',
    button: 'Pause for 30 days',
    paused: 'No letters until',
    resume: 'Write to me again now',
  },
  interests: {
    title: 'Only some of it',
    body: 'What we write to everybody comes in any case. Tick what you’d like to hear about besides; with no tick, it’s only that.',
    none: 'You’ve chosen nothing so far: what we write to everybody comes to you. Tick what you’d like to hear about besides.',
    button: 'Keep these',
  },
  left: {
    title: 'That’s\nthat',
    lead: 'No more letters go to',
    undo_body: 'Slipped? For thirty days one button puts everything back as it was.',
    undo: 'Put me back',
    again: 'Sign up again',
  },
  done: {
    leave: 'Done. You’re off the list.',
    interests: 'Done. You get what goes to everybody, and what you’ve ticked.',
    pause: 'Done. We’ll be quiet for thirty days.',
    resume: 'Done. We’ll write again.',
    undo: 'Done. Everything is as it was.',
    unchanged: 'Nothing had to be changed.',
    sent: 'If our letter comes to that address, a link to leave by is on its way there.',
    email: 'Please enter a valid email.',
    too_many_requests: 'That was often enough for now. Please try again in an hour.',
  },
  neutral: {
    title: 'Leaving',
    lead: 'Each letter has a link of your own at its foot. If you haven’t got one, or it doesn’t work, write down the address our letter comes to and we’ll send you a new link.',
    email_label: 'Email',
    button: 'Send me the link',
  },
} as const
