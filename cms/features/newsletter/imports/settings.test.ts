import { afterEach, expect, test, vi } from 'vitest'
import { evaluationOptions } from './row-texts.ts'
import { importSettings, storedSettings } from './settings.ts'

afterEach(() => void vi.useRealTimers())

const consent = { when: '2026-01-02', how: 'web form', evidence: 'the archive' }
const problemOf = (changes: object) => {
  const [issue] =
    importSettings.safeParse({ consent: { ...consent, ...changes } }).error?.issues ?? []
  return issue && { field: issue.path.join('.'), message: issue.message }
}

test('a consent that lacks something is refused at the field, with words that say what to write', () => {
  expect(problemOf({})).toBeUndefined()
  expect(problemOf({ how: ' ' })).toMatchObject({
    field: 'consent.how',
    message: expect.stringContaining('Write how they agreed'),
  })
  expect(problemOf({ evidence: '' })).toMatchObject({ field: 'consent.evidence' })
  expect(problemOf({ when: '' })).toMatchObject({
    field: 'consent.when',
    message: expect.stringContaining('Write the day'),
  })
  expect(problemOf({ when: '9999-01-01' })).toEqual({
    field: 'consent.when',
    message: 'Nobody can have agreed in the future.',
  })
})

test('a consent of today is taken where the day begins before it does in UTC', () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T20:00:00Z'), toFake: ['Date'] })
  expect(problemOf({ when: '2026-11-22' })).toBeUndefined()
  const settings = storedSettings.parse({ consent: { ...consent, when: '2026-11-22', by: 'Ada' } })
  const { consent: stated, now } = evaluationOptions(settings, 'day/month')
  expect(stated?.at).toEqual(now)
})
