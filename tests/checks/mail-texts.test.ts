import { expect, test } from 'vitest'
import { type MailText, mailPartNames, problemIn } from '../../cms/mail/texts.ts'
import * as members from '../../cms/members/mail-texts.ts'
import * as newsletter from '../../cms/newsletter/mail-texts.ts'
import * as staff from '../../cms/staff/mail-texts.ts'

const texts: MailText[] = [
  ...Object.values(members.codeTexts),
  members.linkText,
  ...Object.values(members.noticeTexts),
  ...Object.values(newsletter.confirmationTexts),
  newsletter.consentRequestText,
  newsletter.leaveLinkText,
  staff.invitationText,
  ...Object.values(staff.resetTexts),
  ...Object.values(staff.noticeTexts),
]

test('the default texts of every mail are valid, and no two mails have the same key', () => {
  const problems = texts.flatMap((text) =>
    mailPartNames.map((part) => problemIn(text, part, text.defaultText[part])),
  )
  expect(problems.filter(Boolean)).toEqual([])
  expect(new Set(texts.map(({ key }) => key)).size).toBe(texts.length)
})
