export const secretkitchens = {
  meta: {
    title: 'Secret Kitchens',
    description:
      'Once in a while a kitchen cooks one thing for forty people, tells only those who ring the bell, and it’s gone in four minutes.',
  },
  hero: {
    title: 'Secret\nKitchens',
    lead: 'Once in a while a kitchen cooks one thing for forty people. Ring the bell, or hear of it tomorrow.',
    aside_1: 'One dish, forty portions',
    aside_2: 'Drawn by lot, not by thumb',
  },
  drops: {
    title: 'What’s cooking',
    none: 'Nothing just now. Ring the bell, and we’ll tell you when a kitchen is lit.',
    opens: 'Opens',
    was: 'Served',
  },
  teaser: {
    title: 'What you missed',
    body: 'Six nights, one dish each. It went like this.',
    item_1: 'A boiled egg, its soldiers, and something dark to dip them in.',
    item_2: 'Broth, from a kettle.',
    item_3: 'Beetroot cooked in the ashes of the night before.',
    item_4: 'Mutton, pulled apart at the counter.',
    item_5: 'A cheese with no name and the woman who makes it.',
    item_6: 'Parkin, treacle, cold cream. Lights out.',
  },
  how_it_works: {
    title: 'How it works',
    item_1_label: 'Ring the bell',
    item_1_text:
      'On the page of a drop, for this one or for every one. Ten minutes before it opens we ring: on your phone, or by mail.',
    item_2_label: 'Read what’s in it',
    item_2_text:
      'Who cooks, what it costs, when it’s collected, and which of the fourteen allergens are in it. All of that stands there before you tap.',
    item_3_label: 'Claim',
    item_3_text:
      'One tap. Everybody who taps in the first ten seconds is in a draw, so nobody has to be quick. What’s left after it goes to whoever comes.',
    item_4_label: 'Say yes',
    item_4_text:
      'The second tap. A portion is kept for you for five minutes: choose your time, and pay from your credit, by card or at the bar.',
    item_5_label: 'Collect it',
    item_5_text: 'At the kitchen’s counter, with the code on your phone. Eat it while it’s hot.',
  },
  dates: {
    title: 'When',
    item_1: 'When somebody’s grandmother has written it down.',
    item_2: 'A Sunday when the hall is dark.',
    item_3: 'The night the clocks go, whichever way they’re going.',
    note: 'Gone means gone, until somebody gives theirs back. There’s a line for that.',
  },
  small_print: {
    title: 'What we will tell you',
    body: 'Only members claim, and only those who were members before a drop was announced: it costs nothing to become one in time for the next. Until the first collecting time you can give yours back, and the money with it. Then it’s being cooked, and what was paid by card stays; what was held on your credit goes back to you even then. Something you can’t eat that isn’t on the list? Write to {email}.',
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
