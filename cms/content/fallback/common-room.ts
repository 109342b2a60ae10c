export const commonRoom = {
  meta: {
    title: 'The Common Room – {product}, {town}',
    description:
      'The members’ room at {product}, in the tram crews’ old mess room. Membership is free and open to anyone who asks: no proposer, no waiting list.',
  },
  hero: {
    eyebrow: 'Members',
    title: 'THE COMMON ROOM',
    lead: 'The tram crews’ mess room, upstairs. The fire’s lit from October.',
    aside_1: 'For common people',
    aside_2: 'Free to join',
  },
  gate: {
    title: 'THE COMMON ROOM',
    subtitle: 'Sign in here',
    body: 'Use the passkey on this phone or computer, or have a code sent to your email.',
    button: 'Open the door',
    hint: 'Some members draw their way in: along, then sharply down.',
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
    item_1: 'Tell anyone behind a bar, or write to us, with your name and your email.',
    item_2: 'We put you in the members’ book and write back the same day.',
    item_3: 'From then on your name opens the room upstairs. There’s no card to lose.',
    item_4: 'Bring a guest whenever there’s a chair free.',
    note: 'No email address, or no phone? Ask at the bar. A name in the book is all it takes.',
  },
  promise: {
    title: 'Our promise',
    body: 'Five things we’ll hold to.',
    item_1: 'Membership is free and will stay free.',
    item_2: 'We don’t sell your details, swap them or hand them to advertisers.',
    item_3: 'Your face or fingerprint never leaves your device. We couldn’t see it if we tried.',
    item_4:
      'If you leave, we delete what we hold about you. There’s no form to talk you out of it.',
    item_5: 'If the door won’t open for you, ring {phone} and a person will.',
  },
} as const
