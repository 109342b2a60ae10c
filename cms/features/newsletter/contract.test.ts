import { expect, test } from 'vitest'
import { addRequest, importedRow, subscribeRequest } from './contract.ts'

const messages = (result: { error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message)

test('the error of a staff form names only the missing field, the error of the public form all required fields', () => {
  const consent = { on_paper: true, consent_on: '2026-01-01', consent_where: 'at the bar' }
  const added = addRequest.safeParse({ ...consent, email: '', interests: [] })
  expect(messages(added)).toEqual(['The email is missing.'])
  expect(messages(importedRow.safeParse({ email: '' }))).toEqual(['The email is missing.'])
  const signUp = subscribeRequest.safeParse({ email: '', name: 'Ada', consent: true })
  expect(messages(signUp)).toEqual(['Please provide your name, email and consent to continue.'])
})
