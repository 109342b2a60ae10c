import { expect, test } from 'vitest'
import { faultsOf, stillRefused } from './form-faults.ts'

const refused = { half: { value: '1,250', valid: false, errorMessage: 'May be thousands.' } }
const fault = { path: 'half', value: '1,250', message: 'May be thousands.' }

test('invalid fields that are shown are reported', () => {
  const hidden = { ...refused.half, passesCondition: false }
  expect(faultsOf({ ...refused, hidden, name: { value: '', valid: true } })).toEqual([fault])
})

test('a refused value is reported until it is changed', () => {
  expect(stillRefused([fault], { half: { value: '1,250', valid: true } })).toEqual([fault])
  expect(stillRefused([fault], { half: { value: 250, valid: true } })).toEqual([])
  expect(stillRefused([fault], {})).toEqual([])
  const hidden = { value: '1,250', valid: true, passesCondition: false }
  expect(stillRefused([fault], { half: hidden })).toEqual([])
})

test('a newer reason replaces the former one', () => {
  const newer = { ...fault, message: 'Too much.' }
  expect(stillRefused([newer], refused)).toEqual([fault])
})
