export const notifications = {
  meta: {
    title: 'Nudges – {product}, {town}',
    description:
      'A nudge is a short word from {product}: a new barrel, a free table, a band that starts early. Turn nudges on for this device, or off, and choose what they are about.',
  },
  hero: {
    title: 'A tap on\nthe shoulder',
    lead: 'A nudge is one line from us, when something’s worth coming down for. Two a day at most, five a week, and none you didn’t ask for.',
    without_scripts:
      'Nudges need your browser to run the page’s own programs. Yours doesn’t, so there’s nothing to turn on here.',
  },
  state: {
    title: 'This device',
    checking: 'Looking how it stands …',
    on: 'Nudges are on. They come to this device, also when the site is closed.',
    off: 'Nudges are off. Nothing comes to this device.',
    turn_on: 'Turn nudges on',
    turn_off: 'Turn nudges off',
    blocked:
      'Your browser has been told to block notifications from us. Open the settings of this site (the sign to the left of the address), allow notifications, then come back here.',
    unsupported:
      'This browser can’t get nudges. A newer one can: Chrome, Firefox, Edge, or Safari 16 and later.',
    private_window: 'A private window keeps no subscription. Open this page in an ordinary one.',
    iphone_title: 'On an iPhone or iPad',
    iphone:
      'Apple lets nudges through to apps only. Put the site on your home screen: press Share, then Add to Home Screen. Open it from there and come back to this page.',
    offline: 'You’re offline. Turn this on when you have a connection.',
    failed: 'That didn’t work. Please try again in a moment.',
    denied: 'You said no, and nothing was turned on. You can change your mind here.',
  },
  test: {
    title: 'Try it',
    body: 'Sends one nudge to this device, and to nobody else.',
    button: 'Nudge me',
    sent: 'Sent. It should be here in a few seconds.',
    too_often: 'That was often enough for now. Try again in ten minutes.',
  },
  topics: {
    title: 'What about',
    body: 'Some nudges go to everybody. Of those about one thing, you get what you tick. With nothing chosen you get them all.',
    all: 'All of it',
    some: 'Only what I tick',
    channel: 'By nudge',
    mail: 'What our letters are about is chosen with the link at the foot of each.',
    button: 'Keep this',
    saved: 'Kept.',
  },
  quiet: {
    title: 'Quiet hours',
    body: 'No nudge comes in these hours, on the clock of the house. What is still true afterwards comes then.',
    toggle: 'Leave me alone at night',
    from: 'From',
    to: 'Until',
  },
  devices: {
    title: 'Your devices',
    body: 'All devices that get nudges and that you’ve signed in on.',
    this_one: 'This one',
    since: 'since',
    seen: 'last here',
    remove: 'Remove',
    removed: 'Removed. No nudge goes there any more.',
    none: 'No other device gets nudges.',
    signed_out: 'Sign in to the Common Room and you’ll see your other devices here.',
  },
  messages: {
    title: 'What came',
    body: 'The last fifty, and why you got them.',
    none: 'Nothing has come yet.',
    why: 'Why did I get this?',
  },
} as const
