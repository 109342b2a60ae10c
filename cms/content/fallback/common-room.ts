export const commonRoom = {
  meta: {
    title: 'The Common Room – {product}, {town}',
    description:
      'The members’ room at {product}, in the tram crews’ old mess room. Membership is free and open to anyone who asks: no proposer, no waiting list.',
  },
  hero: {
    title: 'THE COMMON ROOM',
    lead: 'The door of the tram crews’ mess room, upstairs. It knows your thumb, or takes a code by email; the fire’s lit from October.',
    aside_1: 'For common people',
    aside_2: 'Free to join',
  },
  gate: {
    subtitle: 'Sign in here',
    members_only: 'That page is for members. Sign in, and it opens.',
  },
  sign_in: {
    title: 'By\nemail',
    lead: 'We send you a code, you write it down here, and you’re in.',
    passkey: 'Got a passkey? The door is at',
    passkey_link: 'the Common Room',
    email_label: 'Email',
    send: 'Send code',
    code_title: 'Got it?',
    code_body: 'It’s in your mail, and works for ten minutes in this browser.',
    code_label: 'Code',
    verify: 'Sign in',
    sent: 'A code is on its way. It works for ten minutes.',
    sent_link: 'A link is on its way. Open it, and press the button there.',
    work_required:
      'Many codes were sent there today. Another one takes JavaScript, or a little patience.',
    link_required:
      'Too many wrong codes were tried. Ask again, and we’ll send you a link in the place of a code.',
    invalid_link: 'That link was used already, or is too old. Ask for another one.',
    signed_out: 'You have been signed out.',
    invalid_email: 'Please enter a valid email.',
    invalid_code: 'Invalid or expired code. Please try again.',
    access_denied: 'This email address is not authorized.',
    suspended: 'This membership is suspended. Please talk to us at the venue.',
    too_soon: 'A code was just sent. Please wait a minute before you ask for another one.',
    too_often: 'That was often enough for now. Please try again later.',
  },
  sign_in_link: {
    title: 'Come\nin',
    lead: 'One more press and you’re in the Common Room.',
    button: 'Sign in',
    note: 'The link works once, for ten minutes.',
  },
  room: {
    title: 'What’s behind it',
    body: 'Crews waited here between shifts, and the benches along the walls are theirs. There’s a fire, a kettle, two tables you can spread papers on and a snooker table that leans slightly towards the window. Fourteen hundred books, borrowed on trust. You can bring one guest, or two if one of them is your mother.\n\nNotices hang by the door, and whoever is nearest puts the kettle on.',
    fact_1_label: 'Seats',
    fact_1_value: '52',
    fact_2_label: 'Tea',
    fact_2_value: 'Make your own, 50p in the tin',
    fact_3_label: 'Lift',
    fact_3_value: 'Yes, from the cafe',
  },
  joining: {
    title: 'How to become a member',
    body: 'It takes about two minutes and doesn’t cost anything. Nobody proposes you and nobody can turn you down.',
    item_1:
      'Sign up to our letter at the foot of this page, and press the button in the mail we send you.',
    item_2: 'Come back here and press Sign in here. Some draw it on the door instead.',
    item_3: 'Keep a passkey on your phone, or have a code sent by email. There’s no card to lose.',
    item_4: 'Bring a guest whenever there’s a chair free.',
    note: 'No email, no phone? Tell anyone behind a bar. A name in the members’ book is all it takes.',
  },
  promise: {
    title: 'Our promise',
    body: 'Five things we’ll hold to.',
    item_1: 'Membership is free and will stay free.',
    item_2: 'We don’t sell your details, swap them or hand them to advertisers.',
    item_3: 'We ask for a way to reach you. Whatever else you tell us, you can take back.',
    item_4:
      'If you leave, we delete what we hold about you. There’s no form to talk you out of it.',
    item_5: 'If something about the room isn’t right, ring {phone} and a person will answer.',
  },
} as const
