export const commonRoom = {
  meta: {
    title: 'The Common Room – {product}, {town}',
    description:
      'The members’ room at {product}, in the tram crews’ old mess room. Membership is free and open to anyone who asks: no proposer, no waiting list.',
  },
  hero: {
    title: 'THE COMMON ROOM',
    lead: 'The book lies open at the door of the tram crews’ mess room, upstairs. Write your name and come in; the fire’s lit from October.',
    aside_1: 'For common people',
    aside_2: 'Free to join',
  },
  gate: {
    subtitle: 'Sign in here',
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
    item_3: 'From then on you sign in at the door, with your name. There’s no card to lose.',
    item_4: 'Bring a guest whenever there’s a chair free.',
    note: 'In the book already and want to hear from us by email? Write from the address you use, and we’ll link it to your name. No email, no phone? A name in the book is all it takes.',
  },
  promise: {
    title: 'Our promise',
    body: 'Five things we’ll hold to.',
    item_1: 'Membership is free and will stay free.',
    item_2: 'We don’t sell your details, swap them or hand them to advertisers.',
    item_3: 'We ask for your name and a way to reach you. Nothing else goes in the book.',
    item_4:
      'If you leave, we delete what we hold about you. There’s no form to talk you out of it.',
    item_5: 'If something about the room isn’t right, ring {phone} and a person will answer.',
  },
} as const
