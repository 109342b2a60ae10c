import { sampleLetter } from '../../letters/sample.ts'
import type { Picture } from '../../media/picture.ts'
import { codeWords, eventWords } from '../../members/mail-copy.ts'
import { askWords, confirmationWords, leaveWords } from '../../newsletter/mail-words.ts'
import type { MailContent } from '../contract.ts'
import type { House } from './Layout.tsx'
import { writeAction, writeCode } from './write.ts'

/**
 * Each template with something in it, for whoever wants to see how it looks; with a picture of the
 * venue’s where there is one.
 */
export const samples: Record<
  string,
  { name: string; write: (house: House, picture: Picture | null) => Promise<MailContent> }
> = {
  letter: { name: 'A letter', write: sampleLetter },
  action: {
    name: 'A plain mail with a button',
    write: (house) =>
      writeAction({
        house,
        subject: 'One more click',
        heading: 'One more click',
        paragraphs: [
          'You gave us this address. Press the button and it is yours.',
          'The button works for a day.',
        ],
        button: { label: 'Yes, that is me', url: `${house.siteUrl}/` },
        note: 'If that was not you, do nothing: no further mail will come.',
      }),
  },
  confirm_subscription: {
    name: 'Signing up to the letter',
    write: (house) =>
      writeAction(confirmationWords(house, false, `${house.siteUrl}/subscribe/confirm/sample`)),
  },
  confirm_details: {
    name: 'Signing up to the letter again',
    write: (house) =>
      writeAction(confirmationWords(house, true, `${house.siteUrl}/subscribe/confirm/sample`)),
  },
  sign_in_code: {
    name: 'A code to sign in with',
    write: (house) => writeCode(codeWords(house, 'sign_in', '123456')),
  },
  security: {
    name: 'Something happened to an account',
    write: (house) => {
      const event = { what: 'new_device', detail: 'Safari on iPhone' } as const
      return writeAction(eventWords(house, event, '7 November 2026 at 21:05'))
    },
  },
  ask: {
    name: 'Asking somebody on an imported list',
    write: (house) =>
      writeAction(
        askWords(house, 'Yes, write to me.', `${house.siteUrl}/subscribe/confirm/sample`),
      ),
  },
  leave_link: {
    name: 'A link to leave the letter',
    write: (house) => writeAction(leaveWords(house, `${house.siteUrl}/unsubscribe/sample`)),
  },
}
