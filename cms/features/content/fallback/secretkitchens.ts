export const secretkitchens = {
  meta: {
    title: 'Secret Kitchens',
    description:
      'One table, twenty-four chairs, a cook you weren’t expecting and an address you’ll be told at five o’clock. A supper club that doesn’t explain itself.',
  },
  hero: {
    title: 'Secret\nKitchens',
    lead: 'Twenty-four chairs and a cook you weren’t expecting. We’ll tell you where at five o’clock.',
    aside_1: 'Six courses, £34',
    aside_2: 'Four chairs already paid for',
  },
  drops: {
    title: 'What’s cooking',
    none: 'Nothing just now. Ring the bell, and we’ll tell you when a kitchen is lit.',
    opens: 'Opens',
    was: 'Served',
  },
  teaser: {
    title: 'Last time, in a boathouse',
    body: 'You missed it. It went like this.',
    item_1: 'A boiled egg, its soldiers, and something dark to dip them in.',
    item_2: 'Broth, from a kettle.',
    item_3: 'Beetroot cooked in the ashes of the table before.',
    item_4: 'Mutton, pulled apart by the person opposite you.',
    item_5: 'A cheese with no name and the woman who makes it.',
    item_6: 'Parkin, treacle, cold cream. Lights out.',
  },
  how_it_works: {
    title: 'How it works',
    item_1_label: 'Ask',
    item_1_text:
      'Write to {email} with ‘secret’ at the top. We write back once a month, and the first twenty-four to answer are in.',
    item_2_label: 'Say what you can’t eat',
    item_2_text:
      'Allergies, faith, hatred of coriander. There are no menus, so we have to know by the day before.',
    item_3_label: 'Wait',
    item_3_text: 'At five on the day you get an address, always within twenty minutes of the tram.',
    item_4_label: 'Turn up',
    item_4_text: 'Seven sharp. Wear a coat you can sit in.',
    item_5_label: 'Keep it',
    item_5_text: 'No photographs until pudding. Don’t say who cooked until the next one’s over.',
  },
  dates: {
    title: 'When',
    item_1: 'The first Thursday after the next new moon.',
    item_2: 'A Sunday when the hall is dark.',
    item_3: 'The night the clocks go, whichever way they’re going.',
    note: 'Sold out means sold out. There’s a list for the chairs of people who lose their nerve.',
  },
  small_print: {
    title: 'What we will tell you',
    body: 'Every place we use is step-free, warm and has a proper toilet. Drinks are extra and include good ones without alcohol. Four chairs each time are paid for by the other twenty; ask for one by replying ‘the fourth chair’. You can cancel until noon the day before and have your money back.',
  },
  sign_in: {
    title: 'Who’s\nthere?',
    lead: 'Same key as the Common Room, another door. Sign in once and the night knows you.',
    enter: 'Sign in',
    passkey: 'Use your passkey',
    or: 'Or have a code sent',
    no_passkey: 'This browser keeps your passkey to itself here. A code by email does the same.',
    not_linked: 'That passkey opens nothing yet. A code by email does.',
    inside: 'You’re in as',
    go_on: 'To the kitchens',
    leave: 'Sign out',
  },
  offline: {
    title: 'No\nlight',
    lead: 'There’s no network where you are. What you have claimed is kept for you all the same.',
    retry: 'Try again',
  },
  missing: {
    title: 'Cold\nstove',
    lead: 'Nothing is cooking at this address. Perhaps it was, once.',
    back: 'Where the fire is',
  },
  restricted: {
    title: 'Access Restricted',
    body: 'This page isn’t served at this address. If somebody sent you here, they had it nearly right.',
    link: 'Go to the right address',
  },
} as const
