import { HttpError } from '../http/errors.ts'
import type { MailKind } from '../mail/kinds.ts'
import { requireReader } from '../newsletter/service.ts'
import { letterContent } from './letter-mail.ts'
import { lockLetterState } from './queries/letters.ts'
import { sampleLetter } from './sample.ts'

export const letterMailKinds: readonly MailKind[] = [
  {
    kind: 'letter',
    contentOf: letterContent,
    beforeResend: async (db, mail) => {
      const state = mail.letter && (await lockLetterState(db, mail.letter))
      if (state === 'paused') {
        const message = 'Its letter is paused. Let that go on, then send this again.'
        throw new HttpError('conflict', message)
      }
      if (state === 'cancelled') {
        throw new HttpError('conflict', 'Its letter was cancelled: nobody else gets it.')
      }
      await requireReader(db, mail)
    },
    samples: [
      {
        key: 'letter',
        name: 'A letter',
        make: ({ payload, branding }) => sampleLetter(payload, branding),
      },
    ],
  },
  { kind: 'test' },
]
