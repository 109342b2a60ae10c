import { expect, test } from 'vitest'
import { features } from '../../cms/app/features.ts'
import { mailPartNames, problemIn } from '../../cms/platform/mail/texts.ts'

const texts = features
  .flatMap(({ mailKinds = [] }) => mailKinds)
  .flatMap(({ samples = [] }) => samples)
  .flatMap(({ text }) => text ?? [])

test('the default texts of mails are valid, and no two have the same key', () => {
  const problems = texts.flatMap((text) =>
    mailPartNames.map((part) => problemIn(text, part, text.defaultText[part])),
  )
  expect(problems.filter(Boolean)).toEqual([])
  expect(new Set(texts.map(({ key }) => key)).size).toBe(texts.length)
  expect(texts.length).toBeGreaterThan(30)
})
