import type { MailKind, MailSample } from '../../platform/mail/mail-kind.ts'
import { env } from '../../platform/runtime/env.ts'
import { type AccountChange, codeTexts, linkText, noticeTexts } from './mail-texts.ts'
import { renderCode, renderNoticeWith, renderSignInLink } from './mails.ts'
import type { Purpose } from './queries/codes.ts'
import { codeLivesMs } from './rules.ts'

const code = (purpose: Purpose, name: string): MailSample => ({
  key: codeTexts[purpose].key,
  name,
  text: codeTexts[purpose],
  make: ({ fillText }) => renderCode(fillText, purpose, '123456'),
})

const notice = (change: AccountChange, name: string): MailSample => ({
  key: change.what,
  name,
  text: noticeTexts[change.what],
  make: ({ fillText }) => renderNoticeWith(fillText, change, 'Sat 7 Nov, 9.05pm'),
})

export const memberMailKinds: readonly MailKind[] = [
  {
    kind: 'sign_in_code',
    hiddenFrom: 'staff',
    plainSubject: 'A code',
    expiresAfterMs: codeLivesMs,
    samples: [
      code('sign_in', 'A code to sign in with'),
      {
        key: linkText.key,
        name: 'A link to sign in with, after many codes or wrong ones',
        text: linkText,
        make: ({ fillText }) =>
          renderSignInLink(
            fillText,
            '0'.repeat(64),
            'wrong codes',
            `${env().SITE_URL}/common-room/sign-in`,
          ),
      },
      code('link', 'A code to link a passkey'),
      code('confirm', 'A code to confirm a change'),
      code('old_address', 'A code to the old address, to change it'),
      code('new_address', 'A code to the new address, to change it'),
    ],
  },
  {
    kind: 'security',
    hiddenFrom: 'staff',
    samples: [
      notice({ what: 'new_device', detail: 'Safari on iPhone' }, 'A new device'),
      notice({ what: 'passkey_added', detail: 'iCloud Keychain' }, 'A new passkey'),
      notice({ what: 'passkey_removed', detail: 'My phone' }, 'A passkey was removed'),
      notice(
        {
          what: 'address_changed',
          detail: 'jo@new.example',
          letters: 'followed',
          reach: 'hello@venue.example or 0114 496 0184',
        },
        'A new address',
      ),
      notice({ what: 'deletion_asked', detail: '14 November 2026' }, 'An account will be deleted'),
      notice(
        { what: 'deletion_stopped', detail: '14 November 2026' },
        'An account will not be deleted',
      ),
    ],
  },
]
