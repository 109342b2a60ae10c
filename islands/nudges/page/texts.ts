/** Keys of the texts that each part of `/notifications` shows. */
export const notificationTexts = {
  state: [
    'checking',
    'on',
    'off',
    'turn_on',
    'turning_on',
    'turn_off',
    'turned_off',
    'blocked',
    'unsupported',
    'private_window',
    'iphone_title',
    'iphone',
    'offline',
    'unknown',
    'failed',
    'denied',
    'outdated',
    'try_again',
  ],
  waiting: ['checking', 'unknown'],
  test: ['title', 'body', 'button', 'sent', 'too_often'],
  topics: [
    'needs',
    'legend',
    'topic',
    'push',
    'email',
    'all',
    'none',
    'button',
    'saving',
    'saved',
    'unchanged',
    'unsaved',
    'failed',
  ],
  slots: ['title', 'body', 'legend', 'profile'],
  quiet: ['title', 'body', 'toggle', 'from', 'to', 'missing', 'same'],
  letters: [
    'title',
    'address',
    'leave',
    'ask',
    'dead_link',
    'none',
    'email_label',
    'button',
    'sending',
    'sent',
    'failed',
    'subscribe',
  ],
  money: [
    'signed_out',
    'sign_in',
    'top_up',
    'payment',
    'send',
    'claim',
    'nudge',
    'mail',
    'none',
    'receipt',
    'button',
    'saving',
    'saved',
    'failed',
  ],
  devices: [
    'this_one',
    'since',
    'seen',
    'remove',
    'removed',
    'failed',
    'none',
    'signed_out',
    'sign_in',
  ],
  messages: ['none', 'why', 'window', 'nudge', 'letter'],
} as const

export type NotificationPart = keyof typeof notificationTexts
export type TextsOf<Part extends NotificationPart> = Record<
  (typeof notificationTexts)[Part][number],
  string
>

/** Returns a function that picks the texts of a part of the page. */
export const pickTexts =
  ({ text }: { text: (section: string, key: string) => string }) =>
  <Part extends NotificationPart>(part: Part) =>
    Object.fromEntries(
      notificationTexts[part].map((key) => [key, text(part, key)]),
    ) as TextsOf<Part>
