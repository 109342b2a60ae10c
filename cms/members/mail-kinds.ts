import type { MailKind } from '../mail/kinds.ts'
import { renderActionMail, renderCodeMail } from '../mail/templates/render.ts'
import { codeWords, eventWords, linkWords } from './mail-copy.ts'
import { codeLivesMs } from './rules.ts'

export const memberMailKinds: readonly MailKind[] = [
  {
    kind: 'sign_in_code',
    hiddenFrom: 'staff',
    plainSubject: 'A code',
    expiresAfterMs: codeLivesMs,
    samples: [
      {
        key: 'sign_in_code',
        name: 'A code to sign in with',
        make: (_, branding) => renderCodeMail(codeWords(branding, 'sign_in', '123456')),
      },
      {
        key: 'sign_in_link',
        name: 'A link to sign in with, after many wrong codes',
        make: (_, branding) => renderActionMail(linkWords(branding, '0'.repeat(64))),
      },
    ],
  },
  {
    kind: 'security',
    hiddenFrom: 'staff',
    samples: [
      {
        key: 'security',
        name: 'Something happened to an account',
        make: (_, branding) => {
          const event = { what: 'new_device', detail: 'Safari on iPhone' } as const
          return renderActionMail(eventWords(branding, event, '7 November 2026 at 21:05'))
        },
      },
    ],
  },
]
