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
  ],
  test: ['title', 'body', 'button', 'sent', 'too_often'],
  topics: ['needs', 'legend', 'all', 'button', 'saving', 'saved', 'failed', 'mail'],
  quiet: ['title', 'body', 'toggle', 'from', 'to', 'invalid'],
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
  messages: ['none', 'why'],
} as const

export type NotificationPart = keyof typeof notificationTexts
export type TextsOf<Part extends NotificationPart> = Record<
  (typeof notificationTexts)[Part][number],
  string
>
