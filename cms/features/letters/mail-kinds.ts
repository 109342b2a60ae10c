import { HttpError } from '../../platform/http/errors.ts'
import type { MailKind } from '../../platform/mail/mail-kind.ts'
import { requireReader } from '../newsletter/service.ts'
import { letterContent } from './mail/letter-mail.ts'
import { withFallbackNames } from './mail/personalise.ts'
import { sampleLetter } from './mail/sample.ts'
import { findEditionSubjects } from './queries/editions.ts'
import { lockLetterState } from './queries/letters.ts'

export const letterMailKinds: readonly MailKind[] = [
  {
    kind: 'letter',
    hiddenFrom: 'editors',
    contentOf: letterContent,
    subjectsOfLetters: async (db, letters) =>
      new Map(
        (await findEditionSubjects(db, letters)).map(({ letter, subject }) => [
          letter,
          withFallbackNames(subject),
        ]),
      ),
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
  // A test goes to staff, and its links have no token. Tests that show a subscriber are not shown to editors.
  { kind: 'test', hiddenFrom: 'nobody', auditSubject: 'A test of a letter' },
]
