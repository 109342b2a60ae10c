/** Texts of the question. */
export const questionTexts = {
  label: 'Nudges',
  turn_on: {
    title: 'A tap on the shoulder?',
    body: 'One line from us when something’s worth coming down for. Two a day at most, five a week.',
    yes: 'Yes, nudge me',
    no: 'Not now',
  },
  install: {
    title: 'Nudges on this phone?',
    body: 'Apple lets them through to apps only. Press Share, then Add to Home Screen. Open the site from there, and turn them on under Nudges at the foot of a page.',
    no: 'Got it',
  },
  on: 'Done. Nudges come to this device. You turn them off under Nudges, at the foot of every page.',
  denied: 'Then not. Under Nudges, at the foot of every page, you can change your mind.',
  private_window: 'A private window keeps no subscription. Try it in an ordinary one.',
  offline: 'You’re offline. Turn nudges on later, under Nudges at the foot of a page.',
  failed: 'That didn’t work. Try again later, under Nudges at the foot of a page.',
} as const
